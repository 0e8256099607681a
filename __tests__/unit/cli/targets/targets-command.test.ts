/** `merge-queue targets` on a real clone: what it prints, for people and for scripts. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { noticed } from "../../../../src/cli/targets/print-targets.js";
import { type CommandCall, callCommand } from "../../../support/command-line.js";
import { digestOf, ForgeOnDisk, git } from "../../../support/forge-on-disk.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";

/** More than a call has room for as arguments. */
const MANY = 140_000;

let forge: ForgeOnDisk;
let checkout = "";

const manifest = (name: string, dependencies: object = {}) => JSON.stringify({ name, dependencies });

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", workspaces: ["packages/*"] }),
    "packages/core/package.json": manifest("core"),
    "packages/ui/package.json": manifest("ui", { core: "*" }),
    "tool.cfg": "1\n",
  });
  await forge.onMain({ "packages/ui/a.txt": "landed meanwhile\n" });
  const branch = (name: string, path: string, text = "2\n") =>
    forge.repository.commit({ parents: [base], files: { [path]: text }, refs: [`refs/heads/${name}`] });
  await branch("feature", "packages/core/b.txt");
  await branch("tools", "tool.cfg");
  await forge.repository.commit({
    parents: [base],
    files: {
      ".nvmrc": "24\n",
      "a.cfg": "1\n",
      "tool.cfg": "3\n",
      "package.json": JSON.stringify({ name: "shop", workspaces: ["packages/*"], engines: { node: "24" } }),
    },
    refs: ["refs/heads/broad"],
  });
  await branch("long", "mods/go.mod", `module m\n${"replace a => ./a\n".repeat(MANY)}`);
  checkout = forge.folder();
  rmSync(checkout, { recursive: true });
  await git(forge.folder(), "clone", "--quiet", forge.url, checkout);
});

afterAll(async () => forge.remove());

async function targets(words: readonly string[], call: CommandCall = {}) {
  const before = digestOf(checkout);
  const run = await callCommand(["targets", "--base", "origin/main", "--checkout", checkout, ...words], {
    environment: {},
    ...call,
  });
  expect(digestOf(checkout)).toEqual(before);
  return run;
}

describe("merge-queue targets", () => {
  itInAll("prints one target per line, of what merging the head would change", async () => {
    expect(await targets(["--head", "origin/feature"])).toEqual({
      exitCode: 0,
      stdout: "core\nui\n",
      stderr: "",
    });
  });

  it("follows a list in a manifest that is longer than a call's arguments", async () => {
    const { stdout, stderr } = await targets(["--head", "origin/long", "--from", "workspaces"]);
    expect([stdout, stderr]).toEqual(["m\ngo.mod\n", ""]);
  });

  itInCi("explains each target, and how the two revisions were found", async () => {
    const { stdout, stderr } = await targets(["--head", "origin/feature", "--explain"]);
    expect(stdout).toBe("core: packages/core/b.txt changed\nui: it depends on core\n");
    expect(stderr).toBe(
      "The two were merged to see what changes.\nauto chose workspaces, because of package.json.\n",
    );
  });

  it.each([
    ["a person at a terminal", false, true, {}, "\r\u001b[Kcomputing the impacted targets\r\u001b[K"],
    ["a program", true, true, {}, ""],
    ["a log", false, false, {}, ""],
    ["a terminal that cannot clear a line", false, true, { TERM: "dumb" }, ""],
  ])("shows after a second that it still computes: to %s", async (_, json, isTTY, environment, expected) => {
    let [written, isOver] = ["", json];
    let second = () => {
      // No timer is set.
    };
    const stderr = {
      isTTY,
      write: (text: string | Uint8Array) => {
        written += String(text);
      },
    };
    const after = (ms: number, callback: () => void) => {
      expect(ms).toBe(1000);
      second = callback;
      return () => {
        isOver = true;
      };
    };
    const failure = new Error("no such revision");
    const running = noticed(
      { json },
      { stderr, environment },
      async () => {
        expect(written).toBe("");
        second();
        return Promise.reject(failure);
      },
      after,
    );
    await expect(running).rejects.toBe(failure);
    expect([written, isOver]).toEqual([expected, true]);
  });

  it("prints a document for scripts", async () => {
    const { stdout } = await targets(["--head", "origin/feature", "--json", "--from", "workspaces"]);
    expect(JSON.parse(stdout)).toMatchObject({
      command: "targets",
      exitCode: 0,
      impactedTargets: ["core", "ui"],
      causes: [
        { target: "core", kind: "file", because: "packages/core/b.txt changed" },
        { target: "ui", kind: "dependsOn", on: "core" },
      ],
      notes: ["The two were merged to see what changes."],
    });
  });

  itInCi("prints ALL with its cause and what would make it less", async () => {
    const { stdout, stderr, exitCode } = await targets(["--head", "origin/tools"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "ALL\n", exitCode: 0 });
    expect(stderr).toMatch(/^Everything is impacted\. tool\.cfg: no target owns it\.\nHow to narrow it: /);
  });

  itInCi("reads a list from its input, and prints names that are no lines as an array", async () => {
    const words = ["--head", "origin/feature", "--from", "list=-"];
    expect((await targets(words, { stdin: '["a\\nb"]' })).stdout).toBe('["a\\nb"]\n');
    expect((await targets(words, { stdin: "x\ny\nx\n" })).stdout).toBe("x\ny\n");
    expect((await targets(words, { stdin: '["a","é","a","b\\nc","é"]' })).stdout).toBe('["a","é","b\\nc"]\n');
    expect((await targets(words, { stdin: "aa\0[b\0aa\0" })).stdout).toBe("aa\n[b\n");
    expect((await targets(words, { stdin: '["[b","a"]' })).stdout).toBe('["[b","a"]\n');
  });

  it("is ALL when the deadline passes first", async () => {
    const { stdout, stderr } = await targets(["--head", "origin/feature", "--timeout", "1ms"]);
    expect([stdout, stderr]).toEqual(["ALL\n", expect.stringMatching(/time|deadline/)]);
  });

  it.each(["pull_request_target", "check_suite", "workflow_dispatch"])(
    "runs no program of the repository in a job on %s",
    async (event) => {
      const environment = { GITHUB_EVENT_NAME: event };
      const { exitCode, stderr } = await targets(["--from", "turbo"], { environment });
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`a job on ${event} has secrets`)]);
    },
  );

  it("runs no program of the repository where the token is", async () => {
    const environment = { MERGE_QUEUE_API_TOKEN: "secret-token" };
    const { exitCode, stderr } = await targets(["--from", "turbo"], { environment });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("MERGE_QUEUE_API_TOKEN is set")]);
  });

  it.each([
    [["--from", "workspace"], /did you mean workspaces\?/],
    [["--from", "list"], /list needs a file/],
    [["--checkout", "/"], /not in a git repository/],
    [["--timeout", "soon"], /--timeout: expected/],
  ])("ends with 2 for %j", async (words, complaint) => {
    const { exitCode, stderr, stdout } = await targets(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(complaint);
  });

  it.each([
    [["--base", "nosuch"], "--base nosuch"],
    [["--base", "HEAD~99"], "--base HEAD~99"],
    [["--base", "0".repeat(39).concat("1")], `--base ${"0".repeat(39)}1`],
    [["--head", "origin/nosuch"], "--head origin/nosuch"],
  ])("ends with 2 for %j, which exists nowhere", async (words, named) => {
    const { exitCode, stderr, stdout } = await targets(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `merge-queue targets: ${named} names no commit here and no branch of the origin; correct it, or run git fetch first\n`,
    );
  });

  it("explains every reason for ALL, and the targets of none", async () => {
    const { stdout, stderr } = await targets(["--head", "origin/broad", "--from", "workspaces", "--explain"]);
    expect(stdout).toBe("ALL\n");
    expect(stderr.split("\n").slice(1)).toEqual([
      "Everything is impacted, for 4 reasons.",
      ".nvmrc: it chooses the toolchain.",
      expect.stringContaining("not-global"),
      "2 files: no target owns it:",
      "  a.cfg",
      "  tool.cfg",
      expect.stringContaining("Let a target own it"),
      "package.json: it is the root of the build, and which packages a change of `engines` affects is not known.",
      "  How to narrow it: Change it in a separate pull request.",
      "",
    ]);
    const json = await targets(["--head", "origin/broad", "--from", "workspaces", "--explain", "--json"]);
    const { reasons } = JSON.parse(json.stdout) as { reasons: readonly { subject: string }[] };
    expect(reasons.map(({ subject }) => subject)).toEqual([".nvmrc", "a.cfg", "tool.cfg", "package.json"]);
  });

  it("names the first reason without --explain", async () => {
    const { stderr } = await targets(["--head", "origin/broad", "--from", "workspaces"]);
    expect(stderr).toMatch(
      /^Everything is impacted\. \.nvmrc: it chooses the toolchain\.\nHow to narrow it: /,
    );
  });

  it("says in JSON too what is wrong", async () => {
    const { stdout } = await targets(["--from", "workspace", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, error: "wrong-use" });
  });
});
