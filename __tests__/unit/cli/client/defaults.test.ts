/** What a call need not give: a saved login, and the repository and branch of the checkout's git remote. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aQueueReply, submitted } from "../../../support/client-samples.js";
import { callCommand } from "../../../support/command-line.js";
import { answers, answersJson, type FaultyServer } from "../../../support/faulty-server.js";
import { bodyOf, OK, type Script, startScriptedService } from "../../../support/scripted-service.js";

let folder = "";
let servers: FaultyServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-defaults-"));
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  rmSync(folder, { recursive: true });
});

async function start(script: Script): Promise<FaultyServer> {
  const server = await startScriptedService(script);
  servers.push(server);
  return server;
}

function environment(more: Readonly<Record<string, string>> = {}) {
  return { PATH: process.env["PATH"] ?? "", HOME: folder, ...more };
}

async function call(words: readonly string[], stdin = "", more: Readonly<Record<string, string>> = {}) {
  return callCommand(words, { environment: environment(more), stdin, folder });
}

const file = () => join(folder, ".config/merge-queue/logins.json");
const tokens = (server: FaultyServer) => server.requests.map(({ headers }) => headers["x-api-token"]);
const queue = answersJson(200, aQueueReply({ enqueuedPullRequests: [submitted()] }));
const onMain = ["--repo", "acme/shop", "--branch", "main"];

describe("a saved login", () => {
  it("is in a file for its owner only, and later commands use it", async () => {
    const server = await start({ getQueue: [queue] });
    const login = await call(["login", "--api-url", server.apiUrl], "first-token\n");
    expect(login).toEqual({
      exitCode: 0,
      stdout: `Saved the login for ${server.apiUrl} in ${file()}; \`merge-queue queues\` checks it.\n`,
      stderr: "",
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await call(["list", ...onMain])).exitCode).toBe(0);
    await call(["login", "--api-url", server.apiUrl], "second-token");
    expect((await call(["list", ...onMain])).exitCode).toBe(0);
    await call(["list", ...onMain], "", { MERGE_QUEUE_API_TOKEN: "from-variable" });
    expect(tokens(server)).toEqual(["first-token", "second-token", "from-variable"]);
    expect((await call(["logout"])).stdout).toMatch(/^Removed the login/);
    expect((await call(["logout"])).stdout).toBe("There is no such login.\n");
    expect(readFileSync(file(), "utf8")).not.toContain("second-token");
    expect((await call(["list", ...onMain])).exitCode).toBe(2);
  });

  it("is never sent to another origin", async () => {
    const [own, other] = [await start({ getQueue: [queue] }), await start({ getQueue: [queue] })];
    await call(["login", "--api-url", own.apiUrl], "own-token");
    const run = await call(["list", ...onMain, "--api-url", other.apiUrl]);
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("API token is missing") });
    expect([own.requests.length, other.requests.length]).toEqual([0, 0]);
  });

  it("is refused with a token that is none, or from a file that others can read", async () => {
    const { apiUrl } = await start({});
    const refused = await call(["login", "--api-url", apiUrl], "sec ret\n");
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("not shown") });
    expect(refused.stderr).not.toContain("sec");
    await call(["login", "--api-url", apiUrl], "token");
    chmodSync(file(), 0o644);
    const run = await call(["list", ...onMain]);
    expect(run.stderr).toMatch(/can be read by others; run chmod 600/);
  });
});

describe("the git remote", () => {
  const git = (...words: string[]) => execFileSync("git", ["-C", folder, ...words]);
  const access = (server: FaultyServer) => ({
    MERGE_QUEUE_API_URL: server.apiUrl,
    MERGE_QUEUE_API_TOKEN: "token",
  });

  beforeEach(() => {
    git("init", "--quiet");
    git("remote", "add", "origin", "git@git.example.com:acme/shop.git");
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
  });

  it("gives the repository and the target branch", async () => {
    const server = await start({ getQueue: [queue], submitPullRequest: [OK] });
    expect((await call(["list"], "", access(server))).exitCode).toBe(0);
    expect((await call(["submit", "412"], "", access(server))).exitCode).toBe(0);
    const expected = {
      repo: { host: "git.example.com", owner: "acme", name: "shop" },
      targetBranch: "trunk",
    };
    expect(server.requests.map(bodyOf)).toEqual([expected, { ...expected, pr: { number: 412 } }]);
  });

  it("gives no branch for a change of a queue, nor for another repository", async () => {
    const server = await start({ updateQueue: [OK] });
    const change = await call(["update-queue", "--set", "concurrency=2"], "", access(server));
    expect(change.stderr).toContain("--branch is missing");
    const other = await call(["list", "--repo", "acme/other"], "", access(server));
    expect(other.stderr).toContain("--branch is missing");
    expect(server.requests).toEqual([]);
  });
});

describe("a listing", () => {
  it("shows the entries in order with their places, in colours when they are wanted", async () => {
    const entries = [submitted({ prNumber: 7 }), submitted({ prNumber: 8, state: "NOT_READY" })];
    const server = await start({
      getQueue: [answersJson(200, aQueueReply({ enqueuedPullRequests: entries }))],
    });
    const access = { MERGE_QUEUE_API_URL: server.apiUrl, MERGE_QUEUE_API_TOKEN: "token" };
    const plain = await call(["list", ...onMain], "", access);
    expect(plain.stdout.split("\n")).toEqual([
      "The queue of main in acme/shop has 2 pull requests; it is RUNNING.",
      expect.stringMatching(/^ {2}1\. {2}#7 +TESTING +medium +Add retry/),
      expect.stringMatching(/^ {2}- {3}#8 +NOT_READY +medium +Add retry/),
      "",
    ]);
    const forced = await call(["list", ...onMain], "", { ...access, FORCE_COLOR: "1" });
    expect(forced.stdout).toContain("\u001b[36mTESTING\u001b[39m");
    const both = await call(["list", ...onMain], "", { ...access, FORCE_COLOR: "1", NO_COLOR: "1" });
    expect(both.stdout).toBe(plain.stdout);
  });

  it("shows the queues of a service", async () => {
    const text = [
      "# TYPE mq_depth_current gauge",
      'mq_depth_current{repo="acme/shop",branch="main",queue_type="main"} 2',
      'mq_depth_current{repo="acme/shop",branch="main",queue_type="bisection"} 1',
      'mq_depth_current{repo="acme/shop",branch="a\\"b",queue_type="main"} 0',
    ].join("\n");
    const metrics = answers(200, `${text}\n`, {
      "content-type": "text/plain",
    });
    const server = await start({ getMergeQueueMetrics: [metrics] });
    const run = await call(["queues"], "", {
      MERGE_QUEUE_API_URL: server.apiUrl,
      MERGE_QUEUE_API_TOKEN: "some-token",
    });
    expect(run.stderr).toBe("");
    expect(run.stdout.split("\n").map((line) => line.trim())).toEqual([
      "The service has 2 queues that this token can read.",
      "acme/shop  main  3 pull requests",
      'acme/shop  a"b  0 pull requests',
      "",
    ]);
  });
});

describe("a completion script", () => {
  it("completes commands, subcommands and options in bash", async () => {
    const { stdout, exitCode } = await call(["completion", "bash"]);
    expect(exitCode).toBe(0);
    const complete = (...words: string[]) =>
      execFileSync("bash", [
        "-c",
        `${stdout}COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _merge_queue; echo "\${COMPREPLY[*]}"`,
      ])
        .toString()
        .trim()
        .split(" ");
    expect(complete("merge-queue", "sub")).toEqual(["submit"]);
    expect(complete("merge-queue", "submit", "--wait")).toEqual(["--wait", "--wait-timeout"]);
    expect(complete("merge-queue", "tokens", "cr")).toEqual(["create"]);
  });

  it("is there for zsh and fish, and for no other shell", async () => {
    expect((await call(["completion", "zsh"])).stdout).toMatch(/^autoload [^]*complete -o default -F/);
    expect((await call(["completion", "fish"])).stdout).toContain('from submit" -l wait-timeout\n');
    expect(await call(["completion", "ksh"])).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
