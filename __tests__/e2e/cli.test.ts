/** The command line as people call it: a process of its own, against a scripted service and against the real one. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { aQueueReply, submitted, TOKEN } from "../support/client-samples.js";
import { callCommand } from "../support/command-line.js";
import { answers, answersJson, type Fault, type FaultyServer } from "../support/faulty-server.js";
import { GitRepository } from "../support/git-repository.js";
import { makeNamedPipe } from "../support/named-pipe.js";
import { endpointsOf, OK, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

const PROGRAM = join(ROOT, "bin/merge-queue.js");
const TIMEOUT_MS = 60_000;
/** They need no service, but its store. */
const LOG_COMMANDS = ["export-log", "replay"];
/** They need no service, but a repository with a branch. */
const REPOSITORY_COMMANDS = ["targets", "verify"];
/** They ask a person, or start a service of their own. */
const PERSONAL_COMMANDS = ["login", "github", "demo"];

let folder = "";
let server: FaultyServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-cli-"));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

interface ProcessRun {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects what a process says until it ends. */
class CommandProcess {
  readonly child: ChildProcess;
  readonly finished: Promise<ProcessRun>;
  #stdout = "";
  #stderr = "";

  constructor(words: readonly string[], apiUrl: string, repository = "acme/shop") {
    this.child = spawn(process.execPath, [PROGRAM, ...words], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        MERGE_QUEUE_API_URL: apiUrl,
        MERGE_QUEUE_API_TOKEN: TOKEN,
        MERGE_QUEUE_REPOSITORY: repository,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.finished = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (exitCode) => resolve({ exitCode, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  /** Resolves as soon as stderr matches. */
  async says(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (pattern.test(this.#stderr)) resolve();
      };
      this.child.stderr?.on("data", look);
      this.child.on("close", () => reject(new Error(`the command ended: ${this.#stderr}`)));
      look();
    });
  }
}

async function scripted(script: Script): Promise<string> {
  server = await startScriptedService(script);
  return server.apiUrl;
}

const waiting: Script = {
  submitPullRequest: [OK],
  getSubmittedPullRequest: [answersJson(200, submitted())],
  getQueue: [answersJson(200, aQueueReply())],
  cancelPullRequest: [OK],
};
const submit = ["submit", "412", "--branch", "main", "--wait"];

describe("the program", () => {
  it("says what it can do without a service", async () => {
    const run = await new CommandProcess(["--help"], "").finished;
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toMatch(/Commands that call a service:[^]*set-impacted-targets[^]*Exit codes:/);
  });

  itInCi("shows the same help by both spellings", async () => {
    const one = await new CommandProcess(["help", "submit"], "").finished;
    const other = await new CommandProcess(["submit", "--help"], "").finished;
    expect(one).toEqual(other);
    expect(one.stdout).toContain("--cancel-on-abort");
  });

  it.each([
    ["is not built yet: run `npm run build:lib`", null],
    ["is not installed completely: Cannot find package 'absent'", 'import "absent";\n'],
  ])("says in a sentence that it %s", (sentence, main) => {
    mkdirSync(join(folder, "bin"));
    copyFileSync(PROGRAM, join(folder, "bin/merge-queue.mjs"));
    if (main !== null) {
      mkdirSync(join(folder, "lib/cli"), { recursive: true });
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
      writeFileSync(join(folder, "lib/cli/main.js"), main);
    }
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "bin/merge-queue.mjs")], {
      encoding: "utf8",
    });
    expect({ status, lines: stderr.split("\n") }).toEqual({
      status: 2,
      lines: [expect.stringMatching(`^merge-queue ${sentence}`), ""],
    });
  });

  it("cannot reach a service that is not there", async () => {
    const apiUrl = await scripted({});
    await server?.close();
    const run = await new CommandProcess(["cancel", "412", "--branch", "main", "--retries", "0"], apiUrl)
      .finished;
    expect(run).toMatchObject({ exitCode: 3, stdout: "" });
    expect(run.stderr).toMatch(
      /^merge-queue cancel: cancelling the pull request: the service cannot be reached[^\n]*ECONNREFUSED[^\n]*\n$/,
    );
  });

  itInCi("ends quietly when nobody reads on", async () => {
    const apiUrl = await scripted({ getMergeQueueMetrics: [answers(200, "mq_up 1\n".repeat(500_000))] });
    const command = new CommandProcess(["metrics"], apiUrl);
    command.child.stdout?.once("data", () => command.child.stdout?.destroy());
    const run = await command.finished;
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it.each([
    ["db", "chek", "check"],
    ["tokens", "lst", "list"],
    ["webhooks", "lst", "list"],
  ])("says which command of %s there is instead of %s", async (group, mistyped, meant) => {
    const { exitCode, stdout, stderr } = await new CommandProcess([group, mistyped], "").finished;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`unknown command '${mistyped}'\n(Did you mean ${meant}?)`);
  });

  it("ends quietly when nobody reads its help", async () => {
    const command = new CommandProcess(["--help"], "");
    command.child.stdout?.destroy();
    expect(await command.finished).toMatchObject({ exitCode: 0, stderr: "" });
  });

  itInAll.each(["SIGINT", "SIGTERM"] as const)(
    "stops within a second on %s, and leaves the pull request",
    async (signal) => {
      const command = new CommandProcess([...submit, "--json"], await scripted(waiting));
      await command.says(/#412 TESTING/);
      const startedAt = performance.now();
      command.child.kill(signal);
      const run = await command.finished;
      expect(performance.now() - startedAt).toBeLessThan(1000);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toMatch(/interrupted: #412 stays in the queue/);
      expect(JSON.parse(run.stdout)).toMatchObject({ command: "submit", exitCode: 1, error: "aborted" });
      expect(server && endpointsOf(server)).not.toContain("cancelPullRequest");
    },
  );

  itInAll(
    "ends at its deadline while a pipe has no writer, and leaves nothing behind that runs on",
    async () => {
      const pipe = join(folder, "pipe");
      makeNamedPipe(pipe);
      const command = new CommandProcess(
        ["update-queue", "--branch", "main", "--config", pipe, "--timeout", "1s"],
        await scripted({}),
      );
      const run = await command.finished;
      expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/nothing was sent/) });
    },
  );

  itInCi("takes the pull request out on SIGINT when it is to do that", async () => {
    const command = new CommandProcess([...submit, "--cancel-on-abort"], await scripted(waiting));
    await command.says(/#412 TESTING/);
    command.child.kill("SIGINT");
    const run = await command.finished;
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain("interrupted: #412 was taken out of the queue.");
    expect(server && endpointsOf(server).at(-1)).toBe("cancelPullRequest");
  });
});

describe("the real service", () => {
  itInAll(
    "lands what passes, keeps out what fails, and is run by its commands",
    async () => {
      const repository = await GitRepository.create();
      await repository.commits([
        { files: { "a.txt": "1" }, message: "One", refs: ["refs/heads/main"] },
        { parents: [0], files: { "b.txt": "2" }, message: "Two", refs: ["refs/pull/1/head"] },
        { parents: [0], files: { broken: "3" }, message: "Three", refs: ["refs/pull/2/head"] },
      ]);
      const service = await ServiceProcess.start({
        folder,
        environment: {
          PATH: process.env["PATH"] ?? "",
          HOME: folder,
          MERGE_QUEUE_API_TOKEN: TOKEN,
          MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
          MERGE_QUEUE_TEST_COMMAND: "test ! -e broken",
          MERGE_QUEUE_POLL_INTERVAL: "200ms",
        },
        onRestart: () => undefined,
      });
      const call = (...words: readonly string[]) =>
        new CommandProcess([...words, "--branch", "main"], service.apiUrl, "git.example.com/acme/shop")
          .finished;
      try {
        expect(await call("status", "1")).toMatchObject({
          exitCode: 1,
          stderr: expect.stringContaining("MERGE_QUEUE_NOT_FOUND"),
        });
        expect(await call("create-queue", "--set", "concurrency=2")).toMatchObject({
          exitCode: 0,
          stderr: "",
        });
        const landed = await call("submit", "1", "--wait", "--poll-interval", "100ms");
        expect(landed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^#1 is MERGED after/) });
        const failed = await call("submit", "2", "--wait", "--poll-interval", "100ms", "--json");
        expect(failed.exitCode).toBe(1);
        expect(JSON.parse(failed.stdout)).toMatchObject({
          message: expect.stringMatching(/^#2 is FAILED after .*tests/),
          response: { state: "FAILED", prTitle: "Three" },
        });
        expect(await call("cancel", "2")).toMatchObject({
          exitCode: 0,
          stdout: "#2 is not in the queue of main.\n",
        });
        expect(await call("update-queue", "--set", "state=PAUSED")).toMatchObject({ exitCode: 0 });
        const queue = await call("get-queue", "--json");
        expect(JSON.parse(queue.stdout)).toMatchObject({ response: { state: "PAUSED", concurrency: 2 } });
        expect(await call("delete-queue")).toMatchObject({
          exitCode: 0,
          stdout: "The queue of main is deleted.\n",
        });
      } finally {
        await service.stop();
        await repository.remove();
      }
    },
    TIMEOUT_MS,
  );
});

describe("docs/reference/cli.md", () => {
  const text = readFileSync(join(ROOT, "docs/reference/cli.md"), "utf8");

  it("names every command and every option, and none that is not there", async () => {
    const { stdout } = await callCommand(["--help"]);
    const [, list = ""] = stdout.split("Commands that call a service:");
    const commands = [...list.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name);
    const helps = await Promise.all(
      [...commands, ...LOG_COMMANDS, "verify", "github setup"].map(
        async (name) => (await callCommand([...name.split(" "), "--help"])).stdout,
      ),
    );
    const options = new Set(
      helps.flatMap((help) =>
        [...help.matchAll(/^ {2}(--[a-z-]+(?: <\S+>)?)/gm)].map(([, flags = ""]) => flags),
      ),
    );
    const rows = (cell: RegExp) => new Set([...text.matchAll(cell)].map(([, name = ""]) => name));
    expect(rows(/^\| `(--[^`]+)`/gm)).toEqual(options);
    expect(rows(/^\| `([a-z][a-z-]*)[^`]*` \|/gm)).toEqual(new Set(commands));
  });

  itInAll("shows calls that work as they stand", async () => {
    const apiUrl = await scripted({
      ...waiting,
      getSubmittedPullRequest: [mergedAnew()],
      setImpactedTargets: [OK],
      createQueue: [OK],
      deleteQueue: [OK],
      updateQueue: [
        { state: "PAUSED" },
        { requiredStatuses: ["build", "lint"], mergeMethod: "squash" },
        { batch: true },
      ].map((asked) => answersJson(200, { ...aQueueReply(), ...asked })),
      getMergeQueueMetrics: [answers(200, "mq_up 1\n")],
    });
    const targets = join(folder, "targets.txt");
    const config = join(folder, "queue.yml");
    writeFileSync(targets, "web\n");
    writeFileSync(config, "batch: true\n");
    const environment = {
      MERGE_QUEUE_API_URL: apiUrl,
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_REPOSITORY: "acme/shop",
    };
    const elsewhere = [...LOG_COMMANDS, ...REPOSITORY_COMMANDS, ...PERSONAL_COMMANDS];
    const calls = callsIn(text).filter(([command = ""]) => !elsewhere.includes(command));
    expect(calls.length).toBeGreaterThan(15);
    for (const words of calls) {
      const present = words.map((word) =>
        word === "targets.txt" ? targets : word === "queue.yml" ? config : word,
      );
      // A folder without a remote has no branch to take by itself.
      const branch = words[0] === "submit" && !words.includes("--branch") ? ["--branch", "main"] : [];
      expect({ words, ...(await callCommand([...present, ...branch], { environment })) }).toMatchObject({
        words,
        exitCode: 0,
      });
    }
  });
});

/** Each time the end of another stay. */
function mergedAnew(): Fault {
  let at = Date.UTC(2026, 2, 2);
  return (socket, request) => {
    const stateChangedAt = new Date(at++).toISOString();
    answersJson(200, submitted({ state: "MERGED", stateChangedAt }))(socket, request);
  };
}

/** The words of each call in the document's shell blocks, as a shell splits them. */
function callsIn(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = ""]) => block).join("");
  const log = join(folder, "calls");
  const stubs = [
    `merge-queue() { printf '%s\\0' "$@" $'\\n' >> '${log}'; }`,
    `git() { echo ${"5b1d".repeat(10)}; }`,
    "jq() { cat; }",
    "curl() { :; }",
  ];
  writeFileSync(join(folder, ".merge-queue-token"), TOKEN);
  execFileSync("bash", ["-euc", [...stubs, blocks].join("\n")], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
  });
  return readFileSync(log, "utf8")
    .split("\n\0")
    .slice(0, -1)
    .map((call) => call.split("\0").slice(0, -1));
}
