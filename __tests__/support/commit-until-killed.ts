/**
 * A process of its own that commits to the store in the file named by its argument, one decision after the other,
 * and prints each version once the store has acknowledged it. It ends when it is killed.
 */
import { writeSync } from "node:fs";
import { pullRequestNumber } from "../../src/domain/ids.js";
import { openSqliteStore } from "./open-sqlite-store.js";
import {
  aDecision,
  anEffect,
  anEndedRun,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  START,
} from "./stored-queue.js";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("name the file of the store");
const store = await openSqliteStore({ path, engine: "1.0.0" });
await store.create(aQueueName(), aStoredQueue());
let version = (await store.load(aQueueName()))?.version ?? 0;
writeSync(1, `${version}\n`);
for (;;) {
  const next = version + 1;
  const queue = aStoredQueue({
    entries: [aStoredEntry(next)],
    runs: [aStoredRun(next, next)],
    nextNumber: next,
  });
  await store.commit(
    aQueueName(),
    version,
    { kind: "testsRestarted", at: START + next, pullRequest: pullRequestNumber(next) },
    aDecision(queue, {
      effects: [anEffect(next)],
      transitions: [aTransition(1, "testing", "merged")],
      concluded: [aStoredEntry(next, { ended: "merged" })],
      endedRuns: [anEndedRun(aStoredRun(next, next))],
    }),
  );
  version = next;
  writeSync(1, `${version}\n`);
}
