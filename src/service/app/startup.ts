/** What every phase of a start gets, what opening the store takes and returns, and the deadline of a stop. */
import type { OpenHttpServer } from "../http/open-http-server.js";
import type { Clock } from "../ports/clock.js";
import type { Dispatch } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { Meter } from "../ports/meter.js";
import type { RunBoard } from "../ports/run-board.js";
import type { Session } from "../ports/session.js";
import type { ServiceConfig } from "../settings/config.js";
import type { Database } from "../store/database.js";
import type { OpenStore } from "../store/open-store.js";
import type { CommitHook } from "../store/sql/commit-hook.js";

export interface Startup {
  readonly config: ServiceConfig;
  /** The program's version. */
  readonly version: string;
  readonly log: Log;
  /** How to stop what was opened; the last opened is stopped first. */
  readonly opened: AsyncDisposableStack;
  /** Opened last, but closed after the queues, so that a stop can be observed. `server` is null until it is open. */
  readonly admin: { server: OpenHttpServer | null };
}

/** The deadline of a stop, longer than those of all its parts. The next start continues unfinished work. */
export const STOP_DEADLINE_MS = 30_000;

/** The options to open the store and its work. */
export interface WorkOptions {
  readonly database: Database;
  /** The version of this program. */
  readonly version: string;
  readonly log: Log;
  readonly meter?: Pick<Meter, "observe">;
  readonly pollIntervalMs: number;
  readonly onCommit: readonly CommitHook[];
}

export interface OpenWork extends Pick<OpenStore, "store" | "db"> {
  /** The clock of the store's times. */
  readonly clock: Clock;
  readonly dispatch: Dispatch;
  /** Null when this process does not share test runs. */
  readonly board: RunBoard | null;
  /** Claims on work in the store last as long as this session. */
  readonly session: Session;
  /** Closes the store and all parts that use it. */
  close(): Promise<void>;
}
