/** The corpora that the project writes: the lists of their commits, beside what Cargo and npm find in the checkouts. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { exactlyImpacted, measureRepository } from "../../scripts/corpus/measure-repository.js";
import { type WrittenCorpus, writtenCorpora } from "../../scripts/corpus/written-corpora.js";
import { bySize } from "../support/test-size.js";

const PATIENCE_MS = 120_000;
const NAMES = bySize({
  reduced: ["npm"],
  share: ["npm", "Cargo", "Go", "Maven"],
  full: ["npm", "Cargo", "Go", "Maven"],
});

let corpora: readonly WrittenCorpus[];

beforeAll(async () => {
  corpora = await writtenCorpora();
});

afterAll(async () => {
  for (const { repository } of corpora) await repository.remove();
});

describe.each(NAMES)("the corpus of %s", (name) => {
  it(
    "has no wrong list, and no more lists that are ALL than it must have",
    async () => {
      const corpus = corpora.find((one) => one.name === name);
      if (corpus === undefined) throw new Error(`no corpus is called ${name}`);
      const { folder } = corpus.repository;
      const measured = await measureRepository({ folder, source: "workspaces", commits: 60 });
      expect(measured.wrong).toEqual([]);
      expect([...measured.blockers.values()].reduce((sum, times) => sum + times, 0)).toBe(measured.all);
      expect(measured.all).toBe(corpus.expectedAll);
      expect(measured.commits).toBe(measured.all + measured.sizes.length);
      expect(measured.apart).toBeGreaterThan(0);
      expect([...measured.verified.keys(), ...measured.skipped.keys()].length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});

describe("what a tool finds", () => {
  it("is the innermost owner of each file, and everything that depends on it", () => {
    const members = [
      { name: "outer", directory: "a", dependsOn: [] },
      { name: "inner", directory: "a/b", dependsOn: [] },
      { name: "user", directory: "c", dependsOn: ["inner"] },
      { name: "end", directory: "d", dependsOn: ["user"] },
      { name: "root", directory: "", dependsOn: [] },
    ];
    expect([...exactlyImpacted(members, ["a/b/x", "README.md"])].sort()).toEqual(["end", "inner", "user"]);
  });
});
