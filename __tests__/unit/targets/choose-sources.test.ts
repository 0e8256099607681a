/** The source that `auto` takes: the first that fits both trees. */
import { describe, expect, it } from "@jest/globals";
import { detectSource } from "../../../src/targets/choose-sources.js";
import { MemoryTree } from "../../support/memory-tree.js";

type Files = Readonly<Record<string, string>>;

const WORKSPACE: Files = {
  "nx.json": "{}",
  "package.json": '{"workspaces":["packages/*"]}',
  "packages/core/package.json": '{"name":"core"}',
  "packages/ui/package.json": '{"name":"ui"}',
};

function detected(before: Files, after: Files = before) {
  const readFile = async function* () {
    yield await Promise.reject<Uint8Array>(new Error("no file is read"));
  };
  return detectSource(MemoryTree.of(before), MemoryTree.of(after), readFile);
}

async function nameOf(...given: Parameters<typeof detected>) {
  const found = await detected(...given);
  return found.kind === "source" ? found.source.name : `ALL: ${found.cause.rule}`;
}

describe("auto", () => {
  it("takes the first source that fits, with the file that shows it", async () => {
    expect(await detected(WORKSPACE)).toMatchObject({
      source: { name: "nx" },
      note: "auto chose nx, because of nx.json.",
    });
  });

  it("takes a mapping that the team wrote before every other source", async () => {
    expect(await nameOf({ ...WORKSPACE, ".github/impacted-targets.yml": "a: b\n" })).toBe("paths");
  });

  it("is ALL if no source fits, or another one after the change", async () => {
    expect(await nameOf({ "a.txt": "" })).toBe("ALL: no built-in source fits this repository");
    const { "nx.json": _, ...without } = WORKSPACE;
    expect(await nameOf(without, WORKSPACE)).toBe(
      "ALL: with this change nx fits instead of workspaces, and the two name targets differently",
    );
  });
});
