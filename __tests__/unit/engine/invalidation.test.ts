/** Of all that became of others at once, the reason for an invalidated run names one. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { recordLanded } from "../../../src/engine/events/landing.js";
import { withEntries } from "../../../src/engine/model/change.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { findInvalidations } from "../../../src/engine/planning/invalidation.js";
import { planOf } from "../../../src/engine/planning/plan.js";
import { removeEndedEntries } from "../../../src/engine/rules/remove-ended-entries.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  entryNumbered,
  failed,
  passed,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
} from "../../support/queue-builder.js";

function whyInvalidated(queue: Queue): readonly string[] {
  return findInvalidations(queue, planOf(queue)).map(({ reason }) => reason.sentence);
}

describe("a run built on a batch that is split", () => {
  const alone = (...names: readonly string[]) => ({ ...touching(...names), noBatch: true });
  const before = after(
    aQueue({ mode: "parallel", batch: true, batchingMinSize: 2, concurrency: 9 }),
    submitted(1, alone("a")),
    submitted(2, touching("b")),
    submitted(3, touching("b")),
    submitted(4, alone("a", "b")),
  );

  it("names those of the batch, and nobody else whom it was built on", () => {
    expect(timelineOf(story(before, failed("2+3")), 4)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_FAILED #2 and #3 failed `tests` together, so each half is tested alone to find the culprit; the tests of #4 start again without them.",
    );
  });

  it("names another whom it does not depend on any more, where that one is ahead of them", () => {
    const split = after(before, failed("2+3"));
    const stale = runNamed(before, "1+2+3+4");
    const runs = split.runs.map((run) => (run.batch === stale.batch ? stale : run));
    const changed = { ...entryNumbered(split, 4), targets: targetList(["b"]) };
    expect(whyInvalidated({ ...withEntries(split, [changed]), runs })).toEqual([
      "Impacted targets no longer make #4 depend on #1, so the tests start again without it.",
    ]);
  });
});

describe("a run beside which several landed after all", () => {
  const grown = after(
    aQueue({ mode: "parallel", concurrency: 5 }),
    submitted(9, { facts: { draft: true } }),
    submitted(1, touching("b")),
    submitted(2, touching("a")),
    submitted(3, touching("a")),
    passed("2+3"),
    passed("2"),
    targetsSet(2, headOf(2), targetList(["a", "b"])),
  );

  it("names the one submitted first, and nobody who only left meanwhile", () => {
    const { landing, now: at } = grown;
    if (landing?.commit == null) throw new Error("nothing is landing");
    const reversed = { ...grown, landing: { ...landing, heads: landing.heads.toReversed() } };
    const { newTip } = landing.commit;
    const { queue } = recordLanded(reversed, { kind: "landed", at, run: landing.run, newTip });
    const left = withEntries(queue, [{ ...entryNumbered(grown, 9), ended: "cancelled" }]);
    expect(whyInvalidated(removeEndedEntries(left)?.queue ?? left)).toEqual([
      "#2 landed after all, so the tests of #1 start again on top of it.",
    ]);
  });
});
