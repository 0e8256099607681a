/** What every forge promises the service. An adapter is ready when it passes. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Check } from "../../src/domain/check.js";
import { type CommitId, pullRequestNumber, type TestRunId, testRunId } from "../../src/domain/ids.js";
import type { Repository } from "../../src/domain/repository.js";
import type { Forge, TestRequest } from "../../src/service/ports/forge.js";
import { ForgeError } from "../../src/service/ports/world-error.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

/** The repository that the forge under test serves. */
export const SHOP: Repository = { host: "example.com", owner: "acme", name: "shop" };

const ELSEWHERE: Repository = { host: "example.com", owner: "acme", name: "elsewhere" };

/** A forge, and hands to move what it stands on. */
export interface ForgeWorld {
  readonly forge: Forge;
  /** Adds a commit to a branch, which is made if need be. */
  pushToBranch(branch: string): Promise<CommitId>;
  removeBranch(branch: string): Promise<void>;
  /** Adds a commit to a pull request onto `main`, which is opened if need be. */
  pushToPullRequest(number: number, title: string, author: string): Promise<CommitId>;
  /** Brings a pull request onto `main` behind the queue's back. */
  mergePullRequest(number: number): Promise<void>;
  /** A commit that CI can test, published for a run; the same one when it is asked for again. */
  testedCommit(run: TestRunId): Promise<CommitId>;
  /** Whom a pull request is by after somebody else pushed to it. */
  readonly author: "whoOpenedIt" | "whoPushedLast";
  /** Lets CI decide a run that is under way. */
  conclude(run: TestRunId, verdict: "success" | "failure"): Promise<void>;
  close(): Promise<void>;
}

const SEVEN = pullRequestNumber(7);

export function runNumber(number: number): TestRunId {
  return testRunId(`00000000-0000-8000-8000-${String(number).padStart(12, "0")}`);
}

/** `open` gives a world whose repository has a branch `main`; without `ci`, nothing ever tests anything. */
export function forgeContract(open: OpenForgeWorld): void {
  repositoryContract(open);
  testRunContract(open);
}

type OpenForgeWorld = (options: { readonly ci: boolean }) => Promise<ForgeWorld>;

/** What a forge promises of repositories and pull requests. */
function repositoryContract(open: OpenForgeWorld): void {
  let world: ForgeWorld;
  let forge: Forge;

  beforeEach(async () => {
    world = await open({ ci: true });
    forge = world.forge;
  });
  afterEach(() => world.close());

  describe("repositories", () => {
    it("are served under their name in any case, and no others are", async () => {
      expect(await forge.hasRepository(SHOP)).toBe(true);
      expect(await forge.hasRepository({ host: "EXAMPLE.com", owner: "Acme", name: "Shop" })).toBe(true);
      expect(await forge.hasRepository(ELSEWHERE)).toBe(false);
    });

    it("that are not served are a forge error, not an empty answer", async () => {
      for (const question of [
        forge.readTip(ELSEWHERE, "main"),
        forge.readPullRequest(ELSEWHERE, SEVEN, "main"),
      ]) {
        const failure = await question.catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ForgeError);
        expect(failure).toMatchObject({ retryable: false });
      }
    });
  });

  describe("readTip", () => {
    itInAll("follows the branch", async () => {
      const first = await world.pushToBranch("main");
      expect(await forge.readTip(SHOP, "main")).toBe(first);
      const second = await world.pushToBranch("main");
      expect(await forge.readTip(SHOP, "main")).toBe(second);
    });

    itInCi("is null for a branch that does not exist, or no longer", async () => {
      expect(await forge.readTip(SHOP, "release")).toBeNull();
      await world.pushToBranch("release");
      await world.removeBranch("release");
      expect(await forge.readTip(SHOP, "release")).toBeNull();
    });

    it("takes a name literally", async () => {
      for (const name of ["*", "ma*", "refs/heads/main", "", "../main"]) {
        expect(await forge.readTip(SHOP, name)).toBeNull();
      }
    });
  });

  describe("readPullRequest", () => {
    itInAll("gives what the pull request is now", async () => {
      const facts = {
        number: SEVEN,
        baseBranch: "main",
        state: "open",
        draft: false,
        mergeability: "mergeable",
        basedOn: null,
        ownChecksPassed: false,
      };
      const first = await world.pushToPullRequest(7, "Say “hello” 🚀", "Ünal");
      expect(await forge.readPullRequest(SHOP, SEVEN, "main")).toMatchObject({
        ...facts,
        headSha: first,
        title: "Say “hello” 🚀",
        author: "Ünal",
      });
      const second = await world.pushToPullRequest(7, "Say more", "Bob");
      expect(await forge.readPullRequest(SHOP, SEVEN, "main")).toMatchObject({
        ...facts,
        headSha: second,
        title: "Say more",
        author: world.author === "whoOpenedIt" ? "Ünal" : "Bob",
      });
    });

    itInAll("is null for a pull request that does not exist", async () => {
      await world.pushToPullRequest(70, "Another one", "Ada");
      expect(await forge.readPullRequest(SHOP, SEVEN, "main")).toBeNull();
    });

    itInCi("tells when somebody merged it", async () => {
      await world.pushToPullRequest(7, "Change", "Ada");
      await world.mergePullRequest(7);
      expect(await forge.readPullRequest(SHOP, SEVEN, "main")).toMatchObject({ state: "merged" });
    });
  });

  it("gives an address of a pull request, or none", () => {
    const url = forge.pullRequestUrl(SHOP, SEVEN);
    expect(url === "" || URL.canParse(url)).toBe(true);
  });
}

/** What a forge promises of CI. */
export function testRunContract(open: OpenForgeWorld): void {
  let world: ForgeWorld;
  let forge: Forge;
  let news: Map<TestRunId, () => void>;

  beforeEach(async () => {
    await use({ ci: true });
  });
  afterEach(() => world.close());

  async function use(options: { readonly ci: boolean }): Promise<void> {
    world = await open(options);
    forge = world.forge;
    news = new Map();
    forge.onChecks((repository, run) => {
      expect(repository).toEqual(SHOP);
      news.get(run)?.();
    });
  }

  async function orderOf(run: TestRunId, requiredStatuses: readonly string[] = []): Promise<TestRequest> {
    return {
      run,
      commit: await world.testedCommit(run),
      testBranch: `mq-merge/pr-7/${run}`,
      targetBranch: "main",
      testedPullRequests: [SEVEN],
      requiredStatuses,
    };
  }

  async function start(run: TestRunId, requiredStatuses: readonly string[] = []) {
    return forge.startTests(SHOP, await orderOf(run, requiredStatuses));
  }

  /** Lets CI decide, and waits until the forge says that there is news. */
  async function decide(run: TestRunId, verdict: "success" | "failure"): Promise<void> {
    const heard = new Promise<void>((resolve) => news.set(run, resolve));
    await world.conclude(run, verdict);
    await heard;
  }

  async function check(run: TestRunId): Promise<Pick<Check, "name" | "conclusion"> | null> {
    const checks = await forge.readChecks(SHOP, run);
    if (checks === null) return null;
    expect(checks).toHaveLength(1);
    const [only] = checks;
    if (only === undefined) throw new Error("expected a check");
    expect(only.status === "completed").toBe(only.conclusion !== null);
    return { name: only.name, conclusion: only.conclusion };
  }

  describe("a test run", () => {
    itInAll("is decided by the forge's own checks unless the queue names some", async () => {
      expect(await start(runNumber(1))).toEqual({
        kind: "started",
        requiredStatuses: ["tests"],
        requiredStatusesSource: "repo_provider_branch_protection",
      });
      expect(await start(runNumber(2), ["tests"])).toEqual({
        kind: "started",
        requiredStatuses: ["tests"],
        requiredStatusesSource: "merge_instance",
      });
    });

    itInAll.each(["success", "failure"] as const)("is open until CI decides it: %s", async (verdict) => {
      await start(runNumber(1));
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: null });
      await decide(runNumber(1), verdict);
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: verdict });
    });

    itInAll("is not started twice while it is under way", async () => {
      const order = await orderOf(runNumber(1));
      const outcomes = await Promise.all([forge.startTests(SHOP, order), forge.startTests(SHOP, order)]);
      expect(outcomes[1]).toEqual(outcomes[0]);
      await decide(runNumber(1), "success");
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: "success" });
    });

    itInAll("keeps its verdict when it is started again", async () => {
      const order = await orderOf(runNumber(1));
      const outcome = await forge.startTests(SHOP, order);
      await decide(runNumber(1), "failure");
      expect(await forge.startTests(SHOP, order)).toEqual(outcome);
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: "failure" });
    });

    itInAll("is decided on its own", async () => {
      await start(runNumber(1));
      await start(runNumber(2));
      await decide(runNumber(2), "failure");
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: null });
      await decide(runNumber(1), "success");
      expect(await check(runNumber(2))).toEqual({ name: "tests", conclusion: "failure" });
    });

    it("is unknown before it starts", async () => {
      expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
    });

    itInAll("is forgotten when it is stopped, and stopping again is harmless", async () => {
      await start(runNumber(1));
      await start(runNumber(2));
      for (let times = 0; times < 2; times += 1) await forge.stopTests(SHOP, runNumber(1));
      expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
      await decide(runNumber(2), "success");
      expect(await check(runNumber(2))).toEqual({ name: "tests", conclusion: "success" });
    });

    itInAll("is forgotten when it is stopped after it was decided", async () => {
      await start(runNumber(1));
      await decide(runNumber(1), "success");
      await forge.stopTests(SHOP, runNumber(1));
      expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
    });

    itInAll("begins anew when it is started after it was forgotten", async () => {
      await start(runNumber(1));
      await decide(runNumber(1), "failure");
      await forge.stopTests(SHOP, runNumber(1));
      await start(runNumber(1));
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: null });
      await decide(runNumber(1), "success");
      expect(await check(runNumber(1))).toEqual({ name: "tests", conclusion: "success" });
    });

    it("that was never started can be stopped", async () => {
      await forge.stopTests(SHOP, runNumber(1));
      expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
    });

    itInCi("does not start where nothing would ever decide it", async () => {
      await world.close();
      await use({ ci: false });
      expect(await start(runNumber(1))).toMatchObject({
        kind: "notStarted",
        reason: { code: "START_TEST_RUN_NO_REQUIRED_STATUSES", sentence: expect.stringMatching(/decide/) },
      });
      expect(await forge.readChecks(SHOP, runNumber(1))).toBeNull();
    });

    itInCi("under way does not keep the forge from closing", async () => {
      await start(runNumber(1));
      await forge.close();
      await forge.close();
    });
  });
}
