/** Every command starts quickly because what talks to a service is loaded by the command that needs it, and only then. */
import { describe, expect, it } from "@jest/globals";
import { sourceFiles } from "../../support/source-files.js";

const files = new Map(sourceFiles("src").map((file) => [file.path, file]));

/** What is loaded together with a file. */
function loadedWith(path: string, known: Set<string> = new Set()): ReadonlySet<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const { file, isTypeOnly, isLazy } of files.get(path)?.imports ?? []) {
    if (file !== null && !isTypeOnly && !isLazy) loadedWith(file, known);
  }
  return known;
}

describe("the command line", () => {
  it("starts without what only some commands need", () => {
    const heavy = [...loadedWith("src/cli/main.ts")].filter((path) => !path.startsWith("src/cli/"));
    expect(heavy).toEqual([]);
  });

  it("loads the client with a command that asks the service", () => {
    expect(loadedWith("src/cli/client/client-command.ts")).toContain("src/client/client.ts");
  });
});
