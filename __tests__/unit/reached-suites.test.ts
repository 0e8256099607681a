/** The short check runs the suites that a change reaches, and no others. */
import { expect, it } from "@jest/globals";
import { reachedSuites } from "../support/reached-suites.js";
import type { Import, SourceFile } from "../support/source-files.js";

function source(path: string, imports: readonly string[] = [], text = ""): SourceFile {
  return { path, text, imports: imports.map((file) => imported(file)) };
}

function imported(file: string): Import {
  const isTypeOnly = file.startsWith("type ");
  return { specifier: file, file: file.replace("type ", ""), isTypeOnly, isLazy: false };
}

const FILES = [
  source("src/a.ts", ["src/b.ts"]),
  source("src/b.ts"),
  source("src/c.ts", ["type src/b.ts"]),
  source("__tests__/unit/a.test.ts", ["src/a.ts"]),
  source("__tests__/unit/c.test.ts", ["src/c.ts"]),
  source("__tests__/support/lives.ts", ["src/b.ts"]),
  source("__tests__/unit/lives.test.ts", [], `runApart("./lives.ts")`),
  source("__tests__/unit/guide.test.ts", [], `readFileSync("docs/guide.md")`),
];

it.each([
  ["a suite itself", ["__tests__/unit/c.test.ts"], ["__tests__/unit/c.test.ts"]],
  [
    "what imports the change, however indirectly, but not what imports its types only",
    ["src/b.ts"],
    ["__tests__/unit/a.test.ts", "__tests__/unit/lives.test.ts"],
  ],
  ["what starts a program", ["__tests__/support/lives.ts"], ["__tests__/unit/lives.test.ts"]],
  ["what names a document", ["docs/guide.md"], ["__tests__/unit/guide.test.ts"]],
  ["nothing", ["src/unknown.ts"], []],
])("reaches %s", (_, changed, suites) => {
  expect(reachedSuites(FILES, changed)).toEqual(suites);
});
