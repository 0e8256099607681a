/** The source that `auto` takes: the first that fits both trees and may be used where the list is computed. */
import { describe, expect, it } from "@jest/globals";
import { type Detection, detectSource } from "../../../src/targets/choose-sources.js";
import { MemoryTree } from "../../support/memory-tree.js";

type Files = Readonly<Record<string, string>>;

const WORKSPACE: Files = {
  "nx.json": "{}",
  "package.json": '{"workspaces":["packages/*"]}',
  "packages/core/package.json": '{"name":"core"}',
  "packages/ui/package.json": '{"name":"ui"}',
};
const ONLY_NX: Files = { "nx.json": "{}", "libs/core/project.json": '{"name":"core"}' };
const everywhere: Detection["objection"] = () => null;
const runsNothing: Detection["objection"] = ({ name, runsRepositoryCode }) =>
  runsRepositoryCode ? `${name} must not run here` : null;

function detected(objection: Detection["objection"], before: Files, after: Files = before) {
  const readFile: Detection["readFile"] = async function* () {
    yield await Promise.reject<Uint8Array>(new Error("no file is read"));
  };
  return detectSource(MemoryTree.of(before), MemoryTree.of(after), { readFile, objection });
}

async function nameOf(...given: Parameters<typeof detected>) {
  const found = await detected(...given);
  return found.kind === "source" ? found.source.name : `ALL: ${found.cause.rule}`;
}

describe("auto", () => {
  it("takes the first source that fits, with the file that shows it", async () => {
    expect(await detected(everywhere, WORKSPACE)).toMatchObject({
      source: { name: "nx" },
      notes: ["auto chose nx, because of nx.json."],
    });
  });

  it("takes a mapping that the team wrote before every other source", async () => {
    expect(await nameOf(everywhere, { ...WORKSPACE, ".github/impacted-targets.yml": "a: b\n" })).toBe(
      "paths",
    );
  });

  it("passes over each source that may not be used here, with the reason", async () => {
    const found = await detected(runsNothing, { ...WORKSPACE, ".moon/workspace.yml": "projects: []\n" });
    expect(found).toMatchObject({
      source: { name: "workspaces" },
      notes: [
        expect.stringMatching(/^auto did not choose nx, although nx.json is there: nx must not run here\. /),
        expect.stringMatching(
          /^auto did not choose moon, although \.moon.workspace\.yml is there: moon must /,
        ),
        "auto chose workspaces, because of package.json.",
      ],
    });
  });

  it("refuses to compute if only sources fit that may not be used", async () => {
    for (const [before, after] of [[ONLY_NX], [WORKSPACE, ONLY_NX], [ONLY_NX, WORKSPACE]] as const)
      await expect(detected(runsNothing, before, after)).rejects.toThrow("nx must not run here");
  });

  it("is ALL if no source fits, or another one after the change", async () => {
    expect(await nameOf(everywhere, { "a.txt": "" })).toBe("ALL: no built-in source fits this repository");
    const { "nx.json": _, ...without } = WORKSPACE;
    expect(await nameOf(everywhere, without, WORKSPACE)).toBe(
      "ALL: with this change nx fits instead of workspaces, and the two name targets differently",
    );
    expect(await nameOf(runsNothing, without, WORKSPACE)).toBe("workspaces");
  });
});
