/** The past of queues in an SQL database, in slices that are found by an index. */
import type { Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import type { EndedRun } from "../../../engine/model/decision.js";
import type { QueueEvent } from "../../../engine/model/event.js";
import {
  type EndedRunKey,
  type ExitFilter,
  type ExitKey,
  type LoggedMove,
  MOMENT_KINDS,
  type Moment,
  type MovePlace,
  type QueueHistory,
} from "../../ports/queue-history.js";
import { testRunOf } from "../../ports/stored-run.js";
import { readExitFacts, readExits } from "./exits.js";
import { readLoggedLandings } from "./history.js";
import { readSnapshotBefore } from "./log-beginnings.js";
import { readJson } from "./records.js";
import { isEvent, isStoredEndedRun, isTransition } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

export class SqlQueueHistory implements QueueHistory {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async exits(queueId: QueueId, filter: ExitFilter, after: ExitKey | null, limit: number) {
    return readExits(this.#db, queueId, filter, after, limit);
  }

  async exitFacts(queueId: QueueId, since: number, limit: number) {
    return readExitFacts(this.#db, queueId, since, limit);
  }

  async runsEnded(
    queueId: QueueId,
    since: number,
    after: EndedRunKey | null,
    limit: number,
  ): Promise<readonly EndedRun[]> {
    const ended = this.#db
      .selectFrom("ended_runs")
      .select(["run_id", "json"])
      .where("queue_id", "=", queueId)
      .where("at", ">=", Math.max(since, after?.endedAt ?? since));
    const rows = await (after === null
      ? ended
      : ended.where((eb) =>
          eb.or([
            eb("at", ">", after.endedAt),
            eb.and([eb("at", "=", after.endedAt), eb("run_id", ">", after.run)]),
          ]),
        )
    )
      .orderBy("at")
      .orderBy("run_id")
      .limit(limit)
      .execute();
    return rows.map(({ run_id: id, json }) => {
      const stored = readJson(json, isStoredEndedRun, `ended run ${id}`);
      return { ...stored, run: testRunOf(stored.run) };
    });
  }

  async versionAt(queueId: QueueId, at: number): Promise<number | null> {
    const row = await this.#db
      .selectFrom("transitions")
      .select("version")
      .where("queue_id", "=", queueId)
      .where("at", ">=", at)
      .orderBy("at")
      .orderBy("version")
      .limit(1)
      .executeTakeFirst();
    return row?.version ?? null;
  }

  async landings(queueId: QueueId, before: number | null, limit: number) {
    return readLoggedLandings(this.#db, queueId, limit, before);
  }

  async moves(
    queueId: QueueId,
    { version, position }: MovePlace,
    limit: number,
  ): Promise<readonly LoggedMove[]> {
    const rows = await this.#db
      .selectFrom("transitions")
      .select(["version", "position", "json"])
      .where("queue_id", "=", queueId)
      .where("version", ">=", version)
      .where((eb) => eb.or([eb("version", ">", version), eb("position", ">", position)]))
      .orderBy("version")
      .orderBy("position")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      version: row.version,
      position: row.position,
      transition: readJson(row.json, isTransition, `a transition of queue ${queueId}`),
    }));
  }

  async nearestMove(queueId: QueueId, version: number, direction: "before" | "after") {
    const isBefore = direction === "before";
    const row = await this.#db
      .selectFrom("transitions")
      .select("version")
      .where("queue_id", "=", queueId)
      .where("version", isBefore ? "<" : ">", version)
      .orderBy("version", isBefore ? "desc" : "asc")
      .limit(1)
      .executeTakeFirst();
    return row?.version ?? null;
  }

  /** Texts of events hold quotes as `\"`, so each pattern finds kinds only. Postgres reads no JSON with U+0000. */
  async moments(queueId: QueueId, after: number, upTo: number): Promise<readonly Moment[]> {
    const rows = await this.#db
      .selectFrom("events")
      .select(["version", "json"])
      .where("queue_id", "=", queueId)
      .where("version", ">", after)
      .where("version", "<=", upTo)
      .where((eb) => eb.or(MOMENT_KINDS.map((kind) => eb("json", "like", `%"kind":"${kind}"%`))))
      .orderBy("version")
      .execute();
    return rows.flatMap(({ version, json }) =>
      momentsIn(version, readJson(json, isEvent, `event ${version} of queue ${queueId}`)),
    );
  }

  async snapshotBefore(queueId: QueueId, version: number) {
    return this.#db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((db) => readSnapshotBefore(db, queueId, version));
  }
}

/** Empty for an event that no time is measured by. */
export function momentsIn(version: number, event: QueueEvent): readonly Moment[] {
  const { kind, at } = event;
  if (kind === "testRunBuilt" || kind === "testRunStarted") return [{ kind, version, at, run: event.run }];
  if (kind === "settingsChanged") return [{ kind, version, at, state: event.state }];
  if (kind !== "checksReported") return [];
  const hasBegun = event.checks.some(({ status, isMissing }) => status !== "queued" && isMissing !== true);
  return [{ kind, version, at, run: event.run, hasBegun }];
}
