/**
 * `merge-queue targets` without the other subcommands. `npm run build:lib` bundles this file, because loading a hundred
 * modules takes longer than computing targets.
 */
import type { ExitCode } from "./exit-codes.js";
import { isWritten, type Surroundings, THIS_PROCESS } from "./surroundings.js";
import { plainQuestion } from "./targets/plain-question.js";
import { printTargets } from "./targets/print-targets.js";

export { isWritten };

export async function run(
  words: readonly string[],
  surroundings: Surroundings = THIS_PROCESS,
): Promise<ExitCode> {
  const question = plainQuestion(words);
  if (question !== null) return printTargets(question, surroundings);
  const [{ runProgram }, { addTargetsCommand }] = await Promise.all([
    import("./program.js"),
    import("./targets-command.js"),
  ]);
  return runProgram(words, surroundings, (program, finish) =>
    addTargetsCommand(program, surroundings, finish),
  );
}
