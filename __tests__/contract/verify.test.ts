/** `merge-queue verify` against a service and a checkout: what the queue did not land is named, over a real socket and in real git. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, type TreeId, treeId } from "../../src/domain/ids.js";
import type { LandingRecord } from "../../src/engine/model/decision.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { type ApiWorld, answerOf, apiWorld, MAIN, no, ON_MAIN, TOKEN } from "../support/api-world.js";
import { callCommand } from "../support/command-line.js";
import { answersJson, type FaultyServer } from "../support/faulty-server.js";
import { GitRepository } from "../support/git-repository.js";
import { startScriptedService } from "../support/scripted-service.js";
import { aDecision, aLandingRecord, aStoredRun } from "../support/stored-queue.js";

const HOSTILE = "Eve\u001b[31m ::error::";

let world: ApiWorld;
let door: HttpServer;
let origin: GitRepository;
let version = 0;
let scripted: FaultyServer | undefined;
let folder = "";

beforeEach(async () => {
  world = await apiWorld();
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
  origin = await GitRepository.create();
  folder = mkdtempSync(join(tmpdir(), "verify-"));
  version = 0;
});
afterEach(async () => {
  await door.close();
  await scripted?.close();
  scripted = undefined;
  await origin.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function commit(name: string, parents: readonly CommitId[], author?: string): Promise<CommitId> {
  const files = { [`${name}.txt`]: name };
  const who = author === undefined ? {} : { author: `${author} <someone@example.com>` };
  return origin.commit({ parents, files, message: `${name}\n`, ...who, refs: ["refs/heads/main"] });
}

async function treeOf(id: CommitId): Promise<TreeId> {
  return treeId(await origin.git("rev-parse", `${id}^{tree}`));
}

/** The queue lands a commit on the one before. */
async function lands(from: CommitId, to: CommitId, more: Partial<LandingRecord> = {}): Promise<void> {
  const queue = await world.queue();
  const at = world.queues.now() + version;
  const run = aStoredRun(version + 1, version + 1);
  const landed = aLandingRecord(run, { from, to, tree: more.tree ?? (await treeOf(to)), at, ...more });
  const event = { kind: "timePassed", at } as const;
  expect(await world.queues.store.commit(MAIN, version, event, aDecision(queue, { landed }))).toBe(
    "committed",
  );
  version += 1;
}

/** `first`, one after the other landed by the queue; `outside` is pushed between the second and the third. */
async function branchWithAPush() {
  const base = await commit("base", []);
  const first = await commit("first", [base]);
  await lands(base, first);
  const second = await commit("second", [first]);
  await lands(first, second);
  const outside = await commit("outside", [second], HOSTILE);
  const third = await commit("third", [outside]);
  await lands(outside, third);
  return { base, first, second, outside, third };
}

function environment(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    MERGE_QUEUE_API_URL: `${door.url}/v1`,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "octo/mono",
    ...more,
  };
}

async function verify(words: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
  const checkout = words.includes("--checkout") ? [] : ["--checkout", origin.folder];
  return callCommand(["verify", "main", ...checkout, ...words], { environment: environment(more) });
}

async function verifyAsJson(...words: readonly string[]): Promise<unknown> {
  return JSON.parse((await verify(["--json", ...words])).stdout);
}

describe("verify with a service", () => {
  it("names a direct push between two landings with author, time and kind, and nothing else", async () => {
    const { base, outside, third } = await branchWithAPush();
    const run = await verify();
    expect(run).toMatchObject({ exitCode: 1, stderr: "" });
    const [sentence, ...lines] = run.stdout.trimEnd().split("\n");
    expect(sentence).toBe(
      `1 of 4 commits of main since ${base.slice(0, 12)} was not landed by the queue as tested:`,
    );
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^ {2}${outside.slice(0, 12)} 20\\S+ pushed outside the queue by Eve.*, committed by Carl Committer: outside$`,
        ),
      ),
    ]);
    expect(run.stdout).not.toContain("\u001b");
    expect(await verifyAsJson()).toMatchObject({
      ...{ command: "verify", exitCode: 1, branch: "main", tip: third, since: base, commits: 4, proven: 3 },
      strangers: [{ commit: outside, how: "pushedOutside", author: HOSTILE, subject: "outside" }],
      ...{ lookedBackTo: null, lostLandings: [], httpStatus: 200 },
    });
    expect(await verify(["--since", outside])).toMatchObject({
      exitCode: 0,
      stdout: `The only commit of main since ${outside.slice(0, 12)} was landed by the queue as tested.\n`,
    });
  });

  it("names what a force push put on the branch, and the landing that it removed, also the first one", async () => {
    const { base, first, second } = await branchWithAPush();
    const forced = await commit("forced", [first]);
    const run = await verify();
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(`1 of 2 commits of main since ${base.slice(0, 12)} was not landed`);
    expect(run.stdout).toContain(
      `  1 landing is no longer on the branch, as after a force push: ${second.slice(0, 12)}.\n`,
    );
    expect(run.stdout).toMatch(new RegExp(`^ {2}${forced.slice(0, 12)} .* pushed outside`, "m"));
    const other = await commit("other history", []);
    expect(await verify()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("No landing of the queue began on a commit that is on main now"),
    });
    const next = await commit("next", [other]);
    await lands(other, next);
    expect(await verify()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`of main since ${other.slice(0, 12)} was landed`),
    });
  });

  it("names a merge, and a commit whose tree is not the tested one", async () => {
    const { third } = await branchWithAPush();
    const topic = await commit("topic", [third]);
    const merged = await commit("merged", [third, topic]);
    const swapped = await commit("swapped", [merged]);
    await lands(merged, swapped, { tree: treeId("1".repeat(40)) });
    expect(await verifyAsJson("--since", third)).toMatchObject({
      strangers: [
        { commit: swapped, how: "notAsTested" },
        { commit: merged, how: "mergedOutside" },
      ],
    });
  });

  it("reads thousands of commits and landings, in pages", async () => {
    const plans = Array.from({ length: 2401 }, (_, index) => ({
      parents: index === 0 ? [] : [index - 1],
      ...(index === 2400 && { refs: ["refs/heads/main"] }),
    }));
    const commits = await origin.importCommits(plans);
    await origin.setRef("refs/heads/main", commits.at(-1) ?? null);
    const [base] = commits;
    if (base === undefined) throw new Error("there are no commits");
    const tree = await treeOf(base);
    for (let index = 2; index < commits.length; index += 2) {
      const [from, to] = [commits[index - 2], commits[index]];
      if (from !== undefined && to !== undefined) await lands(from, to, { tree });
    }
    let pages = 0;
    const { past } = world.queues.store;
    const landings = past.landings.bind(past);
    past.landings = (...request) => {
      pages += 1;
      return landings(...request);
    };
    expect(await verify()).toMatchObject({
      exitCode: 0,
      stdout: `All 2400 commits of main since ${base.slice(0, 12)} were landed by the queue as tested.\n`,
    });
    expect(pages).toBe(3);
  });

  it("verifies what a shallow clone has, and states how far that is", async () => {
    const { third, outside } = await branchWithAPush();
    const topic = await commit("topic", [third]);
    const merged = await commit("merged", [third, topic]);
    const last = await commit("last", [merged]);
    await lands(merged, last);
    const clone = (depth: number, name: string) => {
      const url = `file://${origin.folder}`;
      const words = ["clone", "--quiet", `--depth=${depth}`, "--branch=main", url, join(folder, name)];
      execFileSync("git", words, { env: { PATH: process.env["PATH"] } });
      return join(folder, name);
    };
    const two = await verify(["--checkout", clone(2, "two")]);
    expect(two.exitCode).toBe(1);
    expect(two.stdout).toMatch(
      new RegExp(
        `^1 of 2 commits of main in the checkout was not .*:\\n {2}The checkout is shallow and ends with ${merged.slice(0, 12)} of 20\\S+; git fetch --unshallow gets the rest.\\n {2}${merged.slice(0, 12)} \\S+ merged outside`,
      ),
    );
    const one = ["--checkout", clone(1, "one")];
    expect(await verifyAsJson(...one)).toMatchObject({
      ...{ exitCode: 0, since: null, commits: 1, lookedBackTo: { commit: last }, strangers: [] },
    });
    expect(await verify([...one, "--since", outside])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/has no such commit; the checkout is shallow, git fetch --unshallow/),
    });
  });

  it("finds the repository by the remote of the checkout", async () => {
    await branchWithAPush();
    const checkout = join(folder, "clone");
    const env = { PATH: process.env["PATH"] };
    execFileSync("git", ["clone", "--quiet", origin.folder, checkout], { env });
    const url = "https://github.com/octo/mono.git";
    execFileSync("git", ["-C", checkout, "remote", "set-url", "origin", url], { env });
    const { MERGE_QUEUE_REPOSITORY: _none, ...others } = environment();
    const words = ["verify", "main", "--checkout", checkout];
    expect(await callCommand(words, { environment: others, folder: tmpdir() })).toMatchObject({
      exitCode: 1,
      stderr: "",
    });
  });
});

describe("verify without what it needs", () => {
  beforeEach(async () => {
    await commit("base", []);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[], number, RegExp]>([
    ["a wrong token", { MERGE_QUEUE_API_TOKEN: "other" }, [], 1, /MERGE_QUEUE_API_TOKEN/],
    [
      "no token and no address",
      { MERGE_QUEUE_API_TOKEN: "", MERGE_QUEUE_API_URL: "" },
      [],
      2,
      /token is missing.*--api-url is missing|--api-url is missing.*token is missing/,
    ],
    [
      "a repository without a queue",
      { MERGE_QUEUE_REPOSITORY: "octo/none" },
      [],
      1,
      /branch main of github.com\/octo\/none has no queue/,
    ],
    ["nothing landed", {}, [], 2, /has landed nothing yet; name the start with --since/],
    ["a start that is no commit", {}, ["--since", "v9"], 2, /--since v9: \S+ has no such commit/],
    ["a folder without a repository", {}, ["--checkout", tmpdir()], 2, /has no branch main.*--checkout/],
    [
      "a database that is not there",
      { MERGE_QUEUE_API_URL: "", MERGE_QUEUE_DATABASE_URL: "sqlite:/none.sqlite" },
      [],
      1,
      /none\.sqlite/,
    ],
  ])("%s is an error in one line", async (_what, more, words, exitCode, problem) => {
    const run = await verify(words, more);
    expect(run).toMatchObject({ exitCode, stdout: "" });
    expect(run.stderr).toMatch(problem);
    expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("is an error when the service is older, and when its pages never end", async () => {
    scripted = await startScriptedService({});
    expect(await verify([], { MERGE_QUEUE_API_URL: scripted.apiUrl })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("The service does not list landings"),
    });
    await scripted.close();
    const page = answersJson(200, { landings: [], nextCursor: "10000000-0000-8000-8000-000000000002" });
    scripted = await startScriptedService({ listLandings: [page] });
    expect(await verify([], { MERGE_QUEUE_API_URL: scripted.apiUrl })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("its nextCursor is one of an earlier page"),
    });
  });
});

describe("the list of landings", () => {
  async function page(more: object) {
    const headers = { "content-type": "application/json", "x-api-token": TOKEN };
    const body = JSON.stringify({ ...ON_MAIN, ...more });
    return answerOf(await fetch(`${door.url}/v1/listLandings`, { method: "POST", headers, body }));
  }

  it("has each landing once, newest first, with its proof", async () => {
    const { base, first, second, outside, third } = await branchWithAPush();
    const fourth = await commit("fourth", [third]);
    await lands(third, fourth, { proof: { kind: "direct", head: third } });
    const newest = await page({ take: 2 });
    expect(newest.body).toMatchObject({
      landings: [
        { from: third, to: fourth, proof: "DIRECT", tree: await treeOf(fourth) },
        { from: outside, to: third, proof: "TESTED", prNumbers: [3], testRunId: aStoredRun(3, 3).id },
      ],
    });
    expect(JSON.stringify(newest.body)).not.toMatch(/"testRunId"[^}]*"DIRECT"|"DIRECT"[^}]*"testRunId"/);
    const [, cursor] = /"nextCursor":"([^"]+)"/.exec(JSON.stringify(newest.body)) ?? [];
    const rest = await page({ cursor });
    expect(rest.body).toMatchObject({
      landings: [
        { from: first, to: second },
        { from: base, to: first },
      ],
    });
    expect(rest.body).not.toHaveProperty("nextCursor");
  });

  it.each<[object, string]>([
    [{ take: 501 }, "take: expected a whole number from 1 to 500"],
    [
      { cursor: "10000000-0000-8000-8000-000000000002" },
      "cursor: expected the nextCursor of another page of this queue",
    ],
  ])("is refused for %j", async (more, problem) => {
    expect(await page(more)).toMatchObject({ status: 400, body: no("VALIDATION_FAILED", problem) });
  });
});
