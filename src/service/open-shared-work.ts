/** The store and the work of replicas on one Postgres. Read only where there is one: it takes a while to load. */
import { DatabaseClock } from "./clock/database-clock.js";
import { SharedRunBoard } from "./dispatch/shared-run-board.js";
import { StoreDispatch } from "./loop/store-dispatch.js";
import { openStore } from "./storage/open-store.js";
import { PostgresSession } from "./storage/postgres/postgres-session.js";
import { RunPostings } from "./storage/postgres/run-postings.js";
import type { OpenWork, WorkOptions } from "./work-options.js";

export async function openSharedWork(options: WorkOptions, url: string): Promise<OpenWork> {
  const { database, version, log, pollIntervalMs, onCommit } = options;
  const clock = new DatabaseClock();
  const { store, db } = await openStore(database, version, onCommit, clock);
  try {
    const session = await PostgresSession.open({ url, clock, log, time: clock });
    const { random } = Math;
    return {
      ...{ store, db, clock },
      dispatch: new StoreDispatch({ store, session, clock, log, pollIntervalMs, random }),
      board: new SharedRunBoard({ postings: new RunPostings(db), session, clock, log }),
      isShared: true,
      close: async () => {
        await session.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
