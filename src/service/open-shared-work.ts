/** The store and the work of replicas on one Postgres. Read only where there is one: it takes a while to load. */
import { DatabaseClock } from "./clock/database-clock.js";
import { Jobs } from "./dispatch/jobs.js";
import { sentWithDecisions } from "./dispatch/sent-with-decisions.js";
import { SharedDispatch } from "./dispatch/shared-dispatch.js";
import { SharedRunBoard } from "./dispatch/shared-run-board.js";
import { openStore } from "./storage/open-store.js";
import { HeldWork } from "./storage/postgres/held-work.js";
import { learnTime } from "./storage/postgres/open-postgres-store.js";
import { RunPostings } from "./storage/postgres/run-postings.js";
import { SharedWork } from "./storage/postgres/shared-work.js";
import type { OpenWork, WorkOptions } from "./work-options.js";

export async function openSharedWork(options: WorkOptions, url: string): Promise<OpenWork> {
  const { database, version, log, pollIntervalMs, onCommit } = options;
  const jobs = new Jobs({ url, log });
  const clock = new DatabaseClock();
  const hooks = [...onCommit, sentWithDecisions(jobs, clock)];
  const { store, db } = await openStore(database, version, hooks, clock);
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
    clock,
    dispatch: new SharedDispatch({
      ...parts,
      shared: new SharedWork(db),
      held: new HeldWork({ url, clock }),
      pollIntervalMs,
      learnTime: async () => learnTime(db, clock),
    }),
    board: new SharedRunBoard({
      ...parts,
      postings: new RunPostings(db),
      held: new HeldWork({ url, clock }),
    }),
  };
}
