/** Logs that an earlier version wrote are read to their end, and it is known which of their decisions differ by now. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { readLog } from "../../../../src/service/replay/read-log.js";
import { Replayer } from "../../../../src/service/replay/replay-log.js";
import { ROOT } from "../../../support/source-files.js";

interface EarlierLog {
  readonly name: string;
  readonly events: number;
  /** The first version that the present rules decide otherwise; null: none. CHANGELOG.md names each rule that changed. */
  readonly first: string | null;
  /** How many of them are decided otherwise. */
  readonly otherwise: number;
  /** Whether the queue is the one in the log at the end. */
  readonly endsInStep: boolean;
}

const LOGS: readonly EarlierLog[] = [
  { name: "line", events: 69, first: "23 checksReported", otherwise: 11, endsInStep: false },
  { name: "batches", events: 43, first: "30 checksReported", otherwise: 3, endsInStep: false },
  { name: "life", events: 91, first: "34 pullRequestObserved", otherwise: 48, endsInStep: false },
  { name: "red-target", events: 84, first: null, otherwise: 0, endsInStep: true },
  { name: "landing-during-tip-test", events: 32, first: "27 landed", otherwise: 6, endsInStep: false },
];

it.each(LOGS)("reads and decides the log $name", async ({ name, ...expected }) => {
  const path = join(ROOT, "__tests__/support/queue-logs", `${name}.jsonl`);
  const log = await readLog(name, createReadStream(path));
  const replayer = new Replayer(log);
  const found: string[] = [];
  const kinds = new Set<string>();
  let [read, isInStep] = [0, true];
  for await (const line of log.lines) {
    const { outcome, isBackInStep } = replayer.replay(line);
    read += 1;
    kinds.add(outcome.kind);
    const differs = outcome.kind === "otherwise";
    if (differs) found.push(`${line.version} ${String(line.event["kind"])}`);
    isInStep = !differs && (isInStep || isBackInStep);
  }
  const [first = null] = found;
  expect({ events: read, first, otherwise: found.length, endsInStep: isInStep }).toEqual(expected);
  // Digests of another definition would be compared with none, and a decision that fails is a bug.
  for (const kind of ["notRecorded", "otherDefinition", "failure"]) expect(kinds).not.toContain(kind);
});
