/** The corpora that the project writes: the lists of their commits, beside what the ecosystems' tools find in the checkouts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ToolBox } from "../../scripts/corpus/exact-graphs.js";
import { exactList, exactlyImpacted } from "../../scripts/corpus/exact-lists.js";
import { askMaven } from "../../scripts/corpus/exact-maven-graph.js";
import { git } from "../../scripts/corpus/history.js";
import { measureRepository } from "../../scripts/corpus/measure-repository.js";
import { type WrittenCorpus, writtenCorpora } from "../../scripts/corpus/written-corpora.js";
import { GitRepository } from "../support/git-repository.js";
import { describeIfThere } from "../support/if-there.js";
import { itInCi } from "../support/sized-tests.js";
import { bySize, isAtLeast } from "../support/test-size.js";

const PATIENCE_MS = 120_000;
const NAMES = bySize({
  reduced: ["npm"],
  share: ["npm", "Cargo", "Go", "Maven"],
  full: ["npm", "Cargo", "Go", "Maven"],
});

let corpora: readonly WrittenCorpus[];
let tools: ToolBox;

beforeAll(async () => {
  tools = new ToolBox({ fromNpm: false });
  corpora = await writtenCorpora();
});

afterAll(async () => {
  for (const { repository } of corpora) await repository.remove();
  tools.remove();
});

describe.each(NAMES)("the corpus of %s", (name) => {
  it(
    "has no wrong list, and no more lists that are ALL than it must have",
    async () => {
      const corpus = corpora.find((one) => one.name === name);
      if (corpus === undefined) throw new Error(`no corpus is called ${name}`);
      const { folder } = corpus.repository;
      const measured = await measureRepository({
        folder,
        source: "workspaces",
        commits: 60,
        tools,
        keepIn: null,
      });
      expect(measured.wrong).toEqual([]);
      expect([...measured.blockers.values()].reduce((sum, times) => sum + times, 0)).toBe(measured.all);
      expect(measured.all).toBe(corpus.expectedAll);
      expect(measured.commits).toBe(measured.all + measured.sizes.length);
      expect(measured.apart).toBeGreaterThan(0);
      expect([...measured.verified.keys(), ...measured.skipped.keys()].length).toBeGreaterThan(0);
      expect(measured.exactlyApart === null).toBe(measured.skipped.size > 0);
      expect(measured.exactlyApart ?? measured.apart).toBeGreaterThanOrEqual(measured.apart);
    },
    PATIENCE_MS,
  );
});

function checkedOut({ folder }: GitRepository): string {
  const checkout = mkdtempSync(join(tmpdir(), "merge-queue-corpus-"));
  git(folder, "clone", "--quiet", "--branch", "main", folder, checkout);
  return checkout;
}

if (isAtLeast("share"))
  describeIfThere("mvn", () => {
    it(
      "answers for each module, without what only a registry has",
      () => {
        const corpus = corpora.find(({ name }) => name === "Maven");
        if (corpus === undefined) throw new Error("no corpus is called Maven");
        const folder = checkedOut(corpus.repository);
        try {
          const graph = askMaven(folder, tools.run(folder)) ?? [];
          expect(graph.map(({ name, directory, dependsOn }) => [directory, name, dependsOn])).toEqual([
            ["", "g:root", ["g:bom"]],
            ["bom", "g:bom", []],
            ["core", "g:core", ["g:bom", "g:root"]],
            ["app", "g:app", ["g:bom", "g:core", "g:root"]],
            ["docs", "g:docs", ["g:bom", "g:core", "g:root"]],
            ["demo", "g:demo", ["g:app", "g:bom", "g:root"]],
          ]);
          const [root] = graph;
          const atRoot = ["pom.xml", "src/main/java/A.java", "mvnw", "docs.xml"];
          expect(atRoot.filter((path) => root?.ownsAtRoot?.(path))).toEqual(atRoot.slice(0, 2));
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
      PATIENCE_MS,
    );
  });

itInCi(
  "the lists of a copy that lacks a large file are verified, too",
  async () => {
    const repository = await GitRepository.create();
    try {
      const corpus = corpora.find(({ name }) => name === "npm");
      const files = Object.entries((await corpus?.repository.files("main")) ?? {}).map(
        ([path, text]) => [path, text.replace(/^\d+ /, "")] as const,
      );
      const plan = { parents: [0], files: { "packages/core/a.js": "1\n" }, refs: ["refs/heads/main"] };
      await repository.commits([{ files: { ...Object.fromEntries(files), "large.bin": "large\n" } }, plan]);
      const id = (await repository.git("rev-parse", "main:large.bin")).trim();
      rmSync(join(repository.folder, "objects", id.slice(0, 2), id.slice(2)));
      const request = { source: "workspaces", commits: 60, tools, keepIn: null };
      const measured = await measureRepository({ folder: repository.folder, ...request });
      expect([[...measured.verified], [...measured.skipped]]).toEqual([[["npm", 1]], []]);
      expect([measured.sizes, measured.wrong, measured.exactlyApart]).toEqual([[2], [], 0]);
    } finally {
      await repository.remove();
    }
  },
  PATIENCE_MS,
);

describe("what a tool finds", () => {
  const members = [
    { name: "outer", directory: "a", dependsOn: [] },
    { name: "inner", directory: "a/b", dependsOn: [] },
    { name: "user", directory: "c", dependsOn: ["inner"] },
    { name: "end", directory: "d", dependsOn: ["user"] },
    { name: "root", directory: "", dependsOn: [] },
  ];
  const impacted = (changed: readonly string[], head = members) =>
    [...exactlyImpacted({ base: members, head, changed })].sort();

  it("is the innermost owner of each file, and everything that depends on it", () => {
    expect(impacted(["a/b/x", "README.md"])).toEqual(["end", "inner", "user"]);
  });

  it("is also what the change deletes, and what it begins to use", () => {
    const head = members.flatMap((one) =>
      one.name === "end" ? [] : [one.name === "user" ? { ...one, dependsOn: ["inner", "outer"] } : one],
    );
    expect(impacted(["c/x"], head)).toEqual(["end", "outer", "user"]);
  });

  it("takes the answer's own seeds for a file outside all members, and ALL as it is", () => {
    const about = { base: members, head: members, changed: ["README.md"] };
    const cause = { kind: "file", path: "README.md" } as const;
    const targets = new Map([
      ["user", cause],
      ["elsewhere", cause],
    ]);
    expect([...(exactList(about, { kind: "targets", targets }) ?? [])].sort()).toEqual(["end", "user"]);
    const all = (subject: string) => ({ kind: "all", cause: { subject, rule: "", hint: null } }) as const;
    expect(exactList(about, all("README.md"))).toBeNull();
    expect(exactList({ ...about, changed: ["d/x"] }, all("d/package.json"))).toEqual(new Set(["end"]));
  });
});
