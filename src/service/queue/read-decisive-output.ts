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
  if (run === null || failedChecks.length === 0 || forge.readOutput === undefined) return null;
  try {
    return await forge.readOutput(repository, run.id);
  } catch (error) {
    if (error instanceof WorldError) return null;
    throw error;
  }
}
