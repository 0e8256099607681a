/** Edges that a person declared, over several sources and over several steps. */
import { describe, expect, it } from "@jest/globals";
import { type AnsweredSource, combinedTargets, namespacesOf } from "../../../src/targets/combine-answers.js";
import { followExtraEdges, misspeltTargets } from "../../../src/targets/follow-extra-edges.js";
import type { ExtraEdge } from "../../../src/targets/rules/rules-file.js";
import type { Cause, Source } from "../../../src/targets/source.js";
import { MemoryTree } from "../../support/memory-tree.js";

const FILE: Cause = { kind: "file", path: "a" };

/** `dependents` by name; null for a source that cannot say. */
function answered(
  name: string,
  targets: readonly string[],
  dependents: Readonly<Record<string, readonly string[]>> | null = {},
): AnsweredSource {
  const source: Source = {
    name,
    runsRepositoryCode: false,
    detect: () => Promise.resolve(null),
    answer: () => Promise.reject(new Error("it has answered")),
    ...(dependents !== null && {
      dependents: (_context: unknown, [target = ""]: ReadonlySet<string>) =>
        Promise.resolve(
          new Map(
            (dependents[target] ?? []).map((one): [string, Cause] => [
              one,
              { kind: "dependsOn", on: target },
            ]),
          ),
        ),
    }),
  };
  const tree = new MemoryTree(new Map());
  const context = {
    base: tree,
    head: tree,
    changed: [],
    checkout: null,
    signal: new AbortController().signal,
  };
  const answer = {
    kind: "targets",
    targets: new Map(targets.map((one) => [one, FILE])),
    owned: new Set<string>(),
  } as const;
  return { source, answer, context };
}

async function followed(sources: readonly AnsweredSource[], edges: readonly ExtraEdge[]) {
  const names = namespacesOf(sources);
  const targets = combinedTargets(sources, names);
  const cause = await followExtraEdges(targets, edges, names);
  return cause ?? Object.fromEntries(targets);
}

function edge(target: string, ...dependsOn: readonly string[]): ExtraEdge {
  return { target, dependsOn };
}

describe("extra edges", () => {
  it("lead on through dependents and through one another, whatever their order", async () => {
    const sources = [answered("workspaces", ["core"], { web: ["shop"] })];
    expect(
      await followed(sources, [edge("e2e", "shop"), edge("web", "core"), edge("unused", "docs")]),
    ).toEqual({
      core: FILE,
      web: { kind: "declared", on: "core" },
      shop: { kind: "dependsOn", on: "web" },
      e2e: { kind: "declared", on: "shop" },
    });
  });

  it("lead from one source's names to another's", async () => {
    const sources = [answered("workspaces", ["core"]), answered("paths", [], { e2e: ["all"] })];
    expect(await followed(sources, [edge("paths:e2e", "workspaces:core")])).toEqual({
      "workspaces:core": FILE,
      "paths:e2e": { kind: "declared", on: "workspaces:core" },
      "paths:all": { kind: "dependsOn", on: "paths:e2e" },
    });
  });

  it("lead on from a target that is listed because somebody begins to use it", async () => {
    const sources = [answered("workspaces", ["core", "e2e"], { e2e: ["report"] })];
    expect(Object.keys(await followed(sources, [edge("e2e", "core")]))).toEqual(["core", "e2e", "report"]);
  });

  it("end in a circle", async () => {
    const sources = [answered("workspaces", ["a"])];
    expect(Object.keys(await followed(sources, [edge("b", "a"), edge("a", "b")]))).toEqual(["a", "b"]);
  });

  it("make everything impacted by names that say of no source, where there are several", async () => {
    const sources = [answered("workspaces", ["core"]), answered("paths", ["all"])];
    for (const one of [
      edge("e2e", "workspaces:core"),
      edge("paths:e2e", "core"),
      edge("paths:e2e", "path:all"),
    ]) {
      expect(await followed(sources, [one])).toMatchObject({
        subject: ".github/merge-queue.yml",
        rule: expect.stringMatching(/^an extra edge names ".+" without its source$/),
      });
    }
  });

  it("make everything impacted when they depend on what no target is called", async () => {
    const source = answered("workspaces", ["core"]);
    const knows = { ...source.source, knownNames: () => Promise.resolve(new Set(["core", "website"])) };
    const sources = [{ ...source, source: knows }];
    expect(await followed(sources, [edge("e2e", "corr")])).toMatchObject({
      rule: 'an extra edge depends on "corr", which is not a target',
    });
    expect(
      await misspeltTargets([edge("webiste", "core"), edge("e2e", "core")], namespacesOf(sources)),
    ).toEqual(['No target is called "webiste", which an extra edge adds; did you mean "website"?']);
    // What is named by hand only may be depended on, too.
    expect(await followed(sources, [edge("e2e", "website"), edge("all", "e2e")])).toEqual({ core: FILE });
  });

  it("make everything impacted where a source cannot say what depends on their target", async () => {
    expect(await followed([answered("tool", ["a"], null)], [edge("b", "a")])).toMatchObject({
      subject: ".github/merge-queue.yml",
      hint: "Declare the edge where tool itself reads it.",
    });
  });
});
