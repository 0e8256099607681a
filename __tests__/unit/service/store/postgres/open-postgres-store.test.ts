/** What an operator is told when Postgres does not let the service in, and what several starting at once do. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { StoreError } from "../../../../../src/service/ports/world-error.js";
import { MIGRATIONS } from "../../../../../src/service/store/migrations/migrations.js";
import { readStore } from "../../../../../src/service/store/open-store.js";
import { openPostgresStore } from "../../../../../src/service/store/postgres/open-postgres-store.js";
import { emptyDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import { aQueueName, aStoredQueue } from "../../../../support/stored-queue.js";

const PASSWORD = "pass/word of #nobody";

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

async function refusal(url: string): Promise<StoreError> {
  const error: unknown = await openPostgresStore({ url, engine: "1" }).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(error instanceof StoreError)) throw new Error(`expected a refusal, not ${String(error)}`);
  return error;
}

describe("a Postgres store that cannot be opened", () => {
  it("says that nobody listens there", async () => {
    const error = await refusal(changed((url) => (url.port = "1")));
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).toContain("check that it runs and that this machine reaches it");
    expect(error.retryable).toBe(true);
  });

  it("says that user or password are wrong, and never the password", async () => {
    const error = await refusal(changed((url) => (url.password = encodeURIComponent(PASSWORD))));
    expect(error.message).toContain("check user and password in MERGE_QUEUE_DATABASE_URL");
    expect(error.retryable).toBe(false);
    for (const text of [error.message, error.stack, JSON.stringify(error), String(error.cause)]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(encodeURIComponent(PASSWORD));
    }
  });

  it("says that there is no such database", async () => {
    const error = await refusal(changed((url) => (url.pathname = "/nowhere")));
    expect(error.message).toContain("/nowhere failed");
    expect(error.message).toContain("create the database");
    expect(error.retryable).toBe(false);
  });

  it("says that the server takes no more connections", async () => {
    await onPostgres(database.url, "create role crowd login password 'c' connection limit 0");
    const error = await refusal(
      changed((url) => {
        url.username = "crowd";
        url.password = "c";
      }),
    );
    await onPostgres(database.url, "drop role crowd");
    expect(error.message).toContain("too many connections");
    expect(error.retryable).toBe(true);
  });

  it("is not made by a look into it", async () => {
    await expect(readStore({ kind: "postgres", url: database.url })).rejects.toThrow(
      "the database contains no store; `merge-queue serve` or `merge-queue db migrate` creates one",
    );
    expect(await onPostgres(database.url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });
});

describe("replicas that start at once on an empty database", () => {
  it("bring the schema up to date once and serve the same queues", async () => {
    const replicas = await Promise.all(
      [1, 2, 3, 4].map(() => openPostgresStore({ url: database.url, engine: "1" })),
    );
    const applied = await onPostgres(database.url, "select name from kysely_migration order by name");
    expect(applied.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
    await replicas[0]?.store.create(aQueueName(), aStoredQueue());
    for (const { store } of replicas) {
      expect(await store.list()).toHaveLength(1);
      await store.close();
    }
  });
});
