/** The end of the output of the check that decided a failure, for people who read the verdict. */
import type { Repository } from "../../domain/repository.js";
import type { Exit } from "../../engine/explain/exit.js";
import type { Forge } from "../ports/forge.js";
import { WorldError } from "../ports/world-error.js";

/** null: no failed check, no output, or the code host does not answer. The verdict does not depend on it. */
export async function readDecisiveOutput(
  forge: Pick<Forge, "readOutput">,
  repository: Repository,
  { run, failedChecks }: Exit,
): Promise<string | null> {
  if (run === null || failedChecks.length === 0) return null;
  return await readOutputIfThere(forge, repository, run.id, failedChecks);
}

/** null also if the code host does not answer, because output is only an addition. */
export async function readOutputIfThere(
  forge: Pick<Forge, "readOutput">,
  ...asked: Parameters<NonNullable<Forge["readOutput"]>>
): Promise<string | null> {
  try {
    return (await forge.readOutput?.(...asked)) ?? null;
  } catch (error) {
    if (error instanceof WorldError) return null;
    throw error;
  }
}
