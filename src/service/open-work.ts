/** The store and whoever brings the work that is due: for one process alone, or for replicas on one Postgres. */
import { assertNever } from "../domain/assert-never.js";
import { Jobs } from "./dispatch/jobs.js";
import { sentWithDecisions } from "./dispatch/sent-with-decisions.js";
import { SharedDispatch } from "./dispatch/shared-dispatch.js";
import { SharedRunBoard } from "./dispatch/shared-run-board.js";
import { InProcessDispatch } from "./loop/in-process-dispatch.js";
import type { Clock } from "./ports/clock.js";
import type { Dispatch } from "./ports/dispatch.js";
import type { Log } from "./ports/log.js";
import type { RunBoard } from "./ports/run-board.js";
import type { Database } from "./storage/database.js";
import { type OpenStore, openStore } from "./storage/open-store.js";
import { HeldWork } from "./storage/postgres/held-work.js";
import { RunPostings } from "./storage/postgres/run-postings.js";
import { SharedWork } from "./storage/postgres/shared-work.js";
import type { CommitHook } from "./storage/sql/sql-queue-store.js";

export interface WorkOptions {
  readonly database: Database;
  /** Of this program. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollIntervalMs: number;
  readonly onCommit: readonly CommitHook[];
}

export interface OpenWork extends Pick<OpenStore, "store" | "db"> {
  readonly dispatch: Dispatch;
  /** Null where this process has the test runs for itself. */
  readonly board: RunBoard | null;
}

export async function openWork(options: WorkOptions): Promise<OpenWork> {
  const { database, version, onCommit } = options;
  switch (database.kind) {
    case "sqlite": {
      const { store, db } = await openStore(database, version, onCommit);
      return { store, db, dispatch: new InProcessDispatch({ ...options, store }), board: null };
    }
    case "postgres":
      return openShared(options, database.url);
    default:
      return assertNever(database);
  }
}

async function openShared(options: WorkOptions, url: string): Promise<OpenWork> {
  const { database, version, clock, log, pollIntervalMs, onCommit } = options;
  const jobs = new Jobs({ url, log });
  const { store, db } = await openStore(database, version, [...onCommit, sentWithDecisions(jobs, clock)]);
  try {
    await jobs.start();
  } catch (error) {
    await Promise.allSettled([jobs.stop(), store.close()]);
    throw error;
  }
  const parts = { jobs, clock, log };
  return {
    store,
    db,
    dispatch: new SharedDispatch({
      ...parts,
      shared: new SharedWork(db),
      held: new HeldWork({ url, clock }),
      pollIntervalMs,
    }),
    board: new SharedRunBoard({
      ...parts,
      postings: new RunPostings(db),
      held: new HeldWork({ url, clock }),
    }),
  };
}
