/** The end of the output of the check that decided a failure, for people who read the verdict. */
import type { Repository } from "../../domain/repository.js";
import type { Exit } from "../../engine/explain/exit.js";
import type { Forge } from "../ports/forge.js";
import { WorldError } from "../ports/world-error.js";

const MAX_LINES = 20;
const MAX_CHARACTERS = 4000;

/** null: no failed check, no output, or the code host does not answer. The verdict does not depend on it. */
export async function readOutputTail(
  forge: Pick<Forge, "readOutput">,
  repository: Repository,
  { run, failedChecks }: Exit,
): Promise<string | null> {
  const [decisive] = failedChecks;
  if (run === null || decisive === undefined || forge.readOutput === undefined) return null;
  try {
    const output = await forge.readOutput(repository, run.id, decisive);
    return output === null ? null : tailOf(output);
  } catch (error) {
    if (error instanceof WorldError) return null;
    throw error;
  }
}

/** Without colours and other control characters, which terminals interpret. */
export function tailOf(output: string): string | null {
  const lines = output
    .toWellFormed()
    .replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]/g, "")
    .split(/\r\n|[\r\n]/)
    .map((line) =>
      line
        .replaceAll("\t", "  ")
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
        .trimEnd(),
    );
  while (lines.at(-1) === "") lines.pop();
  const tail = lines.slice(-MAX_LINES).join("\n").slice(-MAX_CHARACTERS).toWellFormed();
  return tail.trim() === "" ? null : tail;
}
