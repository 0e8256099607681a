/** CI that is a shell command: what it sees, what is left of it, and that it never outlives the service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber, type TestRunId, testRunId } from "../../../../src/domain/ids.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { PlainGitForgeOptions } from "../../../../src/service/plain-git/plain-git-forge.js";
import type { Forge, TestRequest } from "../../../../src/service/ports/forge.js";
import type { Git } from "../../../../src/service/ports/git.js";
import type { Log } from "../../../../src/service/ports/log.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { RunBoard, RunBoardWorker } from "../../../../src/service/ports/run-board.js";
import { AccessRefused, GitError } from "../../../../src/service/ports/world-error.js";
import { makeNamedPipe } from "../../../support/named-pipe.js";
import { PlainGitWorld } from "../../../support/plain-git-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";

/** Every step is a process, and the machine may be busy with other suites. */
const SHOP = { host: "example.com", owner: "acme", name: "shop" };

let world: PlainGitWorld;
afterEach(() => world.close());

async function open(options: Partial<PlainGitForgeOptions> = {}): Promise<Forge> {
  world = await PlainGitWorld.create(SHOP, options);
  return world.forge;
}

function runNumber(number: number): TestRunId {
  return testRunId(`00000000-0000-8000-8000-${String(number).padStart(12, "0")}`);
}

async function orderOf(run: TestRunId, changes: Partial<TestRequest> = {}): Promise<TestRequest> {
  return {
    run,
    commit: await world.tip("main"),
    testBranch: `mq-merge/pr-7/${run}`,
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(7), pullRequestNumber(12)],
    requiredStatuses: [],
    ...changes,
  };
}

/** Starts a run and waits for its verdict. */
async function finish(
  forge: Forge,
  run: TestRunId,
  changes: Partial<TestRequest> = {},
): Promise<string | null> {
  const finished = new Promise<void>((resolve) => {
    forge.onChecks((_repository, which) => {
      if (which === run) resolve();
    });
  });
  await forge.startTests(SHOP, await orderOf(run, changes));
  await finished;
  return conclusion(forge, run);
}

async function check(forge: Forge, run: TestRunId) {
  const checks = await forge.readChecks(SHOP, run);
  return checks?.[0] ?? null;
}

async function conclusion(forge: Forge, run: TestRunId): Promise<string | null> {
  return (await check(forge, run))?.conclusion ?? null;
}

async function output(run: TestRunId): Promise<string> {
  return readFile(join(world.workFolder, `output/${run}.log`), "utf8");
}

/** A log that records its lines. */
function keepingLog(): { readonly log: Log; readonly heard: Promise<string> } {
  let tell: (message: string) => void = () => undefined;
  const heard = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const keep = (fields: Readonly<Record<string, unknown>>, message: string) =>
    tell(`${message}: ${JSON.stringify(fields)}`);
  return { log: { ...SILENT_LOG, warn: keep, error: keep }, heard };
}

/** A pipe that a command and all it starts hold open, so that it ends with the last of them. */
class Sentinel {
  readonly path: string;

  constructor(name: string) {
    this.path = join(world.folder, name);
    makeNamedPipe(this.path);
  }

  /** Waits until the command reports that it runs; the result waits until all its processes have ended. */
  async started(): Promise<() => Promise<void>> {
    const stream = createReadStream(this.path);
    const ended = once(stream, "end");
    await once(stream, "data");
    stream.resume();
    return async () => {
      await ended;
    };
  }
}

describe("the test command", () => {
  itInAll.each([
    ["true", "success"],
    ["exit 1", "failure"],
    ["exit 255", "failure"],
    ["kill -9 $$", "failure"],
    ["kill -9 $PPID", "failure"],
    ["no-such-command-anywhere", "failure"],
    ["sleep 1000 & exit 0", "success"],
  ])("decides by its exit code: %s is %s", async (testCommand, expected) => {
    const forge = await open({ testCommand });
    expect(await finish(forge, runNumber(1))).toBe(expected);
  });

  itInAll("runs in the files of the commit, and in no repository", async () => {
    const forge = await open({ testCommand: "cat README.md; ls -A; git rev-parse --git-dir" });
    const commit = await world.origin.commit({
      files: { "README.md": "under test\n" },
      refs: ["refs/heads/x"],
    });
    expect(await finish(forge, runNumber(1), { commit })).toBe("failure");
    expect(await output(runNumber(1))).toMatch(
      /^under test\nREADME\.md\nfatal: not a git repository.*\n\n\[merge queue\] ended with exit code 128\n$/s,
    );
  });

  itInCi("sees only what it is meant to see", async () => {
    process.env["MERGE_QUEUE_API_TOKEN"] = "secret";
    const forge = await open({ testCommand: 'env; echo "home: $(ls -A "$HOME") $(ls -A "$TMPDIR")"' });
    await finish(forge, runNumber(1), { targetBranch: "release/it's $(1)" });
    Reflect.deleteProperty(process.env, "MERGE_QUEUE_API_TOKEN");
    const lines = (await output(runNumber(1))).split("\n");
    const names = lines.map((line) => line.split("=", 1)[0] ?? "").filter((name) => /^[A-Z_]+$/.test(name));
    expect(names.sort()).toEqual([
      "CI",
      "GIT_CEILING_DIRECTORIES",
      "HOME",
      "LANG",
      "MERGE_QUEUE_COMMIT",
      "MERGE_QUEUE_PULL_REQUESTS",
      "MERGE_QUEUE_TARGET_BRANCH",
      "MERGE_QUEUE_TEST_BRANCH",
      "MERGE_QUEUE_TEST_RUN_ID",
      "PATH",
      "PWD",
      "TMPDIR",
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        "CI=true",
        `MERGE_QUEUE_COMMIT=${await world.tip("main")}`,
        "MERGE_QUEUE_PULL_REQUESTS=7,12",
        "MERGE_QUEUE_TARGET_BRANCH=release/it's $(1)",
        `MERGE_QUEUE_TEST_BRANCH=mq-merge/pr-7/${runNumber(1)}`,
        `MERGE_QUEUE_TEST_RUN_ID=${runNumber(1)}`,
        "home:  ",
      ]),
    );
  });

  itInAll(
    "finds the files that git ignores where the run before left them, and nothing else of it",
    async () => {
      const leave = 'touch left; touch "$HOME/left" "$TMPDIR/left"; mkdir -p cache; echo x >> cache/runs';
      const show = 'find . "$HOME" "$TMPDIR" -name left; cat cache/runs';
      const forge = await open({ testCommand: `${show}; ${leave}` });
      const commit = await world.origin.commit({
        files: { ".gitignore": "cache/\n" },
        refs: ["refs/heads/x"],
      });
      await finish(forge, runNumber(1), { commit });
      await finish(forge, runNumber(2), { commit });
      expect(await output(runNumber(2))).toBe("x\n\n[merge queue] ended with exit code 0\n");
    },
  );
});

describe("the output", () => {
  it("holds both streams in order, and the check points to it", async () => {
    const forge = await open({ testCommand: "echo one; echo two >&2; echo three" });
    await finish(forge, runNumber(1));
    expect(await output(runNumber(1))).toBe("one\ntwo\nthree\n\n[merge queue] ended with exit code 0\n");
    const path = join(world.workFolder, `output/${runNumber(1)}.log`);
    expect((await check(forge, runNumber(1)))?.url).toBe(pathToFileURL(path).href);
  });

  itInCi("is cut at its limit, says so, and costs the run nothing", async () => {
    const testCommand = "head -c 1000000 /dev/zero | tr '\\0' x; exit 3";
    const forge = await open({ testCommand, maxOutputBytes: 100 });
    expect(await finish(forge, runNumber(1))).toBe("failure");
    expect(await output(runNumber(1))).toBe(
      `${"x".repeat(100)}\n[merge queue] only the first 100 bytes of output are kept\n\n[merge queue] ended with exit code 3\n`,
    );
  });

  itInAll("stays when the run is forgotten, until there are many newer ones", async () => {
    const forge = await open({ testCommand: "true", keptLogs: 2 });
    for (const number of [1, 2, 3, 4]) {
      await finish(forge, runNumber(number));
      await forge.stopTests(SHOP, runNumber(number));
    }
    await finish(forge, runNumber(5));
    await forge.close();
    const kept = (await readdir(join(world.workFolder, "output"))).sort();
    expect(kept).toEqual([
      `${runNumber(3)}.log`,
      `${runNumber(4)}.log`,
      `${runNumber(5)}.json`,
      `${runNumber(5)}.log`,
    ]);
  });
});

describe("more runs than places", () => {
  itInAll("wait for their turn, and are forgotten at once when they are stopped before", async () => {
    const forge = await open({ parallelRuns: 1 });
    await forge.startTests(SHOP, await orderOf(runNumber(1)));
    await forge.startTests(SHOP, await orderOf(runNumber(2)));
    await forge.startTests(SHOP, await orderOf(runNumber(3)));
    expect((await check(forge, runNumber(2)))?.status).toBe("queued");
    await forge.stopTests(SHOP, runNumber(2));
    expect(await check(forge, runNumber(2))).toBeNull();
    const finished = new Promise<TestRunId>((resolve) => {
      forge.onChecks((_repository, run) => resolve(run));
    });
    await world.conclude(runNumber(1), "success");
    expect(await finished).toBe(runNumber(1));
    await world.conclude(runNumber(3), "failure");
  });

  itInAll("that were stopped and started anew while they waited run once", async () => {
    const forge = await open({ parallelRuns: 1 });
    await forge.startTests(SHOP, await orderOf(runNumber(1)));
    await forge.startTests(SHOP, await orderOf(runNumber(2)));
    await forge.stopTests(SHOP, runNumber(2));
    await forge.startTests(SHOP, await orderOf(runNumber(2)));
    const order: string[] = [];
    let tell: () => void = () => undefined;
    forge.onChecks((_repository, run) => {
      order.push(run);
      tell();
    });
    for (const [run, verdict] of [
      [runNumber(1), "success"],
      [runNumber(2), "failure"],
    ] as const) {
      const heard = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await world.tip("main"); // takes long enough for the place to be handed on
      expect(await forge.readChecks(SHOP, runNumber(2))).not.toBeNull();
      await world.conclude(run, verdict);
      await heard;
    }
    expect(order).toEqual([runNumber(1), runNumber(2)]);
    expect(await conclusion(forge, runNumber(2))).toBe("failure");
  });
});

describe("a run that cannot be carried out", () => {
  itInCi("is no verdict on anybody: it is told, and forgotten", async () => {
    const { log, heard } = keepingLog();
    const forge = await open({ testCommand: "true", log });
    await forge.startTests(SHOP, await orderOf(runNumber(1), { commit: commitId("f".repeat(40)) }));
    expect(await heard).toMatch(/could not be run.*the repository does not have it/);
    expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
    expect(await finish(forge, runNumber(1))).toBe("success");
  });
});

describe("a commit that cannot be laid out", () => {
  async function unwritable(): Promise<TestRequest> {
    const files = { ["x".repeat(256)]: "" };
    return orderOf(runNumber(1), { commit: await world.origin.commit({ files, refs: ["refs/heads/x"] }) });
  }

  /** Starts the run and waits until it has ended, with or without a verdict. */
  async function attempt(forge: Forge, order: TestRequest): Promise<string | null> {
    await forge.startTests(SHOP, order);
    while ((await check(forge, order.run))?.conclusion === null) await world.tip("main");
    return conclusion(forge, order.run);
  }

  itInAll("fails its run at the third attempt, in git's own words", async () => {
    const forge = await open({ testCommand: "true" });
    const order = await unwritable();
    const heard = new Promise<TestRunId>((resolve) => {
      forge.onChecks((_repository, run) => resolve(run));
    });
    expect(await attempt(forge, order)).toBeNull();
    expect(await attempt(forge, order)).toBeNull();
    expect(await attempt(forge, order)).toBe("failure");
    expect(await heard).toBe(order.run);
    expect(await output(order.run)).toMatch(/could not be tested: git read-tree.*File name too long/s);
  });

  itInAll("has three attempts again after a stop", async () => {
    const forge = await open({ testCommand: "true" });
    const order = await unwritable();
    await attempt(forge, order);
    await attempt(forge, order);
    await forge.stopTests(SHOP, order.run);
    expect(await attempt(forge, order)).toBeNull();
    expect(await attempt(forge, order)).toBeNull();
    expect(await attempt(forge, order)).toBe("failure");
  });

  itInAll("fails at the third attempt of a replica too, and has three again after a stop", async () => {
    const { board, worker } = handedOut();
    const forge = await open({ testCommand: "true", board });
    const replica = await worker;
    const order = await unwritable();
    const takeUp = async () =>
      replica.carryOut({ repository: SHOP, request: order }, new AbortController().signal);
    for (const _ of [1, 2]) await expect(takeUp()).rejects.toThrow("File name too long");
    await forge.stopTests(SHOP, order.run);
    for (const _ of [1, 2]) await expect(takeUp()).rejects.toThrow("File name too long");
    expect(await takeUp()).toBe("failure");
  });
});

describe("a repository that this process cannot reach", () => {
  it.each([
    ["refuses its credentials", new AccessRefused("git fetch failed: permission denied", false), false],
    ["is not there", new GitError("does not appear to be a git repository", false), true],
  ])("fails no run, however often it %s", async (_how, failure, isUnreadable) => {
    const { board, worker } = handedOut();
    let isReached = false;
    await open();
    const git = createGit({ cloneFolder: join(world.folder, "clones"), resolve: () => world.origin.folder });
    const guarded: Git = {
      ...git,
      checkOut: async (...how) => (isReached ? git.checkOut(...how) : Promise.reject(failure)),
      readRefs: async (...how) =>
        isUnreadable && !isReached ? Promise.reject(failure) : git.readRefs(...how),
    };
    world.open({ testCommand: "true", board, git: guarded, workFolder: join(world.folder, "replica") });
    const replica = await worker;
    const request = await orderOf(runNumber(1));
    const takeUp = async () => replica.carryOut({ repository: SHOP, request }, new AbortController().signal);
    for (const _ of [1, 2, 3, 4]) await expect(takeUp()).rejects.toBe(failure);
    isReached = true;
    expect(await takeUp()).toBe("success");
  });
});

/** A board whose runs are handed out by the test. */
function handedOut(): { readonly board: RunBoard; readonly worker: Promise<RunBoardWorker> } {
  let served: (worker: RunBoardWorker) => void = () => undefined;
  const worker = new Promise<RunBoardWorker>((resolve) => {
    served = resolve;
  });
  const board: RunBoard = {
    post: () => Promise.resolve(true),
    read: () => Promise.resolve(null),
    remove: () => Promise.resolve(),
    serve: (one) => {
      served(one);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return { board, worker };
}

describe("a pull request's head that is no commit", () => {
  itInAll.each(["a file", "a tag of a file"])("is no pull request when it is %s", async (what) => {
    const forge = await open();
    const file = await world.origin.git("rev-parse", "main:README.md");
    const identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    await world.origin.git(...identity, "tag", "-m", "x", "tag", file);
    const head = what === "a file" ? file : await world.origin.git("rev-parse", "refs/tags/tag");
    await world.origin.git("update-ref", "refs/pull/7/head", head);
    expect(await forge.readPullRequest(SHOP, pullRequestNumber(7), "main")).toBeNull();
  });
});

describe("a pull request's head that is gone before it is read", () => {
  /** A forge whose pull request has these heads, one per reading, before it has that of main. */
  async function movingHead(heads: readonly string[]): Promise<Forge> {
    await open();
    const git = createGit({ cloneFolder: join(world.folder, "other"), resolve: () => world.origin.folder });
    const shown = heads.map((head) => commitId(head)).values();
    return world.open({
      git: {
        ...git,
        readRefs: async (repository, refs) => {
          const found = await git.readRefs(repository, refs);
          return new Map([...found, ["refs/pull/7/head", shown.next().value ?? (await world.tip("main"))]]);
        },
      },
    });
  }

  itInCi("is looked at once more when it moved", async () => {
    const forge = await movingHead(["a".repeat(40)]);
    const headSha = await world.tip("main");
    expect(await forge.readPullRequest(SHOP, pullRequestNumber(7), "main")).toMatchObject({ headSha });
  });

  itInCi("is worth another try when it moves again and again", async () => {
    const forge = await movingHead(["a".repeat(40), "b".repeat(40)]);
    await expect(forge.readPullRequest(SHOP, pullRequestNumber(7), "main")).rejects.toMatchObject({
      name: "ForgeError",
      retryable: true,
    });
  });
});

describe("a run that is stopped", () => {
  itInAll("ends with everything it started, and makes room for the next", async () => {
    const forge = await open({ testCommand: "sh ./tests" });
    const sentinel = new Sentinel("alive");
    const tests = `exec 9>${sentinel.path}; echo up >&9; sleep 1000 & sleep 1000 & wait\n`;
    const commit = await world.origin.commit({ files: { tests }, refs: ["refs/heads/x"] });
    const started = sentinel.started();
    await forge.startTests(SHOP, await orderOf(runNumber(1), { commit }));
    const gone = await started;
    await forge.stopTests(SHOP, runNumber(1));
    await gone();
    expect(await output(runNumber(1))).toMatch(/\[merge queue\] stopped\n$/);
    expect(await finish(forge, runNumber(2))).toBe("failure");
  });
});

describe("a service that is started again", () => {
  it("still knows the runs that had finished", async () => {
    const forge = await open({ testCommand: "exit 1" });
    await finish(forge, runNumber(1));
    const next = world.open({ testCommand: "true" });
    expect(await conclusion(next, runNumber(1))).toBe("failure");
    expect(await next.startTests(SHOP, await orderOf(runNumber(1)))).toMatchObject({ kind: "started" });
    expect(await conclusion(next, runNumber(1))).toBe("failure");
  });

  it("knows nothing of a run that it stopped when it was closed", async () => {
    const forge = await open();
    await forge.startTests(SHOP, await orderOf(runNumber(1)));
    await forge.close();
    expect(await world.open().readChecks(SHOP, runNumber(1))).toBeNull();
  });

  itInAll("takes its tests along when it is killed, and never uses their folder again", async () => {
    await open();
    const sentinel = new Sentinel("alive");
    const command = `exec 9>${sentinel.path}; touch left; echo up >&9; sleep 1000 & sh -c 'trap "" TERM; sleep 1000'`;
    const service = spawn(
      process.execPath,
      [
        "--import",
        new URL("../../../support/typescript-imports.mjs", import.meta.url).href,
        fileURLToPath(new URL("../../../support/run-tests-until-killed.ts", import.meta.url)),
        world.origin.folder,
        join(world.folder, "clones"),
        world.workFolder,
        runNumber(1),
        await world.tip("main"),
        command,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    const gone = await sentinel.started();
    service.kill("SIGKILL");
    await gone();

    const [shelf = ""] = await readdir(join(world.workFolder, "slots"));
    const slot = join(world.workFolder, "slots", shelf, "1");
    expect(existsSync(join(slot, "tree/left"))).toBe(true);
    const next = world.open({ testCommand: "pwd" });
    expect(await next.readChecks(SHOP, runNumber(1))).toBeNull();
    expect(await finish(next, runNumber(1))).toBe("success");
    expect(await output(runNumber(1))).toContain(`${shelf}/2/tree\n`);
    expect(existsSync(slot)).toBe(false);
  });
});
