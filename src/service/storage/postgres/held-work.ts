/**
 * Which work is being done by a replica that is alive: each piece is an advisory lock of one session, which Postgres lets
 * go of when the replica is gone. A replica that is frozen keeps its session, so that a lock says "wait", never "mine".
 */
import type pg from "pg";
import { openPool } from "./postgres-pool.js";

const STATEMENT_TIMEOUT_MS = 5000;
/** A machine that is cut off says nothing: its session ends when it does not answer for so long. */
const KEEPALIVE =
  "set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2";

export class HeldWork {
  readonly #pool: pg.Pool;
  readonly #held = new Set<string>();
  #session: Promise<pg.PoolClient> | undefined;
  #lastAsked: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#pool = openPool({ url, size: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  }

  /** False: somebody is at it, maybe this very process. */
  async take(key: string): Promise<boolean> {
    if (this.#held.has(key)) return false;
    this.#held.add(key);
    try {
      const taken = await this.#ask("select pg_try_advisory_lock(hashtextextended($1, 0)) as answer", key);
      if (!taken) this.#held.delete(key);
      return taken;
    } catch (error) {
      this.#held.delete(key);
      throw error;
    }
  }

  /** Letting go of what is not held is harmless. */
  async letGo(key: string): Promise<void> {
    if (!this.#held.delete(key)) return;
    await this.#ask("select pg_advisory_unlock(hashtextextended($1, 0)) as answer", key);
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    this.#session = undefined;
    session?.release(true);
    await this.#pool.end();
  }

  /** In turn: a connection is asked for one thing at a time. */
  async #ask(question: string, key: string): Promise<boolean> {
    const asked = this.#lastAsked.then(async () => {
      const session = await this.#current();
      return session.query<{ readonly answer: boolean }>(question, [key]);
    });
    this.#lastAsked = asked.then(
      () => undefined,
      () => undefined,
    );
    return (await asked).rows[0]?.answer === true;
  }

  async #current(): Promise<pg.PoolClient> {
    this.#session ??= this.#open();
    try {
      return await this.#session;
    } catch (error) {
      this.#session = undefined;
      throw error;
    }
  }

  /** One that ends takes its locks along; what was held is then found by others, and may be done twice. */
  async #open(): Promise<pg.PoolClient> {
    const session = await this.#pool.connect();
    session.once("end", () => this.#forget());
    session.once("error", () => this.#forget());
    await session.query(KEEPALIVE);
    return session;
  }

  #forget(): void {
    const session = this.#session;
    this.#session = undefined;
    void session?.then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}
