/** Every decision of a log is taken again; what this version does not understand is refused, not guessed. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../../src/engine/decide.js";
import { type QueueLog, readLog } from "../../../../src/service/replay/read-log.js";
import { Replayer } from "../../../../src/service/replay/replay-log.js";
import { patchedEngine } from "../../../support/patched-engine.js";
import {
  aQueue,
  failed,
  type Happening,
  landed,
  movedTo,
  passed,
  story,
  storyBy,
  submitted,
} from "../../../support/queue-builder.js";
import { liveRandomly } from "../../../support/random-life.js";
import { bytesOf, recordedLines } from "../../../support/recorded-log.js";

async function logOf(lines: readonly string[]): Promise<QueueLog> {
  return readLog("a.log", bytesOf(...lines));
}

async function outcomes(lines: readonly string[]): Promise<readonly string[]> {
  const log = await logOf(lines);
  const replayer = new Replayer(log);
  const kinds: string[] = [];
  for await (const line of log.lines) kinds.push(replayer.replay(line).outcome.kind);
  return kinds;
}

const SHORT = recordedLines({ first: aQueue(), log: story(aQueue(), submitted(1)).events });

describe("replaying a log", () => {
  it.each([1, 2, 3, 4, 5])("decides the same at every event of life %i", async (seed) => {
    const kinds = await outcomes(recordedLines(liveRandomly(seed, decide)));
    expect(kinds.length).toBeGreaterThan(10);
    expect(new Set(kinds)).toEqual(new Set(["same"]));
  });

  it("sees one other character in a decision", async () => {
    const lines = SHORT.map((line, index) => (index === 1 ? line.replace("Change 1", "Change 2") : line));
    expect(await outcomes(lines)).toEqual(["otherwise", "otherwise", "otherwise"]);
  });

  it.each([
    ["was not recorded", "null", "notRecorded"],
    ["was recorded by another definition", `"v3:${"0".repeat(64)}"`, "otherDefinition"],
  ])("does not say that a decision is the same when it %s", async (_, digest, kind) => {
    const lines = SHORT.map((line, index) =>
      index === 2 ? line.replace(/"decision":"[^"]+"/, `"decision":${digest}`) : line,
    );
    expect(await outcomes(lines)).toEqual(["same", kind, "same"]);
  });

  it.each([
    ["settings", /"concurrency":3,/, ""],
    ["an id", /"id":"[^"]+"/, '"id":"../../etc"'],
    ["a list", /"entries":\[\]/, '"entries":{}'],
  ])("refuses a queue with wrong %s", async (_, from, to) => {
    const log = await logOf(SHORT.map((line) => line.replace(from, to)));
    expect(() => new Replayer(log)).toThrow(
      'a.log, line 1: expected "queue", a queue that this version can read (the log was exported by 1.0.0); replay it with',
    );
  });

  it("refuses an event with a missing field", async () => {
    const lines = SHORT.map((line, index) => (index === 1 ? line.replace('"draft":false,', "") : line));
    await expect(outcomes(lines)).rejects.toThrow(
      "a.log, line 2: expected an event that this version knows, with all its fields, but found the kind entrySubmitted; replay it with",
    );
  });
});

describe("replaying a log of other rules", () => {
  /** Blames a single entry at its first failure. */
  const withoutRetry = patchedEngine([
    {
      file: "planning/blame.ts",
      from: "return batch.entries.length === 1 && !wasTried && !isSkipped;",
      to: "return batch.entries.length > 1 && !wasTried && !isSkipped;",
    },
  ]);

  async function replayed(...happenings: readonly Happening[]) {
    const decideThen = await withoutRetry;
    const first = aQueue();
    const told = storyBy(decideThen, first, ...happenings);
    const log = await logOf(recordedLines({ first, log: told.events }, "0.9.0", decideThen));
    const replayer = new Replayer(log);
    const steps: string[] = [];
    for await (const line of log.lines) {
      const { event, outcome, isBackInStep } = replayer.replay(line);
      steps.push(`${line.version} ${event.kind}: ${outcome.kind}${isBackInStep ? ", in step again" : ""}`);
    }
    return { steps, queue: replayer.queue, recorded: told.queue };
  }

  it("is in step with it again from the first submission to an empty queue on", async () => {
    const { steps, queue, recorded } = await replayed(
      ...[submitted(1), failed("1"), submitted(2), passed("2"), landed(), submitted(3), failed("3")],
      ...[submitted(4), passed("4"), landed(), movedTo("outside"), submitted(5)],
    );
    const otherwise = steps.filter((step) => !step.endsWith(": same"));
    expect(otherwise).toEqual([
      "4 checksReported: otherwise",
      "5 entrySubmitted: same, in step again",
      expect.stringMatching(/^\d+ checksReported: otherwise$/),
      expect.stringMatching(/^\d+ entrySubmitted: same, in step again$/),
    ]);
    expect(queue).toEqual(recorded);
  });

  it("is in step with it again where others landed meanwhile that it knew nothing of", async () => {
    const { steps, queue, recorded } = await replayed(
      ...[
        submitted(1),
        submitted(2),
        failed("1"),
        passed("2"),
        landed(),
        submitted(3),
        passed("3"),
        landed(),
      ],
    );
    expect(steps.slice(0, 7)).toEqual([
      "1 entrySubmitted: same",
      "2 testRunBuilt: same",
      "3 testRunStarted: same",
      "4 entrySubmitted: same",
      "5 testRunBuilt: same",
      "6 testRunStarted: same",
      "7 checksReported: otherwise",
    ]);
    const back = steps.findIndex((step) => step.endsWith("entrySubmitted: same, in step again"));
    expect(back).toBeGreaterThan(7);
    expect(steps.slice(back + 1).filter((step) => !step.endsWith(": same"))).toEqual([]);
    expect(queue).toEqual(recorded);
  });

  it("goes on to its end where the queue is never empty", async () => {
    const { steps } = await replayed(
      ...[
        submitted(9, { facts: { draft: true } }),
        submitted(1),
        failed("1"),
        submitted(2),
        passed("2"),
        landed(),
      ],
    );
    expect(steps.at(-1)).toMatch(/^\d+ landed: /);
    expect(steps.filter((step) => step.includes("otherwise")).length).toBeGreaterThan(1);
    expect(steps.filter((step) => step.includes("in step"))).toEqual([]);
  });
});
