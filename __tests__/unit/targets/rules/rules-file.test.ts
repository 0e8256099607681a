/** The rules that people write, and what is said of those that cannot be meant. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { loadYaml } from "../../../../src/targets/parse-yaml.js";
import { EDGE_KEYS, RULE_KEYS, readRules } from "../../../../src/targets/rules/rules-file.js";
import { ROOT } from "../../../support/source-files.js";

beforeAll(loadYaml);

function rules(text: string) {
  return readRules(Buffer.from(text));
}

describe("the rules file", () => {
  it("ignores what its patterns match, from the root of the repository", () => {
    const { isIgnored } = rules('ignore: ["docs/**", "*.md"]');
    const paths = ["docs/a/b.txt", "docs/.hidden", "README.md", "core/README.md", "src/docs/a"];
    expect(paths.filter(isIgnored)).toEqual(["docs/a/b.txt", "docs/.hidden", "README.md"]);
  });

  it("declares edges with one dependency or several", () => {
    const { extraEdges } = rules(
      "extra-edges:\n  - {target: e2e, depends-on: web}\n  - {target: cli, depends-on: [core, api]}\n",
    );
    expect(extraEdges).toEqual([
      { target: "e2e", dependsOn: ["web"] },
      { target: "cli", dependsOn: ["core", "api"] },
    ]);
  });

  it.each(["", "# nothing yet\n", "{}"])("may say nothing: %j", (text) => {
    const { isIgnored, isNotGlobal, extraEdges } = rules(text);
    expect([isIgnored("a"), isNotGlobal("a"), extraEdges]).toEqual([false, false, []]);
  });

  it.each([
    ["ignores: []", /unknown key "ignores"; did you mean ignore\?/],
    ["extra_edges: []", /unknown key "extra_edges"; did you mean extra-edges\?/],
    [
      "whatever: []",
      /unknown key "whatever"; expected one of ignore, ignore-defaults, global, not-global, extra-edges/,
    ],
    ["extra-edges: [{target: a, depend-on: b}]", /did you mean depends-on\?/],
    ["extra-edges: [{target: a}]", /depends-on of entry 1 of extra-edges must be a string/],
    ["extra-edges: [a -> b]", /entry 1 of extra-edges must be a mapping/],
    ["ignore: docs/**", /ignore must be a list/],
    ["ignore: [1]", /a pattern of ignore must be a string/],
    ['ignore: ["!docs/**"]', /cannot exclude anything here/],
    ['ignore: ["/docs/**"]', /remove the first slash/],
    ["- a", /the file must be a mapping/],
    ["ignore: [a", /at line 1/],
    ["ignore: []\nignore: []", /at line 2/],
    ["ignore: []\n---\nignore: [a]", /it contains 2 YAML documents, and one is expected/],
    ["__proto__: {ignore: []}", /unknown key "__proto__"/],
    ["a: &a [x]\nb: &b [*a,*a]", /unknown key "a"/],
  ])("refuses %j", (text, complaint) => {
    expect(() => rules(text)).toThrow(complaint);
  });

  it("refuses aliases that grow without end", () => {
    const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
    const lines = names.map((name, index) =>
      index === 0
        ? `${name}: &${name} [x, x, x]`
        : `${name}: &${name} [*a${index - 1}, *a${index - 1}, *a${index - 1}]`,
    );
    expect(() => rules(lines.join("\n"))).toThrow(/alias/i);
  });

  it("refuses what is no text", () => {
    expect(() => readRules(Uint8Array.of(0xff, 0xfe))).toThrow(/not UTF-8/);
  });

  it("has a published schema with the same keys", () => {
    const schema: unknown = JSON.parse(readFileSync(join(ROOT, "schema/merge-queue.schema.json"), "utf8"));
    expect(schema).toMatchObject({ additionalProperties: false });
    expect(keysAt(schema, "properties")).toEqual([...RULE_KEYS]);
    expect(keysAt(schema, "properties", "extra-edges", "items", "properties")).toEqual([...EDGE_KEYS]);
  });
});

function keysAt(value: unknown, ...path: readonly string[]): readonly string[] {
  let found = value;
  for (const key of path) {
    found =
      typeof found === "object" && found !== null
        ? Object.entries(found).find(([name]) => name === key)?.[1]
        : null;
  }
  return Object.keys(found ?? {});
}
