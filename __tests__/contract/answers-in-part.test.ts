/**
 * Answers that lack something: each field of each answer absent, null, of another type and with a value that is not
 * known here, for each operation that reads the answer. Only what the operation needs may make it fail.
 */
import { describe, expect, it } from "@jest/globals";
import { ENDPOINT_FACTS, type EndpointName } from "../../src/contract/endpoint-facts.js";
import { endpoints } from "../../src/contract/endpoints.js";
import { DEFAULT_QUEUE_SETTINGS } from "../../src/domain/queue-settings.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import { answersJson } from "../support/faulty-server.js";
import { OK, type Script } from "../support/scripted-service.js";
import { type StepResult, stepInProcess } from "../support/step-in-process.js";
import { rowsBySize } from "../support/test-size.js";

type Json = Readonly<Record<string, unknown>>;

const pullRequest: Json = {
  ...submitted({ state: "MERGED", isCurrentlySubmittedToQueue: false }),
  stateReason: "MERGE_GRAPH_MERGE",
  stateReasonText: "It landed.",
  usedDefaultPriorityName: "medium",
  noBatch: false,
  verifiedByTestRun: "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11",
  activeTestRunId: "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c12",
  estimatedTimeToMergeSeconds: 60,
  why: {
    sentence: "It landed.",
    needsAction: false,
    exit: { verdict: "LANDED", submitAgain: "UNNEEDED", next: "Nothing is left to do." },
  },
  readiness: {
    hasImpactedTargets: true,
    requiresImpactedTargets: true,
    doesBaseBranchMatch: true,
    gitHubMergeability: "mergeable",
  },
  timeline: [
    {
      timestamp: "2026-03-02T09:14:05.120Z",
      state: "MERGED",
      reason: "merge_graph_merge",
      reasonText: "It landed.",
      testRunId: "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11",
    },
  ],
};

const { extensionEnabled, enqueueingLabel, labelCommandsEnabled, stateLabelsEnabled } =
  DEFAULT_QUEUE_SETTINGS;
const { notReadyTimeoutHours, testBranchConstructionMode, hedging } = DEFAULT_QUEUE_SETTINGS;
const { enqueuedPullRequests: _none, ...fewSettings } = aQueueReply();
const settings: Json = {
  ...fewSettings,
  extensionEnabled,
  enqueueingLabel,
  labelCommandsEnabled,
  stateLabelsEnabled,
  notReadyTimeoutHours,
  testBranchConstructionMode,
  hedging,
  testBranchTrigger: "push",
  skippedChecks: {},
  readinessChecks: "required",
  checkGraceMinutes: 30,
  pauseOnRedTarget: false,
  showAsMerged: "head-push",
  landWithoutRetest: "off",
  stateReason: "`main` itself fails `build` since 3f2a91c0. The queue resumes by itself when `main` passes.",
  messageTemplate: "{{title}}",
  requiredStatuses: ["unit"],
  allowedBotSubmitters: ["renovate[bot]"],
  batchingRules: [{ targetPattern: "web*", policy: "isolate" }],
};

const ALONE_ONLY = [
  "readiness",
  "timeline",
  "forceEnqueued",
  "isCurrentlySubmittedToQueue",
  "stateReasonText",
  "verifiedByTestRun",
  "activeTestRunId",
  "why",
  "estimatedTimeToMergeSeconds",
];
const entry = Object.fromEntries(Object.entries(pullRequest).filter(([name]) => !ALONE_ONLY.includes(name)));
/** After a change that asks for batches. */
const batching: Json = { ...settings, batch: true };
const queue: Json = { ...settings, enqueuedPullRequests: [{ ...entry, state: "TESTING" }] };

const testRun: Json = {
  requiredStatuses: ["unit"],
  requiredStatusesSource: "merge_instance",
  testBranch: "mq-merge/pr-412/7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11",
  testBranchSha: "5b1d".repeat(10),
  createdAt: "2026-03-02T09:14:05.120Z",
  status: "in_progress",
  checkSuites: [{ checkRuns: [{ name: "unit", url: "", status: "COMPLETED", conclusion: "SUCCESS" }] }],
  statusChecks: [{ context: "lint", url: "", state: "PENDING" }],
  testedPullRequests: [{ prNumber: 412, prUrl: "", title: "Add retry" }],
  impactedTargets: ["core"],
  impactedTargetsForTestedPrs: ["core"],
  dependentPrs: [409],
};

interface Reading {
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What the endpoint answers from the second time on, where that is another answer. */
  readonly then?: Json;
  /** Whose answer is read. */
  readonly endpoint: EndpointName;
  readonly answer: Json;
  readonly script?: Script;
  /** A step that only adds to its report with the answer is done without it, too. */
  readonly isExtra?: true;
}

const ON_412 = { "pr-number": "412" };

const READINGS: readonly Reading[] = [
  { operation: "status", inputs: ON_412, endpoint: "getSubmittedPullRequest", answer: pullRequest },
  {
    operation: "status",
    inputs: { ...ON_412, wait: "true", "poll-interval": "100ms" },
    endpoint: "getSubmittedPullRequest",
    answer: { ...pullRequest, state: "TESTING", isCurrentlySubmittedToQueue: true },
    then: pullRequest,
    isExtra: true,
  },
  {
    operation: "submit",
    inputs: ON_412,
    endpoint: "getSubmittedPullRequest",
    answer: { ...pullRequest, state: "TESTING", isCurrentlySubmittedToQueue: true },
    script: { submitPullRequest: [OK] },
    isExtra: true,
  },
  {
    operation: "cancel",
    inputs: ON_412,
    endpoint: "getSubmittedPullRequest",
    answer: { ...pullRequest, state: "CANCELLED" },
    script: { cancelPullRequest: [OK] },
    isExtra: true,
  },
  {
    operation: "restart-tests",
    inputs: ON_412,
    endpoint: "getSubmittedPullRequest",
    answer: { ...pullRequest, state: "TESTING", isCurrentlySubmittedToQueue: true },
    script: { restartTestsOnPullRequest: [OK] },
    isExtra: true,
  },
  { operation: "get-queue", inputs: {}, endpoint: "getQueue", answer: queue },
  {
    operation: "status",
    inputs: ON_412,
    endpoint: "getQueue",
    answer: queue,
    script: { getSubmittedPullRequest: [answersJson(200, pullRequest)] },
    isExtra: true,
  },
  { operation: "update-queue", inputs: { batch: "true" }, endpoint: "updateQueue", answer: batching },
  {
    operation: "create-queue",
    inputs: { batch: "true" },
    endpoint: "updateQueue",
    answer: batching,
    script: { createQueue: [OK] },
  },
  {
    operation: "testing-details",
    inputs: { "test-run-id": "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11" },
    endpoint: "getMergeQueueTestingDetails",
    answer: testRun,
  },
];

type Change = "absent" | "null" | "another type" | "an unknown value";
const CHANGES: readonly Change[] = ["absent", "null", "another type", "an unknown value"];

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every field of the answer, and of the objects in it; `[]` stands for the elements of a list. */
function fieldsOf(value: Json): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const element: unknown = Array.isArray(inner) ? inner[0] : inner;
    if (!isRecord(element)) return [name];
    return [name, ...fieldsOf(element).map((field) => `${name}${inner === element ? "" : "[]"}.${field}`)];
  });
}

function changedValue(value: unknown, change: Change): unknown {
  switch (change) {
    case "absent":
      return undefined;
    case "null":
      return null;
    case "another type":
      return typeof value === "object" ? "a word" : { not: "expected" };
    case "an unknown value":
      if (typeof value === "string") return "NEVER_SEEN_BEFORE";
      return typeof value === "number" ? 4_294_967_295 : value;
  }
}

function changed(value: Json, field: string, change: Change): Json {
  const [name = "", ...rest] = field.split(".");
  const key = name.replace("[]", "");
  const inner = value[key];
  if (rest.length === 0) return { ...value, [key]: changedValue(inner, change) };
  const within = (part: unknown) => changed(isRecord(part) ? part : {}, rest.join("."), change);
  return { ...value, [key]: Array.isArray(inner) ? inner.map(within) : within(inner) };
}

function stepWith(reading: Reading, field: string, change: Change) {
  const { operation, inputs, endpoint, answer, then = null, script } = reading;
  const answers = [changed(answer, field, change), ...(then === null ? [] : [then])];
  const shown = endpoint === "updateQueue" ? { ...queue, batch: true } : queue;
  const getQueue = endpoint === "getQueue" ? {} : { getQueue: [answersJson(200, shown)] };
  const scripted = { [endpoint]: answers.map((one) => answersJson(200, one)) };
  return stepInProcess({ ...getQueue, ...script, ...scripted }, { operation, ...inputs });
}

/** What a person sees of a step: its errors and warnings. */
type Seen = Pick<StepResult, "exitCode" | "errors" | "warnings">;

function expectedOf(reading: Reading, field: string, change: Change): Record<keyof Seen, unknown> {
  const isNeeded = (ENDPOINT_FACTS[reading.endpoint].needs ?? []).some((needed) => needed === field);
  const named = [expect.stringContaining(field)];
  if (change === "an unknown value") {
    const isAboutAnother = reading.endpoint === "getSubmittedPullRequest" && field === "prNumber";
    if (isAboutAnother && reading.isExtra === undefined) {
      return { exitCode: 1, errors: [expect.stringContaining("#4294967295")], warnings: [] };
    }
    // A wait reports a state that it does not know, and an entry that is another one in the next answer.
    const isReported = reading.then !== undefined && (field === "state" || field === "id");
    const warnings = isReported ? [expect.stringContaining("NEVER_SEEN_BEFORE")] : [];
    return { exitCode: 0, errors: [], warnings };
  }
  if (isNeeded && reading.isExtra === undefined) {
    return { exitCode: 1, errors: [expect.stringContaining(`its field ${field}`)], warnings: [] };
  }
  return { exitCode: 0, errors: [], warnings: change === "another type" && !isNeeded ? named : [] };
}

describe.each(READINGS)("$operation, reading $endpoint, $inputs", (reading) => {
  it("is tried with every field of the contract", () => {
    const { response } = endpoints[reading.endpoint];
    const shape = "shape" in response ? Object.keys(response.shape) : [];
    const older = ["testingTimeoutMins", "batchingMaxWaitTimeMins", "isBatching", "batchingMode"];
    expect(Object.keys(reading.answer)).toEqual(
      expect.arrayContaining(shape.filter((name) => !older.includes(name))),
    );
  });

  it.each(rowsBySize(fieldsOf(reading.answer)))("%s", async (field) => {
    const seen = await Promise.all(
      CHANGES.map(async (change) => {
        const { exitCode, errors, warnings } = await stepWith(reading, field, change);
        return [change, { exitCode, errors, warnings }];
      }),
    );
    const expected = CHANGES.map((change) => [change, expectedOf(reading, field, change)]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
  });

  it("is not disturbed by a field that is new", async () => {
    const answer = { ...reading.answer, moon: { phase: "full" } };
    const result = await stepWith({ ...reading, answer }, "", "an unknown value");
    expect(result).toMatchObject({ exitCode: 0, errors: [], warnings: [] });
    if (reading.isExtra === undefined) expect(result.outputs["response"]).toContain('"moon"');
  });
});
