/** What people see on the code host, where it is one that shows anything: GitHub. */
import type { Kysely } from "kysely";
import type { ServiceConfig } from "./config.js";
import { StatusPump } from "./forge/github/status/status-pump.js";
import { statusesToShow } from "./forge/github/status/statuses-to-show.js";
import type { OpenForge } from "./open-forge.js";
import type { Clock } from "./ports/clock.js";
import type { Log } from "./ports/log.js";
import type { QueueStore } from "./ports/queue-store.js";
import type { Session } from "./ports/session.js";
import type { CommitHook } from "./storage/sql/sql-queue-store.js";
import { SqlStatusStore } from "./storage/sql/sql-status-store.js";
import { statusMarks } from "./storage/sql/status-marks.js";
import type { StoreTables } from "./storage/sql/tables.js";
import { detailsUrl } from "./webhooks/destination.js";

export type OpenStatus = Pick<StatusPump, "start" | "poke" | "stop">;

export interface StatusSurroundings {
  readonly github: OpenForge["github"];
  readonly git: OpenForge["git"];
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is written along with decisions. */
export function statusHooks({ forge }: ServiceConfig): readonly CommitHook[] {
  return forge === "github" ? [statusMarks(statusesToShow)] : [];
}

/** Null on a code host that shows nothing. */
export function openStatus(
  config: ServiceConfig,
  { github, ...world }: StatusSurroundings,
): OpenStatus | null {
  if (github === null) return null;
  const { calls } = github;
  const { publicUrl, testBranchPrefix } = config;
  const page = detailsUrl(publicUrl, () => "");
  return new StatusPump({
    ...{ calls, git: world.git, testBranchPrefix, clock: world.clock, log: world.log },
    store: new SqlStatusStore(world.db),
    queues: world.store,
    self: (repository) => calls.login(repository),
    session: world.session,
    pageOf: (name, pullRequest) => (publicUrl === null ? null : page(name, pullRequest)),
  });
}
