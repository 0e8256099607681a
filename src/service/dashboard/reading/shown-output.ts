/** The end of a test's saved output, where the code host saves it on this machine. */
import { stripVTControlCharacters } from "node:util";
import type { Repository } from "../../../domain/repository.js";
import type { Forge } from "../../ports/forge.js";
import type { RunView } from "./run-view.js";

const MOST_BYTES = 16 * 1024;
const MOST_LINES = 40;

export interface ShownOutput {
  readonly run: string;
  readonly text: string;
  /** Earlier output was left out. */
  readonly isCut: boolean;
}

/** Of the newest run that failed, was stopped or still runs; null without a saved output. */
export async function readOutput(
  forge: Pick<Forge, "readOutput">,
  repository: Repository,
  runs: readonly RunView[],
): Promise<ShownOutput | null> {
  const run = runs[0];
  if (run === undefined || run.state === "passed") return null;
  const tail = (await forge.readOutput?.(repository, run.id, MOST_BYTES)) ?? null;
  if (tail === null || tail.text === "") return null;
  const lines = stripVTControlCharacters(tail.text)
    .trimEnd()
    .split(/\r\n|[\r\n]/);
  const shown = lines.slice(-MOST_LINES);
  return { run: run.id, text: shown.join("\n"), isCut: tail.isCut || shown.length < lines.length };
}
