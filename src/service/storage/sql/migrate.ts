/** Brings the schema of a store up to date, and refuses a store that is too old or that a newer program wrote. */
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";
import { BASELINE } from "../migrations/baseline.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { lockTables, untilNotInTheWay } from "./table-locks.js";

/** How long others may be in the way. */
const PATIENCE_MS = 60_000;

/**
 * Repeating is harmless, and replicas of the version before may write meanwhile. `migrations` is another list in tests
 * only.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations = MIGRATIONS,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseOthers(applied, migrations);
  const [next] = missingOf(applied, migrations);
  if (next === undefined) return;
  await untilNotInTheWay((insistsMs) => migrateWith(db, lockedFrom(next, migrations, insistsMs)), patienceMs);
}

/** All of them are one transaction: the first one locks for all. */
function lockedFrom(
  next: string,
  migrations: typeof MIGRATIONS,
  insistsMs: number,
): Record<string, Migration> {
  const first = migrations[next];
  const up = async (db: Kysely<unknown>): Promise<void> => {
    await lockTables(db, insistsMs);
    await first?.up(db);
  };
  return { ...migrations, [next]: { up } };
}

async function migrateWith<Tables>(db: Kysely<Tables>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw failureOf(error);
}

function failureOf(error: unknown): StoreError {
  // The world got in the way, and the advice for that is a better one.
  if (error instanceof StoreError && error.retryable) return error;
  return new StoreError(
    `the schema of the store could not be brought up to date, the store is as it was (${errorText(error)}); ` +
      "start the version that ran before, and report this",
    false,
    { cause: error },
  );
}

/** For a store that is only read: its schema has to be the one of this program, neither older nor newer. */
export async function requireMigrated<Tables>(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseOthers(applied, migrations);
  const missing = missingOf(applied, migrations);
  if (missing.length === 0) return;
  throw new StoreError(
    `the store was written by an older version of this program (missing schema change: ${missing.join(", ")}); ` +
      "run `merge-queue db migrate` of this version first, or start it",
    false,
  );
}

/** Those that the store has not seen yet. */
export function missingOf(applied: readonly string[], migrations: typeof MIGRATIONS): readonly string[] {
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** Throws for a store that a newer program wrote, and for one from before the baseline. */
export function refuseOthers(applied: readonly string[], migrations = MIGRATIONS): void {
  const newest = applied.at(-1);
  if (newest !== undefined && newest < BASELINE) {
    throw new StoreError(
      `the store was written by a version too old for this program (its newest schema change is ${newest}, the oldest ` +
        `that this program takes over is ${BASELINE}); start the version before first, then this one`,
      false,
    );
  }
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new StoreError(
    `the store was written by a newer version of this program (unknown schema change: ${unknown.join(", ")}); ` +
      "start that version or a later one, or restore a backup made before it",
    false,
  );
}

export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{
    readonly name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
