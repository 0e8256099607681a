/** What the store and the work that is due are opened with, and what they are then. */
import type { Clock } from "../ports/clock.js";
import type { Dispatch } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { RunBoard } from "../ports/run-board.js";
import type { Session } from "../ports/session.js";
import type { Database } from "../store/database.js";
import type { OpenStore } from "../store/open-store.js";
import type { CommitHook } from "../store/sql/sql-queue-store.js";

export interface WorkOptions {
  readonly database: Database;
  /** Of this program. */
  readonly version: string;
  readonly log: Log;
  readonly pollIntervalMs: number;
  readonly onCommit: readonly CommitHook[];
}

export interface OpenWork extends Pick<OpenStore, "store" | "db"> {
  /** What the store's instants go by. */
  readonly clock: Clock;
  readonly dispatch: Dispatch;
  /** Null where this process has the test runs for itself. */
  readonly board: RunBoard | null;
  /** Whose claims on work of the store last as long as it does. */
  readonly session: Session;
  /** The store with all that stands on it. */
  close(): Promise<void>;
}
