/** The operations whose "it is so already" is a success, and everything that looks like it and is none. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cancelIdempotently } from "../../../src/client/cancel-idempotently.js";
import type { MergeQueueClient } from "../../../src/client/client.js";
import {
  createQueueIdempotently,
  deleteQueueIdempotently,
} from "../../../src/client/create-queue-idempotently.js";
import { MergeQueueError } from "../../../src/client/errors.js";
import type { Settled } from "../../../src/client/position.js";
import { restartTestsOnce } from "../../../src/client/restart-tests-once.js";
import { submitIdempotently } from "../../../src/client/submit-idempotently.js";
import { updateQueueOnce } from "../../../src/client/update-queue-once.js";
import { aClient, aQueueReply, PULL_REQUEST, QUEUE, submitted } from "../../support/client-samples.js";
import {
  answers,
  answersJson,
  closesWithoutAnswer,
  type Fault,
  FaultyServer,
  resetsBeforeHeaders,
} from "../../support/faulty-server.js";

const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Case {
  readonly fact: string;
  readonly script: readonly Fault[];
  readonly outcome: string;
  /** Endpoints in the order in which they are asked, when that is the point. */
  readonly asked?: readonly string[];
}

function test(
  operation: (client: MergeQueueClient) => Promise<Settled<string>>,
  cases: readonly Case[],
): void {
  for (const { fact, script, outcome, asked } of cases) {
    it(fact, async () => {
      const server = await FaultyServer.start(script);
      servers.push(server);
      expect(await outcomeOf(operation(aClient(server.apiUrl, { attemptTimeoutMs: 2000 })))).toBe(outcome);
      if (asked !== undefined)
        expect(server.requests.map(({ path }) => path.replace("/v1/", ""))).toEqual(asked);
    });
  }
}

async function outcomeOf(operation: Promise<Settled<string>>): Promise<string> {
  try {
    const { kind, status, attempts } = await operation;
    return `${kind}, ${status} ×${attempts}`;
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    return `throws ${error.kind} ${error.status ?? "-"}`;
  }
}

function refusal(status: number, code: string): Fault {
  return answersJson(status, { error: { code, message: "no" } });
}

const done = answersJson(200, {});
const page = answers(404, "<!doctype html><title>Not found</title>", { "content-type": "text/html" });

describe("submitIdempotently", () => {
  const queued = answersJson(200, submitted());
  const inQueueFirst = answersJson(200, submitted({ priorityValue: 0, priorityName: "urgent" }));
  const submit = "submitPullRequest";
  const lost = [closesWithoutAnswer, resetsBeforeHeaders, closesWithoutAnswer];
  const gone = answersJson(200, submitted({ isCurrentlySubmittedToQueue: false, state: "FAILED" }));
  test(
    (client) => submitIdempotently(client, { ...PULL_REQUEST, priority: 0 }),
    [
      { fact: "submits", script: [done], outcome: "submitted, 200 ×1", asked: ["submitPullRequest"] },
      {
        fact: "submits again after a lost reply",
        script: [resetsBeforeHeaders, done],
        outcome: "submitted, 200 ×2",
      },
      {
        fact: "finds the pull request in the queue after a 409 without a code",
        script: [answers(409, "already in the queue"), queued],
        outcome: "alreadyInQueue, 409 ×1",
        asked: ["submitPullRequest", "getSubmittedPullRequest"],
      },
      {
        fact: "finds the pull request in the queue after a 409 that says so",
        script: [refusal(409, "PR_ALREADY_IN_QUEUE"), queued],
        outcome: "alreadyInQueue, 409 ×1",
      },
      {
        fact: "does not believe a 409 when the queue shows otherwise",
        script: [answers(409), gone],
        outcome: "throws refused 409",
      },
      {
        fact: "does not believe a 409 when the queue shows nothing",
        script: [answers(409), answers(404)],
        outcome: "throws refused 409",
      },
      {
        fact: "sees in the queue that a submission without a reply took place",
        script: [...lost, inQueueFirst],
        outcome: "submittedByLostRequest, null ×3",
        asked: [submit, submit, submit, "getSubmittedPullRequest"],
      },
      {
        fact: "sees it too when the answer was no answer",
        script: [answers(200, "<html>"), inQueueFirst],
        outcome: "submittedByLostRequest, 200 ×1",
      },
      {
        fact: "does not take the priority before for the one that was asked",
        script: [...lost, queued],
        outcome: "throws unreachable -",
      },
      {
        fact: "does not claim a lost submission that the queue does not show",
        script: [...lost, gone],
        outcome: "throws unreachable -",
      },
      {
        fact: "does not claim a lost submission that it cannot read back",
        script: [...lost, answers(403)],
        outcome: "throws unreachable -",
      },
      {
        fact: "reads nothing back when nothing can have arrived",
        script: [answers(429)],
        outcome: "throws rateLimited 429",
        asked: [submit, submit, submit],
      },
      {
        fact: "does not swallow a 409 for another reason",
        script: [refusal(409, "MODE_CHANGE_IN_PROGRESS"), queued],
        outcome: "throws refused 409",
        asked: ["submitPullRequest"],
      },
      {
        fact: "does not swallow a 400",
        script: [refusal(400, "PR_NOT_ENQUEUEABLE"), queued],
        outcome: "throws refused 400",
      },
      {
        fact: "does not swallow a 404",
        script: [refusal(404, "PR_NOT_FOUND"), queued],
        outcome: "throws notFound 404",
      },
    ],
  );
});

describe("submitIdempotently, told of the stay that had ended before", () => {
  const merged = submitted({ isCurrentlySubmittedToQueue: false, state: "MERGED" });
  const earlierSubmission = {
    id: merged.id,
    state: merged.state,
    stateChangedAt: "2025-12-31T09:00:00.000Z",
  };
  const refused = refusal(400, "PR_NOT_ENQUEUEABLE");
  const landed = answersJson(200, merged);
  test(
    (client) => submitIdempotently(client, PULL_REQUEST, { earlierSubmission }),
    [
      {
        fact: "sees that what was submitted without a reply has landed since",
        script: [resetsBeforeHeaders, refused, landed],
        outcome: "submittedByLostRequest, 400 ×2",
        asked: ["submitPullRequest", "submitPullRequest", "getSubmittedPullRequest"],
      },
      {
        fact: "does not take the landing before for one of its own",
        script: [
          resetsBeforeHeaders,
          refused,
          answersJson(200, { ...merged, stateChangedAt: earlierSubmission.stateChangedAt }),
        ],
        outcome: "throws refused 400",
      },
      {
        fact: "does not take what failed since for submitted",
        script: [resetsBeforeHeaders, refused, answersJson(200, { ...merged, state: "FAILED" })],
        outcome: "throws refused 400",
      },
      {
        fact: "sees that what was in the queue already has landed since",
        script: [refusal(409, "PR_ALREADY_IN_QUEUE"), landed],
        outcome: "alreadyInQueue, 409 ×1",
      },
      {
        fact: "believes a refusal where no reply was lost",
        script: [refused, landed],
        outcome: "throws refused 400",
        asked: ["submitPullRequest"],
      },
    ],
  );
  test(
    (client) =>
      submitIdempotently(client, PULL_REQUEST, {
        earlierSubmission: { ...earlierSubmission, state: "FAILED", stateChangedAt: merged.stateChangedAt },
      }),
    [
      {
        fact: "tells a landing from another end by the state alone",
        script: [resetsBeforeHeaders, refused, landed],
        outcome: "submittedByLostRequest, 400 ×2",
      },
    ],
  );
  test(
    (client) => submitIdempotently(client, PULL_REQUEST, { earlierSubmission: null }),
    [
      {
        fact: "sees it also where there was none",
        script: [resetsBeforeHeaders, refused, landed],
        outcome: "submittedByLostRequest, 400 ×2",
      },
    ],
  );
  test(
    (client) => submitIdempotently(client, PULL_REQUEST),
    [
      {
        fact: "claims no landing where nobody looked before",
        script: [resetsBeforeHeaders, refused, landed],
        outcome: "throws refused 400",
      },
      {
        fact: "nor one of what was in the queue already",
        script: [refusal(409, "PR_ALREADY_IN_QUEUE"), landed],
        outcome: "throws refused 409",
      },
    ],
  );
});

const foreign = [
  {},
  { error: { code: null, message: "not in the queue" } },
  { error: { code: 404, message: "no route" } },
  { error: { code: "Route not found", message: "x" } },
  { code: "X".repeat(80) },
  { error: "NOT_FOUND" },
  { errors: [{ code: "REPOSITORY_NOT_FOUND" }] },
];

describe("cancelIdempotently", () => {
  const before = answersJson(200, submitted());
  const later = answersJson(200, submitted({ stateChangedAt: "2026-03-02T10:00:00.000Z" }));
  /** The submission before it, and what becomes of three requests: before each other one it is looked at again. */
  const lost = [before, closesWithoutAnswer, before, resetsBeforeHeaders, before, closesWithoutAnswer];
  const inState = (state: string) =>
    answersJson(200, submitted({ state, isCurrentlySubmittedToQueue: false }));
  const [read, cancel] = ["getSubmittedPullRequest", "cancelPullRequest"];
  test(
    (client) => cancelIdempotently(client, PULL_REQUEST),
    [
      { fact: "cancels", script: [before, done], outcome: "cancelled, 200 ×1", asked: [read, cancel] },
      { fact: "cancels what it may not read", script: [answers(403), done], outcome: "cancelled, 200 ×1" },
      {
        fact: "repeats nothing that it may not read",
        script: [answers(403), answers(500), answers(403)],
        outcome: "throws serverFailed 500",
        asked: [read, cancel, read],
      },
      {
        fact: "repeats after a lost reply what has not changed",
        script: [before, closesWithoutAnswer, before, done],
        outcome: "cancelled, 200 ×2",
        asked: [read, cancel, read, cancel],
      },
      {
        fact: "repeats after a refusal that did nothing without looking again",
        script: [before, answers(429), done],
        outcome: "cancelled, 200 ×2",
        asked: [read, cancel, cancel],
      },
      {
        fact: "leaves a later submission alone",
        script: [before, closesWithoutAnswer, later, done],
        outcome: "throws changedMeanwhile -",
        asked: [read, cancel, read],
      },
      {
        fact: "succeeds when the pull request is not in the queue",
        script: [before, refusal(404, "PR_NOT_IN_QUEUE")],
        outcome: "notInQueue, 404 ×1",
      },
      {
        fact: "succeeds when the pull request is not known",
        script: [refusal(404, "PR_NOT_FOUND")],
        outcome: "notInQueue, 404 ×1",
      },
      {
        fact: "succeeds on a 404 in plain text when the pull request is shown to be out",
        script: [before, answers(404, "not in the queue"), inState("FAILED")],
        outcome: "notInQueue, 404 ×1",
      },
      {
        fact: "fails on a 404 in plain text while the pull request is there",
        script: [before, answers(404, "not in the queue"), before],
        outcome: "throws notFound 404",
      },
      {
        fact: "fails on a 404 in plain text",
        script: [answers(404, "not in the queue")],
        outcome: "throws notFound 404",
      },
      { fact: "fails on an empty 404", script: [answers(404)], outcome: "throws notFound 404" },
      {
        fact: "succeeds when the first reply was lost",
        script: [before, closesWithoutAnswer, before, refusal(404, "PR_NOT_IN_QUEUE")],
        outcome: "notInQueue, 404 ×2",
      },
      {
        fact: "fails when there is no queue",
        script: [refusal(404, "MERGE_QUEUE_NOT_FOUND")],
        outcome: "throws notFound 404",
      },
      {
        fact: "fails when there is no such endpoint",
        script: [refusal(404, "NOT_FOUND")],
        outcome: "throws notFound 404",
      },
      { fact: "fails on the 404 page of something else", script: [page], outcome: "throws notFound 404" },
      ...foreign.map((body) => ({
        fact: `fails on a 404 of something else: ${JSON.stringify(body).slice(0, 60)}`,
        script: [answersJson(404, body)],
        outcome: "throws notFound 404",
      })),
      {
        fact: "succeeds on the code alone",
        script: [answersJson(404, { error: "PR_NOT_IN_QUEUE" })],
        outcome: "notInQueue, 404 ×1",
      },
      {
        fact: "sees that a cancellation without a reply took place",
        script: [...lost, inState("CANCELLED")],
        outcome: "cancelledByLostRequest, null ×3",
      },
      {
        fact: "sees that the pull request has left meanwhile",
        script: [...lost, inState("MERGED")],
        outcome: "notInQueue, null ×3",
      },
      {
        fact: "sees that the queue does not know the pull request any more",
        script: [...lost, refusal(404, "PR_NOT_FOUND")],
        outcome: "notInQueue, null ×3",
      },
      {
        fact: "does not claim a lost cancellation while the pull request is there",
        script: [...lost, answersJson(200, submitted())],
        outcome: "throws unreachable -",
      },
      {
        fact: "does not claim a lost cancellation that it cannot read back",
        script: [...lost, answers(404)],
        outcome: "throws unreachable -",
      },
      {
        fact: "fails on a code in a body that is no 404",
        script: [refusal(400, "PR_NOT_IN_QUEUE")],
        outcome: "throws refused 400",
      },
    ],
  );
});

describe("deleteQueueIdempotently", () => {
  test(
    (client) => deleteQueueIdempotently(client, QUEUE),
    [
      { fact: "deletes", script: [done], outcome: "deleted, 200 ×1" },
      {
        fact: "succeeds when there is no queue",
        script: [refusal(404, "MERGE_QUEUE_NOT_FOUND")],
        outcome: "noSuchQueue, 404 ×1",
      },
      {
        fact: "fails on a 404 in plain text",
        script: [answers(404, "no queue")],
        outcome: "throws notFound 404",
      },
      {
        fact: "fails when the queue is not empty",
        script: [refusal(400, "QUEUE_NOT_EMPTY")],
        outcome: "throws refused 400",
      },
      {
        fact: "fails when the repository is not served",
        script: [refusal(404, "REPOSITORY_NOT_FOUND")],
        outcome: "throws notFound 404",
      },
      { fact: "fails on the 404 page of something else", script: [page], outcome: "throws notFound 404" },
    ],
  );
});

describe("createQueueIdempotently", () => {
  const request = { ...QUEUE, mode: "Parallel", concurrency: 5 };
  const taken = refusal(409, "QUEUE_ALREADY_EXISTS");
  const asRequested = answersJson(200, aQueueReply({ mode: "PARALLEL", concurrency: 5 }));
  const otherwise = answersJson(200, aQueueReply({ mode: "parallel", concurrency: 6 }));
  test(
    (client) => createQueueIdempotently(client, request),
    [
      { fact: "creates", script: [done], outcome: "created, 200 ×1" },
      {
        fact: "fails when the queue was there before",
        script: [taken],
        outcome: "throws refused 409",
        asked: ["createQueue"],
      },
      {
        fact: "succeeds when its own request was answered by no one",
        script: [resetsBeforeHeaders, taken, asRequested],
        outcome: "createdByLostRequest, 409 ×2",
        asked: ["createQueue", "createQueue", "getQueue"],
      },
      {
        fact: "fails when the queue there has pull requests already",
        script: [
          answers(500),
          taken,
          answersJson(
            200,
            aQueueReply({ mode: "parallel", concurrency: 5, enqueuedPullRequests: [submitted()] }),
          ),
        ],
        outcome: "throws refused 409",
      },
      {
        fact: "fails when the queue there is another one",
        script: [answers(500), taken, otherwise],
        outcome: "throws refused 409",
      },
      {
        fact: "fails when the queue is not shown",
        script: [answers(500), taken, answers(403)],
        outcome: "throws refused 409",
      },
    ],
  );
});

describe("updateQueueOnce", () => {
  const shows = (changes: Parameters<typeof aQueueReply>[0]) => answersJson(200, aQueueReply(changes));
  const before = shows({ concurrency: 2 });
  const [read, update] = ["getQueue", "updateQueue"];
  test(
    (client) => updateQueueOnce(client, { ...QUEUE, concurrency: 5, mode: "Single" }),
    [
      { fact: "updates", script: [before, done], outcome: "updated, 200 ×1", asked: [read, update] },
      {
        fact: "repeats after a lost reply what has not changed, also where another setting has",
        script: [before, answers(500), shows({ concurrency: 2, batch: true }), done],
        outcome: "updated, 200 ×2",
        asked: [read, update, read, update],
      },
      {
        fact: "sees that a change without a reply took place",
        script: [before, answers(500), shows({ concurrency: 5 })],
        outcome: "updatedByLostRequest, 500 ×1",
        asked: [read, update, read, read],
      },
      {
        fact: "sees that a switch of modes without a reply has begun",
        script: [
          shows({ concurrency: 5, mode: "parallel" }),
          answers(500),
          shows({ concurrency: 5, mode: "parallel", state: "SWITCHING_MODES" }),
        ],
        outcome: "updatedByLostRequest, 500 ×1",
      },
      {
        fact: "does not overwrite what changed meanwhile",
        script: [before, answers(500), shows({ concurrency: 7 })],
        outcome: "throws changedMeanwhile -",
        asked: [read, update, read],
      },
      {
        fact: "repeats nothing where the settings are not shown",
        script: [answers(403), answers(500), before],
        outcome: "throws serverFailed 500",
        asked: [read, update, read],
      },
      {
        fact: "repeats after a refusal that did nothing without looking again",
        script: [before, answers(429), done],
        outcome: "updated, 200 ×2",
        asked: [read, update, update],
      },
    ],
  );
});

describe("restartTestsOnce", () => {
  const at = (state: string, stateChangedAt: string) =>
    answersJson(200, submitted({ state, stateChangedAt }));
  const before = at("TESTING", "2026-03-02T09:00:00.000Z");
  const restart = "restartTestsOnPullRequest";
  const read = "getSubmittedPullRequest";
  test(
    (client) => restartTestsOnce(client, PULL_REQUEST),
    [
      { fact: "restarts", script: [before, done], outcome: "restarted, 200 ×1", asked: [read, restart] },
      {
        fact: "sees in the queue that a restart without a reply took place",
        script: [before, resetsBeforeHeaders, at("PENDING", "2026-03-02T09:05:00.000Z")],
        outcome: "restartedByLostRequest, null ×1",
        asked: [read, restart, read],
      },
      {
        fact: "sees it too when testing has begun anew",
        script: [before, answers(502), at("TESTING", "2026-03-02T09:05:00.000Z")],
        outcome: "restartedByLostRequest, 502 ×1",
      },
      {
        fact: "does not take the first test run for one that it started",
        script: [
          at("PENDING", "2026-03-02T09:00:00.000Z"),
          answers(502),
          at("TESTING", "2026-03-02T09:05:00.000Z"),
        ],
        outcome: "throws serverFailed 502",
        asked: [read, restart, read],
      },
      {
        fact: "asks once more when nothing has moved",
        script: [before, closesWithoutAnswer, before, done],
        outcome: "restarted, 200 ×2",
        asked: [read, restart, read, restart],
      },
      {
        fact: "asks once more and no further",
        script: [before, answers(500), before, answers(500)],
        outcome: "throws serverFailed 500",
        asked: [read, restart, read, restart],
      },
      {
        fact: "does not restart what has passed meanwhile",
        script: [before, answers(500), at("TESTS_PASSED", "2026-03-02T09:05:00.000Z")],
        outcome: "throws serverFailed 500",
        asked: [read, restart, read],
      },
      {
        fact: "does not guess when the state is not shown afterwards",
        script: [before, answers(500), answers(404)],
        outcome: "throws serverFailed 500",
      },
      {
        fact: "does not guess when the state was not shown before",
        script: [answers(403), answers(500)],
        outcome: "throws serverFailed 500",
        asked: [read, restart],
      },
      {
        fact: "restarts without being allowed to read",
        script: [answers(403), done],
        outcome: "restarted, 200 ×1",
      },
      {
        fact: "does not ask twice after a refusal",
        script: [before, refusal(409, "PR_TESTS_NOT_RESTARTABLE")],
        outcome: "throws refused 409",
        asked: [read, restart],
      },
    ],
  );
});
