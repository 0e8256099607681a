/**
 * Connections to Postgres. Only here, 64-bit integers arrive as numbers. Failures are thrown as `StoreError`; a lost
 * connection ends its queries, never the process.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { LostAnswer, StoreError } from "../../ports/world-error.js";
import { LENT_CONNECTIONS, LENT_CONNECTIONS_ADVICE, placeOf } from "../database.js";
import { endsConnection, postgresFailure } from "./postgres-failure.js";

export interface PoolOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`. */
  readonly url: string;
  /** At most so many connections. */
  readonly size: number;
  /** Null: statements may take as long as they take, as for migrations and backups. */
  readonly statementTimeoutMs: number | null;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Who stands still in a transaction holds a queue: others have to go on within ten seconds. */
const IDLE_IN_TRANSACTION_MS = 5000;
/** For an answer that never comes; the server gives up earlier by itself. */
const NO_ANSWER_FACTOR = 1.2;
/** A busy pooler may return the same connection by chance. */
const ROUNDS = 3;
/** The statements of a transaction; nothing after the first is saved unless the last is answered. */
const BEGINS = /^(?:begin|start transaction)\b/;
const ENDS = /^(?:commit|rollback)$/;
const COMMANDS = ["UPDATE", "DELETE", "INSERT", "SELECT", "MERGE", "COMMIT", "ROLLBACK"] as const;

/** For statements of one's own beside the store: failures are the driver's, and 64 bits are numbers here too. */
export function openPool({ url, size, statementTimeoutMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: "merge-queue",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: typesOfStore(),
    ...(statementTimeoutMs === null
      ? {}
      : {
          query_timeout: Math.ceil(statementTimeoutMs * NO_ANSWER_FACTOR),
          // As statements: a pooler refuses parameters of the connection that it does not know.
          verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
            client.query(limitsOf(statementTimeoutMs), (error) => done(error)),
        }),
  });
  // The user of the connection gets the error with its answer; between two uses no listener is needed.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function limitsOf(statementTimeoutMs: number): string {
  return `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
}

/** Throws a `StoreError`: a pooler in transaction mode cannot hold the lock of a session. */
export async function requireOwnConnections(url: string): Promise<void> {
  let isLent: boolean;
  try {
    isLent = await lendsConnections(url);
  } catch (error) {
    throw postgresFailure(error, placeOf({ kind: "postgres", url }));
  }
  if (isLent) throw new StoreError(`${LENT_CONNECTIONS}: ${LENT_CONNECTIONS_ADVICE}`, false);
}

/** A client has another connection than before, or the one of another client. */
export async function lendsConnections(url: string): Promise<boolean> {
  // No time limits: a pooler would leave them on the connection for its next user.
  const pool = openPool({ url, size: 2, statementTimeoutMs: null });
  const clients: pg.PoolClient[] = [];
  try {
    const [one, other] = [await pool.connect(), await pool.connect()];
    clients.push(one, other);
    const before = await backendOf(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      await other.query("begin");
      // If the pooler has one connection, the other client would wait for it.
      if (before === (await backendOf(other)) || before !== (await backendOf(one))) return true;
      await other.query("rollback");
      // Twice: a pooler that lends two connections in turn would return the same one after an even number of uses.
      for (let time = 0; time < 2; time += 1) if (before !== (await backendOf(one))) return true;
    }
    return false;
  } finally {
    for (const client of clients) client.release(true);
    await pool.end();
  }
}

async function backendOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

/** The same pool as Kysely wants it. */
export function guardedPool(pool: pg.Pool, place: string): PostgresPool {
  return {
    connect: async () => {
      try {
        return new GuardedClient(await pool.connect(), place);
      } catch (error) {
        throw postgresFailure(error, place);
      }
    },
    end: () => pool.end(),
    options: {},
  };
}

function typesOfStore(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** One use of a connection. After a failure that ends it, nothing more is asked, and the pool throws it away. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #place: string;
  #lost: StoreError | null = null;
  /** The server rolls back the open transaction when the connection is lost. */
  #isWithinTransaction = false;

  constructor(client: pg.PoolClient, place: string) {
    this.#client = client;
    this.#place = place;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    asked: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== "string") throw new TypeError("the store has no cursors of the driver's");
    return this.#ask(asked, values);
  }

  release(discard = false): void {
    this.#client.release(discard || this.#lost !== null);
  }

  async #ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (this.#lost !== null) throw this.#lost;
    if (ENDS.test(text)) this.#isWithinTransaction = false;
    try {
      const answer = await this.#client.query<Record<string, unknown>>(text, [...values]);
      if (BEGINS.test(text)) this.#isWithinTransaction = true;
      const { command, rowCount } = answer;
      const rows: readonly unknown[] = answer.rows;
      if (!areRows<Row>(rows)) throw new TypeError("Postgres answered without rows");
      const known = COMMANDS.find((name) => name === command) ?? "SELECT";
      return { command: known, rowCount: rowCount ?? 0, rows };
    } catch (error) {
      const failure = postgresFailure(error, this.#place);
      if (!endsConnection(error)) throw failure;
      this.#lost = this.#isWithinTransaction ? failure : asLostAnswer(failure);
      throw this.#lost;
    }
  }
}

function asLostAnswer({ message, retryable, cause }: StoreError): LostAnswer {
  return new LostAnswer(message, retryable, { cause });
}

/** What is in them is known to the query, as with every database. */
function areRows<Row>(rows: readonly unknown[]): rows is Row[] {
  return rows.every((row) => typeof row === "object");
}
