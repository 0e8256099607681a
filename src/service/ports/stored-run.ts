/**
 * Test runs with the names that their fields have in stores, exported logs and digests of decisions. These names never
 * change, so that every version reads what another one wrote.
 */
import type { CommitId } from "../../domain/ids.js";
import type { EndedRun } from "../../engine/model/decision.js";
import type { TestRun } from "../../engine/model/queue.js";

export interface StoredTestRun extends Omit<TestRun, "validForTip"> {
  readonly standsOn: CommitId | null;
}

export interface StoredEndedRun extends Omit<EndedRun, "run"> {
  readonly run: StoredTestRun;
}

export function storedRun({ validForTip: standsOn, ...rest }: TestRun): StoredTestRun {
  return { ...rest, standsOn };
}

/** Keeps the order of the fields in which the engine creates runs: another one would slow down every reader. */
export function testRunOf(stored: StoredTestRun): TestRun {
  const { id, batch, testedOn, contains, own, createdAt, standsOn: validForTip, ...rest } = stored;
  return { id, batch, testedOn, contains, own, createdAt, validForTip, ...rest };
}
