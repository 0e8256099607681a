/** What the forge makes of GitHub's rules, checks and pull requests, beyond what every forge promises. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId, pullRequestNumber, type TestRunId } from "../../../../../src/domain/ids.js";
import type { GitHubForge } from "../../../../../src/service/github/forge/github-forge.js";
import type { StartOutcome, TestRequest } from "../../../../../src/service/ports/forge.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { runNumber } from "../../../../contract/forge.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import {
  ACME_SHOP,
  GitHubForgeWorld,
  testBranchOf,
  withSettings,
} from "../../../../support/github-forge-world.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";

const SEVEN = pullRequestNumber(7);
const RUN = runNumber(1);
const JENKINS = { id: 77, slug: "jenkins" };
const IMPOSTOR = { id: 78, slug: "impostor" };

let world: GitHubForgeWorld;
let github: GitHub;
let forge: GitHubForge;

beforeEach(async () => {
  world = await GitHubForgeWorld.open({ settingsOf: withSettings({ directMergeMode: "always" }) });
  github = world.github;
  forge = world.forge;
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

async function orderOf(run: TestRunId, more: Partial<TestRequest> = {}): Promise<TestRequest> {
  return {
    run,
    commit: await world.testedCommit(run),
    testBranch: testBranchOf(run),
    targetBranch: "main",
    testedPullRequests: [SEVEN],
    requiredStatuses: [],
    ...more,
  };
}

async function start(run: TestRunId, requiredStatuses: readonly string[] = []): Promise<StartOutcome> {
  return forge.startTests(ACME_SHOP, await orderOf(run, { requiredStatuses }));
}

/** Each check with its conclusion, or its status while there is none. */
async function checks(run: TestRunId, asked = forge): Promise<Readonly<Record<string, string>> | null> {
  const read = await asked.readChecks(ACME_SHOP, run);
  return read === null
    ? null
    : Object.fromEntries(read.map((one) => [one.name, one.conclusion ?? one.status]));
}

function demand(name: string, app?: number) {
  return {
    type: "required_status_checks",
    parameters: {
      strict_required_status_checks_policy: false,
      required_status_checks: [{ context: name, ...(app === undefined ? {} : { integration_id: app }) }],
    },
  };
}

describe("what is required", () => {
  itInCi("is what branch protection and rulesets demand, each once", async () => {
    github.protect("main", { checks: ["build", "lint"] });
    github.ruleset({ rules: [demand("lint"), demand("docs", JENKINS.id), { type: "deletion" }] });
    github.ruleset({ enforcement: "evaluate", rules: [demand("tried out")] });
    github.ruleset({ include: ["refs/heads/other"], rules: [demand("elsewhere")] });
    expect(await start(RUN)).toEqual({
      kind: "started",
      requiredStatuses: ["build", "lint", "docs"],
      requiredStatusesSource: "repo_provider_branch_protection",
    });
  });

  it("is nothing where only reviews are, so that nothing would decide", async () => {
    github.protect("main", { requiredReviews: 1 });
    github.ruleset({ rules: [{ type: "non_fast_forward" }] });
    expect(await start(RUN)).toMatchObject({
      kind: "notStarted",
      reason: { sentence: expect.stringMatching(/`main` has no required checks.*requiredStatuses/) },
    });
  });

  itInCi("is the queue's own setting before anything else", async () => {
    github.protect("main", { checks: ["build"] });
    expect(await start(RUN, ["mine"])).toMatchObject({
      requiredStatuses: ["mine"],
      requiredStatusesSource: "merge_instance",
    });
    expect(await checks(RUN)).toEqual({ mine: "queued" });
  });

  itInAll.each([
    [403, "Upgrade to GitHub Pro or make this repository public to enable this feature."],
    [404, "Not Found"],
  ])("is what branch protection demands where there are no rulesets: %i", async (status, message) => {
    refuseRules(status, message);
    expect(await start(RUN)).toMatchObject({ kind: "notStarted" });
    github.protect("main", { checks: ["build"] });
    expect(await start(RUN)).toMatchObject({ requiredStatuses: ["build"] });
    world.conclude(RUN, "build", "success");
    expect(await checks(RUN)).toEqual({ build: "success" });
  });

  itInCi("is the queue's own setting also where the rules may not be read", async () => {
    refuseRules(403, "Resource not accessible by integration");
    await expect(start(runNumber(2))).rejects.toThrow("Resource not accessible");
    await start(RUN, ["build"]);
    world.conclude(RUN, "build", "success");
    expect(await checks(RUN)).toEqual({ build: "success" });
  });

  it("waits for the rules where they cannot be read just now", async () => {
    await start(RUN, ["build"]);
    world.conclude(RUN, "build", "success");
    github.faults.next("GET /repos/{owner}/{repo}/rules", { kind: "error", status: 503 }, 100);
    await expect(checks(RUN)).rejects.toMatchObject({ retryable: true });
  });
});

function refuseRules(status: number, message: string): void {
  const body = JSON.stringify({ message });
  const headers = { "content-type": "application/json" };
  github.faults.next("GET /repos/{owner}/{repo}/rules", { kind: "answer", status, headers, body }, 100);
}

describe("a check", () => {
  it("that ended is told as GitHub calls its end, and as failed where that is no word we know", async () => {
    const known = [
      ...["success", "failure", "neutral", "skipped", "cancelled"],
      ...["timed_out", "action_required", "stale", "startup_failure"],
    ];
    const all = [...known, "a word of the future"];
    await start(RUN, all);
    for (const conclusion of all) world.conclude(RUN, conclusion, conclusion);
    expect(await checks(RUN)).toEqual({
      ...Object.fromEntries(known.map((conclusion) => [conclusion, conclusion])),
      "a word of the future": "failure",
    });
  });

  it("that nobody reports stays open", async () => {
    await start(RUN, ["build", "never"]);
    world.conclude(RUN, "build", "success");
    world.conclude(RUN, "other", "failure");
    expect(await checks(RUN)).toEqual({ build: "success", never: "queued" });
  });

  itInAll("that runs again is open again, and ends anew", async () => {
    await start(RUN, ["build"]);
    const { commit } = await orderOf(RUN);
    github.reportCheck(commit, "build", "failure");
    expect(await checks(RUN)).toEqual({ build: "failure" });
    github.reportCheck(commit, "build", null);
    expect(await checks(RUN)).toEqual({ build: "in_progress" });
    github.reportCheck(commit, "build", "success");
    expect(await checks(RUN)).toEqual({ build: "success" });
  });

  it("of another App than the rules demand does not count", async () => {
    github.ruleset({ rules: [demand("build", JENKINS.id)] });
    await start(RUN);
    const { commit } = await orderOf(RUN);
    github.reportCheck(commit, "build", "success", IMPOSTOR);
    github.reportStatus(commit, "build", "success", "impostor");
    expect(await checks(RUN)).toEqual({ build: "queued" });
    github.reportCheck(commit, "build", "failure", JENKINS);
    expect(await checks(RUN)).toEqual({ build: "failure" });
  });

  it("that two Apps have to report passes when both have", async () => {
    github.ruleset({ rules: [demand("build", JENKINS.id), demand("build", IMPOSTOR.id)] });
    await start(RUN);
    const { commit } = await orderOf(RUN);
    github.reportCheck(commit, "build", "success", JENKINS);
    expect(await checks(RUN)).toEqual({ build: "queued" });
    github.reportCheck(commit, "build", "success", IMPOSTOR);
    expect(await checks(RUN)).toEqual({ build: "success" });
  });

  itInCi("may be a commit status", async () => {
    await start(RUN, ["ci/old"]);
    const { commit } = await orderOf(RUN);
    for (const [state, told] of [
      ["pending", "in_progress"],
      ["error", "failure"],
      ["failure", "failure"],
      ["success", "success"],
    ] as const) {
      github.reportStatus(commit, "ci/old", state);
      expect(await checks(RUN)).toEqual({ "ci/old": told });
    }
  });

  itInAll("that a check run and a commit status report passes when both have", async () => {
    await start(RUN, ["build"]);
    const { commit } = await orderOf(RUN);
    github.reportStatus(commit, "build", "failure");
    github.reportCheck(commit, "build", "success");
    expect(await checks(RUN)).toEqual({ build: "failure" });
    github.reportStatus(commit, "build", "pending");
    expect(await checks(RUN)).toEqual({ build: "in_progress" });
    github.reportStatus(commit, "build", "success");
    expect(await checks(RUN)).toEqual({ build: "success" });
  });

  it("that is open, or has failed, has nobody ask for commit statuses", async () => {
    await start(RUN, ["build"]);
    const { commit } = await orderOf(RUN);
    for (const conclusion of [null, "failure"]) {
      github.reportCheck(commit, "build", conclusion);
      await checks(RUN);
    }
    expect(github.calls.filter(({ path }) => path.endsWith("/status"))).toEqual([]);
  });

  itInAll("may be one of hundreds", async () => {
    const { commit } = await orderOf(RUN);
    const names = Array.from({ length: 230 }, (_, index) => `job ${index}`);
    await start(RUN, names);
    for (const name of names) github.reportCheck(commit, name, "success");
    github.reportCheck(commit, "job 7", "failure");
    const told = Object.entries((await checks(RUN)) ?? {});
    expect(told).toHaveLength(230);
    expect(told.filter(([, conclusion]) => conclusion !== "success")).toEqual([["job 7", "failure"]]);
  });

  itInCi("may have any name, and no address that leads somewhere else than to the web", async () => {
    const name = "<img src=x> `rm -rf` \u202e../../x/\n::error::";
    await start(RUN, [name, "__proto__"]);
    const { commit } = await orderOf(RUN);
    github.reportStatus(commit, "__proto__", "success");
    const status = github.world.statuses.at(-1);
    if (status === undefined) throw new Error("there is a status");
    Object.assign(status, { targetUrl: "javascript:alert(1)" });
    github.reportCheck(commit, name, "success");
    expect(await forge.readChecks(ACME_SHOP, RUN)).toEqual([
      {
        ...{ name, url: expect.stringMatching(/^http/), status: "completed", conclusion: "success" },
        ...{ startedAt: expect.any(Number), endedAt: expect.any(Number) },
      },
      { name: "__proto__", url: "", status: "completed", conclusion: "success" },
    ]);
  });
});

describe("a test run", () => {
  itInAll("is known to another process by its branch, with the rules of the branch it is for", async () => {
    github.ruleset({ rules: [demand("build", JENKINS.id)] });
    await world.pushToPullRequest(7, "A change", "ada");
    await start(RUN);
    const { commit } = await orderOf(RUN);
    github.reportCheck(commit, "build", "success", IMPOSTOR);
    const { forge: other } = world.reopen();
    expect(await checks(RUN, other)).toEqual({ build: "queued" });
    github.reportCheck(commit, "build", "success", JENKINS);
    expect(await checks(RUN, other)).toEqual({ build: "success" });
    await github.setBranch(testBranchOf(RUN), null);
    const { forge: later } = world.reopen();
    expect(await checks(RUN, later)).toBeNull();
  });

  itInAll("on a commit that was tested before needs a verdict of its own", async () => {
    github.protect("main", { checks: ["build", "ci/old"] });
    const first = await orderOf(RUN);
    await forge.startTests(ACME_SHOP, first);
    github.reportCheck(first.commit, "build", "failure");
    github.reportStatus(first.commit, "ci/old", "success");
    expect(await checks(RUN)).toEqual({ build: "failure", "ci/old": "success" });

    const again = { ...first, run: runNumber(2), testBranch: testBranchOf(runNumber(2)) };
    await forge.startTests(ACME_SHOP, again);
    await forge.stopTests(ACME_SHOP, RUN);
    expect(await checks(again.run)).toEqual({ build: "queued", "ci/old": "queued" });
    github.reportCheck(first.commit, "build", "success");
    github.reportStatus(first.commit, "ci/old", "success");
    expect(await checks(again.run)).toEqual({ build: "success", "ci/old": "success" });
  });

  it("that is stopped has its workflows called off, and nobody else's", async () => {
    await start(RUN, ["build"]);
    const { commit: headSha } = await orderOf(RUN);
    const own = github.workflowRun({ headSha, headBranch: testBranchOf(RUN), status: "in_progress" });
    const done = github.workflowRun({
      ...{ headSha, headBranch: testBranchOf(RUN) },
      ...{ status: "completed", conclusion: "success" },
    });
    const landed = github.workflowRun({ headSha, headBranch: "main", status: "in_progress" });
    await forge.stopTests(ACME_SHOP, RUN);
    expect([own, done, landed].map(({ status, conclusion }) => conclusion ?? status)).toEqual([
      "cancelled",
      "success",
      "in_progress",
    ]);
  });

  itInCi("that came to its end costs nothing to stop", async () => {
    await start(RUN, ["build"]);
    world.conclude(RUN, "build", "success");
    await checks(RUN);
    github.forgetCalls();
    await forge.stopTests(ACME_SHOP, RUN);
    expect(github.calls).toEqual([]);
  });

  it("is stopped also where workflows may not be", async () => {
    github.addToken("github_pat_weak", "weak", { contents: "write", checks: "read", statuses: "read" });
    const { forge: weak } = world.reopen({
      calling: { access: { kind: "token", token: "github_pat_weak" } },
    });
    await weak.startTests(ACME_SHOP, await orderOf(RUN, { requiredStatuses: ["build"] }));
    await weak.stopTests(ACME_SHOP, RUN);
    expect(await checks(RUN, weak)).toBeNull();
  });

  itInAll("is stopped also where its commit is gone", async () => {
    const commit = commitId("1".repeat(40));
    await forge.startTests(ACME_SHOP, { ...(await orderOf(RUN)), commit, requiredStatuses: ["build"] });
    await expect(forge.readChecks(ACME_SHOP, RUN)).rejects.toThrow(ForgeError);
    await forge.stopTests(ACME_SHOP, RUN);
    expect(await checks(RUN)).toBeNull();
  });

  it("has news when its commit or its branch has, whoever started it", async () => {
    const heard: unknown[] = [];
    forge.onChecks((repository, run) => heard.push([repository, run]));
    await start(RUN, ["build"]);
    const { commit: headSha } = await orderOf(RUN);
    const elsewhere = { ...ACME_SHOP, name: "other" };
    forge.checksChanged(ACME_SHOP, { headSha, branch: null });
    forge.checksChanged(ACME_SHOP, { headSha, branch: testBranchOf(runNumber(9)) });
    forge.checksChanged(elsewhere, { headSha, branch: null });
    forge.checksChanged(ACME_SHOP, { headSha, branch: "mq-merge/pr-x/not-a-run" });
    expect(heard).toEqual([
      [ACME_SHOP, RUN],
      [ACME_SHOP, RUN],
      [ACME_SHOP, runNumber(9)],
      [ACME_SHOP, RUN],
    ]);
  });

  itInAll("and the tip, looked at again, cost nothing of the limit while nothing changed", async () => {
    github.protect("main", { checks: ["build", "ci/old"] });
    await start(RUN);
    const look = async () => {
      await forge.readTip(ACME_SHOP, "main");
      await checks(RUN);
    };
    await look();
    github.forgetCalls();
    await look();
    expect(github.calls.length).toBeGreaterThan(0);
    expect(github.countsPerRoute()).toEqual({});
  });

  itInCi("is told right through failures that pass", async () => {
    github.protect("main", { checks: ["build"] });
    await start(RUN);
    world.conclude(RUN, "build", "failure");
    for (const fault of [{ kind: "error", status: 502 }, { kind: "cutBefore" }] as const) {
      github.faults.next("GET", fault);
      expect(await checks(RUN)).toEqual({ build: "failure" });
    }
    expect(github.faults.happened).toHaveLength(2);
  });
});

describe("a pull request", () => {
  const facts = async () => forge.readPullRequest(ACME_SHOP, SEVEN, "main");

  itInCi("that is a draft, or goes elsewhere, says so", async () => {
    await github.pushToBranch("release");
    await github.openPullRequest({ number: 7, base: "release", draft: true, author: "ada" });
    expect(await facts()).toMatchObject({
      ...{ state: "open", draft: true, baseBranch: "release", author: "ada", mergeability: "mergeable" },
      ...{ basedOn: null, ownChecksPassed: false },
    });
  });

  it("that was closed has no mergeability any more", async () => {
    await github.openPullRequest({ number: 7 });
    await github.closePullRequest(7);
    expect(await facts()).toMatchObject({ state: "closed", mergeability: "unspecified" });
  });

  itInCi("that conflicts is not mergeable", async () => {
    await github.openPullRequest({ number: 7, files: { "README.md": "# Mine\n" } });
    await github.pushToBranch("main", { "README.md": "# Yours\n" });
    expect(await facts()).toMatchObject({ mergeability: "not_mergeable" });
  });

  itInAll(
    "that lacks a review, or whose own check has failed, is not mergeable until it has both",
    async () => {
      github.protect("main", { checks: ["build"], requiredReviews: 1 });
      github.setPermission("bob", "write");
      const { headSha } = await github.openPullRequest({ number: 7 });
      github.reportCheck(headSha, "build", "failure");
      expect(await facts()).toMatchObject({ mergeability: "not_mergeable" });
      github.review(7, "bob", "APPROVED");
      expect(await facts()).toMatchObject({ mergeability: "not_mergeable" });
      github.reportCheck(headSha, "build", "success");
      expect(await facts()).toMatchObject({ mergeability: "mergeable" });
    },
  );

  it("has a green head while no required check of its branch has failed or is missing", async () => {
    github.protect("main", { checks: ["build"] });
    const { headSha } = await github.openPullRequest({ number: 7 });
    expect(await facts()).not.toHaveProperty("isHeadGreen");
    github.reportCheck(headSha, "lint", "failure");
    github.reportCheck(headSha, "build", "success");
    expect(await facts()).toMatchObject({ isHeadGreen: true, ownChecksPassed: false });
    github.reportCheck(headSha, "build", "failure");
    expect(await facts()).not.toHaveProperty("isHeadGreen");
  });

  itInAll("that is behind its base is mergeable: the queue brings it there", async () => {
    github.protect("main", { strict: true, checks: ["build"] });
    const { headSha } = await github.openPullRequest({ number: 7 });
    github.reportCheck(headSha, "build", "success");
    await github.pushToBranch("main", { "other.txt": "x" });
    expect(await facts()).toMatchObject({ mergeability: "mergeable" });
  });

  it("of which GitHub has not found out yet is in progress", async () => {
    await github.openPullRequest({ number: 7 });
    const { forge: hasty } = world.reopen({ mergeabilityPausesMs: [] });
    expect(await hasty.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({
      mergeability: "in_progress",
    });
    expect(await facts()).toMatchObject({ mergeability: "mergeable" });
  });

  itInAll("is based on the tip while it contains that, and is known to since the tip was read", async () => {
    await github.openPullRequest({ number: 7 });
    expect(await facts()).toMatchObject({ basedOn: null, ownChecksPassed: false });
    const tip = await forge.readTip(ACME_SHOP, "main");
    expect(await facts()).toMatchObject({ basedOn: tip, ownChecksPassed: false });
    await github.pushToBranch("main", { "other.txt": "x" });
    await forge.readTip(ACME_SHOP, "main");
    expect(await facts()).toMatchObject({ basedOn: null, ownChecksPassed: false });
  });

  itInAll("has no merits of its own where nothing is required", async () => {
    await github.openPullRequest({ number: 7 });
    const tip = await forge.readTip(ACME_SHOP, "main");
    expect(await facts()).toMatchObject({ basedOn: tip, ownChecksPassed: false });
  });

  itInCi(
    "is one call besides the rules of its branch and the repository's settings where nobody asks for its own merits",
    async () => {
      await github.openPullRequest({ number: 7 });
      await facts();
      const { forge: usual } = world.reopen({ settingsOf: withSettings({}) });
      github.forgetCalls();
      await usual.readPullRequest(ACME_SHOP, SEVEN, "main");
      expect(github.calls.map(({ path }) => path.replace("/repos/acme/shop", ""))).toEqual([
        "/pulls/7",
        "/branches/main",
        "/rules/branches/main",
        "",
      ]);
      github.forgetCalls();
      await usual.readPullRequest(ACME_SHOP, SEVEN, "main", "presence");
      expect(github.calls).toHaveLength(1);
    },
  );

  it("cannot be told of where the answers make no sense", async () => {
    await github.openPullRequest({ number: 7 });
    Object.assign(github.pull(7), { headSha: "$(reboot)" });
    await expect(facts()).rejects.toThrow(ForgeError);
  });

  it("has an address", () => {
    expect(forge.pullRequestUrl(ACME_SHOP, SEVEN)).toBe("https://example.com/acme/shop/pull/7");
  });
});

describe("the run of a fork's job", () => {
  async function forked() {
    const { headSha, headRef } = await github.openPullRequest({ number: 7, fork: "stranger" });
    const run = github.workflowRun({
      ...{ headSha, headBranch: headRef, fork: "stranger", event: "pull_request", status: "in_progress" },
    });
    return { run: String(run.id), pullRequest: SEVEN, headSha };
  }
  const verdict = async (claim: { run: string; pullRequest: typeof SEVEN; headSha: CommitId }) =>
    forge.verifyForkedRun?.(ACME_SHOP, claim);

  itInAll(
    "is verified while it is running on the head that it claims, and belongs to this fork",
    async () => {
      const { headSha, headRef } = await github.openPullRequest({ number: 7, fork: "stranger" });
      const running = {
        ...{ headSha, headBranch: headRef, fork: "stranger", event: "pull_request", status: "in_progress" },
      };
      for (const [expected, more] of [
        ["verified", {}],
        ["notRunning", { status: "completed", conclusion: "success" }],
        ["notRunning", { status: "queued" }],
        ["notFromFork", { fork: null }],
        ["notFromFork", { fork: "somebody-else" }],
        ["notFromFork", { headBranch: "another-branch" }],
        ["notFromFork", { event: "push" }],
      ] as const) {
        const { id } = github.workflowRun({ ...running, ...more });
        expect([await verdict({ run: String(id), pullRequest: SEVEN, headSha }), more]).toEqual([
          expected,
          more,
        ]);
      }
    },
  );

  itInCi("does not vouch for another head, another pull request, or a number that is none", async () => {
    const claim = await forked();
    const headSha = commitId("0".repeat(40));
    await github.openPullRequest({ number: 8, fork: "other" });
    expect(await verdict({ ...claim, headSha })).toBe("otherHead");
    expect(await verdict({ ...claim, pullRequest: pullRequestNumber(8) })).toBe("notFromFork");
    expect(await verdict({ ...claim, pullRequest: pullRequestNumber(99) })).toBe("notFromFork");
    for (const run of ["1", "0", "../../pulls/7", "1e3", "99999999999999999999", ""]) {
      expect(await verdict({ ...claim, run })).toBe("unknownRun");
    }
  });
});
