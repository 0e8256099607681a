/** The queue store over any SQL database that Kysely speaks to. The database itself is the adapter's matter. */
import type { Kysely } from "kysely";
import type { CommitId, EffectId, PullRequestNumber, QueueId, TestRunId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Decision } from "../../../engine/model/decision.js";
import type { QueueEvent } from "../../../engine/model/event.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { ServerTime } from "../../ports/clock.js";
import { decisionDigest } from "../../ports/decision-digest.js";
import type {
  EffectClaim,
  LandingFate,
  QueueStore,
  StoredEffect,
  StoredEvent,
  StoredQueue,
  Turn,
  Version,
} from "../../ports/queue-store.js";
import type { Claim } from "../../ports/session.js";
import type { TraceContext } from "../../ports/tracer.js";
import { InOrder } from "../../work/in-order.js";
import { type CommitHook, saveSnapshot } from "./commit-hook.js";
import { findState } from "./find-state.js";
import * as history from "./history.js";
import { inTransaction } from "./in-transaction.js";
import { mayBeIn, storedKey } from "./json-checks.js";
import { readLogBeginning } from "./log-beginnings.js";
import { requireMigrated } from "./migrate.js";
import * as outbox from "./outbox.js";
import {
  deleteQueue,
  insertQueue,
  isLiveQueue,
  type LiveQueue,
  liveQueues,
  readInitialQueue,
  readQueue,
  readWakings,
  updateQueue,
  wasDeleted,
} from "./queue-rows.js";
import { movesSince } from "./recent-moves.js";
import { listsToSave, saveLongLists } from "./records.js";
import { lockQueue } from "./row-locks.js";
import { isCurrent, SeenQueues } from "./seen-queues.js";
import { SqlQueueHistory } from "./sql-queue-history.js";
import type { StoreTables } from "./tables.js";
import { findUpload, loadTargets, loadTraces, saveTargets, saveTrace, takeTurn } from "./traces.js";
import { Writing } from "./writing.js";

type Db = Kysely<StoreTables>;

export interface SqlQueueStoreOptions {
  readonly db: Db;
  /** The version of the program that decides. */
  readonly engine: string;
  readonly afterClose?: () => void;
  readonly onCommit?: readonly CommitHook[];
  /** The only writer on the only connection need not check whether a cached queue is current. */
  readonly isOnlyWriter?: boolean;
  /** Receives the database's time with each loaded queue, so a decision uses no older time. */
  readonly time?: ServerTime;
}

/** What a commit wrote, whether or not it is known to be saved. */
type Tried = Readonly<{ after: StoredQueue; happened: StoredEvent }>;

export class SqlQueueStore implements QueueStore {
  readonly past: SqlQueueHistory;
  readonly #db: Db;
  readonly #engine: string;
  readonly #afterClose: (() => void) | undefined;
  readonly #onCommit: readonly CommitHook[];
  readonly #seen = new SeenQueues();
  readonly #isOnlyWriter: boolean;
  readonly #time: ServerTime | undefined;
  /**
   * Others see a transaction a moment before its writer gets the answer; until then, the writer's cached queue is
   * outdated.
   */
  readonly #writes = new InOrder();
  readonly #writing: Writing;

  constructor({ db, engine, afterClose, onCommit = [], isOnlyWriter = false, time }: SqlQueueStoreOptions) {
    this.#isOnlyWriter = isOnlyWriter;
    this.#db = db;
    this.#engine = engine;
    this.#afterClose = afterClose;
    this.#onCommit = [saveSnapshot, ...onCommit];
    this.past = new SqlQueueHistory(db);
    this.#time = time;
    this.#writing = new Writing(db);
  }

  async create(name: QueueName, queue: Queue): Promise<"created" | "exists"> {
    const stored = { name, queue, version: 0, wakeAt: null };
    const created = await this.#writing.watch(
      inTransaction(
        this.#db,
        async (db, mayBeSaved) =>
          (await insertQueue(db, stored)) || (mayBeSaved && (await isLiveQueue(db, queue.id))),
      ),
    );
    return created ? "created" : "exists";
  }

  async load(name: QueueName): Promise<StoredQueue | null> {
    const key = storedKey(name);
    if (this.#isOnlyWriter) await this.#writes.over(key);
    const seen = this.#seen.get(key);
    if (seen !== undefined && this.#isOnlyWriter) return seen;
    const askedAt = this.#time?.monotonic() ?? 0;
    // One statement needs no transaction around it.
    const found = await findState(this.#db, key, seen);
    if (found === undefined) return null;
    if (found.foundAt !== null) this.#time?.learn(found.foundAt, askedAt);
    if (seen !== undefined && isCurrent(seen, found)) return seen;
    if (found.current !== null) {
      this.#seen.remember(found.current);
      return found.current;
    }
    const [stored] = await this.#snapshot(async (db) => this.#current(db, await liveQueues(db, key)));
    return stored ?? null;
  }

  async lastSeen(name: QueueName): Promise<StoredQueue | null> {
    return Promise.resolve(this.#seen.get(storedKey(name)) ?? null);
  }

  async list(repository?: Repository): Promise<readonly StoredQueue[]> {
    return this.#snapshot(async (db) => {
      const rows = await liveQueues(db);
      if (repository === undefined) return this.#current(db, rows);
      const wanted = repositoryKey(repository);
      const found = await this.#current(
        db,
        rows.filter(({ key }) => mayBeIn(wanted, key)),
      );
      return found.filter(({ name }) => repositoryKey(name.repository) === wanted);
    });
  }

  async commit(
    name: QueueName,
    basedOn: Version,
    event: QueueEvent,
    decision: Decision,
  ): Promise<"committed" | "conflict"> {
    const key = storedKey(name);
    const { id } = decision.queue;
    let tried: Tried | null = null;
    const committed = await this.#remembering(key, async (db, mayBeSaved) => {
      // Waits for an earlier attempt that the server is still processing, so that the result found then is final.
      await lockQueue(db, key);
      if (mayBeSaved && tried !== null && (await history.hasHappened(db, id, tried.happened)))
        return tried.after;
      const [before] = await this.#current(db, await liveQueues(db, key));
      // A queue that was deleted and created again may stand at the same version; its id differs.
      if (before?.version !== basedOn || before.queue.id !== id) return null;
      const after = {
        name: before.name,
        queue: decision.queue,
        version: basedOn + 1,
        wakeAt: decision.wakeAt,
      };
      await saveLongLists(db, listsToSave(before.queue.entries, event, decision));
      if (!(await updateQueue(db, before, after))) return null;
      const recorded = { digest: decisionDigest(before.queue, decision), engine: this.#engine };
      const happened = { version: after.version, event, recorded };
      await history.appendHistory(db, before.queue, happened, decision);
      await outbox.appendEffects(db, id, decision.effects, decision.queue.now);
      if (decision.queue.now < before.queue.now) await outbox.hasten(db, id, decision.queue.now);
      for (const hook of this.#onCommit) await hook(db, after, decision, before);
      tried = { after, happened };
      return after;
    });
    return committed === null ? "conflict" : "committed";
  }

  async delete(name: QueueName, basedOn: Version): Promise<"deleted" | "conflict"> {
    const key = storedKey(name);
    return this.#writes.run(key, async () => {
      try {
        const deleted = await this.#writing.watch(
          inTransaction(
            this.#db,
            async (db, mayBeSaved) =>
              (await deleteQueue(db, key, basedOn)) || (mayBeSaved && (await wasDeleted(db, key, basedOn))),
          ),
        );
        return deleted ? "deleted" : "conflict";
      } finally {
        this.#seen.forget(key);
      }
    });
  }

  claimEffects(request: EffectClaim) {
    return this.#writing.watch(outbox.claimEffects(this.#db, request));
  }

  isClaimed(claimed: StoredEffect) {
    return outbox.isClaimed(this.#db, claimed);
  }

  giveBack(claimed: StoredEffect) {
    return this.#writing.watch(outbox.giveBack(this.#db, claimed));
  }

  pendingEffects(now: number, limit: number) {
    return outbox.pendingEffects(this.#db, now, limit);
  }

  nextEffectAt(after: number) {
    return outbox.nextEffectAt(this.#db, after);
  }

  outboxSize() {
    return outbox.outboxSize(this.#db);
  }

  markDone(queueId: QueueId, effect: EffectId, claim?: Claim) {
    return this.#writing.watch(outbox.markDone(this.#db, queueId, effect, claim));
  }

  landingFate(queueId: QueueId, effect: EffectId) {
    return outbox.landingFate(this.#db, queueId, effect);
  }

  settleLanding(queueId: QueueId, effect: EffectId, fate: LandingFate) {
    return this.#writing.watch(outbox.settleLanding(this.#db, queueId, effect, fate));
  }

  postpone(...asked: Parameters<QueueStore["postpone"]>) {
    return this.#writing.watch(outbox.postpone(this.#db, ...asked));
  }

  wakings() {
    return readWakings(this.#db);
  }

  /** The only writer need not ask. */
  async takeTurn(what: string, now: number, everyMs: number): Promise<Turn> {
    return this.#isOnlyWriter ? { kind: "taken" } : takeTurn(this.#db, what, now, everyMs);
  }

  findConcluded(queueId: QueueId, pullRequest: PullRequestNumber) {
    return history.findConcluded(this.#db, queueId, pullRequest);
  }

  newestSubmissions(queueId: QueueId, before: number | null, limit: number) {
    return history.newestSubmissions(this.#db, queueId, before, limit);
  }

  findEndedRun(queueId: QueueId, run: TestRunId) {
    return history.findEndedRun(this.#db, queueId, run);
  }

  landings(queueId: QueueId, limit: number, before: Version | null = null) {
    return history.readLandings(this.#db, queueId, limit, before);
  }

  timeline(queueId: QueueId, pullRequest: PullRequestNumber) {
    return history.timeline(this.#db, queueId, pullRequest);
  }

  movesSince(since: number, boundsMs: readonly number[]) {
    return movesSince(this.#db, since, boundsMs);
  }

  birth(queueId: QueueId) {
    return readInitialQueue(this.#db, queueId);
  }

  logBeginning(queueId: QueueId) {
    return this.#snapshot((db) => readLogBeginning(db, queueId));
  }

  events(queueId: QueueId, after: Version, limit: number) {
    return history.readEvents(this.#db, queueId, after, limit);
  }

  saveTargets(...[queueId, pullRequest, headSha, targets, origin]: Parameters<QueueStore["saveTargets"]>) {
    const key = { queueId, pullRequest, headSha };
    return this.#writing.watch(inTransaction(this.#db, (db) => saveTargets(db, key, targets, origin)));
  }

  findUpload(queueId: QueueId, pullRequest: PullRequestNumber, headSha: CommitId) {
    return findUpload(this.#db, { queueId, pullRequest, headSha });
  }

  loadTargets(queueId: QueueId, pullRequest: PullRequestNumber, headSha: CommitId) {
    return loadTargets(this.#db, { queueId, pullRequest, headSha });
  }

  saveTrace(queueId: QueueId, pullRequest: PullRequestNumber, trace: TraceContext) {
    return this.#writing.watch(saveTrace(this.#db, queueId, pullRequest, trace));
  }

  loadTraces(queueId: QueueId, pullRequests: readonly PullRequestNumber[]) {
    return loadTraces(this.#db, queueId, pullRequests);
  }

  async requireReady(): Promise<void> {
    await requireMigrated(this.#db);
    await this.#writing.requirePossible();
  }

  async close(): Promise<void> {
    await this.#db.destroy();
    this.#afterClose?.();
  }

  /** Rows of several tables as they were at one moment. */
  #snapshot<Result>(read: (db: Db) => Promise<Result>): Promise<Result> {
    return this.#db.transaction().setIsolationLevel("repeatable read").execute(read);
  }

  /** The live queue with this key, if there is one; every live queue without. */
  async #current(db: Db, rows: readonly LiveQueue[]): Promise<readonly StoredQueue[]> {
    const current: StoredQueue[] = [];
    for (const row of rows) {
      const seen = this.#seen.get(row.key);
      current.push(seen !== undefined && isCurrent(seen, row) ? seen : await readQueue(db, row.id));
    }
    // Within the transaction, so that no row is deleted or changed meanwhile.
    for (const stored of current) this.#seen.remember(stored);
    return current;
  }

  /** In a transaction, whose result is the state from then on; after a failure the state is unknown. */
  async #remembering(
    key: string,
    work: (db: Db, mayBeSaved: boolean) => Promise<StoredQueue | null>,
  ): Promise<StoredQueue | null> {
    return this.#writes.run(key, async () => {
      try {
        const saved = await this.#writing.watch(inTransaction(this.#db, work));
        this.#seen.remember(saved);
        return saved;
      } catch (error) {
        this.#seen.forget(key);
        throw error;
      }
    });
  }
}
