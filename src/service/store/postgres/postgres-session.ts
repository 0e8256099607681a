/**
 * The session of a replica: a connection that holds an advisory lock on the replica's number. Postgres releases the lock
 * when the replica is gone, cut off or frozen, since it ends a connection that is silent for a while. A replica that was only
 * slow takes the lock again, and keeps the claims under its number that no other replica has taken over.
 */
import { randomInt } from "node:crypto";
import type pg from "pg";
import { errorText } from "../../../domain/thrown.js";
import type { Clock, ServerTime } from "../../ports/clock.js";
import type { Log } from "../../ports/log.js";
import type { Claimant, Session } from "../../ports/session.js";
import { LIVE_SESSIONS, SESSION_LOCKS, WORK_CHANNEL } from "../sql/claims.js";
import { openPool } from "./postgres-pool.js";

export interface PostgresSessionOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Receives the database's time with each sign of life. */
  readonly time?: ServerTime;
  /** A connection that is silent for so long is ended. */
  readonly silenceMs?: number;
}

/** Half of what a frozen replica's work may wait before others have it; `docs/how-to/replicas.md` has the sum. */
const SILENCE_MS = 5000;
/** A replica may be late with several of these: a busy one is not a frozen one. */
const SIGNS_PER_SILENCE = 5;
const STATEMENT_TIMEOUT_MS = 5000;
const LONGEST_NUMBER = 2 ** 31;
const GONE = "gone ";
const WORK = "work ";
/** Between the kinds of work in a notification. */
const AND = ",";
/** Notifications are at least so far apart. */
const WAKE_INTERVAL_MS = 100;
const SIGN = `
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now, array(${LIVE_SESSIONS}) as sessions`;

interface SignRow {
  readonly now: number;
  readonly sessions: readonly string[];
}

interface LockRow {
  readonly taken: boolean;
  /** Of the server's process. */
  readonly pid: number;
}

export class PostgresSession implements Session {
  readonly isShared = true;
  readonly #options: PostgresSessionOptions;
  readonly #pool: pg.Pool;
  readonly #silenceMs: number;
  readonly #number = randomInt(1, LONGEST_NUMBER);
  readonly #listeners: ((work: string | null) => void)[] = [];
  /** Kinds of work that the next notification names. */
  readonly #left = new Set<string>();
  #connection: pg.PoolClient | undefined;
  /** Others, as the last two signs of life saw them. */
  #seen: readonly [Set<number>, Set<number>] = [new Set(), new Set()];
  /** Signs of life on this connection. */
  #signs = 0;
  /** When the last one was given, in monotonic milliseconds. */
  #signedAt = Number.NEGATIVE_INFINITY;
  #timesLost = 0;
  #isClosed = false;
  #underWay: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;

  private constructor(options: PostgresSessionOptions) {
    const { url, silenceMs = SILENCE_MS } = options;
    this.#options = options;
    this.#silenceMs = silenceMs;
    this.#pool = openPool({ url, size: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  }

  static async open(options: PostgresSessionOptions): Promise<PostgresSession> {
    const session = new PostgresSession(options);
    try {
      await session.#giveSign();
    } catch (error) {
      await session.close();
      throw error;
    }
    session.#giveSignLater();
    return session;
  }

  /** A new connection spares all claims: after an outage of Postgres the other replicas reconnect as late as this one. */
  claimant(): Claimant {
    const spared = this.#signs < 3 ? null : [...this.#seen[0], ...this.#seen[1]];
    return { session: this.#number, spared };
  }

  isHeld(): boolean {
    const silentMs = this.#options.clock.monotonic() - this.#signedAt;
    return this.#connection !== undefined && silentMs < this.#silenceMs;
  }

  timesLost(): number {
    return this.#timesLost;
  }

  spread(): number {
    return Math.random();
  }

  onChange(listener: (work: string | null) => void): void {
    this.#listeners.push(listener);
  }

  wakeOthers(work: string): void {
    if (this.#isClosed) return;
    this.#left.add(work);
    if (this.#left.size > 1) return;
    this.#options.clock.after(WAKE_INTERVAL_MS, () => {
      const payload = WORK + [...this.#left].join(AND);
      this.#left.clear();
      const notify = "select pg_notify($1, $2)";
      this.#inTurn(async () => void (await this.#connection?.query(notify, [WORK_CHANNEL, payload])));
    });
  }

  wakeSelf(): void {
    this.#reportChange(null);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancel();
    await this.#underWay;
    // Others then need not wait for their next two signs.
    const goodbye = `select pg_advisory_unlock_all(); notify ${WORK_CHANNEL}, '${GONE}${this.#number}'`;
    await this.#connection?.query(goodbye).catch(() => undefined);
    this.#forget();
    await this.#pool.end();
  }

  #giveSignLater(): void {
    if (this.#isClosed) return;
    this.#cancel = this.#options.clock.after(this.#silenceMs / SIGNS_PER_SILENCE, () => {
      this.#inTurn(async () => this.#giveSign());
      void this.#underWay.then(() => this.#giveSignLater());
    });
  }

  /** One query at a time. After a failure it is unknown what the connection holds, so it is closed. */
  #inTurn(work: () => Promise<void>): void {
    this.#underWay = this.#underWay.then(work).catch((error: unknown) => {
      if (this.#isClosed) return;
      this.#options.log.warn(
        { error: errorText(error) },
        "the session with Postgres is lost; opening it again",
      );
      this.#forget();
    });
  }

  async #giveSign(): Promise<void> {
    const { clock, time } = this.#options;
    const connection = (this.#connection ??= await this.#open());
    const askedAt = clock.monotonic();
    const { rows } = await connection.query<SignRow>(SIGN);
    const [row] = rows;
    if (row === undefined) throw new Error("Postgres answered nothing");
    time?.learn(row.now, askedAt);
    const sessions = new Set(row.sessions.map(Number).filter((number) => number !== this.#number));
    const isAnyGone = [...this.#seen[0], ...this.#seen[1]].some((number) => !sessions.has(number));
    this.#seen = [sessions, this.#seen[0]];
    this.#signs += 1;
    this.#signedAt = askedAt;
    if (isAnyGone || this.#signs === 3) this.#reportChange(null);
  }

  async #open(): Promise<pg.PoolClient> {
    const connection = await this.#pool.connect();
    try {
      for (const event of ["end", "error"] as const) {
        connection.once(event, () => {
          if (this.#connection === connection) this.#forget();
        });
      }
      let own: number | null = null;
      connection.on("notification", ({ payload = "", processId }) => {
        // Postgres notifies the sender, too.
        if (processId === own) return;
        const gone = payload.startsWith(GONE) ? Number(payload.slice(GONE.length)) : null;
        for (const seen of this.#seen) if (gone !== null) seen.delete(gone);
        // Replicas of earlier versions and the command line name no kind.
        const kinds = payload.startsWith(WORK) ? payload.slice(WORK.length).split(AND) : [null];
        for (const kind of kinds) this.#reportChange(kind);
      });
      await connection.query(`set idle_session_timeout = ${this.#silenceMs}`);
      await connection.query(`listen ${WORK_CHANNEL}`);
      const lock = "select pg_try_advisory_lock($1, $2) as taken, pg_backend_pid() as pid";
      const { rows } = await connection.query<LockRow>(lock, [SESSION_LOCKS, this.#number]);
      own = rows[0]?.pid ?? null;
      if (rows[0]?.taken !== true) throw new Error("the session before has not ended yet");
      this.#signs = 0;
      return connection;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }

  #reportChange(work: string | null): void {
    if (!this.#isClosed) for (const listener of this.#listeners) listener(work);
  }

  #forget(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    this.#timesLost += 1;
    connection.release(true);
  }
}
