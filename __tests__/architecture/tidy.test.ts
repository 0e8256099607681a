/** House rules about files: how they open, what they never contain, how long they grow. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT, sourceFiles } from "../support/source-files.js";

const sources = sourceFiles("src");
const everything = [
  ...sources,
  ...sourceFiles("__tests__"),
  ...sourceFiles("scripts"),
  ...sourceFiles("bench"),
];
const MAX_LINES = 400;
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
