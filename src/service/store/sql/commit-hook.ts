/** What is saved together with a decision. */
import type { Kysely } from "kysely";
import type { Decision } from "../../../engine/model/decision.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { saveLogBeginning } from "./log-beginnings.js";
import type { StoreTables } from "./tables.js";

/** Writes what goes with a decision, in the transaction that saves it. */
export type CommitHook = (
  db: Kysely<StoreTables>,
  saved: StoredQueue,
  decision: Decision,
  before: StoredQueue,
) => Promise<void>;

/** So many decisions are replayed in a moment; long queues change slower, and their states are large. */
const DECISIONS_PER_SNAPSHOT = 1000;
const ENTRIES_PER_SNAPSHOT = 1000;

/** Saves the queue now and then, so that any earlier state is a short replay away. */
export const saveSnapshot: CommitHook = async (db, saved) => {
  const { version, queue } = saved;
  const every = DECISIONS_PER_SNAPSHOT * Math.max(1, Math.ceil(queue.entries.length / ENTRIES_PER_SNAPSHOT));
  if (version % every === 0) await saveLogBeginning(db, saved, queue.now);
};
