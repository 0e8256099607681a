/** The names of targets are read through once, and told apart at a glance. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { touchedBy } from "../../../src/engine/planning/overlap.js";
import { after, aQueue, entryNumbered, submitted } from "../../support/queue-builder.js";

const template = entryNumbered(after(aQueue(), submitted(1)), 1);

function partsOf(...lists: readonly (readonly string[])[]) {
  const [targets = [], earlierTargets] = lists;
  return touchedBy("parallel", {
    ...template,
    targets: targetList(targets),
    earlierTargets: earlierTargets === undefined ? null : targetList(earlierTargets),
  });
}

describe("the hashes of names", () => {
  it("are one for each, and the same for the same name in every list", () => {
    const [now, earlier] = partsOf(["a", "b"], ["b", "c"]);
    if (now === undefined || now === "all" || earlier === undefined || earlier === "all")
      throw new Error("lists");
    expect([now.names, earlier.names]).toEqual([
      ["a", "b"],
      ["b", "c"],
    ]);
    expect(now.hashes[1]).toBe(earlier.hashes[0]);
    expect(now.hashes).toHaveLength(2);
  });

  it("hardly ever meet, not even in the bits that a table goes by", () => {
    const names = Array.from({ length: 5000 }, (_, at) => `//services/billing/target-${at}:lib`);
    const [part] = partsOf(names);
    if (part === undefined || part === "all") throw new Error("a list");
    expect(new Set(part.hashes).size).toBeGreaterThan(4990);
    const slots = new Set([...part.hashes].map((hash) => hash & 0xffff));
    expect(slots.size).toBeGreaterThan(4700);
  });

  it("are those remembered with the list", () => {
    const targets = targetList(["a", "b"]);
    const entry = { ...template, targets };
    expect(touchedBy("parallel", entry)[0]).toBe(touchedBy("parallel", entry)[0]);
  });
});
