/**
 * Moves the branch of a pull request to the commit that it becomes, and back. The same update creates a ref that keeps
 * the old head. That ref exists until the landing has ended, so a push that arrives after it was taken back is refused:
 * the branch itself would accept it.
 */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { HeadMove } from "../ports/git.js";

export interface RefUpdate {
  readonly ref: string;
  /** null: the ref must not exist. */
  readonly from: CommitId | null;
  readonly to: CommitId;
}

export interface RefMover {
  /** The refs that exist. */
  read(refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>>;
  /** All updates or none. After a failure they may have happened or not. */
  update(updates: readonly RefUpdate[]): Promise<void>;
  /** A read may return an earlier state, so that a head that seems to be back is moved all the same. */
  readonly mayBeStale: boolean;
}

export function keptHeadsOf(pullRequest: PullRequestNumber): string {
  return `refs/merge-queue/heads/${pullRequest}/`;
}

export async function moveHead(
  mover: RefMover,
  move: HeadMove,
  way: "push" | "takeBack",
): Promise<"moved" | "elsewhere"> {
  const before = await readRefs(mover, move);
  const outcome = outcomeOf(before, move, way);
  const isSeemingly = way === "takeBack" && outcome === "moved" && mover.mayBeStale;
  if (outcome !== "open" && !isSeemingly) return outcome;
  try {
    await mover.update(updatesOf(isSeemingly ? { ...before, head: move.to } : before, move, way));
    return "moved";
  } catch (error) {
    if (isSeemingly) return outcome;
    // The update may have succeeded although its answer was lost.
    const after = outcomeOf(await readRefs(mover, move), move, way);
    if (after === "open") throw error;
    return after;
  }
}

interface Refs {
  readonly head: CommitId | null;
  readonly kept: CommitId | null;
}

async function readRefs(mover: RefMover, move: HeadMove): Promise<Refs> {
  const [head, kept] = [headRef(move), keptRef(move)];
  const refs = await mover.read([head, kept]);
  return { head: refs.get(head) ?? null, kept: refs.get(kept) ?? null };
}

function outcomeOf(
  { head, kept }: Refs,
  { from, to }: HeadMove,
  way: "push" | "takeBack",
): "moved" | "elsewhere" | "open" {
  if (way === "push") {
    if (kept === null) return head === from ? "open" : "elsewhere";
    return head === to ? "moved" : "elsewhere";
  }
  if (head === from) return kept === null ? "open" : "moved";
  return head === to ? "open" : "elsewhere";
}

function updatesOf({ head, kept }: Refs, move: HeadMove, way: "push" | "takeBack"): readonly RefUpdate[] {
  const { from, to } = move;
  const keeping = { ref: keptRef(move), from: kept, to: from };
  if (way === "push") return [keeping, { ref: headRef(move), from, to }];
  return head === from ? [keeping] : [keeping, { ref: headRef(move), from: to, to: from }];
}

function headRef({ branch }: HeadMove): string {
  return `refs/heads/${branch}`;
}

function keptRef({ pullRequest, run }: HeadMove): string {
  return `${keptHeadsOf(pullRequest)}${run}`;
}
