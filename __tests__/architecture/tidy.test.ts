/** House rules about files: how they open, what they never contain, how long they grow. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { ROOT, sourceFiles } from "../support/source-files.js";

const sources = sourceFiles("src");
const everything = [
  ...sources,
  ...sourceFiles("__tests__"),
  ...sourceFiles("scripts"),
  ...sourceFiles("bench"),
];
const MAX_LINES = 400;
/** Including the signature. An outer function counts with the functions inside it; a table of plain data is no function. */
const MAX_LINES_OF_FUNCTION = 60;
/** A nickname for a drawer: it does not say what is in it. */
const DRAWERS = /(^|-)(utils?|helpers?|managers?|common|misc|data)(-|\.)/;

function paths(broken: readonly { readonly path: string }[]): readonly string[] {
  return broken.map(({ path }) => path);
}

describe("files", () => {
  it("open with a sentence that says what they are for", () => {
    const wrong = everything.filter(({ text }) => !/^(#!.*\n)?\/\*\*[\s*]+[`"\w][\s\S]*?\*\//.test(text));
    expect(paths(wrong)).toEqual([]);
  });

  it("have kebab-case names that say what is in them", () => {
    const wrong = sources.filter(({ path }) => {
      const name = basename(path);
      return !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(name) || DRAWERS.test(name);
    });
    expect(paths(wrong)).toEqual([]);
  });

  it("stay short enough to read", () => {
    const wrong = sources.filter(({ text }) => text.split("\n").length > MAX_LINES);
    expect(paths(wrong)).toEqual([]);
  });

  it("have functions short enough to read", () => {
    const long = sources.flatMap(({ path, text }) => longFunctions(path, text));
    expect(long).toEqual([]);
  });

  it("silence no check and leave nothing undone", () => {
    const forbidden =
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable|biome-ignore|\bas any\b/;
    const wrong = everything.filter(
      ({ path, text }) => !path.endsWith("tidy.test.ts") && forbidden.test(text),
    );
    expect(paths(wrong)).toEqual([]);
  });

  it("of the core wait for nothing: what happens is told to it", () => {
    const core = sources.filter(({ path }) => /^src\/(engine|domain)\//.test(path));
    expect(core.length).toBeGreaterThan(50);
    const wrong = core.filter(({ text }) => /\b(async|await|Promise)\b/.test(text));
    expect(paths(wrong)).toEqual([]);
  });

  it("that run on Node 20 take no time limit that Node 20 forgets: src/client/deadline.ts says why", () => {
    const clients = sources.filter(({ path }) => /^src\/(action|client|cli|targets)\//.test(path));
    expect(clients.length).toBeGreaterThan(100);
    expect(paths(clients.filter(({ text }) => /AbortSignal\.timeout\(/.test(text)))).toEqual([]);
  });

  it("skip no test and run none alone", () => {
    const wrong = everything.filter(
      ({ path, text }) =>
        /\.test\.ts$/.test(path) &&
        !path.endsWith("tidy.test.ts") &&
        /\b(it|describe|test)\.only\(/.test(text),
    );
    expect(paths(wrong)).toEqual([]);
  });
});

describe("texts of the repository", () => {
  const texts = [
    "SECURITY.md",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "action.yml",
    "package.json",
    "package-lock.json",
  ];
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));

  it("name no folder of one machine", () => {
    const machine = /(^|[\s"'`(=])\/(work|farm|root|home\/[a-z]+)\//m;
    const wrong = [...texts, ...docs].filter((path) => machine.test(readFileSync(join(ROOT, path), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("name no package registry", () => {
    const wrong = [...texts, ".npmrc", ".ci/run"].filter((path) =>
      /registry\.|"resolved"/.test(readText(path)),
    );
    expect(wrong).toEqual([]);
  });
});

function readText(path: string): string {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
}

/** `src/file.ts:12 name: 74 lines` for each function, method and accessor that is too long. */
function longFunctions(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = lineAt(node.getStart(source));
      const lines = lineAt(node.end) - first + 1;
      const name = node.name?.getText(source) ?? "a function without a name";
      if (lines > MAX_LINES_OF_FUNCTION) found.push(`${path}:${first} ${name}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("the length of functions", () => {
  it("is counted from the signature to the brace, also inside classes and other functions", () => {
    const statements = (count: number) => "f();\n".repeat(count);
    const text = `class A {\n  run() {\n${statements(59)}  }\n}\nconst b = () => {\n${statements(58)}};\n`;
    expect(longFunctions("src/a.ts", text)).toEqual(["src/a.ts:2 run: 61 lines"]);
  });
});
