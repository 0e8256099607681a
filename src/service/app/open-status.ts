/** Opens the pull request statuses on GitHub, the only code host that has them. */
import type { Kysely } from "kysely";
import { StatusPump } from "../github/status/status-pump.js";
import { statusesToShow } from "../github/status/statuses-to-show.js";
import type { Clock } from "../ports/clock.js";
import type { Served } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { Meter } from "../ports/meter.js";
import type { QueueStore } from "../ports/queue-store.js";
import type { Session } from "../ports/session.js";
import { readDecisiveOutput } from "../queue/read-decisive-output.js";
import { readEstimates } from "../queue/read-estimates.js";
import type { ServiceConfig } from "../settings/config.js";
import type { CommitHook } from "../store/sql/commit-hook.js";
import { SqlStatusStore } from "../store/sql/sql-status-store.js";
import { statusMarks } from "../store/sql/status-marks.js";
import type { StoreTables } from "../store/sql/tables.js";
import { detailsUrl } from "../webhooks/destination.js";
import type { OpenForge } from "./open-forge.js";

export type OpenStatus = Pick<StatusPump, "start" | "poke" | "stop" | "closeDrafts" | "showAgain">;

export interface StatusSurroundings {
  readonly github: OpenForge["github"];
  readonly forge: OpenForge["forge"];
  readonly git: OpenForge["git"];
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
  readonly session: Session;
  readonly served: Served | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter | null;
}

/** Writes of statuses in the transaction of a decision. */
export function statusHooks({ forge }: ServiceConfig): readonly CommitHook[] {
  return forge === "github" ? [statusMarks(statusesToShow)] : [];
}

/** Null on a code host without statuses. */
export function openStatus(
  config: ServiceConfig,
  { github, forge, ...world }: StatusSurroundings,
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
    ...(world.meter !== null && { meter: world.meter }),
    ...(world.served !== null && { served: world.served }),
    estimatesOf: async (queue) => {
      const at = world.clock.now();
      return { estimates: await readEstimates(queue, at, world.store), at };
    },
    outputTailOf: async (repository, exit) => readDecisiveOutput(forge, repository, exit),
    pageOf: (name, pullRequest) => (publicUrl === null ? null : page(name, pullRequest)),
  });
}
