/**
 * Whether a store accepts writes. After a refused write, only a trial write shows that writes succeed again: a service that
 * is not ready gets no requests that would write, and its other calls may succeed without writing.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** As much as a large decision writes. Random, as it would be compressed to nothing otherwise. */
const TRIAL_BYTES = 32 * 1024;

export class Writing {
  readonly #db: Db;
  #wasRefused = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Remembers that a write was refused. */
  async watch<Result>(write: Promise<Result>): Promise<Result> {
    try {
      return await write;
    } catch (error) {
      this.#wasRefused = true;
      throw error;
    }
  }

  /** Fails when the store may not be written, or refused the last write and refuses a trial of its size too. */
  async requirePossible(): Promise<void> {
    // Changes no row, but fails if the database permits no writes.
    await this.#db
      .updateTable("queues")
      .set((eb) => ({ deleted: eb.ref("deleted") }))
      .where((eb) => eb.lit(false))
      .execute();
    if (!this.#wasRefused) return;
    await tryToWrite(this.#db);
    this.#wasRefused = false;
  }
}

/** Written and removed in one transaction, so that it is never visible. */
async function tryToWrite(database: Db): Promise<void> {
  const id = `trial of the store ${randomUUID()}`;
  const body = randomBytes(TRIAL_BYTES).toString("hex");
  await database.transaction().execute(async (db) => {
    await db.insertInto("webhook_messages").values({ id, event: "", at: 0, repository: "", body }).execute();
    await db.deleteFrom("webhook_messages").where("id", "=", id).execute();
  });
}

const ROWS_PER_STATEMENT = 500;

/** Databases limit how many values one statement carries: rows are written in slices. */
export function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}
