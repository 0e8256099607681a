/** The store and whoever brings the work that is due: for one process alone, or for replicas on one Postgres. */
import { assertNever } from "../domain/assert-never.js";
import { InProcessDispatch } from "./loop/in-process-dispatch.js";
import type { Clock } from "./ports/clock.js";
import type { Dispatch } from "./ports/dispatch.js";
import type { Log } from "./ports/log.js";
import type { RunBoard } from "./ports/run-board.js";
import type { Database } from "./storage/database.js";
import { type OpenStore, openStore } from "./storage/open-store.js";
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
    case "postgres": {
      const { openSharedWork } = await import("./open-shared-work.js");
      return openSharedWork(options, database.url);
    }
    default:
      return assertNever(database);
  }
}
