/** A list of targets keeps each name once. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { seededChance } from "../../support/seeded-chance.js";

describe("a list of targets", () => {
  it("drops empty names and repetitions, and keeps the order of first appearance", () => {
    expect(targetList(["web", "", "api", "web", "docs", "api"])).toEqual({
      kind: "list",
      names: ["web", "api", "docs"],
    });
  });

  it("may be empty", () => {
    expect(targetList([""])).toEqual({ kind: "list", names: [] });
  });

  it("is the same whether it comes sorted or not", () => {
    const chance = seededChance(7);
    for (let round = 0; round < 300; round += 1) {
      const names = Array.from({ length: chance.whole(0, 6) }, () => "abc".slice(0, chance.whole(0, 3)));
      if (chance.next() < 0.5) names.sort();
      const distinct = names.filter((name, index) => name !== "" && names.indexOf(name) === index);
      expect({ names, seed: chance.seed, list: targetList(names) }).toEqual({
        names,
        seed: chance.seed,
        list: { kind: "list", names: distinct },
      });
    }
  });
});
