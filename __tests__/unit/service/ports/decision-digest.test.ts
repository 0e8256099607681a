/** The digest tells decisions apart that differ in anything, and does not look at what stays. */
import { describe, expect, it } from "@jest/globals";
import { batchId } from "../../../../src/domain/ids.js";
import { ALL_TARGETS, targetList } from "../../../../src/domain/impacted-targets.js";
import { decide } from "../../../../src/engine/decide.js";
import type { Decision } from "../../../../src/engine/model/decision.js";
import type { Queue } from "../../../../src/engine/model/queue.js";
import { canonicalJson } from "../../../../src/service/ports/canonical-json.js";
import { compareDigests, decisionDigest } from "../../../../src/service/ports/decision-digest.js";
import { liveRandomly } from "../../../support/random-life.js";
import { withoutLanding } from "../../../support/recorded-log.js";
import {
  aCommit,
  aDecision,
  aLandingRecord,
  anEffect,
  anEndedRun,
  aStoredBatch,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  START,
} from "../../../support/stored-queue.js";

const [ONE, TWO, THREE] = [aStoredEntry(1), aStoredEntry(2), aStoredEntry(3)];
const BEFORE = aStoredQueue({
  entries: [ONE, TWO, THREE],
  line: [aStoredBatch(11, 1), aStoredBatch(12, 2)],
  runs: [aStoredRun(21, 1), aStoredRun(22, 2)],
});

/** A decision on `BEFORE`. */
function digestOf(queue: Partial<Queue>, decision: Partial<Decision> = {}): string {
  return decisionDigest(BEFORE, aDecision({ ...BEFORE, ...queue }, decision));
}

/** Equal in content, and nowhere the same object or in the same order of fields. */
function copied<Value extends object>(value: Value): Value {
  const copy = structuredClone(value);
  turn(copy);
  return copy;
}

function turn(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const name of Object.keys(value).reverse()) {
    const field: unknown = Reflect.get(value, name);
    turn(field);
    if (Array.isArray(value)) continue;
    Reflect.deleteProperty(value, name);
    Reflect.set(value, name, field);
  }
}

describe("the digest of a decision", () => {
  it("differs where the decision differs in anything", () => {
    const [first, second] = BEFORE.runs;
    if (first === undefined || second === undefined) throw new Error("a run is missing");
    const digests = [
      digestOf({}),
      digestOf({ state: "paused" }),
      digestOf({ tip: aCommit(2) }),
      digestOf({ now: START + 1 }),
      digestOf({ nextNumber: 2 }),
      digestOf({ settings: { ...BEFORE.settings, concurrency: 99 } }),
      digestOf({ hedges: [first] }),
      digestOf({ hedges: [second] }),
      digestOf({ line: [] }),
      digestOf({ line: BEFORE.line.toReversed() }),
      digestOf({ beside: BEFORE.line }),
      digestOf({ line: BEFORE.line.map((batch) => ({ ...batch, splitFrom: batchId(1) })) }),
      digestOf({ entries: [] }),
      digestOf({ entries: [ONE, TWO] }),
      digestOf({ entries: [ONE, THREE] }),
      digestOf({ entries: [TWO, THREE] }),
      digestOf({ entries: [TWO, ONE, THREE] }),
      digestOf({ entries: [ONE, TWO, THREE, aStoredEntry(4)] }),
      digestOf({ entries: [ONE, { ...TWO, priority: 0 }, THREE] }),
      digestOf({ entries: [ONE, { ...TWO, targets: targetList(["//other"]) }, THREE] }),
      digestOf({ entries: [ONE, { ...TWO, targets: ALL_TARGETS }, THREE] }),
      digestOf({ entries: [ONE, { ...TWO, targets: null }, THREE] }),
      digestOf({ entries: [ONE, { ...TWO, earlierTargets: TWO.targets }, THREE] }),
      digestOf({ runs: [first] }),
      digestOf({ runs: [second] }),
      digestOf({ runs: [second, first] }),
      digestOf({ runs: [first, { ...second, checks: [] }] }),
      digestOf({}, { effects: [anEffect(1)] }),
      digestOf({}, { effects: [anEffect(1), anEffect(2)] }),
      digestOf({}, { effects: [anEffect(2), anEffect(1)] }),
      digestOf({}, { transitions: [aTransition(1, "testing", "merged")] }),
      digestOf({}, { concluded: [ONE] }),
      digestOf({}, { concluded: [{ ...ONE, targets: targetList([]) }] }),
      digestOf({}, { endedRuns: [{ run: first, endedAt: START }] }),
      digestOf({}, { endedRuns: [{ run: second, endedAt: START }] }),
      digestOf({}, { endedRuns: [{ run: first, endedAt: START + 1 }] }),
      digestOf({}, { endedRuns: [anEndedRun(first)] }),
      digestOf({}, { landed: aLandingRecord(first) }),
      digestOf({}, { wakeAt: START }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each([1, 2, 3])("is one for one content, and as fine as the whole text, in life %i", (seed) => {
    const { first, log } = liveRandomly(seed, decide);
    let queue = first;
    let differences = 0;
    for (const event of log) {
      const decision = decide(queue, event);
      const digest = decisionDigest(queue, decision);
      expect(decisionDigest(copied(queue), copied(decision))).toBe(digest);
      const other = withoutLanding(queue, event);
      const isSame = canonicalJson(other) === canonicalJson(decision);
      expect(decisionDigest(queue, other) === digest).toBe(isSame);
      if (!isSame) differences += 1;
      ({ queue } = decision);
    }
    expect(differences).toBeGreaterThan(0);
  });

  it("does not look into entries that stay as they are", () => {
    const untouchable = new Proxy(aStoredEntry(1), {
      get: (_, field) => {
        throw new Error(`${String(field)} was read`);
      },
    });
    const waiting = Array.from({ length: 100 }, () => untouchable);
    const before = aStoredQueue({ entries: waiting });
    const decision = aDecision({ ...before, entries: [...waiting, TWO] });
    expect(decisionDigest(before, decision)).toMatch(/^v2:[0-9a-f]{64}$/);
  });
});

describe("comparing digests", () => {
  const [one, other, later] = [`v1:${"1".repeat(64)}`, `v1:${"2".repeat(64)}`, `v2:${"1".repeat(64)}`];

  it("says whether decisions are the same, or why nobody can say", () => {
    expect(compareDigests(one, one)).toBe("same");
    expect(compareDigests(one, other)).toBe("otherwise");
    expect(compareDigests(one, later)).toBe("otherDefinition");
    expect(compareDigests(one, null)).toBe("notRecorded");
    expect(compareDigests(null, null)).toBe("notRecorded");
  });
});
