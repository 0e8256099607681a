/** The parts of a list of impacted targets, each for itself. */
import { describe, expect, it } from "@jest/globals";
import { type GraphChange, impactedTargets, type TargetGraph } from "../../../src/targets/graph.js";

function graph(edges: Readonly<Record<string, string>>): TargetGraph {
  return new Map(
    Object.entries(edges).map(([target, on]) => [target, new Set(on.split(" ").filter(Boolean))]),
  );
}

const base = graph({ core: "", ui: "core", web: "ui", docs: "" });

function impact(
  change: Partial<GraphChange>,
  changed: readonly string[] = [],
): Readonly<Record<string, string>> {
  const causes = new Map(
    changed.map((target) => [target, { kind: "file", path: `${target}/file` } as const]),
  );
  const impacted = impactedTargets({ base, head: base, changed: causes, ...change });
  return Object.fromEntries(
    [...impacted].map(([target, { kind, ...rest }]) => [target, [kind, ...Object.values(rest)].join(" ")]),
  );
}

describe("impacted targets", () => {
  it("are none where nothing changes", () => {
    expect(impact({})).toEqual({});
  });

  it("are those that change and all that depend on them", () => {
    expect(impact({}, ["core"])).toEqual({
      core: "file core/file",
      ui: "dependsOn core",
      web: "dependsOn ui",
    });
  });

  it("follow edges that only one of the graphs has", () => {
    const without = graph({ core: "", ui: "", web: "ui", docs: "" });
    const causes = { core: "file core/file", ui: "dependsOn core", web: "dependsOn ui" };
    expect(impact({ head: without }, ["core"])).toEqual(causes);
    expect(impact({ base: without }, ["core"])).toEqual(causes);
  });

  it("are those whose edges differ, although no file of theirs does", () => {
    const head = graph({ core: "", ui: "", web: "ui", docs: "" });
    expect(impact({ head })).toEqual({ ui: "dependsOn core", web: "dependsOn ui" });
  });

  it("are those that are deleted, and all that depended on them", () => {
    const head = graph({ core: "", web: "ui", docs: "" });
    expect(impact({ head }, ["ui"])).toEqual({ ui: "deleted", web: "dependsOn ui" });
  });

  it("are those that are newly used, but not what depends on them", () => {
    const head = graph({ core: "", ui: "core", web: "ui", docs: "core nowhere" });
    expect(impact({ head }, ["docs"])).toEqual({ docs: "file docs/file", core: "newlyUsed docs" });
  });

  it("are those that something new uses", () => {
    const head = graph({ core: "", ui: "core", web: "ui", docs: "", fresh: "docs" });
    expect(impact({ head }, ["fresh"])).toEqual({ fresh: "file fresh/file", docs: "newlyUsed fresh" });
  });

  it("are found in circles, too", () => {
    const circle = graph({ one: "two", two: "one" });
    expect(impact({ base: circle, head: circle }, ["one"])).toEqual({
      one: "file one/file",
      two: "dependsOn one",
    });
  });
});
