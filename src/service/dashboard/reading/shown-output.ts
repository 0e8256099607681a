/** The end of a test's saved output, where the code host saves it on this machine. */
import { isFailed } from "../../../domain/check.js";
import type { Repository } from "../../../domain/repository.js";
import type { Forge } from "../../ports/forge.js";
import { readOutputIfThere } from "../../queue/read-decisive-output.js";
import type { RunView } from "./run-view.js";

export interface ShownOutput {
  readonly run: string;
  /** Its last lines; plain text from a test command. */
  readonly text: string;
}

/** Of the newest run that failed, was stopped or still runs; null without a saved output. */
export async function readOutput(
  forge: Pick<Forge, "readOutput">,
  repository: Repository,
  runs: readonly RunView[],
): Promise<ShownOutput | null> {
  const run = runs[0];
  if (run === undefined || run.state === "passed") return null;
  const failed = run.checks.filter(isFailed);
  const text = await readOutputIfThere(forge, repository, run.id, failed);
  return text === null ? null : { run: run.id, text };
}
