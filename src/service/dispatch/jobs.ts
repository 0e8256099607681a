/**
 * Jobs in Postgres: each comes to one replica at a time, and to another one when that replica is stopped, frozen or
 * gone. The only file that knows pg-boss. Its policy is `standard`: stricter ones lose or block jobs when a replica is
 * killed, so that who may do what is decided by our own rows.
 */
import type { Kysely } from "kysely";
import { fromKysely, type Job, PgBoss, type WorkHandler } from "pg-boss";
import { errorText } from "../../domain/thrown.js";
import type { Log } from "../ports/log.js";

export const JOB_KINDS = ["orders", "alarms", "looks", "tidying", "test-runs"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export interface NewJob {
  readonly kind: JobKind;
  readonly content: object;
  readonly delayMs?: number;
  /** Of jobs with this key, one in so many seconds; the others are dropped. */
  readonly once?: { readonly key: string; readonly seconds: number };
}

export interface HeldJob {
  /** As it was given; to be checked. */
  readonly content: unknown;
  /** Aborted when this process stops. One that was frozen is not told that somebody else has the job now. */
  readonly signal: AbortSignal;
}

/** In a schema of its own, beside the tables of the store. */
const SCHEMA = "merge_queue_jobs";
/** For commits that send jobs they have the store's connections; these are for taking jobs. */
const CONNECTIONS = 4;
/**
 * For the driver, to which pg-boss hands on what it does not know. Not kept is a connection that leads nowhere any more,
 * as when the server's machine is lost, and one that was made while nothing could be written.
 */
const CONNECTION = { keepAlive: true, query_timeout: 30_000, maxLifetimeSeconds: 60 } as const;
/** The least that pg-boss takes. A replica that does not stir for so long has lost its jobs. */
const HEARTBEAT_SECONDS = 10;
/** New jobs are told at once; this finds those whose time has come, and those that somebody lost. */
const POLL_SECONDS = 1;
const SUPERVISE_SECONDS = 1;
const MAINTENANCE_SECONDS = 60;
const KEPT_SECONDS = 60;
/** Never reached by work that gets on: a job is taken away from who does not stir, not from who is slow. */
const EXPIRE_SECONDS = 23 * 3600;
const MANY = 1_000_000;
const TAKING = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
} as const;

export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  #isStopping = false;

  constructor({ url, log }: { readonly url: string; readonly log: Log }) {
    this.#log = log;
    this.#boss = new PgBoss({
      ...CONNECTION,
      connectionString: url,
      schema: SCHEMA,
      application_name: "merge-queue jobs",
      max: CONNECTIONS,
      schedule: false,
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    });
    this.#boss.on("error", (error) => this.#complain(error.message));
    this.#boss.on("warning", ({ message }) =>
      log.warn({ warning: message }, "the jobs in Postgres need a look"),
    );
  }

  /** The tables are made by the first replica, while the others wait. */
  async start(): Promise<void> {
    await this.#boss.start();
    for (const kind of JOB_KINDS) {
      await this.#boss.createQueue(kind, {
        policy: "standard",
        notify: true,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: EXPIRE_SECONDS,
        retryLimit: MANY,
        retryDelay: 1,
        deleteAfterSeconds: KEPT_SECONDS,
      });
    }
  }

  /** With `db` in its transaction: they are there if it commits. */
  async send<Tables>(jobs: readonly NewJob[], db?: Kysely<Tables>): Promise<void> {
    for (const [kind, ofKind] of Map.groupBy(jobs, (job) => job.kind)) {
      const rows = ofKind.map(({ content, delayMs = 0, once }) => ({
        data: content,
        ...(delayMs > 0 ? { startAfter: String(delayMs / 1000) } : {}),
        ...(once === undefined ? {} : { singletonKey: once.key, singletonSeconds: once.seconds }),
      }));
      await this.#boss.insert(kind, rows, db === undefined ? {} : { db: fromKysely(db) });
    }
  }

  /**
   * At most so many at a time in this process, each of which asks for jobs by itself. A job that throws is tried again by
   * whoever takes it next.
   */
  async take(kind: JobKind, atATime: number, perform: (job: HeldJob) => Promise<void>): Promise<void> {
    for (let place = 0; place < atATime; place += 1) {
      const worker: { id?: string } = {};
      const performAll: WorkHandler<object> = async (jobs) => {
        for (const job of jobs) await this.#perform(kind, job, perform);
        // There may be more, and nobody tells again.
        if (worker.id !== undefined && !this.#isStopping) this.#boss.notifyWorker(worker.id);
      };
      worker.id = await this.#boss.work(kind, TAKING, performAll);
    }
  }

  /** Hands back at once what is under way here: others take it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#boss.stop({ graceful: false });
  }

  async #perform(
    kind: JobKind,
    { data, signal }: Job,
    perform: (job: HeldJob) => Promise<void>,
  ): Promise<void> {
    try {
      await perform({ content: data, signal });
    } catch (error) {
      this.#complain(`${kind}: ${errorText(error)}`);
      throw error;
    }
  }

  /** While it stops, connections end under what is still asked. */
  #complain(error: string): void {
    if (!this.#isStopping) this.#log.warn({ error }, "a job in Postgres failed; it will be tried again");
  }
}
