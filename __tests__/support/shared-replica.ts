/** What a replica of the service has in Postgres beside its queues: the store, jobs that go with decisions, a dispatch. */

import { DatabaseClock } from "../../src/service/clock/database-clock.js";
import { Jobs } from "../../src/service/dispatch/jobs.js";
import { sentWithDecisions } from "../../src/service/dispatch/sent-with-decisions.js";
import { SharedDispatch } from "../../src/service/dispatch/shared-dispatch.js";
import { SharedRunBoard } from "../../src/service/dispatch/shared-run-board.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { HeldWork } from "../../src/service/storage/postgres/held-work.js";
import {
  learnTime,
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/storage/postgres/open-postgres-store.js";
import { RunPostings } from "../../src/service/storage/postgres/run-postings.js";
import { SharedWork } from "../../src/service/storage/postgres/shared-work.js";
import { copyOf, migratedDatabase, type TestDatabase } from "./postgres-server.js";

export interface SharedReplica extends PostgresStore {
  readonly jobs: Jobs;
  readonly dispatch: SharedDispatch;
  newBoard(): SharedRunBoard;
}

export async function sharedReplica(url: string, pollIntervalMs: number): Promise<SharedReplica> {
  const clock = new DatabaseClock();
  const parts = { clock, log: SILENT_LOG };
  const jobs = new Jobs({ url, ...parts });
  await jobs.start();
  const opened = await openPostgresStore({
    url,
    engine: "1.2.3-test",
    onCommit: [sentWithDecisions(jobs, clock)],
    time: clock,
    poolSize: 4,
  });
  const dispatch = new SharedDispatch({
    ...parts,
    jobs,
    shared: new SharedWork(opened.db),
    held: new HeldWork({ url, clock }),
    pollIntervalMs,
    learnTime: async () => learnTime(opened.db, clock),
  });
  const postings = new RunPostings(opened.db);
  const newBoard = () => new SharedRunBoard({ ...parts, jobs, postings, held: new HeldWork({ url, clock }) });
  return { ...opened, jobs, dispatch, newBoard };
}

let template: Promise<TestDatabase> | undefined;

/** With the tables of the store and of the jobs, and nothing in them. */
export async function databaseOfReplicas(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return copyOf(await template);
}

async function makeTemplate(): Promise<TestDatabase> {
  const database = await migratedDatabase();
  const jobs = new Jobs({ url: database.url, log: SILENT_LOG });
  await jobs.start();
  await jobs.stop();
  return database;
}
