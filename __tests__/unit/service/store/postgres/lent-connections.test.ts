/** A pooler that lends connections by the transaction is refused by name; one that lends them by the session serves. */
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { openPostgresStore } from "../../../../../src/service/store/postgres/open-postgres-store.js";
import {
  lendsConnections,
  requireOwnConnections,
} from "../../../../../src/service/store/postgres/postgres-pool.js";
import {
  emptyDatabase,
  migratedDatabase,
  onPostgres,
  type TestDatabase,
} from "../../../../support/postgres-server.js";
import { type Lending, TransactionPooler } from "../../../../support/transaction-pooler.js";

let database: TestDatabase;
const poolers: TransactionPooler[] = [];
beforeAll(async () => {
  database = await migratedDatabase();
});
afterEach(() => {
  for (const pooler of poolers.splice(0)) pooler.close();
});
afterAll(() => database.drop());

async function behind(lending: Lending, url = database.url): Promise<string> {
  const pooler = await TransactionPooler.start(url, lending);
  poolers.push(pooler);
  return pooler.url;
}

it.each(["newest", "inTurn"] as const)(
  "refuses a pooler in transaction mode that lends the connections so: %s",
  async (lending) => {
    const url = await behind(lending);
    expect(await lendsConnections(url)).toBe(true);
    await expect(requireOwnConnections(url)).rejects.toThrow(
      /leads to a pooler in transaction mode.*name the Postgres server itself, or a pooler in session mode$/,
    );
  },
);

it("leaves nothing on the connections of such a pooler", async () => {
  const empty = await emptyDatabase();
  const url = await behind("newest", empty.url);
  await lendsConnections(url);
  expect(await onPostgres(url, "show statement_timeout")).toEqual([{ statement_timeout: "0" }]);
  await empty.drop();
});

it("accepts the server itself, and a pooler in session mode with its default settings", async () => {
  for (const url of [database.url, await behind("session")]) {
    await requireOwnConnections(url);
    const { store, db } = await openPostgresStore({
      url,
      engine: "1.2.3-test",
      statementTimeoutMs: 7000,
      poolSize: 1,
    });
    const { rows } = await sql<{
      readonly statements: string;
      readonly transactions: string;
    }>`select current_setting('statement_timeout') as statements,
         current_setting('idle_in_transaction_session_timeout') as transactions`.execute(db);
    expect(rows).toEqual([{ statements: "7s", transactions: "5s" }]);
    await store.close();
  }
});

it("names a server that cannot be reached", async () => {
  const url = "postgres://nobody:secret@127.0.0.1:1/nothing";
  await expect(requireOwnConnections(url)).rejects.toThrow(
    /Postgres store 127\.0\.0\.1:1\/nothing failed.*check that it runs/,
  );
});
