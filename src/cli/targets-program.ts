/**
 * `merge-queue targets` without the other subcommands. `npm run build:lib` bundles this file, because loading a hundred
 * modules takes longer than computing targets.
 */
import type { ExitCode } from "./exit-codes.js";
import { isWritten, type Surroundings, THIS_PROCESS } from "./surroundings.js";
import { beginQuestion } from "./targets/begin-question.js";
import { plainQuestion } from "./targets/plain-question.js";

export { isWritten };

export async function run(
  words: readonly string[],
  surroundings: Surroundings = THIS_PROCESS,
): Promise<ExitCode> {
  const question = plainQuestion(words);
  if (question !== null) {
    const begun = beginQuestion(question, surroundings);
    // Git starts in this turn, and works while the rest is loaded.
    await new Promise((resolve) => setImmediate(resolve));
    const { printTargets } = await import("./targets/print-targets.js");
    return printTargets(question, surroundings, begun);
  }
  const [{ runProgram }, { addTargetsCommand }] = await Promise.all([
    import("./program.js"),
    import("./targets-command.js"),
  ]);
  return runProgram(words, surroundings, (program, finish) =>
    addTargetsCommand(program, surroundings, finish),
  );
}
