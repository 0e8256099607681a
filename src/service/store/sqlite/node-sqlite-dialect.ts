/** Kysely over `node:sqlite`, which is synchronous and has one connection. Failures come out as StoreError. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from "kysely";
import { errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";

/** The same few texts come again and again; those with long lists of rows differ in length only. */
const MOST_PREPARED = 500;

export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: DatabaseSync) {
    const guarded = asKyselyDatabase(database);
    super({ database: guarded });
    this.#database = guarded;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter();
  }
}

/** Lets the migrator put all pending migrations in one transaction, which SQLite can do. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A writing transaction waits for other writers before it reads: after a command has written beside the service, SQLite
 * would refuse a write that follows an earlier read. Transactions with an explicit isolation level only read.
 */
class NodeSqliteDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const onlyReads = settings?.isolationLevel !== undefined;
    await connection.executeQuery(CompiledQuery.raw(onlyReads ? "begin" : "begin immediate"));
  }
}

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const name = database.location() ?? ":memory:";
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw sqliteFailure(error, name);
    }
  };
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      // Some failures, as of a full disk, end the transaction by themselves; rolling back would hide them.
      if (text === "rollback" && !database.isTransaction) return NOTHING_TO_DO;
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = guarded(() => asKyselyStatement(database.prepare(text), guarded));
      if (prepared.size === MOST_PREPARED) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
  };
}

function asKyselyStatement(
  statement: StatementSync,
  guarded: <Result>(work: () => Result) => Result,
): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => guarded(() => statement.all(...parameters.map(sqlValue))),
    run: (parameters) => guarded(() => statement.run(...parameters.map(sqlValue))),
    iterate: (parameters) => statement.iterate(...parameters.map(sqlValue)),
  };
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function sqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`the store writes text, numbers and null only, not ${typeof value}`);
}

/** By primary result code; see https://www.sqlite.org/rescode.html. */
const ADVICE: ReadonlyMap<number, string> = new Map([
  [5, "another program keeps it locked; stop that program"],
  [8, "it may not be written; check the permissions of the file and its folder"],
  [10, "reading or writing the disk failed; check the disk and its free space"],
  [11, "the file is damaged; restore it from a backup"],
  [13, "the disk is full; make room"],
  [14, "the file cannot be opened; check that it is a file this user may write"],
  [26, "the file is not a SQLite database; name another file"],
]);

/** Locked, disk trouble, disk full. */
const RETRYABLE: ReadonlySet<number> = new Set([5, 10, 13]);

/** Errors that are not SQLite's own are passed on unchanged. */
export function sqliteFailure(error: unknown, path: string): unknown {
  const code = primaryCode(error);
  if (code === null) return error;
  const advice = ADVICE.get(code);
  const message = `the SQLite store ${path} failed (${errorText(error)})`;
  return new StoreError(advice === undefined ? message : `${message}: ${advice}`, RETRYABLE.has(code), {
    cause: error,
  });
}

/** Null where SQLite did not speak. */
export function primaryCode(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}
