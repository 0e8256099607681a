/** What was not done must not turn a step green, through the built action. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionCall, type ActionRun, runAction } from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import { answers, answersJson, type Fault, type FaultyServer } from "../support/faulty-server.js";
import { endpointsOf, OK, refuses, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

let server: FaultyServer;

afterEach(async () => server.close());

async function run(script: Script, inputs: Readonly<Record<string, string>>, call: Partial<ActionCall> = {}) {
  server = await startScriptedService(script);
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

function asked(endpoint: string): number {
  return endpointsOf(server).filter((name) => name === endpoint).length;
}

function expectRed(result: ActionRun, errorKind: string, sentence: RegExp): void {
  expect(result.errors).toEqual([expect.stringMatching(sentence)]);
  expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": errorKind } });
}

const inState = (state: string, changes: Parameters<typeof submitted>[0] = {}) =>
  answersJson(200, submitted({ state, ...changes }));
const aQueue = (changes: Parameters<typeof aQueueReply>[0] = {}) => answersJson(200, aQueueReply(changes));
const lost = answers(502, "bad gateway");
const later = { stateChangedAt: "2026-03-02T10:00:00.000Z" };

describe("create-queue, whose first answer was lost and whose second is that the queue exists", () => {
  const exists = [lost, refuses(409, "QUEUE_ALREADY_EXISTS")];
  const creation = { operation: "create-queue", retries: "1", concurrency: "5", batch: "true" };

  itInCi.each(
    rowsBySize([
      ["another state", { concurrency: 5, state: "PAUSED" }, /state is PAUSED/],
      ["another concurrency", { concurrency: 6 }, /concurrency is 6/],
      ["another setting", { concurrency: 5, testingTimeoutMinutes: 30 }, /testingTimeoutMinutes is 30/],
      [
        "a pull request in it",
        { concurrency: 5, enqueuedPullRequests: [submitted({ prNumber: 7 })] },
        /pull requests are in it/,
      ],
    ]),
  )("does not take a queue with %s for its own", async (_what, changes, difference) => {
    const script = { createQueue: exists, getQueue: [aQueue(changes)], updateQueue: [aQueue()] };
    const result = await run(script, creation);
    expectRed(result, "refused", difference);
    expect(result.errors[0]).toMatch(/exists already and differs.*nothing was changed.*update-queue/);
    expect(asked("updateQueue")).toBe(0);
  });

  itInCi("does not take a paused queue for its own when it asks for no setting", async () => {
    const script = { createQueue: exists, getQueue: [aQueue({ state: "PAUSED" })] };
    expectRed(await run(script, { operation: "create-queue", retries: "1" }), "refused", /state is PAUSED/);
  });

  itInCi("does not take a queue for its own that does not show what was asked for", async () => {
    const script = { createQueue: exists, getQueue: [answersJson(200, { state: "RUNNING" })] };
    expectRed(await run(script, creation), "refused", /concurrency is not shown/);
  });

  itInAll("goes on with the queue that it created", async () => {
    const script = {
      createQueue: exists,
      getQueue: [aQueue({ concurrency: 5, bisectionConcurrency: 5 })],
      updateQueue: [aQueue({ concurrency: 5, batch: true })],
    };
    const result = await run(script, creation);
    expect(result).toMatchObject({ exitCode: 0, errors: [] });
    expect(asked("updateQueue")).toBe(1);
  });
});

describe("a 404 that is not the API's own", () => {
  const FOREIGN = [
    ["empty", answers(404)],
    ["in plain text", answers(404, "404 page not found")],
    ["of a gateway", answersJson(404, { message: "no Route matched with those values" })],
    ["with an error without a code", answersJson(404, { error: { message: "not found" } })],
  ] as const;

  itInCi.each(rowsBySize(FOREIGN))("does not count as not in the queue: %s", async (_what, answer) => {
    const script = { cancelPullRequest: [answer], getSubmittedPullRequest: [answer] };
    expectRed(await run(script, { operation: "cancel" }), "not-found", /404/);
  });

  it.each(rowsBySize(FOREIGN))("does not count as no queue: %s", async (_what, answer) => {
    expectRed(await run({ deleteQueue: [answer] }, { operation: "delete-queue" }), "not-found", /404/);
  });

  it("is no failure where the service shows that the pull request is out", async () => {
    const script = {
      cancelPullRequest: [answers(404, "not in the queue")],
      getSubmittedPullRequest: [inState("FAILED", { isCurrentlySubmittedToQueue: false })],
    };
    const result = await run(script, { operation: "cancel" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { "is-submitted": "false" } });
  });
});

describe("a success that reports a failure", () => {
  const BODIES: readonly unknown[] = [
    { success: false },
    { success: false, message: "closed" },
    { ok: false, reason: "closed" },
    { error: "closed" },
    false,
  ];

  itInCi.each(rowsBySize(BODIES))("is a refusal: %j", async (body) => {
    const script = {
      submitPullRequest: [answersJson(200, body)],
      getSubmittedPullRequest: [inState("TESTING")],
    };
    expectRed(
      await run(script, { operation: "submit" }),
      "refused",
      /submitting the pull request: refused \(200\)/,
    );
  });

  itInCi.each(
    rowsBySize([
      ["cancel", "cancelPullRequest"],
      ["restart-tests", "restartTestsOnPullRequest"],
      ["create-queue", "createQueue"],
      ["delete-queue", "deleteQueue"],
      ["update-queue", "updateQueue"],
      ["set-impacted-targets", "setImpactedTargets"],
      ["get-queue", "getQueue"],
      ["status", "getSubmittedPullRequest"],
    ]),
  )("is a refusal of %s", async (operation, endpoint) => {
    const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      "update-queue": { state: "PAUSED" },
      "set-impacted-targets": { "impacted-targets": "web" },
    };
    const script = {
      getSubmittedPullRequest: [inState("TESTING")],
      [endpoint]: [answersJson(200, { success: false, message: "closed today" })],
    };
    expectRed(await run(script, { operation, ...more[operation] }), "refused", /closed today/);
  });

  const prometheus = { "content-type": "text/plain; version=0.0.4" };
  const METRICS: readonly (readonly [string, Fault])[] = [
    ["a JSON error", answersJson(200, { error: "no" })],
    ["a JSON error as text", answers(200, '{"error":"no"}', prometheus)],
    ["JSON of a success that is none", answersJson(200, { success: false })],
    ["false", answers(200, "false", prometheus)],
    ["JSON metrics", answersJson(200, { mq_depth_current: 7 })],
    ["metrics called HTML", answers(200, "mq_depth_current 7\n", { "content-type": "text/html" })],
    ["a sentence", answers(200, "The service is being maintained.", prometheus)],
    ["nothing at all", answers(204)],
  ];

  itInCi.each(rowsBySize(METRICS))(
    "overwrites no file with what are no metrics: %s",
    async (_what, answer) => {
      const inputs = { operation: "metrics", "metrics-file": "metrics.txt" };
      const files = { "metrics.txt": "mq_depth_current 3\n" };
      const result = await run({ getMergeQueueMetrics: [answer] }, inputs, { files });
      expect(result.exitCode).toBe(1);
      expect(result.outputs["error-kind"]).toMatch(/^(?:bad-answer|refused)$/);
      expect(result.file("metrics.txt")).toBe("mq_depth_current 3\n");
    },
  );
});

describe("submit of what is in the queue already", () => {
  const already = refuses(409, "ALREADY_IN_QUEUE");
  const inputs = { operation: "submit", priority: "high", "no-batch": "true" };

  itInAll("warns of what it asked for and the queue does not have", async () => {
    const script = {
      submitPullRequest: [already],
      getSubmittedPullRequest: [inState("TESTING", { noBatch: false })],
    };
    const result = await run(script, inputs);
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "unchanged", priority: "medium" } });
    expect(result.warnings).toEqual([
      expect.stringMatching(/#412 .*already.*priority is medium, not high.*no-batch is false, not true/),
    ]);
  });

  itInAll("warns of nothing when the queue has it as asked for", async () => {
    const state = inState("TESTING", { priorityName: "high", priorityValue: 10, noBatch: true });
    const result = await run({ submitPullRequest: [already], getSubmittedPullRequest: [state] }, inputs);
    expect(result).toMatchObject({ exitCode: 0, warnings: [], outputs: { outcome: "unchanged" } });
  });

  itInCi("warns of it also before a wait", async () => {
    const script = {
      submitPullRequest: [already],
      getSubmittedPullRequest: [inState("TESTING"), inState("TESTING"), inState("MERGED")],
    };
    const result = await run(script, { ...inputs, wait: "true", "poll-interval": "100ms" });
    expect(result).toMatchObject({ exitCode: 0, warnings: [expect.stringMatching(/priority is medium/)] });
  });

  itInCi("is told from a submission that was done", async () => {
    const script = { submitPullRequest: [OK], getSubmittedPullRequest: [inState("TESTING")] };
    expect(await run(script, { operation: "submit" })).toMatchObject({ outputs: { outcome: "done" } });
  });
});

describe("restart-tests whose answer was lost", () => {
  const restart = { operation: "restart-tests", retries: "3" };

  itInAll.each([
    ["PENDING", inState("PENDING")],
    ["NOT_READY", inState("NOT_READY")],
  ])("does not take the first test run after %s for its own", async (_state, before) => {
    const script = {
      restartTestsOnPullRequest: [lost],
      getSubmittedPullRequest: [before, inState("TESTING", later)],
    };
    expectRed(await run(script, restart), "server-failed", /502/);
    expect(asked("restartTestsOnPullRequest")).toBe(1);
  });

  itInAll("does not guess where the service does not date the states", async () => {
    const undated = answersJson(200, { state: "TESTING" });
    const script = { restartTestsOnPullRequest: [lost], getSubmittedPullRequest: [undated] };
    expectRed(await run(script, restart), "server-failed", /502/);
    expect(asked("restartTestsOnPullRequest")).toBe(1);
  });

  itInAll("takes a newer test run for its own", async () => {
    const script = {
      restartTestsOnPullRequest: [lost],
      getSubmittedPullRequest: [inState("TESTING"), inState("TESTING", later)],
    };
    expect(await run(script, restart)).toMatchObject({ exitCode: 0, errors: [] });
  });
});

describe("a cancellation whose answer was lost", () => {
  const cancel = { operation: "cancel", retries: "3" };

  itInAll.each([
    ["another entry", inState("PENDING", { id: "another" })],
    ["the same entry in a later state", inState("NOT_READY", later)],
  ])("is not repeated on a later submission: %s", async (_what, now) => {
    const script = { cancelPullRequest: [lost, OK], getSubmittedPullRequest: [inState("TESTING"), now] };
    expectRed(await run(script, cancel), "changed-meanwhile", /#412 .*was TESTING.*is (?:PENDING|NOT_READY)/);
    expect(asked("cancelPullRequest")).toBe(1);
  });

  itInAll("is repeated on what has not changed", async () => {
    const script = { cancelPullRequest: [lost, OK], getSubmittedPullRequest: [inState("TESTING")] };
    expect(await run(script, cancel)).toMatchObject({ exitCode: 0, errors: [] });
    expect(asked("cancelPullRequest")).toBe(2);
  });

  itInAll("is not repeated when it was done", async () => {
    const out = inState("CANCELLED", { ...later, isCurrentlySubmittedToQueue: false });
    const script = { cancelPullRequest: [lost, OK], getSubmittedPullRequest: [inState("TESTING"), out] };
    expect(await run(script, cancel)).toMatchObject({ exitCode: 0, outputs: { state: "CANCELLED" } });
    expect(asked("cancelPullRequest")).toBe(1);
  });
});

describe("a change of settings whose answer was lost", () => {
  const update = { operation: "update-queue", retries: "3", concurrency: "5", state: "RUNNING" };
  const before = aQueue({ concurrency: 2, state: "RUNNING" });

  itInAll.each([
    ["a setting", aQueue({ concurrency: 7 }), /concurrency was 2 and is 7/],
    ["the state", aQueue({ concurrency: 2, state: "PAUSED" }), /state was RUNNING and is PAUSED/],
  ])("is not repeated over an operator's change of %s", async (_what, now, reason) => {
    const script = { updateQueue: [lost, aQueue()], getQueue: [before, now] };
    expectRed(await run(script, update), "changed-meanwhile", reason);
    expect(asked("updateQueue")).toBe(1);
  });

  itInCi("is repeated where nothing has changed", async () => {
    const script = { updateQueue: [lost, aQueue({ concurrency: 5 })], getQueue: [before] };
    expect(await run(script, update)).toMatchObject({ exitCode: 0, errors: [] });
    expect(asked("updateQueue")).toBe(2);
  });

  it("is not repeated when it was done", async () => {
    const script = { updateQueue: [lost, aQueue()], getQueue: [before, aQueue({ concurrency: 5 })] };
    expect(await run(script, update)).toMatchObject({ exitCode: 0, outputs: { "queue-state": "RUNNING" } });
    expect(asked("updateQueue")).toBe(1);
  });
});

describe("an answer about another pull request", () => {
  const other = inState("MERGED", { prNumber: 7 });

  itInCi("ends no wait", async () => {
    const script = { getSubmittedPullRequest: [other, inState("TESTING"), inState("FAILED")] };
    const result = await run(script, { operation: "status", wait: "true", "poll-interval": "100ms" });
    expect(result).toMatchObject({ exitCode: 1, outputs: { state: "FAILED", "error-kind": "failed" } });
  });

  it("is no status", async () => {
    const result = await run({ getSubmittedPullRequest: [other] }, { operation: "status" });
    expectRed(result, "bad-answer", /about #7, and #412 was requested/);
  });
});

describe("a resubmission between two polls", () => {
  itInAll("is reported", async () => {
    const script = {
      getSubmittedPullRequest: [
        inState("TESTING", { id: "first" }),
        inState("TESTING", { id: "second" }),
        inState("MERGED", { id: "second" }),
      ],
    };
    const result = await run(script, { operation: "status", wait: "true", "poll-interval": "100ms" });
    expect(result.warnings).toEqual([expect.stringMatching(/#412 was submitted again.*first.*second/)]);
    expect(result).toMatchObject({ exitCode: 0, outputs: { state: "MERGED" } });
  });
});

describe("the outputs of set-impacted-targets", () => {
  const inputs = { operation: "set-impacted-targets", "impacted-targets": "web\napi" };
  const NOTHING = {
    uploaded: "false",
    "impacted-targets-count": "",
    "impacted-targets-all": "",
    "impacted-targets-reason": "",
  };

  it.each<[string, Script, Readonly<Record<string, string>>]>(
    rowsBySize([
      ["a dry run", {}, { "dry-run": "true" }],
      ["a dry run of ALL", {}, { "dry-run": "true", "impacted-targets": "ALL" }],
      ["a 401", { setImpactedTargets: [refuses(401, "INVALID_TOKEN")] }, { "on-error": "warn" }],
      [
        "a 500 to ALL",
        { setImpactedTargets: [answers(500)] },
        { "on-error": "warn", "impacted-targets": "ALL" },
      ],
    ]),
  )("are empty after %s", async (_what, script, more) => {
    expect(await run(script, { ...inputs, ...more })).toMatchObject({ exitCode: 0, outputs: NOTHING });
  });

  itInAll.each([
    ["a list", "web\napi", { "impacted-targets-count": "2", "impacted-targets-all": "false" }],
    ["ALL", "ALL", { "impacted-targets-count": "", "impacted-targets-all": "true" }],
  ])("are those of %s that was uploaded", async (_what, targets, outputs) => {
    const result = await run({ setImpactedTargets: [OK] }, { ...inputs, "impacted-targets": targets });
    expect(result).toMatchObject({ exitCode: 0, outputs: { uploaded: "true", ...outputs } });
  });

  it("have no word about an upload after another operation", async () => {
    const result = await run({ deleteQueue: [OK] }, { operation: "delete-queue" });
    expect(result.outputs["uploaded"]).toBe("");
  });
});
