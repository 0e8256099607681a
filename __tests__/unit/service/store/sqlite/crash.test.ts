/** What the SQLite store acknowledged survives a process that is killed at any moment. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { QueueStore } from "../../../../../src/service/ports/queue-store.js";
import { CommittingProcess } from "../../../../support/committing-process.js";
import { openSqliteStore } from "../../../../support/open-sqlite-store.js";
import { seededChance } from "../../../../support/seeded-chance.js";
import { aQueueName, aStoredEntry, aStoredRun } from "../../../../support/stored-queue.js";
import { countOf } from "../../../../support/test-size.js";

const ROUNDS = countOf("STORE_KILLS", { reduced: 2, share: 3, all: 10, full: 60 });
const MOST_COMMITS = 200;

const folder = mkdtempSync(join(tmpdir(), "queue-store-crash-"));
afterAll(() => rmSync(folder, { recursive: true }));

let committing: CommittingProcess | undefined;
afterEach(async () => {
  await committing?.kill();
});

it("loses nothing it acknowledged and keeps no half of a commit when the process is killed", async () => {
  const chance = seededChance(Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000));
  const path = join(folder, "crash.sqlite");
  for (let round = 1; round <= ROUNDS; round += 1) {
    committing = new CommittingProcess(path);
    await committing.acknowledge(chance.whole(1, MOST_COMMITS));
    const acknowledged = await committing.kill();
    const store = await openSqliteStore({ path, engine: "1.0.0" });
    const version = await versionOfWholeQueue(store);
    await store.close();
    const story = `MERGE_QUEUE_TEST_SEED=${chance.seed}, round ${round}, acknowledged ${acknowledged}, found ${version}`;
    expect({ story, kept: version >= acknowledged }).toEqual({ story, kept: true });
  }
});

/** The version of the one queue, after checking that each table tells of exactly as many commits. */
async function versionOfWholeQueue(store: QueueStore): Promise<number> {
  const stored = await store.load(aQueueName());
  if (stored === null) throw new Error("the queue is gone");
  const { queue, version } = stored;
  const effects = await store.pendingEffects(Date.now(), 1_000_000);
  const last = pullRequestNumber(Math.max(version, 1));
  expect({
    queue: queue.nextNumber,
    entry: queue.entries.map((entry) => entry.sequence),
    events: (await store.events(queue.id, 0, 1_000_000)).map((event) => event.version),
    effects: effects.map((stored) => Number(stored.effect.id)),
    merged: (await store.movesSince(0, [])).reduce(
      (sum, { to, count }) => sum + (to === "merged" ? count : 0),
      0,
    ),
    timeline: (await store.timeline(queue.id, pullRequestNumber(1))).length,
    concluded: (await store.findConcluded(queue.id, last)) !== null,
    endedRun: (await store.findEndedRun(queue.id, aStoredRun(last, last).id)) !== null,
    beyond: await store.findConcluded(queue.id, aStoredEntry(version + 1).facts.number),
  }).toEqual({
    queue: Math.max(version, 1),
    entry: version === 0 ? [] : [version],
    events: upTo(version),
    effects: upTo(version),
    merged: version,
    timeline: version,
    concluded: version > 0,
    endedRun: version > 0,
    beyond: null,
  });
  return version;
}

function upTo(version: number): readonly number[] {
  return Array.from({ length: version }, (_, index) => index + 1);
}
