/** What receivers are told, as stories about queues. */
import { describe, expect, it } from "@jest/globals";
import { wordOnWire } from "../../../../src/contract/why.js";
import { VERDICT_OF_CODE } from "../../../../src/domain/exit-verdict.js";
import { VERDICT_KINDS } from "../../../../src/domain/verdict-kinds.js";
import { decide } from "../../../../src/engine/decide.js";
import type { QueueEvent } from "../../../../src/engine/model/event.js";
import type { Landing, Queue } from "../../../../src/engine/model/queue.js";
import { verdictWord } from "../../../../src/service/webhooks/payload.js";
import {
  after,
  allSubmitted,
  aQueue,
  BEGINNING,
  cancelled,
  changed,
  failed,
  type Happening,
  happening,
  landed,
  landingRefused,
  mergedOutside,
  minutesPassed,
  notStarted,
  observed,
  onTip,
  passed,
  prepared,
  restarted,
  story,
  submitted,
  turned,
  unbuilt,
} from "../../../support/queue-builder.js";
import { aQueueName } from "../../../support/stored-queue.js";
import { describeForTests, linesOf, toldBy, toldIn } from "../../../support/told-by-story.js";
import { EXITS } from "../../../support/why-situations.js";

const BATCHING = { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 60 } as const;

describe("a pull request", () => {
  it("is told of from its submission to its merge", () => {
    const told = toldBy(aQueue(), submitted(1), passed("1"), landed());
    expect(linesOf(told)).toEqual([
      "pull_request.submitted 1",
      "pull_request.queued 1 MERGE_ITEM_NOW_READY",
      "pull_request.testing 1",
      "pull_request.merged 1",
    ]);
  });

  it("is told of with every documented field", () => {
    const [first, queued, testing, merged] = toldBy(aQueue(), submitted(1), passed("1"), landed());
    const always = {
      timestamp: new Date(BEGINNING).toISOString(),
      pr_number: 1,
      author: "mona",
      repository: { host: "github.com", owner: "octo", name: "mono" },
      target_branch: "main",
      http_details_url: "https://queue.example.com/github.com/octo/mono/pull/1?branch=main",
      batched: false,
      is_bisection: false,
    };
    const where = {
      test_branch: expect.stringMatching(/^mq-merge\/pr-1\/[0-9a-f-]{36}$/),
      test_branch_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    };
    expect(first).toEqual({
      ...always,
      type: "pull_request.submitted",
      action: "submitted",
      status: "submitted",
    });
    expect(queued).toEqual({
      ...always,
      type: "pull_request.queued",
      action: "queued",
      status: "queued",
      reason: "MERGE_ITEM_NOW_READY",
      reason_text: "#1 is ready and waits for its turn.",
    });
    expect(testing).toEqual({
      ...always,
      ...where,
      type: "pull_request.testing",
      action: "testing",
      status: "testing",
    });
    expect(merged).toEqual({
      ...always,
      test_branch: testing?.["test_branch"],
      test_branch_sha: testing?.["test_branch_sha"],
      type: "pull_request.merged",
      action: "merged",
      status: "merged",
      verdict: "LANDED",
    });
  });

  it("is told of again when its tests are restarted", () => {
    const queue = after(aQueue(), submitted(1));
    expect(linesOf(toldBy(queue, restarted(1)))).toEqual([
      "pull_request.queued 1 TESTS_RESTARTED_BY_API_REQUEST",
      "pull_request.testing 1",
    ]);
  });

  it("is not submitted again when it loses its approvals to the push of its head, only queued again", () => {
    const landing = after(aQueue({ showAsMerged: "head-push" }), submitted(1), passed("1"));
    const ofLanding = (more: (queue: Queue, landing: Landing) => QueueEvent) =>
      happening((queue) => {
        if (queue.landing === null) throw new Error("nothing is landing");
        return more(queue, queue.landing);
      });
    const chosen = ofLanding(({ now: at, tip: to }, { run, heads }) => ({
      ...{ kind: "headPushesChosen", at, run, takeUps: 0 },
      headPushes: heads.map(({ pullRequest, headSha: from }) => ({
        pullRequest,
        branch: "change",
        from,
        to,
      })),
    }));
    const takenBack = ofLanding(({ now: at }, { run, heads }) => ({
      ...{ kind: "headsTakenBack", at, run, takeUps: 0 },
      pullRequests: heads.map(({ pullRequest }) => pullRequest),
    }));
    const unmetRules = [{ rule: "pullRequest", words: "0 of 1 approval" }] as const;
    const lost = observed(1, { mergeability: "not_mergeable", unmetRules });
    const told = toldBy(landing, chosen, takenBack, lost, landingRefused("v2"), observed(1, {}));
    expect(linesOf(told)).toEqual(["pull_request.queued 1 MERGE_ITEM_NOW_READY", "pull_request.testing 1"]);
  });

  it("is told of when it fails, after its one more test, with the reason and where", () => {
    const told = toldBy(after(aQueue(), submitted(1)), failed("1"), failed("1"));
    expect(linesOf(told).at(-1)).toBe("pull_request.failed 1 TEST_RUN_REQUIRED_STATUS_FAILED");
    expect(told.at(-1)).toMatchObject({ action: "failed", status: "failed", batched: false });
    expect(told.at(-1)?.["test_branch_sha"]).toMatch(/^[0-9a-f]{40}$/);
  });

  it("carries the verdict on it where the decision shows it, and never blames it without the log", () => {
    const one = after(aQueue(), submitted(1));
    const verdictOf = (...happenings: readonly Happening[]) => toldBy(one, ...happenings).at(-1)?.["verdict"];
    expect(verdictOf(failed("1"), failed("1"))).toBeUndefined();
    const building = after(aQueue(), unbuilt(submitted(1)));
    const unstarted = toldBy(building, notStarted("1", "START_TEST_RUN_NO_REQUIRED_STATUSES"));
    expect(unstarted.at(-1)).toMatchObject({ reason_text: "#1: It cannot start.", verdict: "SET_UP" });
    expect(verdictOf(mergedOutside(1))).toBe("LANDED_ELSEWHERE");
    expect(verdictOf(cancelled(1))).toBe("WITHDRAWN");
    expect(VERDICT_KINDS.map(verdictWord)).toEqual(VERDICT_KINDS.map(wordOnWire));
  });

  it.each(EXITS)("has the verdict of its page or none: $title", ({ verdict, story, number }) => {
    const ends = toldIn(story.beginning, story.events).filter(
      (message) => message["pr_number"] === number && /merged|failed|canceled/.test(String(message["type"])),
    );
    const reason = story.concluded.findLast(({ facts }) => facts.number === number)?.reason;
    const isOfTests = reason != null && VERDICT_OF_CODE[reason.code].kind === "failure";
    const isShown = !isOfTests || verdict === "ciBroke" || verdict === "setUp";
    expect(ends.at(-1)?.["verdict"]).toBe(isShown ? wordOnWire(verdict) : undefined);
  });

  it("is canceled with one l, and those behind it are queued again", () => {
    const queue = after(aQueue(), submitted(1), submitted(2));
    const told = toldBy(queue, unbuilt(cancelled(1)));
    expect(linesOf(told)).toEqual([
      "pull_request.canceled 1 API_REQUESTED",
      "pull_request.queued 2 PREREQUISITE_MERGE_ITEM_CANCELLED",
    ]);
    expect(told[0]).toMatchObject({ action: "canceled", status: "canceled" });
  });

  it("is merged without a test branch when somebody merged it by hand", () => {
    const [told] = toldBy(after(aQueue(), submitted(1)), mergedOutside(1));
    expect(told).toMatchObject({ type: "pull_request.merged" });
    expect(told).not.toHaveProperty("test_branch");
  });

  it("is merged without a test branch when it needed no test", () => {
    const queue = aQueue({ directMergeMode: "always" });
    const told = toldBy(queue, submitted(1, onTip), prepared(), landed());
    expect(linesOf(told).at(-1)).toBe("pull_request.merged 1");
    expect(told.at(-1)).not.toHaveProperty("test_branch");
  });
});

describe("a batch", () => {
  it("is told of beside its pull requests, from its test to its merge", () => {
    const told = toldBy(aQueue(BATCHING), ...allSubmitted(1, 2), passed("1+2"), landed());
    expect(linesOf(told)).toEqual([
      "pull_request.submitted 1",
      "pull_request.queued 1 MERGE_ITEM_NOW_READY",
      "pull_request.submitted 2",
      "pull_request.queued 2 MERGE_ITEM_NOW_READY",
      "pull_request.testing 1",
      "pull_request.testing 2",
      "pull_request_batch.testing 1+2",
      "pull_request.merged 1",
      "pull_request.merged 2",
      "pull_request_batch.merged 1+2",
    ]);
    const [one, two, batch] = told.slice(4);
    expect([one, two]).toMatchObject([{ batched: true }, { batched: true }]);
    expect(batch).toEqual({
      type: "pull_request_batch.testing",
      timestamp: new Date(BEGINNING).toISOString(),
      action: "testing",
      status: "testing",
      pr_numbers: [1, 2],
      repository: { host: "github.com", owner: "octo", name: "mono" },
      target_branch: "main",
      is_bisection: false,
      test_branch: one?.["test_branch"],
      test_branch_sha: one?.["test_branch_sha"],
    });
    expect(told.at(-1)).toEqual({
      ...batch,
      type: "pull_request_batch.merged",
      action: "merged",
      status: "merged",
    });
  });

  it("of one is a pull request alone", () => {
    const told = toldBy(aQueue(BATCHING), submitted(1), minutesPassed(61), passed("1"), landed());
    expect(linesOf(told)).not.toContainEqual(expect.stringContaining("batch"));
    expect(told.at(-1)).toMatchObject({ type: "pull_request.merged", batched: false });
  });

  it("that fails is held, then split, and its halves are told of as part of a bisection", () => {
    const queue = after(aQueue(BATCHING), ...allSubmitted(1, 2));
    const told = toldBy(queue, failed("1+2"));
    expect(linesOf(told)).toEqual([
      "pull_request.queued 1 BISECTION_REQUIRED",
      "pull_request.queued 2 BISECTION_REQUIRED",
      "pull_request_batch.pending_failure 1+2",
      "pull_request_batch.failed 1+2 TEST_RUN_REQUIRED_STATUS_FAILED",
      "pull_request.testing 1",
      "pull_request.testing 2",
    ]);
    expect(told.map((message) => message["is_bisection"])).toEqual([true, true, false, false, true, true]);
    expect(told.map((message) => message["batched"])).toEqual([
      false,
      false,
      undefined,
      undefined,
      false,
      false,
    ]);
    expect(told[3]?.["test_branch"]).toBe(told[2]?.["test_branch"]);
    expect(told[3]?.["test_branch"]).toMatch(/^mq-merge\/pr-1\//);
  });

  it("leaves its bisection when a part has passed alone", () => {
    const queue = after(aQueue(BATCHING), ...allSubmitted(1, 2, 3, 4), failed("1+2"));
    const told = toldBy(queue, passed("1"));
    expect(linesOf(told)).toContain("pull_request.queued 1 BISECTION_TEST_RUN_PASSED");
  });

  it("that can never be tested has failed as a batch too", () => {
    const queue = after(aQueue(BATCHING), submitted(1), unbuilt(submitted(2)));
    expect(linesOf(toldBy(queue, notStarted("1+2", "START_TEST_RUN_NO_REQUIRED_STATUSES")))).toEqual([
      "pull_request.failed 1 START_TEST_RUN_NO_REQUIRED_STATUSES",
      "pull_request.failed 2 START_TEST_RUN_NO_REQUIRED_STATUSES",
      "pull_request_batch.failed 1+2 START_TEST_RUN_NO_REQUIRED_STATUSES",
    ]);
  });

  it("that takes too long has failed for that", () => {
    const queue = after(aQueue({ ...BATCHING, testingTimeoutMinutes: 30 }), ...allSubmitted(1, 2));
    expect(linesOf(toldBy(queue, minutesPassed(31)))).toContain(
      "pull_request_batch.failed 1+2 TEST_RUN_TIMEOUT",
    );
  });
});

describe("a queue", () => {
  it("is told of when its state changes, and not when it stays", () => {
    const told = toldBy(aQueue(), turned("paused"), turned("paused"), turned("draining"));
    expect(told).toEqual([
      {
        type: "queue.state_changed",
        timestamp: new Date(BEGINNING).toISOString(),
        action: "state_changed",
        status: "paused",
        previous_status: "running",
        mode: "single",
        repository: { host: "github.com", owner: "octo", name: "mono" },
        target_branch: "main",
      },
      expect.objectContaining({ status: "draining", previous_status: "paused" }),
    ]);
  });

  it("is told of while it switches its mode, and when it has", () => {
    const told = toldBy(after(aQueue(), submitted(1)), changed({ mode: "parallel" }), passed("1"), landed());
    expect(told.filter(({ type }) => type === "queue.state_changed")).toMatchObject([
      { status: "switching_modes", previous_status: "running", mode: "single" },
      { status: "running", previous_status: "switching_modes", mode: "parallel" },
    ]);
  });
});

describe("the ids of messages", () => {
  const queue = aQueue();

  /** Of what is told when #1 is submitted as decision 1, this many milliseconds after the beginning. */
  function idsAfter(milliseconds: number): readonly string[] {
    const [event] = story(queue, submitted(1)).events;
    if (event === undefined) throw new Error("the story has no events");
    const decision = decide(queue, { ...event, at: BEGINNING + milliseconds });
    const stored = { name: aQueueName(), queue, version: 0, wakeAt: null };
    const after = { ...stored, queue: decision.queue, version: 1 };
    return describeForTests(stored, after, decision).map(({ id }) => id);
  }

  it("are the messages' own, and the same whenever the same decision is described", () => {
    expect(new Set(idsAfter(0)).size).toBe(2);
    expect(idsAfter(0)).toEqual(idsAfter(0));
  });

  it("do not come again when a restored store comes to the same version another time", () => {
    expect(new Set([...idsAfter(0), ...idsAfter(1)]).size).toBe(4);
  });
});
