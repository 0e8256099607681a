/** What patterns match, that no path keeps them busy, and the forms that are refused. */
import { describe, expect, it } from "@jest/globals";
import picomatch from "picomatch";
import { compilePattern, compileToolPattern } from "../../../src/targets/path-patterns.js";
import { REAL_FILTERS } from "../../support/real-filters.js";

const LONGEST_MS = 3_000;

/** Paths that the pattern may match: each choice, and names in place of its stars. */
function pathsLike(pattern: string): readonly string[] {
  const [, before = "", body, after = ""] = /^(.*?)[!@]?[{(]([^{}()]*)[})](.*)$/s.exec(pattern) ?? [];
  if (body !== undefined) {
    return [...body.split(/[,|]/), "else", ""].flatMap((option) => pathsLike(`${before}${option}${after}`));
  }
  const names = pattern.replace(/^\.\//, "").replace(/\[(.).*?\]/g, "$1");
  return [
    names,
    names.replaceAll("**", "deep/er").replaceAll("*", "name"),
    names.replaceAll("**", ".hidden").replaceAll("*", ".name"),
    names.replaceAll("**/", "").replaceAll("*", "a.b"),
    `${names.replaceAll("*", "x")}/more`,
    `in/${names.replaceAll("*", "x")}`,
    names.replaceAll("**", "a/../b").replaceAll("*", ".."),
    names.replace(/\/[^/]*$/, ""),
  ];
}

describe("patterns of real filters", () => {
  it.each(Object.entries(REAL_FILTERS))(
    "match what the glob library lets them match: %s",
    (_name, patterns) => {
      const paths = new Set(Object.values(REAL_FILTERS).flat().flatMap(pathsLike));
      for (const pattern of patterns) {
        const expression = picomatch.makeRe(pattern, { dot: true, nonegate: true, flags: "s" });
        const expected = [...paths].filter((path) => path === pattern || expression.test(path));
        expect([pattern, ...[...paths].filter(compilePattern(pattern))]).toEqual([pattern, ...expected]);
        expect(expected.length).toBeGreaterThan(0);
      }
    },
  );
});

describe("a pattern whose parentheses do not close", () => {
  it.each(["?(a)|\\\\(a", "?(a)|\\(b", "a|(b", "(a|b"])(
    "matches what the glob library lets it match: %s",
    (pattern) => {
      const expression = picomatch.makeRe(pattern, { dot: true, nonegate: true, flags: "s" });
      const paths = ["a", "b", "ab", "ba", "x/a", "a/x", "b/x", "(a", "\\a", "x\\a", "x\ny", ""];
      const expected = paths.filter((path) => path === pattern || expression.test(path));
      expect(paths.filter(compilePattern(pattern))).toEqual(expected);
    },
  );
});

describe("a long path", () => {
  it.each([
    ["*a*a*a*a*a*c", "a".repeat(4_096)],
    ["db/*_*_*.sql", `db/${"_".repeat(4_093)}`],
    [`${"**/".repeat(600)}c`, `${"a/".repeat(2_047)}b`],
    [`${"{a,a}".repeat(390)}c`, "a".repeat(4_096)],
    [`${"*?".repeat(900)}b`, "a".repeat(4_096)],
    ["(a|a)+c", "a".repeat(4_096)],
    ["((a|aa)+)+c", "a".repeat(4_096)],
    ["!(*a*a*a*a)*b", "a".repeat(4_096)],
    [`${"!(*a)".repeat(100)}b`, "a".repeat(4_096)],
  ])("is matched in passing: %s", (pattern, path) => {
    const startedAt = performance.now();
    compilePattern(pattern)(path);
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_MS);
  });
});

describe("a pattern is refused, with the form that is not understood,", () => {
  it.each([
    ["(a)\\1", "has a backreference"],
    ["a\\b", "has \\b, a word boundary"],
    ["(?<=a)b", "has a lookbehind or a named group"],
    ["(?<name>a)b", "has a lookbehind or a named group"],
    [`${"(".repeat(600)}a${")".repeat(600)}`, "has more than 500 nested groups"],
    ["x".repeat(2_001), "has more than 2000 characters"],
    ["", "Expected a non-empty string"],
  ])("as %s", (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(expect.objectContaining({ name: "PatternError", message }));
  });

  it.each(["(a|a)+c", "[a]+[a]+c", "{a,b}+", "@(a|b)", "a|b"])(
    "where tools read it differently: %s",
    (pattern) => {
      expect(() => compileToolPattern(pattern)).toThrow("tools interpret differently");
    },
  );
});
