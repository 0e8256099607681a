/** What every phase of a start gets. */
import type { OpenHttpServer } from "../http/open-http-server.js";
import type { Log } from "../ports/log.js";
import type { ServiceConfig } from "../settings/config.js";

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
