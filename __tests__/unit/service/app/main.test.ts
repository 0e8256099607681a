/** A start that fails leaves nothing behind that keeps its process alive, or its store from being opened again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type RunningService, startService } from "../../../../src/service/app/main.js";
import { readConfig } from "../../../../src/service/settings/config.js";
import { openStore } from "../../../../src/service/store/open-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../../../support/postgres-server.js";
import { aQueueName, aStoredQueue } from "../../../support/stored-queue.js";
import { until } from "../../../support/until.js";

const UNREADABLE_QUEUE = "update queues set snapshot = 'not JSON'";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "failing-start-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function start(database: string): Promise<RunningService> {
  const environment = {
    MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${join(folder, "shop.git")}`,
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_DATABASE_URL: database,
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_LOG_LEVEL: "silent",
  };
  return startService(readConfig(environment), "1.0.0");
}

describe("a start that fails with Postgres", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await migratedDatabase();
    const { store } = await openStore({ kind: "postgres", url: database.url }, "1.0.0");
    await store.create(aQueueName(), aStoredQueue());
    await store.close();
  });
  afterEach(() => database.drop());

  async function connections(): Promise<number> {
    const others = "datname = current_database() and pid <> pg_backend_pid()";
    return (await onPostgres(database.url, `select application_name from pg_stat_activity where ${others}`))
      .length;
  }

  it("leaves no connection open when a queue cannot be read", async () => {
    await onPostgres(database.url, UNREADABLE_QUEUE);
    await expect(start(database.url)).rejects.toThrow("queue");
    await until(async () => (await connections()) === 0, connections, 5000);
  });
});

it("a start that fails with SQLite lets go of the store", async () => {
  const path = join(folder, "queue.sqlite");
  const { store } = await openStore({ kind: "sqlite", path }, "1.0.0");
  await store.create(aQueueName(), aStoredQueue());
  await store.close();
  const database = new DatabaseSync(path);
  database.exec(UNREADABLE_QUEUE);
  database.close();
  await expect(start(`sqlite:${path}`)).rejects.toThrow("queue");
  await (await openStore({ kind: "sqlite", path }, "1.0.0")).store.close();
});
