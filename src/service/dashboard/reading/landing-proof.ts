/** Why a landing was safe: which commit was tested, and which commit is on the branch now. */
import { assertNever } from "../../../domain/assert-never.js";
import type { CommitId, QueueId } from "../../../domain/ids.js";
import type { HeadEvidence } from "../../../domain/pull-request.js";
import type { LandingRecord } from "../../../engine/model/decision.js";
import type { Entry } from "../../../engine/model/queue.js";
import type { QueueStore } from "../../ports/queue-store.js";
import type { RunView } from "./run-view.js";

/** The proof of an older landing is found by `merge-queue replay`. */
const MOST_LANDINGS = 500;

export interface ShownProof {
  readonly at: number;
  readonly from: CommitId;
  readonly landed: CommitId;
  /** null for a direct merge without a run, and if the run is no longer stored. */
  readonly tested: string | null;
  readonly run: string | null;
  readonly sentence: string;
}

export async function findLandingProof(
  queue: QueueId,
  { ended, facts }: Entry,
  runs: readonly RunView[],
  store: QueueStore,
): Promise<ShownProof | null> {
  if (ended !== "merged") return null;
  const records = await store.landings(queue, MOST_LANDINGS);
  const record = records.find(({ heads }) =>
    heads.some(({ pullRequest, headSha }) => pullRequest === facts.number && headSha === facts.headSha),
  );
  return record === undefined ? null : proofOf(record, runs);
}

function proofOf(record: LandingRecord, runs: readonly RunView[]): ShownProof {
  const { at, from, to, proof, run } = record;
  const testedByRun = runs.find(({ id }) => id === run)?.commit ?? null;
  switch (proof.kind) {
    case "tested":
      return {
        ...{ at, from, landed: to, run },
        tested: testedByRun ?? to,
        sentence: "The commit that was tested is the commit that landed.",
      };
    case "disjoint":
      return {
        ...{ at, from, landed: to, run, tested: proof.tested },
        sentence:
          "The tested change was put on landings that share no impacted target with it; its content is the same.",
      };
    case "direct":
      return {
        ...{ at, from, landed: to, run: null, tested: proof.head },
        sentence: directSentence(proof.evidence),
      };
    default:
      return assertNever(proof);
  }
}

function directSentence(evidence: HeadEvidence | undefined): string {
  const landed = "so its head landed as tested.";
  if (evidence === undefined)
    return `Its own checks had passed on the newest commit of the branch, ${landed}`;
  const { tree, checks, jobs, sameJobsOn } = evidence;
  const names = checks.map(({ name, workflow }) => `${name} (${workflow})`).join(", ");
  return (
    `No test run: on its head, which contained the newest commit of the branch, ${names} succeeded. ` +
    `Its ${jobs.length} executed jobs are those of the last ${sameJobsOn.length} test branches, ` +
    `and the branch has the tree that they tested, ${tree.slice(0, 8)}, ${landed}`
  );
}
