/** The ends of the outputs of a pull request's test runs, and which outputs can be opened as a whole. */
import { isFailed } from "../../../domain/check.js";
import type { TestRunId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { Forge } from "../../ports/forge.js";
import { readOutputIfThere } from "../../queue/read-decisive-output.js";
import type { RunView } from "./run-view.js";

export interface ShownOutput {
  readonly run: TestRunId;
  /** Its last lines, as plain text; null: a run that passed, whose output is only linked. */
  readonly text: string | null;
  /** Whether the whole output can be opened. */
  readonly isWhole: boolean;
}

export type ShownOutputs = ReadonlyMap<TestRunId, ShownOutput>;

export const NO_OUTPUTS: ShownOutputs = new Map();

/** Of each kind: the code host may be asked for each. */
const MOST_OUTPUTS = 5;

type Outputs = Pick<Forge, "readOutput" | "openOutput">;

/** `runs`: newest first. Of failed runs, of the newest one unless it passed, and links to those of passed ones. */
export async function readOutputs(
  forge: Outputs,
  repository: Repository,
  runs: readonly RunView[],
): Promise<ShownOutputs> {
  const isWhole = forge.openOutput !== undefined;
  const shown = runs.filter((run, index) => isWorthShowing(run, index === 0)).slice(0, MOST_OUTPUTS);
  const passed = isWhole ? runs.filter(({ state }) => state === "passed").slice(0, MOST_OUTPUTS) : [];
  const outputs = [...shown, ...passed].map(async (run): Promise<ShownOutput | null> => {
    const failed = run.checks.filter(isFailed);
    const text = await readOutputIfThere(forge, repository, run.id, failed);
    if (text === null) return null;
    return { run: run.id, text: run.state === "passed" ? null : text, isWhole };
  });
  const there = (await Promise.all(outputs)).filter((output) => output !== null);
  return new Map(there.map((output) => [output.run, output]));
}

function isWorthShowing({ state, checks }: RunView, isNewest: boolean): boolean {
  return state !== "passed" && (isNewest || state === "failed" || checks.some(isFailed));
}
