/** Every decision of a log is taken again; what this version does not understand is refused, not guessed. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../../src/engine/decide.js";
import { type QueueLog, readLog } from "../../../../src/service/queue-log/read-log.js";
import { Replayer } from "../../../../src/service/queue-log/replay-log.js";
import { aQueue, story, submitted } from "../../../support/queue-builder.js";
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
      'a.log, line 1: expected "queue", a queue as this version knows it (the log was exported by 1.0.0); replay it with',
    );
  });

  it("refuses an event with a missing field", async () => {
    const lines = SHORT.map((line, index) => (index === 1 ? line.replace('"draft":false,', "") : line));
    await expect(outcomes(lines)).rejects.toThrow(
      "a.log, line 2: expected an event as this version knows it, with all its fields, and found the kind entrySubmitted; replay it with",
    );
  });
});
