/** Tests count only for the commit that they ran on: what disturbs a slot, from outside or from the tests themselves. */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, type TestRunId, testRunId } from "../../../../src/domain/ids.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { PlainGitForgeOptions } from "../../../../src/service/plain-git/plain-git-forge.js";
import type { Forge, TestRequest } from "../../../../src/service/ports/forge.js";
import type { Git } from "../../../../src/service/ports/git.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { RunBoard, RunBoardWorker } from "../../../../src/service/ports/run-board.js";
import { PlainGitWorld } from "../../../support/plain-git-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { until } from "../../../support/until.js";

const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const NEXT_RUN = testRunId("00000000-0000-8000-8000-000000000002");
/** Checks out `main` over the commit under test, as the tests would have to do it: by the service's own clone. */
const MOVE_HEAD = `
  export GIT_DIR="$PWD/../../../../../clones/example.com/acme/shop.git" GIT_WORK_TREE="$PWD"
  export GIT_INDEX_FILE="$GIT_DIR/mq-indexes/$(printf %s "$PWD" | sha256sum | cut -d ' ' -f 1)"
  git read-tree --reset -u "$(git ls-remote "$ORIGIN" refs/heads/main | cut -f 1)"`;

let world: PlainGitWorld;
let said: string[];
afterEach(() => world.close());

async function open(options: Partial<PlainGitForgeOptions> = {}): Promise<Forge> {
  said = [];
  const warn = (fields: Readonly<Record<string, unknown>>, message: string) =>
    said.push(`${message}: ${String(fields["why"])}`);
  world = await PlainGitWorld.create(SHOP, { log: { ...SILENT_LOG, warn }, ...options });
  return world.forge;
}

/** One more commit than `main` has. */
async function change(): Promise<CommitId> {
  return world.origin.commit({
    parents: [await world.tip("main")],
    files: { "change.txt": "changed\n" },
    refs: ["refs/heads/work"],
  });
}

async function start(forge: Forge, run: TestRunId = RUN, commit?: CommitId) {
  return forge.startTests(SHOP, await orderOf(run, commit ?? (await change())));
}

async function orderOf(run: TestRunId, commit: CommitId): Promise<TestRequest> {
  return Promise.resolve({
    run,
    commit,
    testBranch: `mq-merge/pr-7/${run}`,
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(7)],
    requiredStatuses: [],
  });
}

/** How the run ends: "none" when there will never be a verdict. */
async function endOf(forge: Forge, run: TestRunId = RUN): Promise<string> {
  const look = async () => {
    const checks = await forge.readChecks(SHOP, run);
    return checks === null ? "none" : (checks[0]?.conclusion ?? null);
  };
  await until(async () => (await look()) !== null);
  return (await look()) ?? "";
}

async function output(run: TestRunId = RUN): Promise<string> {
  return readFile(join(world.workFolder, `output/${run}.log`), "utf8");
}

/** The folder of a slot, once tests run in it. */
async function slotUnderWay(number: number): Promise<string> {
  const slots = join(world.workFolder, "slots");
  await until(() => existsSync(slots));
  const [shelf = ""] = await readdir(slots);
  const slot = join(slots, shelf, String(number));
  await until(() => existsSync(join(slot, "tree/change.txt")));
  await until(async () => (await world.forge.readChecks(SHOP, RUN))?.[0]?.status === "in_progress");
  return slot;
}

describe("a slot that is disturbed from outside while its tests run", () => {
  itInCi(
    "gives no verdict when another process takes it: they run again elsewhere, and the slot is left to that one",
    async () => {
      const forge = await open();
      await start(forge);
      const slot = await slotUnderWay(1);
      await writeFile(join(slot, "in-use"), "a token of another process");
      await world.conclude(RUN, "success");
      await slotUnderWay(2);
      await world.conclude(RUN, "failure");
      expect(await endOf(forge)).toBe("failure");
      expect(await readFile(join(slot, "in-use"), "utf8")).toBe("a token of another process");
      expect(said).toEqual([
        `a test run gave no verdict on its commit: another process took ${slot} while the tests ran`,
      ]);
    },
  );

  itInAll(
    "gives no verdict when another commit is checked out in it, and the next one is fresh",
    async () => {
      const forge = await open();
      await start(forge);
      const slot = await slotUnderWay(1);
      await start(forge, NEXT_RUN);
      await slotUnderWay(2);
      await world.conclude(NEXT_RUN, "success");
      expect(await endOf(forge, NEXT_RUN)).toBe("success");
      const other = createGit({
        cloneFolder: join(world.folder, "clones"),
        resolve: () => world.origin.folder,
      });
      await other.checkOut(SHOP, await world.tip("main"), join(slot, "tree"));
      await world.conclude(RUN, "failure");
      await slotUnderWay(3);
      await world.conclude(RUN, "success");
      expect(await endOf(forge)).toBe("success");
      expect(said).toEqual([
        `a test run gave no verdict on its commit: another commit was checked out in ${slot}/tree while the tests ran`,
      ]);
      expect(existsSync(slot)).toBe(false);
    },
  );
});

describe("a slot that is disturbed before its tests run", () => {
  /** Something writes into the tree right after each of the first checkouts. */
  function disturbing(git: Git, times: number): Git {
    let left = times;
    return {
      ...git,
      checkOut: async (repository, commit, folder) => {
        await git.checkOut(repository, commit, folder);
        if (left-- > 0) await writeFile(join(folder, "README.md"), "Ship\n"); // for "Shop", in the same second
      },
    };
  }

  async function openDisturbed(times: number): Promise<Forge> {
    await open();
    const git = createGit({ cloneFolder: join(world.folder, "clones"), resolve: () => world.origin.folder });
    const warn = (fields: Readonly<Record<string, unknown>>) => said.push(String(fields["why"]));
    const testCommand = 'test "$(cat README.md)" = Shop && test -e change.txt';
    return world.open({ git: disturbing(git, times), testCommand, log: { ...SILENT_LOG, warn } });
  }

  it("is given up for a fresh one before the tests run", async () => {
    const forge = await openDisturbed(2);
    await start(forge);
    expect(await endOf(forge)).toBe("success");
    expect(said).toEqual([
      expect.stringMatching(
        /^files in .*\/1\/tree differed from the commit before the tests: \["README\.md"\]$/,
      ),
      expect.stringMatching(/^files in .*\/2\/tree differed /),
    ]);
  });

  it("gives no verdict after three attempts, and the tests never ran", async () => {
    const forge = await openDisturbed(Number.POSITIVE_INFINITY);
    await start(forge);
    expect(await endOf(forge)).toBe("none");
    expect(said).toHaveLength(3);
    expect(await output()).toMatch(
      /^\n\[merge queue\] this gives no verdict on [0-9a-f]{40}: files in .* differed from the commit before the tests/,
    );
  });
});

describe("tests that check out another commit in their own folder", () => {
  const moving = async () => {
    const forge = await open();
    return { forge, testCommand: `ORIGIN='${world.origin.folder}'; ${MOVE_HEAD}` };
  };

  itInAll(
    "say nothing of the commit, whether they pass or fail: after three attempts the run cannot be started",
    async () => {
      const { testCommand } = await moving();
      const forge = world.open({ testCommand });
      await start(forge);
      expect(await endOf(forge)).toBe("none");
      expect(await output()).toMatch(
        /\n\[merge queue\] ended with exit code 0\n\n\[merge queue\] this gives no verdict on [0-9a-f]{40}: another commit was checked out in .*\/3\/tree while the tests ran\n$/,
      );
      expect(await start(forge)).toEqual({
        kind: "notStarted",
        reason: {
          code: "START_TEST_RUN_RETRY_EXHAUSTED",
          sentence: expect.stringMatching(
            /^The tests ran several times without a verdict: .* see file:\/\/\/.*\.log\.$/,
          ),
        },
      });
      expect(await world.open().readChecks(SHOP, RUN)).toBeNull();
      expect(await start(world.open())).toMatchObject({ kind: "notStarted" });
      await forge.stopTests(SHOP, RUN);
      expect(await start(world.open())).toMatchObject({ kind: "started" });
    },
  );

  itInCi("report the same where replicas share the runs", async () => {
    const { testCommand } = await moving();
    let served: (worker: RunBoardWorker) => void = () => undefined;
    const worker = new Promise<RunBoardWorker>((resolve) => {
      served = resolve;
    });
    const board: RunBoard = {
      post: async () => Promise.resolve(false),
      read: async () => Promise.resolve({ progress: "disturbed", url: "file://machine/run.log" }),
      remove: async () => Promise.resolve(),
      serve: async (one) => {
        served(one);
        return Promise.resolve();
      },
      close: async () => Promise.resolve(),
    };
    const forge = world.open({ testCommand, board });
    const order = await orderOf(RUN, await change());
    const signal = new AbortController().signal;
    expect(await (await worker).carryOut({ repository: SHOP, request: order }, signal)).toBe("disturbed");
    expect(await forge.readChecks(SHOP, RUN)).toBeNull();
    expect(await start(forge)).toMatchObject({
      kind: "notStarted",
      reason: { sentence: expect.stringMatching(/ see file:\/\/machine\/run\.log\.$/) },
    });
  });
});

describe("tests that leave their mark on their own folder", () => {
  itInAll.each([
    ["change files and leave others", "echo x > README.md; rm change.txt; touch left"],
    ["remove all of it", 'rm -rf "$PWD"'],
    [
      "make a repository of it, and commit there",
      "git init -q && rm change.txt && git add -A && git -c user.name=x -c user.email=x@x commit -qm theirs",
    ],
  ])(
    "have a verdict on the commit when they %s, and the next ones begin with its files",
    async (_, leave) => {
      const look = 'echo "$(ls -A): $(cat README.md)"; test -e change.txt';
      const forge = await open({ testCommand: `${look} || exit 1; ${leave}` });
      const commit = await change();
      for (const run of [RUN, NEXT_RUN]) {
        await start(forge, run, commit);
        expect(await endOf(forge, run)).toBe("success");
        expect(await output(run)).toMatch(/^README\.md\nchange\.txt: Shop\n/);
      }
      expect(said).toEqual([]);
    },
  );
});
