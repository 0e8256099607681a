/**
 * The landings of a queue, each with its proof, and the moves of the branch between them that were not landings. Only the
 * store is read: `merge-queue verify` also compares each commit of the branch.
 */
import { assertNever } from "../../../domain/assert-never.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { LandingRecord } from "../../../engine/model/decision.js";
import type { LandingProof, Queue } from "../../../engine/model/queue.js";
import type { QueueStore } from "../../ports/queue-store.js";

export interface ShownLanding {
  readonly kind: "landing";
  readonly at: number;
  readonly pullRequests: readonly PullRequestNumber[];
  readonly from: CommitId;
  readonly to: CommitId;
  /** null: it landed without a test run. */
  readonly run: TestRunId | null;
  readonly proof: string;
}

/** The branch was not where the landing before had left it. */
export interface OutsideMove {
  readonly kind: "outside";
  readonly from: CommitId;
  readonly to: CommitId;
  readonly after: number;
  /** null: since the newest landing. */
  readonly before: number | null;
}

export interface LandingsView {
  /** Newest first. */
  readonly moves: readonly (ShownLanding | OutsideMove)[];
  readonly landings: number;
  readonly outside: number;
  /** Older landings are not shown. */
  readonly isCut: boolean;
}

export const MOST_SHOWN_LANDINGS = 200;

export async function readLandings(queue: Queue, store: Pick<QueueStore, "landings">): Promise<LandingsView> {
  const records = await store.landings(queue.id, MOST_SHOWN_LANDINGS + 1);
  const shown = records.slice(0, MOST_SHOWN_LANDINGS);
  const moves = shown.flatMap((record, index) => {
    const newer = shown[index - 1];
    const next = newer === undefined ? { at: null, from: queue.tip } : newer;
    return [...outsideMove(record, next), landing(record)];
  });
  const outside = moves.filter(({ kind }) => kind === "outside").length;
  return { moves, landings: shown.length, outside, isCut: records.length > shown.length };
}

function outsideMove(
  { at, to }: LandingRecord,
  next: { readonly at: number | null; readonly from: CommitId },
): readonly OutsideMove[] {
  return to === next.from ? [] : [{ kind: "outside", from: to, to: next.from, after: at, before: next.at }];
}

function landing({ at, from, to, run, proof, heads }: LandingRecord): ShownLanding {
  return {
    kind: "landing",
    ...{ at, from, to, pullRequests: heads.map(({ pullRequest }) => pullRequest) },
    run: proof.kind === "direct" ? null : run,
    proof: proofInWords(proof),
  };
}

function proofInWords(proof: LandingProof): string {
  switch (proof.kind) {
    case "tested":
      return "the tested commit";
    case "disjoint":
      return "the tested change, on landings that share no target with it";
    case "direct":
      return "no test run: the checks of its own head";
    default:
      return assertNever(proof);
  }
}
