/**
 * Runs the whole product on one machine: a service on the embedded store, a real git repository, and the built
 * Action, run once per pull request as a workflow step runs it.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FailedTestRun } from "../../client/failed-test-runs.js";
import { isFinalState } from "../../contract/states.js";
import { plainText } from "../plain-text.js";
import { runActionStep, type StepOutcome } from "./action-step.js";
import { git } from "./demo-git.js";
import { Drawing, type Row, type Screen } from "./drawing.js";
import type { DemoPullRequest, Scenario } from "./queue-reader.js";
import { QueueReader } from "./queue-reader.js";
import { ServiceProcess } from "./service-process.js";

export const REPOSITORY = { host: "forge.test", owner: "demo", name: "shop" };
export const TOKEN = "demo-token-for-loopback-only";
const LOOK_EVERY_MS = 100;
const CONCURRENCY = 5;
/** Time limit for the queue to delete the test branches of the last run. */
const TIDY_MS = 10_000;

export interface DemoOptions {
  /** Everything the demo creates is in this folder. */
  readonly folder: string;
  readonly screen: Screen;
  /** Called with the running service, so that the caller can call or kill it. */
  readonly onService?: (service: ServiceProcess) => void;
  /** Ends the demo immediately and stops the service. */
  readonly signal?: AbortSignal;
}

export interface DemoOutcome {
  readonly rows: readonly Row[];
  /** Numbers of the merged pull requests, in the order they landed. */
  readonly landed: readonly number[];
  readonly steps: readonly StepOutcome[];
  readonly service: ServiceProcess;
  readonly problems: readonly string[];
  /** The failed test runs of each pull request, in the order of `rows`. */
  readonly failures: readonly (readonly FailedTestRun[])[];
}

/** Plays the scenario to its end. The service keeps running until the caller stops it. */
export async function playDemo(scenario: Scenario, options: DemoOptions): Promise<DemoOutcome> {
  const drawing = new Drawing(options.screen, scenario.targetBranch, performance.now());
  const service = await ServiceProcess.start({
    folder: options.folder,
    environment: serviceEnvironment(scenario, options.folder),
    onRestart: () => drawing.say("        (the service was killed and has restarted)"),
  });
  try {
    return await play(scenario, options, service, drawing);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function play(
  scenario: Scenario,
  options: DemoOptions,
  service: ServiceProcess,
  drawing: Drawing,
): Promise<DemoOutcome> {
  options.onService?.(service);
  const reader = new QueueReader(service.apiUrl, TOKEN, {
    repo: REPOSITORY,
    targetBranch: scenario.targetBranch,
  });
  const base = await git(scenario.repository, "rev-parse", `refs/heads/${scenario.targetBranch}`);
  await reader.createQueue(CONCURRENCY);

  const outcomes = await watched(
    async () => submitAll(scenario, options, service, reader),
    async () => {
      const rows = await reader.rows(scenario.pullRequests);
      if (rows !== null) drawing.draw(rows, performance.now());
    },
  );
  const rows = (await reader.rowsAtLast(scenario.pullRequests)) ?? [];
  drawing.draw(rows, performance.now());
  const failures = await Promise.all(
    rows.map(async (row) => (row.state === "FAILED" ? reader.failedTestRuns(row) : [])),
  );
  const leftBehind = await testBranchesAtLast(scenario);
  const landed = await landedNumbers(scenario, base);
  return {
    rows,
    landed,
    steps: outcomes,
    service,
    failures,
    problems: [...problemsOf(scenario, rows, landed, outcomes), ...leftBehind],
  };
}

/** Calls `look` repeatedly while the task runs. */
async function watched<Result>(task: () => Promise<Result>, look: () => Promise<void>): Promise<Result> {
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      await look();
      await wait(LOOK_EVERY_MS);
    }
  })();
  try {
    return await task();
  } finally {
    over.abort();
    await watching;
  }
}

/** One step per pull request. Each starts once the one before it is in the queue; then all wait in parallel. */
async function submitAll(
  scenario: Scenario,
  options: DemoOptions,
  service: ServiceProcess,
  reader: QueueReader,
): Promise<readonly StepOutcome[]> {
  const steps: Promise<StepOutcome>[] = [];
  for (const pullRequest of scenario.pullRequests) {
    const step = submitStep(options, service.apiUrl, scenario, pullRequest);
    steps.push(step);
    await Promise.race([reader.untilSubmitted(pullRequest.number), Promise.all(steps)]);
  }
  return Promise.all(steps);
}

async function submitStep(
  { folder, signal }: DemoOptions,
  apiUrl: string,
  scenario: Scenario,
  { number }: DemoPullRequest,
): Promise<StepOutcome> {
  const own = join(folder, `step-${number}`);
  await mkdir(own, { recursive: true });
  const inputs = {
    operation: "submit",
    "api-url": apiUrl,
    "api-token": TOKEN,
    repository: `${REPOSITORY.owner}/${REPOSITORY.name}`,
    "repo-host": REPOSITORY.host,
    "target-branch": scenario.targetBranch,
    "pr-number": String(number),
    wait: "true",
    "wait-timeout": "1h",
    "poll-interval": "200ms",
    retries: "10",
  };
  return runActionStep(own, inputs, signal);
}

function serviceEnvironment(scenario: Scenario, folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_REPOSITORIES: `${REPOSITORY.host}/${REPOSITORY.owner}/${REPOSITORY.name}=${scenario.repository}`,
    MERGE_QUEUE_TEST_COMMAND: scenario.testCommand,
    MERGE_QUEUE_POLL_INTERVAL: "500ms",
    // The demo listens on loopback only, so its pages need no sign-in for reading.
    MERGE_QUEUE_DASHBOARD_ACCESS: "public",
  };
}

/** The queue deletes its test branches after a run; a branch that remains is a problem. */
async function testBranchesAtLast({ repository }: Scenario): Promise<readonly string[]> {
  const givenUpAt = performance.now() + TIDY_MS;
  for (;;) {
    const branches = await git(
      repository,
      "for-each-ref",
      "--format=%(refname:short)",
      "refs/heads/mq-merge/",
    );
    if (branches === "") return [];
    if (performance.now() > givenUpAt)
      return branches.split("\n").map((branch) => `test branch ${branch} was not deleted`);
    await wait(LOOK_EVERY_MS);
  }
}

/** Reads the branch: the subject of each landed commit ends with its pull request number. */
async function landedNumbers(scenario: Scenario, base: string): Promise<readonly number[]> {
  const range = `${base}..refs/heads/${scenario.targetBranch}`;
  const subjects = await git(scenario.repository, "log", "--first-parent", "--reverse", "--format=%s", range);
  return subjects
    .split("\n")
    .filter((subject) => subject !== "")
    .map((subject) => Number(/\(#(\d+)\)$/.exec(subject)?.[1] ?? Number.NaN));
}

function problemsOf(
  scenario: Scenario,
  rows: readonly Row[],
  landed: readonly number[],
  steps: readonly StepOutcome[],
): readonly string[] {
  const problems: string[] = [];
  const merged = rows.filter(({ state }) => state === "MERGED").map(({ number }) => number);
  const expected = scenario.landing ?? merged;
  if (landed.join() !== expected.join() && [...landed].sort().join() !== [...expected].sort().join()) {
    problems.push(`on ${scenario.targetBranch}: ${list(landed)}; expected: ${list(expected)}`);
  }
  for (const [index, { number, state }] of rows.entries()) {
    if (!isFinalState(state)) problems.push(`#${number} is still ${state || "not submitted"}`);
    if ((state === "MERGED") !== landed.includes(number))
      problems.push(`#${number} is ${state}, but the branch shows otherwise`);
    const step = steps[index];
    if (step !== undefined && (step.exitCode === 0) !== (state === "MERGED")) {
      problems.push(
        `the step of #${number} ended with ${step.exitCode ?? "a signal"}:\n${plainText(step.log)}`,
      );
    }
  }
  return problems;
}

function list(numbers: readonly number[]): string {
  return numbers.length === 0 ? "none" : numbers.map((number) => `#${number}`).join(", ");
}

/** Text for the user: how to call the demo's service. */
export function howToTalk(service: ServiceProcess, scenario: Scenario): string {
  const body = JSON.stringify({ repo: REPOSITORY, targetBranch: scenario.targetBranch });
  return [
    `The service keeps running at ${service.apiUrl}; its log is ${service.logFile}.`,
    "",
    `  curl -s -H 'x-api-token: ${TOKEN}' -H 'content-type: application/json' \\`,
    `    -d '${body}' ${service.apiUrl}/getQueue`,
    "",
    `The repository is ${scenario.repository}: push a commit to refs/pull/<number>/head and submit it.`,
    "Ctrl-C stops the service and removes everything.",
  ].join("\n");
}

/** Text for the user: where the web pages are, and how to act on them. */
export function howToWatch({ apiUrl }: ServiceProcess): string {
  const { host, owner, name } = REPOSITORY;
  const page = new URL(`/${host}/${owner}/${name}/queue?branch=main`, apiUrl).href;
  return `Watch the queue at ${page}\nTo cancel, retry or pause, sign in there with the token ${TOKEN}. Ctrl-C ends the demo.`;
}
