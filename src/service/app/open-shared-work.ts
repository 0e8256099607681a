/** The store and the work of replicas on one Postgres. Imported only when needed, because it loads slowly. */

import type { Clock, ServerTime } from "../ports/clock.js";
import { openStore } from "../store/open-store.js";
import { requireOwnConnections } from "../store/postgres/postgres-pool.js";
import { PostgresSession } from "../store/postgres/postgres-session.js";
import { RunPostings } from "../store/postgres/run-postings.js";
import { SharedRunBoard } from "../store/postgres/shared-run-board.js";
import { after, ForwardSteps, monotonic } from "../work/steady-clock.js";
import { StoreDispatch } from "../work/store-dispatch.js";
import type { OpenWork, WorkOptions } from "./startup.js";

export async function openSharedWork(options: WorkOptions, url: string): Promise<OpenWork> {
  const { database, version, log, pollIntervalMs, onCommit } = options;
  const clock = new DatabaseClock();
  await requireOwnConnections(url);
  const { store, db } = await openStore(database, version, onCommit, clock);
  try {
    const metered = options.meter === undefined ? {} : { meter: options.meter };
    const session = await PostgresSession.open({ url, clock, log, time: clock });
    return {
      ...{ store, db, clock },
      dispatch: new StoreDispatch({ store, session, clock, log, pollIntervalMs, ...metered }),
      board: new SharedRunBoard({ postings: new RunPostings(db), session, clock, log, ...metered }),
      session,
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

/**
 * The database server's clock, which replicas share. Between two answers it advances with this process's monotonic clock.
 * An answer bounds it from both sides, so a slow answer moves it no further than necessary.
 */
export class DatabaseClock implements Clock, ServerTime {
  readonly after = after;
  readonly #monotonic: () => number;
  readonly #forward = new ForwardSteps();
  /** The server's clock minus the monotonic clock; null before the first answer. */
  #offsetMs: number | null = null;

  constructor(monotonicMs: () => number = monotonic) {
    this.#monotonic = monotonicMs;
  }

  now(): number {
    if (this.#offsetMs === null) throw new Error("the time of the database server is not known yet");
    return Math.floor(this.#offsetMs + this.#monotonic());
  }

  monotonic(): number {
    return this.#monotonic();
  }

  setForwardSince(instant: number): number {
    return this.#forward.since(instant);
  }

  learn(at: number, askedAt: number): void {
    const answeredAt = this.#monotonic();
    const [least, most] = [at - answeredAt, at - askedAt];
    const before = this.#offsetMs ?? least;
    this.#offsetMs = Math.min(Math.max(before, least), most);
    this.#forward.set(this.#offsetMs + answeredAt, this.#offsetMs - before);
  }
}
