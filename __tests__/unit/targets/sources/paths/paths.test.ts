/** The source that maps paths to targets: what patterns mean, and what makes everything count. */
import { describe, expect, it } from "@jest/globals";
import { compilePattern } from "../../../../../src/targets/path-patterns.js";
import { pathsSource } from "../../../../../src/targets/sources/paths/paths.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { seededChance } from "../../../../support/seeded-chance.js";
import { answerOf, targetsOf } from "../../../../support/targets-answer.js";

const FILE = "ci/targets.yml";

async function impact(
  mapping: string,
  changes: Readonly<Record<string, string | null>>,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const base = MemoryTree.of({ ...files, [FILE]: mapping });
  return targetsOf(pathsSource(`./${FILE}`), base, base.with(changes));
}

/** Which of the paths a sole pattern matches. */
async function matched(pattern: string, ...paths: readonly string[]): Promise<readonly string[]> {
  const changes = Object.fromEntries(paths.map((path) => [path, "new"]));
  const base = MemoryTree.of({ [FILE]: JSON.stringify({ target: pattern }) });
  const answer = await answerOf(pathsSource(FILE), base, base.with(changes));
  if (answer.kind === "all") throw new Error(answer.cause.rule);
  return paths.filter((path) => answer.owned.has(path));
}

async function warnings(mapping: string): Promise<readonly string[]> {
  const base = MemoryTree.of({ [FILE]: mapping, "docs/deep/a.md": "", "src/a.ts": "", readme: "" });
  const answer = await answerOf(pathsSource(FILE), base, base);
  return answer.kind === "targets" ? (answer.warnings ?? []) : [answer.cause.rule];
}

describe("a mapping", () => {
  const mapping = `
shared: &shared
  - lib/**
front:
  - *shared
  - [front/**, "!front/**/*.md"]
back: back/**
new: { added: "**/*.sql", "deleted|modified": [old/**] }
`;

  it("gives every target of which a pattern matches", async () => {
    expect(await impact(mapping, { "lib/a": "1", "back/b": "1" })).toEqual(["back", "front", "shared"]);
  });

  it("leaves to nobody what no pattern matches", async () => {
    expect(await impact(mapping, { "other/a": "1", "lib/a": "1" })).toEqual([
      "front",
      "shared",
      "unowned: other/a",
    ]);
  });

  it("excludes for good, and leaves to nobody what is only excluded", async () => {
    expect(await impact(mapping, { "front/a.md": "1" })).toEqual(["unowned: front/a.md"]);
    const twice = '{ one: ["a/**", "!a/b/**", "a/b/c"], two: "a/b/**" }';
    expect(await impact(twice, { "a/b/c": "1" })).toEqual(["two"]);
  });

  it("tells kinds of change apart", async () => {
    const files = { "old/a": "1", "old/b": "1", "x/b.sql": "1" };
    expect(await impact(mapping, { "x/a.sql": "1" }, files)).toEqual(["new"]);
    expect(await impact(mapping, { "x/b.sql": "2" }, files)).toEqual(["unowned: x/b.sql"]);
    expect(await impact(mapping, { "old/a": null }, files)).toEqual(["new"]);
    expect(await impact(mapping, { "old/b": "2" }, files)).toEqual(["new"]);
    expect(await impact(mapping, { "old/c": "1" }, files)).toEqual(["unowned: old/c"]);
  });

  it("takes a renamed file for one that is deleted and one that is added", async () => {
    const renames = "moved: { renamed: 'a/**' }";
    expect(await impact(renames, { "a/x": null, "a/y": "1" }, { "a/x": "1" })).toEqual(["moved"]);
  });

  it("excludes for one kind of change only where it says so", async () => {
    const sometimes = '{ one: ["a/**", { deleted: "!a/**" }] }';
    expect(await impact(sometimes, { "a/x": null }, { "a/x": "1" })).toEqual(["unowned: a/x"]);
    expect(await impact(sometimes, { "a/y": "1" })).toEqual(["one"]);
  });

  it("may name its targets like the language's own objects", async () => {
    expect(await impact("__proto__: a/**\nconstructor: a/**\n", { "a/x": "1" })).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("patterns", () => {
  it("see dot files, stop `*` at a slash, and are compared with whole paths", async () => {
    expect(await matched("*", ".env", "a", "a/b")).toEqual([".env", "a"]);
    expect(await matched("**", ".github/x", "a/b/c")).toEqual([".github/x", "a/b/c"]);
    expect(await matched("src/*.ts", "src/a.ts", "src/b/a.ts", "lib/src/a.ts")).toEqual(["src/a.ts"]);
    expect(await matched("**/*.{ts,md}", "a.ts", "deep/er/b.md", "c.js")).toEqual(["a.ts", "deep/er/b.md"]);
    expect(await matched("src/!(a|b)/**", "src/a/x", "src/c/x")).toEqual(["src/c/x"]);
    expect(await matched("./src/**", "src/a")).toEqual(["src/a"]);
    expect(await matched("a/src/**", "a/src", "a/srcs")).toEqual(["a/src"]);
    expect(await matched(".github/**", ".github/x", "github/x")).toEqual([".github/x"]);
  });

  it("match names of folders that look like patterns", async () => {
    expect(await matched("app/[id]/**", "app/[id]/page.tsx", "app/x/page.tsx")).toContain(
      "app/[id]/page.tsx",
    );
    expect(await matched("app/\\(group\\)/**", "app/(group)/page.tsx")).toEqual(["app/(group)/page.tsx"]);
  });

  it("match the same with the index as each for itself", async () => {
    const chance = seededChance(1);
    const draw = (parts: readonly string[], count: number) =>
      Array.from({ length: count }, () => parts[chance.whole(0, parts.length - 1)] ?? "").join("");
    const paths = Array.from({ length: 40 }, () =>
      `${draw(["a", "b", "ab", ".a", "/", "/a"], 5)}a`.replace(/^\/+|\/(?=\/)/g, ""),
    );
    const tried = { matching: 0, not: 0 };
    for (let round = 0; round < 600; round += 1) {
      const pattern = `${draw(["a", "b", "*", "**", "**/", "/", "/*", ".", "{a,b}", "@", "./", "?"], 4)}a`;
      const matches = compilePattern(pattern);
      const expected = [...new Set(paths)].filter((path) => matches(path));
      expect([pattern, await matched(pattern, ...new Set(paths))]).toEqual([pattern, expected]);
      tried[expected.length > 0 ? "matching" : "not"] += 1;
    }
    expect(Math.min(tried.matching, tried.not)).toBeGreaterThan(100);
  });

  it("match names in any writing, and with line breaks", async () => {
    expect(await matched("docs/**", "docs/café.txt", "docs/a\nb/c", 'docs/q"uote')).toHaveLength(3);
    expect(await matched("**/*.md", "a\nb.md")).toEqual(["a\nb.md"]);
  });
});

describe("a mapping makes everything count", () => {
  async function rule(mapping: string): Promise<string> {
    const [answer = ""] = await impact(mapping, { "a/x": "new" });
    return answer;
  }

  it("when it changes", async () => {
    expect(await impact("a: a/**", { [FILE]: "a: b/**" })).toEqual([
      `ALL: ${FILE}: it defines which paths belong to which target, and it changes`,
    ]);
    expect(await impact("a: a/**", { [FILE]: null })).toEqual([
      `ALL: ${FILE}: it defines which paths belong to which target, and it changes`,
    ]);
  });

  it("when it is not there, or no text", async () => {
    const base = new MemoryTree(new Map([["bytes", Uint8Array.of(0xff)]]));
    expect(await targetsOf(pathsSource("none.yml"), base, base)).toEqual([
      "ALL: none.yml: the mapping is not in the repository",
    ]);
    expect(await targetsOf(pathsSource("bytes"), base, base)).toEqual(["ALL: bytes: it is not text"]);
  });

  it("when it cannot be meant", async () => {
    const problems: Readonly<Record<string, string>> = {
      "": "it is not a mapping from targets to patterns",
      "- a/**": "it is not a mapping from targets to patterns",
      "{}": "it names no target",
      "a: [": "it is not readable as YAML",
      "a: b\na: c": "it is not readable as YAML",
      "a: b\n---\nc: d": "it contains 2 YAML documents, and one is expected",
      '"": a/**': "it has a target without a name",
      "a: []": 'the target "a" has only exclusions',
      'a: "!b"': 'the target "a" has only exclusions',
      "a: 1": 'the target "a" has an entry that is not a pattern',
      "a: { added: { modified: b } }": 'the target "a" has an entry that is not a pattern',
      "a: { moved: b }":
        'the target "a" has the key "moved", which is none of added, copied, deleted, modified, renamed, unmerged',
      'a: ""': 'the target "a" has a pattern that cannot be read',
      "a: &a [*a]": 'the lists of "a" are nested too deeply',
    };
    for (const [mapping, problem] of Object.entries(problems)) {
      expect([mapping, await rule(mapping)]).toEqual([mapping, `ALL: ${FILE}: ${problem}`]);
    }
  });
});

describe("warnings", () => {
  it("are given for patterns that match less than they look like", async () => {
    expect(
      await warnings('{ a: [docs, ./docs/deep, docs/, /docs/**, "!/x", "docs/**", readme, other] }'),
    ).toEqual([
      'The pattern "docs/" of "a" matches nothing: write "docs/**" for the files in the folder.',
      'The pattern "/docs/**" of "a" matches nothing: paths have no leading slash.',
      'The pattern "/x" of "a" matches nothing: paths have no leading slash.',
      'The pattern "docs" of "a" matches nothing in the folder of that name: write "docs/**".',
      'The pattern "./docs/deep" of "a" matches nothing in the folder of that name: write "./docs/deep/**".',
    ]);
  });

  it("are not given for patterns that mean what they say", async () => {
    expect(await warnings("a: [docs/**, readme, '*', src/a.ts]")).toEqual([]);
  });
});
