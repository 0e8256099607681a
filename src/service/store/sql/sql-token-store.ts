/** Tokens over any SQL database that Kysely speaks to. Each promise but one is one statement. */
import type { Insertable, Kysely } from "kysely";
import type { StoredToken, TokenStore } from "../../ports/token-store.js";
import { inTransaction } from "./in-transaction.js";
import { type Check, listOf, orNull, text } from "./json-checks.js";
import type { StoreTables, TokensTable } from "./tables.js";

const isTexts: Check<readonly string[]> = listOf(text());
export const isRepositories: Check<readonly string[] | null> = orNull(isTexts);

export class SqlTokenStore implements TokenStore {
  readonly #db: Kysely<StoreTables>;

  constructor(db: Kysely<StoreTables>) {
    this.#db = db;
  }

  async add(token: StoredToken): Promise<"added" | "exists"> {
    // A stored token that was never shown could not be used, and few would notice it.
    return inTransaction(this.#db, async (db, mayBeSaved) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("tokens")
        .values(rowOf(token))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirstOrThrow();
      const isThere = numInsertedOrUpdatedRows === 1n || (mayBeSaved && (await hasToken(db, token)));
      return isThere ? "added" : "exists";
    });
  }

  async list(): Promise<readonly StoredToken[]> {
    const rows = await this.#inOrder().execute();
    return rows.map(tokenOf);
  }

  async active(now: number): Promise<readonly StoredToken[]> {
    const rows = await this.#inOrder()
      .where("revoked_at", "is", null)
      .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
      .execute();
    return rows.map(tokenOf);
  }

  async revoke(id: string, at: number): Promise<"revoked" | "noSuchToken"> {
    const { numUpdatedRows } = await this.#db
      .updateTable("tokens")
      .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at)) }))
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "revoked" : "noSuchToken";
  }

  async noteUses(uses: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, at] of uses) {
      await this.#db
        .updateTable("tokens")
        .set({ last_used_at: at })
        .where("id", "=", id)
        .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", at)]))
        .execute();
    }
  }

  #inOrder() {
    return this.#db.selectFrom("tokens").selectAll().orderBy("created_at").orderBy("id");
  }
}

async function hasToken(db: Kysely<StoreTables>, { id, digest }: StoredToken): Promise<boolean> {
  const row = await db.selectFrom("tokens").select("digest").where("id", "=", id).executeTakeFirst();
  return row?.digest === digest;
}

function rowOf(token: StoredToken): Insertable<TokensTable> {
  return {
    id: token.id,
    name: token.name,
    digest: token.digest,
    scopes: JSON.stringify(token.scopes),
    repositories: JSON.stringify(token.repositories),
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
    last_used_at: token.lastUsedAt,
  };
}

function tokenOf(row: TokensTable): StoredToken {
  return {
    id: row.id,
    name: row.name,
    digest: row.digest,
    scopes: listOrNone(row.scopes, isTexts),
    repositories: listOrNone(row.repositories, isRepositories),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}

/** A damaged row allows nothing, and does not affect other tokens. */
function listOrNone<List>(json: string, isList: (value: unknown) => value is List): List | readonly never[] {
  try {
    const list: unknown = JSON.parse(json);
    return isList(list) ? list : [];
  } catch {
    return [];
  }
}
