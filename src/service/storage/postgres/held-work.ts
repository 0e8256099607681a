/**
 * Which work is being done by a replica that stirs: each piece is an advisory lock of one session, and Postgres lets go of
 * them when the replica is gone, cut off or frozen, since it ends a session that says nothing for a while. One that was
 * only slow takes again what it is still at, unless somebody was faster: a lock says "wait", never "mine".
 */
import type pg from "pg";
import type { Clock } from "../../ports/clock.js";
import { openPool } from "./postgres-pool.js";

export interface HeldWorkOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Who says nothing for so long holds nothing any more. */
  readonly silenceMs?: number;
}

/** Half of what a frozen replica's work may wait before others have it; `docs/replicas.md` has the sum. */
const SILENCE_MS = 5000;
/** A replica may be late with several of these: a busy one is not a frozen one. */
const SIGNS_PER_SILENCE = 5;
const STATEMENT_TIMEOUT_MS = 5000;
const TAKE = "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken";
const TAKE_AGAIN =
  "select key, pg_try_advisory_lock(hashtextextended(key, 0)) as taken from unnest($1::text[]) as key";
const LET_GO = "select pg_advisory_unlock(hashtextextended($1, 0))";

type Session = Promise<pg.PoolClient>;

export class HeldWork {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #silenceMs: number;
  /** What this process is at, or asks for. */
  readonly #keys = new Map<string, "asked" | "held">();
  /** Of those held, what a new session has not got back: the one before may take a while to end. */
  readonly #lost = new Set<string>();
  #session: Session | undefined;
  #lastAsked: Promise<void> = Promise.resolve();
  #cancelSign: () => void = () => undefined;
  #isClosed = false;

  constructor({ url, clock, silenceMs = SILENCE_MS }: HeldWorkOptions) {
    this.#pool = openPool({ url, size: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    this.#clock = clock;
    this.#silenceMs = silenceMs;
  }

  /** False: somebody is at it, maybe this very process. */
  async take(key: string): Promise<boolean> {
    if (this.#keys.has(key)) return false;
    this.#keys.set(key, "asked");
    try {
      const [row] = await this.#ask<{ readonly taken: boolean }>(TAKE, [key]);
      if (row?.taken === true) this.#keys.set(key, "held");
      else this.#keys.delete(key);
      return row?.taken === true;
    } catch (error) {
      this.#keys.delete(key);
      throw error;
    }
  }

  /** Letting go of what is not held is harmless. */
  async letGo(key: string): Promise<void> {
    this.#lost.delete(key);
    if (this.#keys.delete(key)) await this.#ask(LET_GO, [key]);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelSign();
    const session = await this.#session?.catch(() => undefined);
    this.#session = undefined;
    session?.release(true);
    await this.#pool.end();
  }

  /** In turn: a connection is asked for one thing at a time. */
  async #ask<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    return this.#inTurn(async () =>
      this.#onSession(async (session) => (await session.query<Row>(text, [...values])).rows),
    );
  }

  async #giveSign(): Promise<void> {
    return this.#onSession(async (session) => {
      await session.query("select 1");
      await this.#takeLostAgain(session);
    });
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastAsked.then(work);
    this.#lastAsked = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** After a failure nobody knows what the session holds, so that it ends, and all that it holds with it. */
  async #onSession<Result>(work: (session: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const session = this.#current();
    try {
      return await work(await session);
    } catch (error) {
      this.#forget(session);
      throw error;
    }
  }

  #current(): Session {
    if (this.#session !== undefined) return this.#session;
    const session: Session = this.#open(() => this.#forget(session));
    this.#session = session;
    this.#giveSignLater();
    return session;
  }

  async #open(onEnd: () => void): Session {
    const session = await this.#pool.connect();
    try {
      for (const event of ["end", "error"] as const) session.once(event, onEnd);
      await session.query(`set idle_session_timeout = ${this.#silenceMs}`);
      for (const [key, state] of this.#keys) if (state === "held") this.#lost.add(key);
      await this.#takeLostAgain(session);
      return session;
    } catch (error) {
      session.release(true);
      throw error;
    }
  }

  async #takeLostAgain(session: pg.PoolClient): Promise<void> {
    const lost = [...this.#lost].filter((key) => this.#keys.get(key) === "held");
    this.#lost.clear();
    if (lost.length === 0) return;
    const answer = await session.query<{ readonly key: string; readonly taken: boolean }>(TAKE_AGAIN, [lost]);
    for (const { key, taken } of answer.rows) if (!taken) this.#lost.add(key);
  }

  /** Also brings a session that was lost back, for what is still held. */
  #giveSignLater(): void {
    this.#cancelSign();
    if (this.#isClosed) return;
    this.#cancelSign = this.#clock.after(this.#silenceMs / SIGNS_PER_SILENCE, () => {
      void this.#inTurn(async () => this.#giveSign()).then(
        () => this.#giveSignLater(),
        () => this.#giveSignLater(),
      );
    });
  }

  #forget(session: Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    void session.then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}
