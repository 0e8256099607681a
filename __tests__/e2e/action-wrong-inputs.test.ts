/** Every mistake in the inputs: red, one error line that names the input, no stack, and no request sent. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type ActionCall, type ActionRun, runAction } from "../support/action-runner.js";
import { onPullRequest, pullRequestEvent, TOKEN } from "../support/action-samples.js";
import type { FaultyServer } from "../support/faulty-server.js";
import { startScriptedService } from "../support/scripted-service.js";
import { sideBySide } from "../support/side-by-side.js";
import { rowsBySize } from "../support/test-size.js";

type Inputs = Readonly<Record<string, string>>;

interface Mistake {
  /** The input that the error names. */
  readonly input: string;
  readonly inputs?: Inputs;
  readonly call?: Partial<ActionCall>;
  /** What the error says beside the name. */
  readonly says?: RegExp;
}

const submit = { operation: "submit" };
const update = { operation: "update-queue" };
const targets = { operation: "set-impacted-targets" };
const details = { operation: "testing-details" };

function without(event: unknown): Partial<ActionCall> {
  return { event };
}

const ALL_MISTAKES: readonly Mistake[] = [
  { input: "operation", inputs: { operation: "" }, says: /missing/ },
  { input: "operation", inputs: { operation: "merge" }, says: /"merge".*submit, cancel/ },
  { input: "operation", inputs: { operation: "constructor" } },
  { input: "operation", inputs: { operation: "SUBMIT NOW" } },
  { input: "api-url", inputs: { ...submit, "api-url": "" }, says: /MERGE_QUEUE_API_URL/ },
  { input: "api-url", inputs: { ...submit, "api-url": "queue.example.com/v1" } },
  { input: "api-url", inputs: { ...submit, "api-url": "ftp://queue.example.com/v1" } },
  { input: "api-url", inputs: { ...submit, "api-url": "http://queue.example.com/v1" }, says: /https/ },
  { input: "api-url", inputs: { ...submit, "api-url": "http://127.0.0.1.example.com/v1" } },
  { input: "api-url", inputs: { ...submit, "api-url": "https://u:hunter2@queue.example.com/v1" } },
  { input: "api-url", inputs: { ...submit, "api-url": "https://queue.example.com/v1?a=b" } },
  { input: "api-url", inputs: { ...submit, "api-url": "https://" } },
  {
    input: "api-url (from MERGE_QUEUE_API_URL)",
    inputs: { ...submit, "api-url": "" },
    call: { environment: { MERGE_QUEUE_API_URL: "nowhere" } },
  },
  { input: "api-token", inputs: { ...submit, "api-token": "" }, says: /MERGE_QUEUE_API_TOKEN/ },
  { input: "api-token", inputs: { ...submit, "api-token": "  \n " }, says: /missing/ },
  { input: "api-token", inputs: { ...submit, "api-token": `${TOKEN}\nx-other: 1` }, says: /not shown/ },
  { input: "api-token", inputs: { ...submit, "api-token": `${TOKEN}\r${TOKEN}` }, says: /not shown/ },
  { input: "api-token", inputs: { ...submit, "api-token": `Bearer ${TOKEN}` }, says: /not shown/ },
  { input: "api-token", inputs: { ...submit, "api-token": `${TOKEN}é` }, says: /not shown/ },
  { input: "github-token", inputs: { ...submit, "github-token": "ghs_a\nghs_b" }, says: /not shown/ },
  { input: "repository", inputs: { ...submit, repository: "shop" } },
  { input: "repository", inputs: { ...submit, repository: "acme/shop/more" } },
  { input: "repository", inputs: { ...submit, repository: "acme/.." } },
  { input: "repository", inputs: { ...submit, repository: "https://github.com/acme/shop" } },
  { input: "repository", inputs: { ...submit, repository: "*" }, says: /metrics/ },
  { input: "repo-host", inputs: { ...submit, "repo-host": "https://github.com" } },
  { input: "repo-host", inputs: { ...submit, "repo-host": "git hub" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "a..b" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "-main" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "main.lock" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "a b" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "refs/heads/" } },
  { input: "target-branch", inputs: { ...submit, "target-branch": "HEAD" } },
  { input: "target-branch", inputs: { ...submit, "pr-number": "5" }, call: without({}) },
  { input: "pr-number", inputs: { ...submit, "pr-number": "abc" }, says: /"abc".*from 1 to 4294967295/ },
  { input: "pr-number", inputs: { ...submit, "pr-number": "0" } },
  { input: "pr-number", inputs: { ...submit, "pr-number": "-1" } },
  { input: "pr-number", inputs: { ...submit, "pr-number": "1.5" } },
  { input: "pr-number", inputs: { ...submit, "pr-number": "4294967296" } },
  { input: "pr-number", inputs: { ...submit, "pr-number": "#12" } },
  { input: "pr-number", inputs: { operation: "metrics", "pr-number": "x" } },
  { input: "pr-number", inputs: submit, call: without({ push: true }), says: /not about a pull request/ },
  {
    input: "pr-number",
    inputs: { ...submit, "target-branch": "main" },
    call: without({ issue: { number: 3 } }),
    says: /#3 is an issue/,
  },
  { input: "pr-number", inputs: { ...submit, repository: "acme/other", "target-branch": "main" } },
  { input: "pr-sha", inputs: { ...targets, "impacted-targets": "a", "pr-sha": "5b1d" } },
  { input: "pr-sha", inputs: { ...targets, "impacted-targets": "a", "pr-sha": "main" } },
  { input: "pr-sha", inputs: { ...targets, "impacted-targets": "a", "pr-number": "7" }, says: /head commit/ },
  { input: "impacted-targets", inputs: targets, says: /missing/ },
  { input: "impacted-targets", inputs: { ...targets, "impacted-targets": "[1]" }, says: /element 1/ },
  { input: "impacted-targets", inputs: { ...targets, "impacted-targets": '["a"' }, says: /is not closed/ },
  {
    input: "impacted-targets",
    inputs: { ...targets, "impacted-targets": "a", "impacted-targets-file": "b" },
    says: /impacted-targets-file/,
  },
  {
    input: "impacted-targets-from",
    inputs: { ...targets, "impacted-targets-from": "nix" },
    says: /did you mean nx/,
  },
  { input: "impacted-targets-result", inputs: { ...targets, "impacted-targets-result": "none.json" } },
  {
    input: "impacted-targets-result",
    inputs: { ...targets, "impacted-targets-result": "x.json" },
    call: { files: { "x.json": '{"format":"merge-queue-impacted-targets/2"}' } },
    says: /format/,
  },
  { input: "targets-timeout", inputs: { ...targets, "targets-timeout": "0s" } },
  { input: "impacted-targets-file", inputs: { ...targets, "impacted-targets-file": "none.txt" } },
  { input: "impacted-targets-file", inputs: { ...targets, "impacted-targets-file": "." }, says: /regular/ },
  { input: "impacted-targets-file", inputs: { ...targets, "impacted-targets-file": "/dev/null" } },
  {
    input: "impacted-targets-file",
    inputs: { ...targets, "impacted-targets-file": "latin1.txt" },
    call: { files: { "latin1.txt": Buffer.from([0x61, 0xe9, 0x0a]) } },
    says: /UTF-8/,
  },
  { input: "priority", inputs: { ...submit, priority: "asap" }, says: /urgent/ },
  { input: "priority", inputs: { ...submit, priority: "-1" } },
  { input: "priority", inputs: { ...submit, priority: "4294967296" } },
  { input: "no-batch", inputs: { ...submit, "no-batch": "yes" }, says: /true or false/ },
  { input: "wait", inputs: { ...submit, wait: "1" } },
  { input: "wait-timeout", inputs: { ...submit, "wait-timeout": "0s" } },
  { input: "wait-timeout", inputs: { ...submit, "wait-timeout": "30" }, says: /unit/ },
  { input: "poll-interval", inputs: { ...submit, "poll-interval": "99ms" }, says: /at least 100ms/ },
  { input: "poll-interval", inputs: { ...submit, "poll-interval": "-5s" } },
  { input: "cancel-on-abort", inputs: { ...submit, "cancel-on-abort": "on" } },
  { input: "timeout", inputs: { ...submit, timeout: "soon" } },
  { input: "timeout", inputs: { ...submit, timeout: "25d" }, says: /at most 24d/ },
  { input: "retries", inputs: { ...submit, retries: "-1" } },
  { input: "retries", inputs: { ...submit, retries: "many" } },
  { input: "dry-run", inputs: { ...submit, "dry-run": "maybe" } },
  { input: "summary", inputs: { ...submit, summary: "short" } },
  { input: "on-error", inputs: { ...submit, "on-error": "ignore" }, says: /fail, warn/ },
  { input: "priority", inputs: { ...submit, priority: "asap", "on-error": "warn" } },
  { input: "priority", inputs: { ...submit, priority: "asap", "dry-run": "true" } },
  { input: "queue-config", inputs: update, says: /missing/ },
  { input: "queue-config", inputs: { ...update, "queue-config": "concurency: 2" }, says: /"concurency"/ },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "- a" },
    says: /does not map names to settings/,
  },
  { input: "queue-config", inputs: { ...update, "queue-config": "{a: [" }, says: /neither YAML nor JSON/ },
  { input: "queue-config", inputs: { ...update, "queue-config": "batch: true\nbatch: false" } },
  { input: "queue-config", inputs: { ...update, "queue-config": "batch: 1" }, says: /true or false/ },
  { input: "queue-config", inputs: { ...update, "queue-config": "__proto__: 1" } },
  { input: "queue-config", inputs: { ...update, "queue-config": "requiredStatuses: []" } },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": '{"requiredStatuses":["a"],"deleteRequiredStatuses":true}' },
    says: /one of the two/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "requiredStatuses: &a [*a]" },
    says: /alias \*a/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "x: &x {concurrency: 2}\n<<: *x", "on-error": "warn" },
    says: /alias \*x/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": 'requiredStatuses: [""]' },
    says: /empty name/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "batch: true\nisBatching: false" },
    says: /isBatching contradicts batch/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "testingTimeoutMins: 5\ntestingTimeoutMinutes: 6" },
    says: /testingTimeoutMinutes contradicts testingTimeoutMins/,
  },
  {
    input: "batch",
    inputs: { ...update, batch: "true", "queue-config": "batchingMode: NONE" },
    says: /batch contradicts batchingMode/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "batchingRules: [{targetPattern: a, policy: isolate, x: 1}]" },
    says: /is not accepted at 0; unknown there: x/,
  },
  {
    input: "queue-config",
    inputs: { ...update, "queue-config": "batchingRules: [a]" },
    says: /is not accepted at 0; expected an object/,
  },
  { input: "concurrency", inputs: { ...update, concurrency: "0" }, says: /from 1 to 1000/ },
  { input: "concurrency", inputs: { ...update, concurrency: "2", "queue-config": "concurrency: 3" } },
  { input: "concurrency", inputs: { ...submit, concurrency: "lots" } },
  { input: "state", inputs: { ...update, state: "SWITCHING_MODES" }, says: /RUNNING, PAUSED, DRAINING/ },
  { input: "mode", inputs: { operation: "create-queue", mode: "double" } },
  { input: "batch", inputs: { ...update, batch: "yes" } },
  { input: "merge-method", inputs: { ...update, "merge-method": "ff" } },
  { input: "pending-failure-depth", inputs: { ...update, "pending-failure-depth": "1001" } },
  { input: "test-run-id", inputs: details, says: /branch "main" is not a test branch/ },
  { input: "test-run-id", inputs: { ...details, "test-run-id": "a b" } },
  {
    input: "metrics-file",
    inputs: { operation: "metrics", "metrics-file": "." },
    says: /is a folder or another special file/,
  },
];

const MISTAKES = rowsBySize(ALL_MISTAKES);

let server: FaultyServer;
const runs = new Map<Mistake, ActionRun>();

beforeAll(async () => {
  server = await startScriptedService({});
  const results = await sideBySide(MISTAKES, async (mistake) => {
    const base = onPullRequest(server.apiUrl, mistake.inputs ?? {});
    return runAction({ ...base, event: pullRequestEvent(), ...mistake.call });
  });
  MISTAKES.forEach((mistake, index) => {
    const run = results[index];
    if (run !== undefined) runs.set(mistake, run);
  });
});

afterAll(async () => server.close());

describe("a mistake in the inputs", () => {
  it.each(MISTAKES.map((mistake) => [titleOf(mistake), mistake] as const))("%s", (_title, mistake) => {
    const run = runs.get(mistake);
    expect(run?.exitCode).toBe(1);
    expect(run?.errors).toHaveLength(1);
    const [error = ""] = run?.errors ?? [];
    expect(error.startsWith(`Input ${mistake.input}: `)).toBe(true);
    expect(error).toMatch(mistake.says ?? /expected|give|is /);
    expect(run?.stderr).toBe("");
    expect(run?.stdout).not.toMatch(/^\s+at /m);
    expect(run?.outputs["error-kind"]).toBe("wrong-input");
    const shownText = `${run?.stdout.replace(/^::add-mask::.*$/gm, "") ?? ""}${run?.summary ?? ""}`;
    expect(shownText).not.toContain(TOKEN);
    expect(shownText).not.toContain("hunter2");
  });

  it("sends no request", () => {
    expect(server.requests).toEqual([]);
  });
});

function titleOf({ input, inputs }: Mistake): string {
  return `${input}: ${JSON.stringify(inputs).slice(0, 90)}`;
}
