/** Branch names are judged as git judges them. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "@jest/globals";
import { branchNameProblem } from "../../../src/domain/branch-name.js";
import { seededChance } from "../../support/seeded-chance.js";

const PIECES = [
  "a",
  "main",
  "1.x",
  ".",
  "..",
  "/",
  "//",
  "-",
  "@",
  "{",
  "@{",
  ".lock",
  "lock",
  "HEAD",
  "ä",
  "~",
  "^",
];
const MORE_PIECES = [":", "?", "*", "[", "]", "\\", " ", "\t", "\n", "\u007f", "\u0085", "#", "+", "_", "%"];

/** One process per name, on a machine that may be busy. */
const MINUTE_MS = 60_000;

function gitTakes(name: string): boolean {
  const { status } = spawnSync("git", ["check-ref-format", "--branch", name], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], GIT_CEILING_DIRECTORIES: "/" },
  });
  return status === 0;
}

describe("the problem with a branch name", () => {
  it.each([
    "main",
    "release/1.x",
    "a/b/c",
    "dependabot/npm_and_yarn/x-1.2.3",
    "ä",
    "a@b",
    "a.b",
    "#1",
    "a.lockx",
  ])("is none for %j", (name) => {
    expect(branchNameProblem(name)).toBeNull();
  });

  it.each([
    ["", "is empty"],
    ["a".repeat(251), "has more than 250 characters"],
    ["a\nb", "has a control character"],
    ["a\ud800b", "is not well-formed Unicode"],
    ["a b", "has a space"],
    ["a~1", "has one of ~ ^ : ? * [ \\"],
    ["a..b", 'has ".."'],
    ["a@{b", 'has "@{"'],
    ["--upload-pack=x", "starts with a hyphen"],
    ["/a", "has nothing before or after a slash"],
    ["a/", "has nothing before or after a slash"],
    ["a//b", "has nothing before or after a slash"],
    ["a/.b", "has a part that starts with a dot"],
    ["a.lock/b", 'has a part that ends in ".lock"'],
    ["a.", "ends in a dot"],
    ["HEAD", "means the checked-out commit to git"],
    ["@", "means the checked-out commit to git"],
  ])("of %j is named", (name, problem) => {
    expect(branchNameProblem(name)).toBe(problem);
  });

  it(
    "is seen where git sees one",
    () => {
      const chance = seededChance(20260301);
      const pieces = [...PIECES, ...MORE_PIECES];
      const names = Array.from({ length: 60 }, () =>
        Array.from({ length: chance.whole(1, 4) }, () => pieces[chance.whole(0, pieces.length - 1)]).join(""),
      );
      // The one name that git takes, for what is checked out now.
      const told = names
        .filter((name) => name !== "@")
        .map((name) => ({ name, taken: branchNameProblem(name) === null }));
      expect({ seed: chance.seed, told }).toEqual({
        seed: chance.seed,
        told: told.map(({ name }) => ({ name, taken: gitTakes(name) })),
      });
    },
    MINUTE_MS,
  );
});
