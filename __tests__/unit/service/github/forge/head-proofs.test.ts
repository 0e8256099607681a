/**
 * When the own checks of a pull request's head stand for a test run: each required check succeeded on that very tree, in
 * workflows of which the last ten test branches executed the same jobs. Two-tier CI, whose long jobs run on test branches
 * only, never qualifies.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, treeId } from "../../../../../src/domain/ids.js";
import type { PullRequestFacts } from "../../../../../src/domain/pull-request.js";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import type { GitHubForge } from "../../../../../src/service/github/forge/github-forge.js";
import type { TestedCommit } from "../../../../../src/service/ports/forge.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { runNumber } from "../../../../contract/forge.js";
import { withList } from "../../../../support/actions/ci-bugs.js";
import type { JobStep, WorkflowRun } from "../../../../support/github/checks.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import {
  ACME_SHOP,
  GitHubForgeWorld,
  testBranchOf,
  withSettings,
} from "../../../../support/github-forge-world.js";
import { isJsonObject } from "../../../../support/json-object.js";
import { itInCi } from "../../../../support/sized-tests.js";
import { isAtLeast } from "../../../../support/test-size.js";

type Jobs = Readonly<Record<string, string>>;

const BOTH: Jobs = { build: "success", integration: "success" };
const SHORT: Jobs = { build: "success", integration: "skipped" };
/** Each opens a pull request and reads it; the first ones are two-tier CI. */
const SOME_CASES = 6;
const JENKINS = { id: 77, slug: "jenkins" };

let world: GitHubForgeWorld;
let github: GitHub;
let settings: Partial<QueueSettings>;
/** The newest test runs that landed, as the store has them. */
let tested: readonly TestedCommit[];
let ten: readonly TestedCommit[];
let pulls = 100;
let branches = 0;

beforeAll(async () => {
  world = await GitHubForgeWorld.open({
    settingsOf: async (...asked) => withSettings({ directMergeMode: "always", ...settings })(...asked),
    testedCommits: async () => Promise.resolve(tested),
  });
  github = world.github;
  github.protect("main", { checks: ["build"] });
  const branchesTested: TestedCommit[] = [];
  for (let count = 0; count < 10; count += 1) branchesTested.push(await testBranch(BOTH));
  ten = branchesTested;
  await world.forge.readTip(ACME_SHOP, "main");
});
beforeEach(() => {
  settings = {};
  tested = ten;
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** A moment after all that this suite has done. */
function later(): string {
  return new Date(Date.now() + 60_000).toISOString();
}

function end(run: WorkflowRun, jobs: Jobs, steps: Readonly<Record<string, readonly JobStep[]>> = {}): void {
  for (const [name, conclusion] of Object.entries(jobs)) github.reportJob(run, name, conclusion, steps[name]);
  github.changeWorkflowRun(run, "completed", "success");
}

/** A test branch on which CI ran these jobs, and which landed. */
async function testBranch(
  jobs: Jobs,
  name = "CI",
  steps?: Readonly<Record<string, readonly JobStep[]>>,
): Promise<TestedCommit> {
  branches += 1;
  const run = runNumber(branches);
  const headBranch = testBranchOf(run);
  const commit = await github.pushToBranch(headBranch);
  end(github.workflowRun({ headSha: commit, headBranch, name }), jobs, steps);
  return { run, commit };
}

interface Head {
  readonly number: number;
  readonly headSha: CommitId;
  readonly headBranch: string;
}

async function openPullRequest(fork: string | null = null, base = "main"): Promise<Head> {
  pulls += 1;
  const branch = `own-${pulls}`;
  const { headSha, headRef } = await github.openPullRequest({ number: pulls, branch, fork, base });
  return { number: pulls, headSha, headBranch: headRef };
}

/** CI on the pull request itself. */
function own({ headSha, headBranch }: Head, jobs: Jobs, more: Partial<WorkflowRun> = {}): WorkflowRun {
  const run = github.workflowRun({ headSha, headBranch, name: "CI", event: "pull_request", ...more });
  end(run, jobs);
  return run;
}

async function factsOf({ number }: Head, forge: GitHubForge = world.forge): Promise<PullRequestFacts> {
  const facts = await forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main");
  if (facts === null) throw new Error(`#${number} is not there`);
  return facts;
}

describe("a head on the tip, with the jobs of the last ten test branches,", () => {
  it("is proven, and its evidence is its tree, its checks, its jobs, and these test branches", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    const tree = treeId(await github.world.git.repository.tree(head.headSha));
    expect(await factsOf(head)).toMatchObject({
      basedOn: github.tip("main"),
      ownChecksPassed: true,
      headEvidence: {
        tree,
        checks: [{ name: "build", workflow: "CI" }],
        jobs: ["CI / build", "CI / integration"],
        sameJobsOn: ten.map(({ run }) => run),
      },
    });
  });

  itInCi("is proven by a push too, and by the later of two runs", async () => {
    const head = await openPullRequest();
    own(head, SHORT);
    expect(await factsOf(head)).toMatchObject({ ownChecksPassed: false });
    own(head, BOTH, { event: "push" });
    expect(await factsOf(head)).toMatchObject({ ownChecksPassed: true });
  });

  it("needs no call for a head behind the tip, and none to GitHub for more while one is missing", async () => {
    tested = ten.slice(1);
    const head = await openPullRequest();
    own(head, BOTH);
    await factsOf(head);
    github.forgetCalls();
    const facts = await factsOf(head);
    expect(facts.retestReason).toBe(
      "only 9 of the last landings were tested on a test branch, and 10 are compared",
    );
    expect(github.calls.filter(({ path }) => /\/(jobs|git\/commits)/.test(path))).toEqual([]);
  });
});

describe("a head is tested", () => {
  interface Case {
    readonly name: string;
    readonly prepare: (head: Head) => Promise<void> | void;
    readonly why: RegExp | undefined;
    readonly fork?: string;
  }
  const cases: readonly Case[] = [
    {
      name: "whose long job was skipped: two-tier CI",
      prepare: (head) => void own(head, SHORT),
      why: /^the job `CI \/ integration` was skipped on its head and executed on a test branch$/,
    },
    {
      name: "that lacks the long job",
      prepare: (head) => void own(head, { build: "success" }),
      why: /^the job `CI \/ integration` does not exist on its head and executed/,
    },
    {
      name: "with a job that no test branch has",
      prepare: (head) => void own(head, { ...BOTH, deploy: "skipped" }),
      why: /^the job `CI \/ deploy` was skipped on its head and does not exist/,
    },
    {
      name: "whose long job was cancelled",
      prepare: (head) => void own(head, { ...BOTH, integration: "cancelled" }),
      why: /`CI \/ integration` was cancelled on its head/,
    },
    {
      name: "whose required check was skipped, even if that may pass a test run",
      prepare: (head) => {
        settings = { skippedChecks: { build: "pass" } };
        own(head, { ...BOTH, build: "skipped" });
      },
      why: /^`build` was skipped on its head$/,
    },
    {
      name: "whose check is open",
      prepare: (head) => void github.reportJob(own(head, {}), "build", null),
      why: undefined,
    },
    {
      name: "without a check that only the queue requires",
      prepare: (head) => {
        settings = { requiredStatuses: ["build", "e2e"] };
        own(head, BOTH);
      },
      why: undefined,
    },
    {
      name: "tested by another workflow than test branches",
      prepare: (head) => void own(head, BOTH, { name: "Pull requests" }),
      why: /^test branches do not run the workflow `Pull requests`$/,
    },
    {
      name: "by a workflow that has not ended",
      prepare: ({ headSha, headBranch, ...head }) => {
        own({ headSha, headBranch, ...head }, BOTH);
        github.workflowRun({ headSha, headBranch, name: "Docs", status: "in_progress" });
      },
      why: /^the workflow `Docs` is not complete$/,
    },
    {
      name: "by a run that checks out the base",
      prepare: (head) => void own(head, BOTH, { event: "pull_request_target" }),
      why: /^the workflow `CI` ran for `pull_request_target`, which does not test the head$/,
    },
    {
      name: "from a fork, of whose runs GitHub names no base",
      prepare: (head) => void own(head, BOTH, { fork: "mona" }),
      why: /^GitHub does not show that the head contains the base with which `CI` tested it$/,
    },
    {
      name: "of which a check is another App's",
      prepare: ({ headSha, ...head }) => {
        own({ headSha, ...head }, BOTH);
        github.reportCheck(headSha, "build", "success", JENKINS);
      },
      why: /^`build` is not a job of GitHub Actions, so it cannot be compared$/,
    },
    {
      name: "of which a check is also a commit status",
      prepare: ({ headSha, ...head }) => {
        own({ headSha, ...head }, BOTH);
        github.reportStatus(headSha, "build", "success");
      },
      why: /^`build` is not a job of GitHub Actions/,
    },
    {
      name: "where one of the ten test branches had another job",
      prepare: async (head) => {
        own(head, BOTH);
        tested = [...ten.slice(0, 9), await testBranch({ ...BOTH, nightly: "success" })];
      },
      why: /`CI \/ nightly` does not exist on its head and executed on a test branch/,
    },
    {
      name: "where a second workflow reports the check on test branches only",
      prepare: async (head) => {
        own(head, BOTH);
        const both = await testBranch(BOTH);
        const headBranch = testBranchOf(both.run);
        end(github.workflowRun({ headSha: both.commit, headBranch, name: "Long" }), { build: "success" });
        tested = [both, ...ten.slice(0, 9)];
      },
      why: /^only test branches run the workflow `Long`$/,
    },
    {
      name: "where GitHub no longer has the jobs of a test branch",
      prepare: async (head) => {
        own(head, BOTH);
        const commit = await github.pushToBranch("without-runs");
        tested = [...ten.slice(0, 9), { run: runNumber(999), commit }];
      },
      why: /^GitHub no longer shows the jobs of the last ten test branches$/,
    },
  ];

  it.each(isAtLeast("share") ? cases : cases.slice(0, SOME_CASES))("$name", async ({ prepare, why }) => {
    const head = await openPullRequest();
    await prepare(head);
    const facts = await factsOf(head);
    expect(facts.ownChecksPassed).toBe(false);
    expect(facts).not.toHaveProperty("headEvidence");
    if (why === undefined) expect(facts).not.toHaveProperty("retestReason");
    else expect(facts.retestReason).toMatch(why);
  });

  itInCi("that leaves out a step which every test branch executed", async () => {
    const step = (name: string, conclusion = "success"): JobStep => ({ name, conclusion });
    const always = [step("Set up job"), step("Run make"), step("Run make integration")];
    const cached = [...always, step("Restore cache", "skipped")];
    const someTimes = [...always, step("Restore cache")];
    const branchesTested: TestedCommit[] = [];
    for (let count = 0; count < 10; count += 1) {
      branchesTested.push(await testBranch(BOTH, "CI", { build: count === 9 ? cached : someTimes }));
    }
    tested = branchesTested;
    const run = async (steps: readonly JobStep[]) => {
      const head = await openPullRequest();
      const { headSha, headBranch } = head;
      end(github.workflowRun({ headSha, headBranch, name: "CI", event: "pull_request" }), BOTH, {
        build: steps,
      });
      return await factsOf(head);
    };
    const short = [...always.slice(0, 2), step("Run make integration", "skipped")];
    expect((await run(short)).retestReason).toBe(
      "test branches also execute the step `Run make integration` of `CI / build`",
    );
    expect(await run(cached)).toMatchObject({ ownChecksPassed: true });
    expect(await run(someTimes)).toMatchObject({ ownChecksPassed: true });
    const added = [...someTimes, step("Deploy a preview")];
    tested = [await testBranch(BOTH, "CI", { build: added }), ...branchesTested.slice(1)];
    expect((await run(someTimes)).retestReason).toBe(
      "test branches also execute the step `Deploy a preview` of `CI / build`",
    );
    expect((await run([...someTimes, step("Deploy a preview", "skipped")])).retestReason).toBe(
      "test branches also execute the step `Deploy a preview` of `CI / build`",
    );
    expect(await run(added)).toMatchObject({ ownChecksPassed: true });
    tested = [...branchesTested.slice(1), await testBranch(BOTH, "CI", { build: added })];
    expect((await run([...someTimes, step("Deploy a preview", "skipped")])).retestReason).toBe(
      "its head skips the step `Deploy a preview` of `CI / build`, which no test branch skipped",
    );
  });

  it("that lists a step as skipped which no test branch skipped", async () => {
    const build = [{ name: "Run make integration", conclusion: "success" }];
    const added = await testBranch(BOTH, "CI", { build });
    const head = await openPullRequest();
    const run = github.workflowRun({ ...head, name: "CI", event: "pull_request" });
    end(run, BOTH, { build: [{ name: "Run make integration", conclusion: "skipped" }] });
    tested = [added, ...ten.slice(0, 9)];
    expect((await factsOf(head)).retestReason).toBe(
      "test branches also execute the step `Run make integration` of `CI / build`",
    );
    tested = [...ten.slice(0, 9), added];
    expect((await factsOf(head)).retestReason).toBe(
      "its head skips the step `Run make integration` of `CI / build`, which no test branch skipped",
    );
  });

  itInCi("that skips a step which a test branch skipped only after a failure", async () => {
    const jobs: Jobs = { ...BOTH, lint: "success" };
    const lint = [{ name: "Run lint", conclusion: "skipped" }];
    const branchesTested: TestedCommit[] = [];
    for (let count = 0; count < 9; count += 1) branchesTested.push(await testBranch(jobs));
    tested = [...branchesTested, await testBranch({ ...jobs, lint: "failure" }, "CI", { lint })];
    const head = await openPullRequest();
    end(github.workflowRun({ ...head, name: "CI", event: "pull_request" }), jobs, { lint });
    expect((await factsOf(head)).retestReason).toMatch(/^its head skips the step `Run lint`/);
  });

  it("whose base was another branch when its workflow ran", async () => {
    if (github.tip("release") === null) await github.pushToBranch("release");
    const head = await openPullRequest(null, "release");
    own(head, BOTH);
    await github.act("ada", "PATCH", `/pulls/${head.number}`, { base: "main" });
    expect((await factsOf(head)).retestReason).toBe("its base may have changed after the workflow `CI` ran");
    own(head, BOTH, { createdAt: later() });
    expect(await factsOf(head)).toMatchObject({ ownChecksPassed: false });
  });

  itInCi("unless its workflow ran after the change", async () => {
    if (github.tip("release") === null) await github.pushToBranch("release");
    const head = await openPullRequest(null, "release");
    await github.act("ada", "PATCH", `/pulls/${head.number}`, { base: "main" });
    own(head, BOTH, { createdAt: later() });
    expect(await factsOf(head)).toMatchObject({ ownChecksPassed: true });
  });

  itInCi("whose base was moved back after its workflow ran", async () => {
    const head = await openPullRequest();
    const tip = github.tip("main");
    await github.setBranch("main", await github.pushToBranch("ahead"));
    own(head, BOTH);
    await github.setBranch("main", tip);
    expect((await factsOf(head)).retestReason).toMatch(/^its base may have changed/);
  });

  itInCi("that was closed and opened again after its workflow ran", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    for (const state of ["closed", "open"])
      await github.act("ada", "PATCH", `/pulls/${head.number}`, { state });
    expect((await factsOf(head)).retestReason).toMatch(/^its base may have changed/);
  });

  itInCi("that another pull request has too", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    if (github.tip("release") === null) await github.pushToBranch("release");
    pulls += 1;
    await github.openPullRequest({ number: pulls, branch: head.headBranch, base: "release" });
    expect((await factsOf(head)).retestReason).toMatch(
      /^GitHub does not show that the head contains the base/,
    );
  });

  itInCi("that a closed pull request had too", async () => {
    if (github.tip("release") === null) await github.pushToBranch("release");
    const former = await openPullRequest(null, "release");
    own(former, BOTH);
    await github.act("ada", "PATCH", `/pulls/${former.number}`, { state: "closed" });
    pulls += 1;
    await github.openPullRequest({ number: pulls, branch: former.headBranch });
    expect((await factsOf({ ...former, number: pulls })).retestReason).toBe(
      "GitHub does not show that no other pull request had this head",
    );
  });

  itInCi("where GitHub does not show the events of its base", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    const { calls } = world;
    const { forge } = world.reopen({
      settingsOf: withSettings({ directMergeMode: "always" }),
      testedCommits: async () => Promise.resolve(ten),
      calls: withList(calls, async (repository, route, parameters) => {
        if (route.endsWith("/events")) throw new ForgeError("GitHub answered with 403", false);
        return await calls.list(repository, route, parameters);
      }),
    });
    await forge.readTip(ACME_SHOP, "main");
    expect((await factsOf(head, forge)).retestReason).toBe(
      "GitHub does not show whether its base was changed",
    );
  });

  it("that has fewer jobs of one name than test branches", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    const { calls } = world;
    const planted = withList(calls, async (repository, route, parameters) => {
      const jobs = await calls.list(repository, route, parameters);
      const run = github.world.workflowRuns.find(({ id }) => id === parameters?.["run"]);
      return run?.headBranch.startsWith("mq-merge/") === true ? [...jobs, ...jobs.slice(-1)] : jobs;
    });
    const { forge } = world.reopen({
      settingsOf: withSettings({ directMergeMode: "always" }),
      testedCommits: async () => Promise.resolve(ten),
      calls: planted,
    });
    await forge.readTip(ACME_SHOP, "main");
    expect((await factsOf(head, forge)).retestReason).toBe(
      "the job `CI / integration #2` does not exist on its head and executed on a test branch",
    );
  });

  itInCi("where the service may not see workflow runs", async () => {
    const head = await openPullRequest();
    own(head, BOTH);
    github.addToken("github_pat_weak", "weak", {
      ...{ metadata: "read", contents: "read", checks: "read", statuses: "read", pull_requests: "read" },
    });
    const { forge } = world.reopen({
      settingsOf: withSettings({ directMergeMode: "always" }),
      testedCommits: async () => Promise.resolve(ten),
      calling: { access: { kind: "token", token: "github_pat_weak" } },
    });
    await forge.readTip(ACME_SHOP, "main");
    expect((await factsOf(head, forge)).retestReason).toMatch(/Actions: read/);
  });
});

describe("a planted bug lets two-tier CI land untested, and is found:", () => {
  const JOBS = "/actions/runs/{run}/jobs";
  type Items = readonly unknown[];
  const bugs: readonly (readonly [string, (jobs: Items) => Items])[] = [
    [
      "a skipped job counts as executed",
      (jobs) =>
        jobs.map((job) =>
          isJsonObject(job) && job["conclusion"] === "skipped" ? { ...job, conclusion: "success" } : job,
        ),
    ],
    [
      "only the jobs of required checks are compared",
      (jobs) => jobs.filter((job) => isJsonObject(job) && job["name"] === "build"),
    ],
  ];

  it.each(bugs)("%s", async (_, alter) => {
    const head = await openPullRequest();
    own(head, SHORT);
    const { calls } = world;
    const planted = withList(calls, async (repository, route, parameters) => {
      const items = await calls.list(repository, route, parameters);
      return route === JOBS ? alter(items) : items;
    });
    const { forge } = world.reopen({
      settingsOf: withSettings({ directMergeMode: "always" }),
      testedCommits: async () => Promise.resolve(ten),
      calls: planted,
    });
    await forge.readTip(ACME_SHOP, "main");
    expect(await factsOf(head, forge)).toMatchObject({ ownChecksPassed: true });
    expect(await factsOf(head)).toMatchObject({ ownChecksPassed: false });
  });
});

it("costs six calls, once the check runs of the head and the jobs of the test branches are read", async () => {
  const first = await openPullRequest();
  own(first, BOTH);
  await factsOf(first);
  const head = await openPullRequest();
  own(head, BOTH);
  github.forgetCalls();
  await factsOf(head);
  const counted = Object.entries(github.countsPerRoute());
  const ofProof = counted.filter(([route]) =>
    /actions|events|pulls$|git\/commits|commits\/.*(status|check-runs)/.test(route),
  );
  expect(ofProof.map(([route, count]) => `${count} ${route.replace("/repos/{owner}/{repo}", "")}`)).toEqual([
    "1 GET /commits/{ref+}/check-runs",
    "1 GET /actions/runs",
    "1 GET /commits/{ref+}/status",
    "1 GET /actions/runs/{id}/jobs",
    "1 GET /pulls",
    "1 GET /issues/{number}/events",
    "1 GET /git/commits/{sha}",
  ]);
});
