/** A store as maintenance opens it: as it is, not brought up to date, and with all the time it takes. */
import { Kysely } from "kysely";
import { assertNever } from "../../../domain/assert-never.js";
import type { Database } from "../database.js";
import { postgresDatabase } from "../postgres/open-postgres-store.js";
import { openPool } from "../postgres/postgres-pool.js";
import { NodeSqliteDialect } from "../sqlite/node-sqlite-dialect.js";
import { openLocked } from "../sqlite/open-sqlite-store.js";
import { openReadOnly } from "../sqlite/read-sqlite-store.js";
import type { AnyDb, AnyTables } from "./any-tables.js";

export interface MaintenanceAccess {
  readonly db: AnyDb;
  close(): Promise<void>;
}

/** Beside a service that goes on. */
export function accessToRead(database: Database): MaintenanceAccess {
  switch (database.kind) {
    case "sqlite":
      return closing(new Kysely<AnyTables>({ dialect: new NodeSqliteDialect(openReadOnly(database.path)) }));
    case "postgres":
      return accessToPostgres(database.url);
    default:
      return assertNever(database);
  }
}

/** A SQLite file is made where there is none, and nobody else may serve it meanwhile. */
export function accessToWrite(database: Database): MaintenanceAccess {
  switch (database.kind) {
    case "sqlite": {
      const { opened, unlock } = openLocked(database.path);
      return closing(new Kysely<AnyTables>({ dialect: new NodeSqliteDialect(opened) }), unlock);
    }
    case "postgres":
      return accessToPostgres(database.url);
    default:
      return assertNever(database);
  }
}

/** Everything that is read in `work` is as it was at one moment. */
export function inSnapshot<Result>(db: AnyDb, work: (db: AnyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").execute(work);
}

function accessToPostgres(url: string): MaintenanceAccess {
  return closing(postgresDatabase<AnyTables>(openPool({ url, size: 2, statementTimeoutMs: null }), url));
}

function closing(db: AnyDb, afterwards: () => void = () => undefined): MaintenanceAccess {
  return {
    db,
    close: async () => {
      await db.destroy();
      afterwards();
    },
  };
}
