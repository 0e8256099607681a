/** Every example, run step by step against the service as a process and a real repository; its effect is what counts. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handOverText } from "../../src/targets/hand-over.js";
import { ExampleWorld } from "../support/example-world.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import {
  dispatchEvent,
  editedEvent,
  pullRequestEvent,
  scheduleEvent,
  takeEvent,
  type WorkflowEvent,
  workflowRunEvent,
} from "../support/workflow-event.js";
import { holds, interpolate, type Value } from "../support/workflow-expressions.js";
import { readWorkflowFile } from "../support/workflow-file.js";
import { type JobRun, runWorkflow } from "../support/workflow-runner.js";

const LABEL = "merge-queue-submit";
const SOME_COMMIT = "ab".repeat(20);
/** Longer than the world waits for anything. */
const executed = new Set<string>();

let world: ExampleWorld;

type More = Parameters<ExampleWorld["run"]>[2];

async function run(example: string, event: WorkflowEvent, more?: More): Promise<JobRun> {
  executed.add(example);
  return world.run(join(ROOT, "examples", example), event, more);
}

/** Every step ran green, and the job's token may do what they needed and no more. */
function expectGreen(job: JobRun): void {
  expect(job.steps.filter(({ result }) => result !== "success").map(({ log }) => log)).toEqual([]);
  expect(job.result).toBe("success");
  expect(job.granted).toEqual(job.needed);
  expect(job.steps.flatMap(({ action }) => action?.warnings ?? [])).toEqual([]);
}

function lastOutputs(job: JobRun): Readonly<Record<string, string>> {
  return job.steps.at(-1)?.outputs ?? {};
}

describe("the example", () => {
  beforeAll(async () => {
    world = await ExampleWorld.start();
  });

  afterAll(async () => world.stop());

  beforeEach(async () => world.begin());

  describe("submit-on-label", () => {
    const example = "submit-on-label.yml";

    it("submits the pull request, which then lands", async () => {
      const pullRequest = await world.pullRequest(1, { "cart/sum.mjs": "1\n" }, { labels: [LABEL] });
      const job = await run(example, pullRequestEvent("labeled", pullRequest, LABEL));
      expectGreen(job);
      expect(lastOutputs(job)).toMatchObject({
        "is-submitted": "true",
        priority: "medium",
        "queue-state": "RUNNING",
      });
      await world.untilState(1, "MERGED");
      expect(await world.landedFiles()).toContain("cart/sum.mjs");
    });

    itInAll("lets a second label set the priority", async () => {
      await world.setQueueState("PAUSED");
      const pullRequest = await world.pullRequest(1, { a: "1\n" }, { labels: ["urgent", LABEL] });
      expectGreen(await run(example, pullRequestEvent("labeled", pullRequest, LABEL)));
      expect(await world.submitted(1)).toMatchObject({ priorityName: "urgent" });
    });

    it("does nothing for another label", async () => {
      const pullRequest = await world.pullRequest(1, { a: "1\n" });
      const job = await run(example, pullRequestEvent("labeled", pullRequest, "bug"));
      expect(job).toMatchObject({ result: "skipped", steps: [] });
      expect(await world.enqueued()).toEqual([]);
    });

    itInAll("says what a fork without secrets can do", async () => {
      const pullRequest = await world.pullRequest(1, { a: "1\n" }, { from: "mona/shop" });
      const job = await run(example, pullRequestEvent("labeled", pullRequest, LABEL), { secrets: {} });
      expect(job.result).toBe("failure");
      expect(lastOutputs(job)).toMatchObject({ "error-kind": "unauthorized" });
      expect(job.steps.at(-1)?.action?.errors).toEqual([expect.stringContaining("workflow_run")]);
      expect(await world.enqueued()).toEqual([]);
    });
  });

  describe("cancel-on-unlabel", () => {
    const example = "cancel-on-unlabel.yml";

    it("takes the pull request out of the queue", async () => {
      await world.setQueueState("PAUSED");
      const pullRequest = await world.pullRequest(1, { a: "1\n" });
      await world.submit(1);
      expect(await world.enqueued()).toEqual([1]);
      const job = await run(example, pullRequestEvent("unlabeled", pullRequest, LABEL));
      expectGreen(job);
      expect(lastOutputs(job)).toMatchObject({ state: "CANCELLED", "is-submitted": "false" });
      expect(await world.submitted(1)).toMatchObject({
        state: "CANCELLED",
        isCurrentlySubmittedToQueue: false,
      });
      expect(await world.enqueued()).toEqual([]);
    });

    itInAll("stays green for one that was never submitted", async () => {
      const pullRequest = await world.pullRequest(1, { a: "1\n" });
      expectGreen(await run(example, pullRequestEvent("unlabeled", pullRequest, LABEL)));
    });
  });

  describe("post-targets-after-build", () => {
    const example = "post-targets-after-build.yml";

    itInCi("builds, and uploads the targets of the head commit", async () => {
      const files = { "cart/cart.mjs": "2\n", "price/new file.mjs": "3\n" };
      const pullRequest = await world.pullRequest(1, files);
      const job = await run(example, pullRequestEvent("opened", pullRequest));
      expectGreen(job);
      expect(job.steps.map(({ log }) => log).join("")).toContain("the shop is built");
      expect(lastOutputs(job)).toMatchObject({
        "impacted-targets-count": "2",
        "impacted-targets-all": "false",
      });
      expect(job.steps.at(-1)?.action?.summary).toContain("cart, price");
      await world.setQueueState("PAUSED");
      await world.submit(1);
      expect((await world.submitted(1)).readiness).toMatchObject({ hasImpactedTargets: true });
    });

    itInAll("uploads them after the base has changed, and not after another edit", async () => {
      const pullRequest = await world.pullRequest(1, { "cart/cart.mjs": "2\n" });
      expect((await run(example, editedEvent(pullRequest, "title"))).result).toBe("skipped");
      const job = await run(example, editedEvent(pullRequest, "base"));
      expectGreen(job);
      expect(lastOutputs(job)).toMatchObject({ uploaded: "true", "impacted-targets-count": "1" });
    });

    itInAll("uploads nothing when the build fails", async () => {
      const pullRequest = await world.pullRequest(1, { "build.mjs": "process.exit(1);\n" });
      const job = await run(example, pullRequestEvent("opened", pullRequest));
      expect(job.steps.map(({ result }) => result)).toEqual([
        "success",
        "success",
        "failure",
        "skipped",
        "skipped",
      ]);
      await world.setQueueState("PAUSED");
      await world.submit(1);
      expect((await world.submitted(1)).readiness).toMatchObject({ hasImpactedTargets: false });
    });

    it("leaves forks alone", async () => {
      const pullRequest = await world.pullRequest(1, { a: "1\n" }, { from: "mona/shop" });
      const job = await run(example, pullRequestEvent("opened", pullRequest), { secrets: {} });
      expect(job.result).toBe("skipped");
    });
  });

  describe("compute-and-post-targets", () => {
    const example = "compute-and-post-targets.yml";

    itInCi("uploads what the pull request impacts, and says why", async () => {
      const pullRequest = await world.pullRequest(1, { "price/price.mjs": "3\n" });
      const job = await run(example, pullRequestEvent("opened", pullRequest));
      expectGreen(job);
      expect(lastOutputs(job)).toMatchObject({
        "impacted-targets-count": "2",
        "impacted-targets-all": "false",
      });
      expect(job.steps.at(-1)?.action?.summary).toContain("**cart**: it depends on price");
    });

    itInAll("uploads it after the base has changed, and not after another edit", async () => {
      const pullRequest = await world.pullRequest(1, { "price/price.mjs": "3\n" });
      expect((await run(example, editedEvent(pullRequest, "title"))).result).toBe("skipped");
      const job = await run(example, editedEvent(pullRequest, "base"));
      expectGreen(job);
      // There is no forge here to fetch the new base from, so the merge may be the one onto the earlier base.
      expect(lastOutputs(job)).toMatchObject({ uploaded: "true", "impacted-targets-all": "true" });
    });

    itInAll("uploads everything for a file that no package owns", async () => {
      const pullRequest = await world.pullRequest(1, { "test.sh": "exit 1\n" });
      const job = await run(example, pullRequestEvent("opened", pullRequest));
      expect(lastOutputs(job)).toMatchObject({ "impacted-targets-all": "true" });
    });

    it("leaves forks alone", async () => {
      const pullRequest = await world.pullRequest(1, { a: "1\n" }, { from: "mona/shop" });
      const job = await run(example, pullRequestEvent("opened", pullRequest), { secrets: {} });
      expect(job.result).toBe("skipped");
    });
  });

  describe("wait-and-comment", () => {
    const example = "wait-and-comment.yml";
    const label = LABEL;

    itInCi("waits until the pull request has landed, and says so", async () => {
      const pullRequest = await world.pullRequest(1, { "cart/sum.mjs": "1\n" });
      const job = await run(example, pullRequestEvent("labeled", pullRequest, label));
      expectGreen(job);
      expect(job.steps[0]?.outputs).toMatchObject({ state: "MERGED", "is-final": "true" });
      expect(job.programCalls).toEqual([
        {
          program: "gh",
          words: ["pr", "comment", "1", "--body-file", "-"],
          stdin: expect.stringMatching(
            /^The merge queue is done with this pull request: \*\*MERGED\*\*\.\n\n {4}/,
          ),
        },
      ]);
      expect(await world.landedFiles()).toContain("cart/sum.mjs");
    });

    itInAll("is red when the tests fail, and comments the queue's reason as plain text", async () => {
      const pullRequest = await world.pullRequest(1, { "test.sh": "exit 1\n" });
      const job = await run(example, pullRequestEvent("labeled", pullRequest, label));
      expect(job.result).toBe("failure");
      expect(job.steps.map(({ result }) => result)).toEqual(["failure", "success"]);
      const { state, stateReasonText: reason = "" } = await world.submitted(1);
      expect(state).toBe("FAILED");
      expect(reason).toMatch(/tests/);
      expect(job.programCalls.map(({ stdin }) => stdin)).toEqual([
        `The merge queue is done with this pull request: **FAILED**.\n\n    ${reason}\n`,
      ]);
      expect(job.granted).toEqual(job.needed);
    });

    itInAll("has nothing to say when the pull request cannot be submitted", async () => {
      const job = await run(example, pullRequestEvent("labeled", { number: 9, headSha: SOME_COMMIT }, label));
      expect(job.steps.map(({ result }) => result)).toEqual(["failure", "skipped"]);
      expect(job.programCalls).toEqual([]);
    });
  });

  describe("pause-and-resume", () => {
    const example = "pause-and-resume.yml";

    itInCi("pauses on Friday, so that nothing lands, and resumes on Monday", async () => {
      const friday = await run(example, scheduleEvent("0 16 * * 5"));
      expectGreen(friday);
      expect(lastOutputs(friday)).toMatchObject({ "queue-state": "PAUSED" });
      expect(await world.queueState()).toBe("PAUSED");
      await world.pullRequest(1, { a: "1\n" });
      await world.submit(1);
      expect(await world.enqueued()).toEqual([1]);
      expectGreen(await run(example, scheduleEvent("0 6 * * 1")));
      expect(await world.queueState()).toBe("RUNNING");
      await world.untilState(1, "MERGED");
    });

    itInAll.each(["DRAINING", "PAUSED", "RUNNING"])("sets %s by hand", async (state) => {
      await world.setQueueState(state === "PAUSED" ? "RUNNING" : "PAUSED");
      expectGreen(await run(example, dispatchEvent({ state })));
      expect(await world.queueState()).toBe(state);
    });
  });

  describe("metrics-to-artifact", () => {
    itInCi("keeps the service's metrics", async () => {
      await world.pullRequest(1, { a: "1\n" });
      await world.submit(1);
      await world.untilState(1, "MERGED");
      expectGreen(await run("metrics-to-artifact.yml", scheduleEvent("17 * * * *"), { runId: "77" }));
      const artifact = join(world.artifacts, "77", "merge-queue-metrics");
      expect(await readdir(artifact)).toEqual(["merge-queue-metrics.txt"]);
      const text = await readFile(join(artifact, "merge-queue-metrics.txt"), "utf8");
      expect(text).toMatch(/^mq_pr_conclusions_1h_total\{repo="acme\/shop",.*conclusion="merged"\} 1$/m);
    });
  });

  describe("github-enterprise-server", () => {
    itInAll("submits to the queue of the host that the service knows", async () => {
      await world.setQueueState("PAUSED", "github.corp.example");
      const pullRequest = await world.pullRequest(1, { a: "1\n" });
      const job = await run("github-enterprise-server.yml", pullRequestEvent("labeled", pullRequest, LABEL), {
        serverUrl: "https://github-behind-the-proxy.corp.example:8443",
      });
      expectGreen(job);
      expect(await world.enqueued("github.corp.example")).toEqual([1]);
      expect(await world.enqueued("github.com")).toEqual([]);
    });
  });

  describe("fork-safe-compute and fork-safe-upload", () => {
    const [compute, upload] = ["fork-safe-compute.yml", "fork-safe-upload.yml"];
    const NAME = "Compute impacted targets";

    /** An artifact as a fork can make it: its workflow file is its own. */
    async function handMade(runId: number, number: string, headSha = SOME_COMMIT): Promise<string> {
      const artifact = join(world.artifacts, String(runId), "impacted-targets");
      await mkdir(artifact, { recursive: true });
      await writeFile(join(artifact, "pull-request"), number);
      const handOver = handOverText({
        tool: "merge-queue 0.1.0",
        from: "workspaces",
        targetBranch: "main",
        headSha,
        compared: null,
        targets: { kind: "list", names: ["cart"] },
      });
      await writeFile(join(artifact, "impacted-targets.json"), handOver);
      return artifact;
    }

    async function hasTargets(number: number): Promise<boolean | undefined> {
      await world.setQueueState("PAUSED");
      await world.submit(number);
      return (await world.submitted(number)).readiness?.hasImpactedTargets;
    }

    itInCi("post the targets of a forked pull request, of which only one has a secret", async () => {
      const files = { "cart/cart.mjs": "2\n", "price/price.mjs": "3\n" };
      const pullRequest = await world.pullRequest(7, files, { from: "mona/shop" });
      const computed = await run(compute, pullRequestEvent("opened", pullRequest), {
        runId: "100",
        secrets: {},
      });
      expectGreen(computed);
      const job = await run(upload, workflowRunEvent(NAME, 100, pullRequest.headSha, "success"), {
        runId: "101",
      });
      expectGreen(job);
      expect(lastOutputs(job)).toMatchObject({
        "impacted-targets-count": "2",
        "impacted-targets-all": "false",
      });
      expect(await hasTargets(7)).toBe(true);
    });

    itInAll("compute them after the base has changed, and not after another edit", async () => {
      const pullRequest = await world.pullRequest(7, { "price/price.mjs": "3\n" }, { from: "mona/shop" });
      expect((await run(compute, editedEvent(pullRequest, "title"))).result).toBe("skipped");
      const job = await run(compute, editedEvent(pullRequest, "base"), { runId: "100", secrets: {} });
      expectGreen(job);
      expect(await readdir(join(world.artifacts, "100", "impacted-targets"))).toContain(
        "impacted-targets.json",
      );
    });

    itInAll("give a pull request no targets by the word of another", async () => {
      const fork = await world.pullRequest(7, { a: "1\n" }, { from: "mona/shop" });
      await world.pullRequest(8, { b: "1\n" });
      await handMade(100, "8\n", fork.headSha);
      await run(upload, workflowRunEvent(NAME, 100, fork.headSha, "success"), { runId: "101" });
      expect(await hasTargets(8)).toBe(false);
    });

    itInAll("take nothing but a number for the number of a pull request", async () => {
      for (const number of ["7 || true", "$(touch here)", "../7", "0", "", "99999999999", "\n7"]) {
        await handMade(100, number);
        const job = await run(upload, workflowRunEvent(NAME, 100, SOME_COMMIT, "success"), { runId: "101" });
        expect(job.steps.map(({ result }) => result)).toEqual(["success", "failure", "skipped"]);
        expect(job.steps[1]).toMatchObject({
          outputs: {},
          log: "::error::The artifact names no pull request.\n",
        });
      }
    });

    itInAll("let a number bring no other output along", async () => {
      await world.pullRequest(7, { a: "1\n" });
      await handMade(100, "7\nnumber=8\n");
      const job = await run(upload, workflowRunEvent(NAME, 100, SOME_COMMIT, "success"), { runId: "101" });
      expectGreen(job);
      expect(job.steps[1]?.outputs).toEqual({ number: "7" });
    });

    itInAll("follow no link out of the artifact", async () => {
      const artifact = await handMade(100, "7\n");
      await symlink("/proc/self/environ", join(artifact, "more"));
      const job = await run(upload, workflowRunEvent(NAME, 100, SOME_COMMIT, "success"), { runId: "101" });
      expect(job.steps.map(({ result }) => result)).toEqual(["success", "failure", "skipped"]);
      expect(job.steps[1]?.log).toContain("::error::The artifact holds a link");
    });

    itInAll("upload nothing of a run that failed", async () => {
      const job = await run(upload, workflowRunEvent(NAME, 100, SOME_COMMIT, "failure"), { runId: "101" });
      expect(job.result).toBe("skipped");
    });
  });
});

describe("examples", () => {
  const files = async () =>
    (await readdir(join(ROOT, "examples"))).filter((name) => name.endsWith(".yml")).sort();

  itInAll("have all been run", async () => {
    expect([...executed].sort()).toEqual(await files());
  });

  it("are all told of in their README, and nothing else is", async () => {
    const readme = await readFile(join(ROOT, "examples/README.md"), "utf8");
    const told = [...readme.matchAll(/\]\(([\w-]+\.yml)\)/g)].map(([, name]) => name);
    expect(told.sort()).toEqual(await files());
  });
});

/** Hands over a workflow file with that text. */
async function inSample<Result>(text: string, use: (file: string) => Result): Promise<Awaited<Result>> {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-workflow-"));
  const file = join(folder, "sample.yml");
  await writeFile(file, text);
  try {
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runSample(jobs: string): Promise<readonly JobRun[]> {
  const text = `name: Sample\non: push\ndefaults: { run: { shell: bash } }\njobs:${jobs}`;
  const event = { name: "push", payload: {} };
  const forge = { serverUrl: "https://github.com", repository: "", artifacts: "" };
  return inSample(text, (file) => runWorkflow({ file, event, runId: "1", secrets: {}, vars: {}, ...forge }));
}

describe("the runner of examples", () => {
  const scope = {
    context: (name: string): Value => {
      if (name === "github")
        return { event: { labels: [{ name: "Urgent" }, { name: "bug" }], number: 7 }, actor: "mona" };
      if (name === "secrets") return {};
      throw new Error(`there is no context ${name}`);
    },
    status: (name: string) => name !== "failure" && name !== "cancelled",
  };

  it.each([
    ["#${{ github.event.number }} of ${{ github.actor }}", "#7 of mona"],
    ["${{ secrets.TOKEN }}", ""],
    ["${{ contains(github.event.labels.*.name, 'urgent') && 'yes' || 'no' }}", "yes"],
    ["${{ contains('a merge queue', 'Queue') }}", "true"],
    ["${{ startsWith(github.actor, 'MO') }}", "true"],
    ["${{ github.actor == 'MONA' && github.event.number == '7' }}", "true"],
    ["${{ github.event.nothing == '' && github.event.nothing == 0 }}", "true"],
    ["${{ !(github.actor != 'mona') || false }}", "true"],
    ["${{ 'it''s' }}", "it's"],
    ["${{ '' || 0 || null }}", ""],
    ["${{ always() && !failure() && !cancelled() && success() }}", "true"],
  ])("evaluates %s to %j", (text, value) => {
    expect(interpolate(text, scope)).toBe(value);
  });

  it("runs a step after a failure only when its condition says so", () => {
    const failed = { ...scope, status: (name: string) => name === "failure" || name === "always" };
    const conditions = [
      "true",
      "github.actor == 'mona'",
      "${{ failure() }}",
      "always()",
      "success() || always()",
    ];
    expect(conditions.map((condition) => holds(condition, failed))).toEqual([false, false, true, true, true]);
  });

  it.each([
    ["${{ hashFiles('**') }}", /unknown hashFiles/],
    ["${{ github.actr }}", /there is no github.actr/],
    ["${{ matrix.node }}", /no context matrix/],
    ["${{ github.actor > 3 }}", /has unknown/],
    ["${{ github.actor == }}", /not understood/],
    ["${{ contains('a') }}", /not understood/],
    ["${{ (true }}", /not understood/],
    ["${{ true false }}", /not understood/],
    ["${{ github.event }}", /no text/],
  ])("refuses %s", (text, why) => {
    expect(() => interpolate(text, scope)).toThrow(why);
  });

  it("hands outputs from job to job, and skips those whose job before them failed", async () => {
    const jobs = await runSample(`
  last:
    needs: broken
    steps: [{ run: "true" }]
  broken:
    needs: first
    steps: [{ env: { WORD: "\${{ needs.first.outputs.word }}" }, run: 'echo "heard $WORD"; exit 1' }]
  first:
    outputs: { word: "\${{ steps.say.outputs.word }}" }
    steps: [{ id: say, run: 'echo "word=queue" >> "$GITHUB_OUTPUT"' }]
  report:
    if: always() && needs.last.result == 'skipped'
    needs: [broken, last]
    steps: [{ run: "true" }]
`);
    expect(jobs.map(({ name, result }) => `${name} ${result}`)).toEqual([
      "first success",
      "broken failure",
      "last skipped",
      "report success",
    ]);
    expect(jobs[1]?.steps[0]?.log).toBe("heard queue\n");
  });

  it.each([
    ["uses: actions/cache@v1", /nothing stands in for actions\/cache/],
    ["uses: actions/checkout@v1, with: { ref: main }", /does not know ref/],
    ["run: 'echo A=1 >> $GITHUB_ENV'", /GITHUB_ENV is not known/],
    ["uses: acme/merge-queue@v1, with: { operatoin: submit }", /declares no input operatoin/],
  ])("refuses a step that %s", async (step, why) => {
    await expect(runSample(`\n  sample:\n    steps: [{ ${step} }]\n`)).rejects.toThrow(why);
  });

  it.each([
    ["strategy: {}", /strategy.* not known/],
    ["steps: [{ run: 'true' }]", /in which shell/],
    ["steps: [{ uses: a/b@v1, continue-on-error: true }]", /continue-on-error.* not known/],
    ["needs: another, steps: []", /need each other/],
  ])("refuses a job with %s", async (job, why) => {
    await inSample(`name: Sample\non: push\njobs:\n  sample: { ${job} }\n`, (file) => {
      expect(() => readWorkflowFile(file)).toThrow(why);
    });
  });

  it("refuses an event that starts nothing", () => {
    const file = (name: string) => readWorkflowFile(join(ROOT, "examples", name));
    const pullRequest = { number: 1, headSha: SOME_COMMIT };
    const wrong = [
      () => takeEvent(file("submit-on-label.yml"), pullRequestEvent("opened", pullRequest)),
      () => takeEvent(file("submit-on-label.yml"), scheduleEvent("17 * * * *")),
      () => takeEvent(file("pause-and-resume.yml"), scheduleEvent("17 * * * *")),
      () => takeEvent(file("pause-and-resume.yml"), dispatchEvent({ state: "STOPPED" })),
      () => takeEvent(file("pause-and-resume.yml"), dispatchEvent({ stat: "PAUSED" })),
      () => takeEvent(file("fork-safe-upload.yml"), workflowRunEvent("CI", 1, SOME_COMMIT, "success")),
    ];
    for (const take of wrong) expect(take).toThrow(/does not (?:run|take)|stat, which is not known/);
  });
});
