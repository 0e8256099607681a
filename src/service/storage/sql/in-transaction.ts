/** All or nothing, and once more when the database took it back only because others wrote at the same moment. */
import type { Kysely } from "kysely";
import { StoreError } from "../../ports/world-error.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

const MAX_ATTEMPTS = 8;
/** Nothing of such a transaction was saved: serialization failure, deadlock. */
const TAKEN_BACK: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** `work` may be called several times, each time in a transaction of its own. */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !wasTakenBack(error)) throw error;
    }
  }
}

function wasTakenBack(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "code" in cause && TAKEN_BACK.has(cause.code);
}
