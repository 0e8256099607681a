/** Opening a SQLite store: how it keeps its promise, and what it says when it cannot. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "@jest/globals";
import { StoreError } from "../../../../../src/service/ports/world-error.js";
import { openDatabase } from "../../../../../src/service/store/sqlite/open-sqlite-store.js";
import { openSqliteStore } from "../../../../support/open-sqlite-store.js";
import { aQueueName, aStoredQueue } from "../../../../support/stored-queue.js";

const folder = mkdtempSync(join(tmpdir(), "queue-store-open-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("creates the folders on the way and keeps the store in the file", async () => {
  const path = join(folder, "not", "yet", "there.sqlite");
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  await store.create(aQueueName(), aStoredQueue());
  await store.close();
  const again = await openSqliteStore({ path, engine: "1.0.0" });
  expect((await again.load(aQueueName()))?.queue).toEqual(aStoredQueue());
  await again.close();
});

it("waits for the disk on every commit, checks references and lets others read meanwhile", () => {
  const database = openDatabase(join(folder, "settings.sqlite"));
  const settings = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map(
    (name) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0],
  );
  expect(settings).toEqual(["wal", 2, 1, 5000]);
  database.close();
});

it("may be closed twice", async () => {
  const store = await openSqliteStore({ path: join(folder, "closed.sqlite"), engine: "1.0.0" });
  await store.close();
  await expect(store.close()).resolves.toBeUndefined();
});

const refused: readonly {
  readonly title: string;
  readonly prepare: (path: string) => string;
  readonly says: RegExp;
}[] = [
  {
    title: "a folder that cannot be made",
    prepare: (path) => {
      writeFileSync(path, "");
      return join(path, "store.sqlite");
    },
    says: /the store .+ cannot be created .+: name a file in a folder that this user may create or write/,
  },
  ...(process.platform === "linux"
    ? [
        {
          title: "a folder that nobody ever can make",
          prepare: () => "/proc/nowhere/at/all/store.sqlite",
          says: /the store .+ cannot be created .+: name a file in a folder that this user may create or write/,
        },
      ]
    : []),
  {
    title: "a folder in the place of the file",
    prepare: (path) => {
      mkdirSync(path);
      return path;
    },
    says: /check that it is a file this user may write/,
  },
  {
    title: "a file that is no database",
    prepare: (path) => {
      writeFileSync(path, "Dear diary, today I was opened as a database. ".repeat(100));
      return path;
    },
    says: /the file is not a SQLite database; name another file/,
  },
  {
    title: "another program's database",
    prepare: (path) => {
      withDatabase(path, (database) => database.exec("create table bookmarks (address text)"));
      return path;
    },
    says: /is a SQLite database of another program: give the store a file of its own/,
  },
];

it.each(refused)("refuses $title and says what to do", async ({ title, prepare, says }) => {
  const path = prepare(join(folder, title.replaceAll(/\W/g, "-")));
  const opening = openSqliteStore({ path, engine: "1.0.0" });
  await expect(opening).rejects.toThrow(StoreError);
  await expect(opening).rejects.toThrow(says);
});

it("leaves another program's database as it is", async () => {
  const path = join(folder, "bookmarks.sqlite");
  withDatabase(path, (database) => database.exec("create table bookmarks (address text)"));
  await expect(openSqliteStore({ path, engine: "1.0.0" })).rejects.toThrow(StoreError);
  withDatabase(path, (database) => {
    expect(database.prepare("select name from sqlite_schema").all()).toEqual([
      expect.objectContaining({ name: "bookmarks" }),
    ]);
    expect(database.prepare("pragma journal_mode").get()).toMatchObject({ journal_mode: "delete" });
  });
});

it("refuses a store that a newer version wrote, and gives the file free again", async () => {
  const path = join(folder, "newer.sqlite");
  await (await openSqliteStore({ path, engine: "1.0.0" })).close();
  const future = "insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')";
  withDatabase(path, (database) => database.exec(future));
  await expect(openSqliteStore({ path, engine: "1.0.0" })).rejects.toThrow(
    /written by a newer version .+9999-from-the-future.+; start that version or a later one/,
  );
  expect(existsSync(`${path}-wal`)).toBe(false);
  withDatabase(path, (database) => database.exec("delete from kysely_migration where name like '9999%'"));
  await (await openSqliteStore({ path, engine: "1.0.0" })).close();
});

function withDatabase(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  try {
    work(database);
  } finally {
    database.close();
  }
}
