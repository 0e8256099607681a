/** What people see on the code host, where it is one that shows anything: GitHub. */
import type { Kysely } from "kysely";
import type { ServiceConfig } from "./config.js";
import { FacePump } from "./forge/github/face/face-pump.js";
import { facesToShow } from "./forge/github/face/faces-to-show.js";
import type { OpenForge } from "./open-forge.js";
import type { Clock } from "./ports/clock.js";
import type { Log } from "./ports/log.js";
import type { QueueStore } from "./ports/queue-store.js";
import type { Session } from "./ports/session.js";
import { faceMarks } from "./storage/sql/face-marks.js";
import { SqlFaceStore } from "./storage/sql/sql-face-store.js";
import type { CommitHook } from "./storage/sql/sql-queue-store.js";
import type { StoreTables } from "./storage/sql/tables.js";
import { detailsUrl } from "./webhooks/destination.js";

export type OpenFace = Pick<FacePump, "start" | "poke" | "stop">;

export interface FaceSurroundings {
  readonly github: OpenForge["github"];
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is written along with decisions. */
export function faceHooks({ forge }: ServiceConfig): readonly CommitHook[] {
  return forge === "github" ? [faceMarks(facesToShow)] : [];
}

/** Null on a code host that shows nothing. */
export function openFace(config: ServiceConfig, { github, ...world }: FaceSurroundings): OpenFace | null {
  if (github === null) return null;
  const { calls } = github;
  const { publicUrl, testBranchPrefix } = config;
  const page = detailsUrl(publicUrl, () => "");
  return new FacePump({
    ...{ calls, testBranchPrefix, clock: world.clock, log: world.log },
    store: new SqlFaceStore(world.db),
    queues: world.store,
    self: (repository) => calls.login(repository),
    session: world.session,
    pageOf: (name, pullRequest) => (publicUrl === null ? null : page(name, pullRequest)),
  });
}
