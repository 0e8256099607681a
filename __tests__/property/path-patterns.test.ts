/** Every pattern matches exactly the paths that the expression of the glob library matches, though nothing is tried twice. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import picomatch from "picomatch";
import { compilePattern, PatternError } from "../../src/targets/path-patterns.js";
import { countOf } from "../support/test-size.js";

const RUNS = countOf("PATH_PATTERN_RUNS", { reduced: 5_000, share: 10_000, all: 40_000, full: 1_000_000 });
/** The same draws in each run, so that what they hold is the same too; `PATH_PATTERN_SEED=n` makes others. */
const SEED = countOf("PATH_PATTERN_SEED", { reduced: 1, share: 1, full: 1 });

const NAMES = ["a", "b", "ab", ".", "..", "é", "\n", "1", "_", "-", " "];
const GLOBS = ["*", "**", "**/", "/**", "?", "/", "/", "./", "***", "*.", ".*"];
const CLASSES = ["[ab]", "[!a]", "[^b]", "[a-c]", "[[:alpha:]]", "[]a]", "[a", "]", "[\\]]", "[!/]"];
const CHOICES = ["{a,b}", "{a,b/**}", "{1..3}", "{a..c}", "{a}", "{", "}", ",", "{,a}", "{a,{b,c}}"];
const GROUPS = [
  "!(a)",
  "!(a|b/*)",
  "!(*.b)",
  "@(a|b)",
  "+(a|b)",
  "*(ab)",
  "?(a)",
  "(a|b)",
  "(",
  ")",
  "|",
  "+",
];
const ESCAPES = [
  "\\",
  "\\*",
  "\\[",
  "\\(",
  "\\d",
  "\\w",
  "\\x61",
  '"',
  '"*"',
  "!",
  "@",
  "$",
  "^",
  "(?=a)",
  "(?!a)",
];

const parts = (words: readonly string[], most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((drawn) => drawn.join(""));
/** Short enough for the expression itself to end. */
const pattern = parts([...NAMES, ...GLOBS, ...CLASSES, ...CHOICES, ...GROUPS, ...ESCAPES], 6);
const path = parts(
  [...NAMES, "c", "/", "/", "[", "]", "{", "}", "(", ")", "*", ",", "|", "\\", "!", "+", "$"],
  7,
);

it("matches as the library's expression does, or is refused for its form", () => {
  const tried = { matching: 0, not: 0, refused: 0 };
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 1, maxLength: 12 }), (glob, paths) => {
      const expression = picomatch.makeRe(glob, { dot: true, nonegate: true, flags: "s" });
      const matches = compiled(glob);
      if (matches === null) {
        tried.refused += 1;
        expect(glob).toMatch(/\\[1-9bBk]/);
        return;
      }
      for (const one of [...paths, glob, ""]) {
        const expected = one === glob || expression.test(one);
        expect([glob, one, matches(one)]).toEqual([glob, one, expected]);
        tried[expected ? "matching" : "not"] += 1;
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(Math.min(tried.matching - RUNS, tried.not)).toBeGreaterThan(RUNS / 10);
  expect(tried.refused).toBeLessThan(RUNS / 20);
});

function compiled(glob: string) {
  try {
    return compilePattern(glob);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}

it("matches a star behind names as the library's expression does", () => {
  const names = fc.array(fc.constantFrom("a", "b-1", "_"), { minLength: 1, maxLength: 2 });
  const rest = parts([...NAMES, "/", ".x", "..x"], 4);
  const other = fc.constantFrom("", "a", "a/", "b-1/a/", "x/", "a/_/", "/a/");
  let matching = 0;
  fc.assert(
    // Half of the paths begin as the pattern does, or too few would match.
    fc.property(
      names,
      fc.oneof(fc.constant(""), rest),
      fc.option(other, { freq: 1 }),
      (folders, ending, start) => {
        const glob = `${folders.join("/")}/*`;
        const expression = picomatch.makeRe(glob, { dot: true, nonegate: true, flags: "s" });
        const path = `${start ?? `${folders.join("/")}/`}${ending}`;
        const isMatch = path === glob || expression.test(path);
        if (isMatch) matching += 1;
        expect([glob, path, compilePattern(glob)(path)]).toEqual([glob, path, isMatch]);
      },
    ),
    { numRuns: RUNS / 5, seed: SEED },
  );
  expect(matching).toBeGreaterThan(RUNS / 50);
});
