/** `merge-queue db`: what it says of stores in every condition, and how it ends. */
import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { connect } from "../../../../../src/service/store/connect.js";
import type { Database } from "../../../../../src/service/store/database.js";
import { MIGRATIONS } from "../../../../../src/service/store/migrations/migrations.js";
import { openStore } from "../../../../../src/service/store/open-store.js";
import { type CommandRun, callCommand } from "../../../../support/command-line.js";
import { liveInStore } from "../../../../support/lived-store.js";
import { DATABASE_KINDS, StoreDatabases, urlOf } from "../../../../support/store-databases.js";

const databases = new StoreDatabases();
afterAll(() => databases.remove());

function db(url: string, ...words: readonly string[]): Promise<CommandRun> {
  return callCommand(["db", ...words], { environment: { MERGE_QUEUE_DATABASE_URL: url } });
}

describe.each(DATABASE_KINDS)("of a store in %s", (kind) => {
  let database: Database;
  let url: string;
  beforeEach(async () => {
    database = await databases.empty(kind);
    url = urlOf(database);
  });

  it("`db migrate` makes it, and has nothing to do the second time", async () => {
    const first = await db(url, "migrate", "--json");
    expect(first).toEqual({
      exitCode: 0,
      stdout: `${JSON.stringify({ applied: Object.keys(MIGRATIONS) })}\n`,
      stderr: "",
    });
    const second = await db(url, "migrate");
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain("is up to date");
    expect((await db(url, "check")).stdout).toContain("0 rows, 0 problems");
  });

  it("`db check` finds damage of every kind, and lists that nothing refers to, which are none", async () => {
    const { store } = await openStore(database, "1.0.0");
    await liveInStore(store, 3);
    await store.close();
    await spoil([listOfNobody()]);
    const sound = await db(url, "check");
    expect(sound.stdout).toMatch(/ 0 problems, [1-9]\d* lists that nothing refers to/);
    expect(sound.exitCode).toBe(0);
    await spoil([
      "update transitions set json = '{\"at\":1}' where version = (select min(version) from transitions)",
      "update queues set name = 'x'",
      "delete from events where version = 5",
      "update target_lists set names = '[\"a\"]'",
    ]);
    const { exitCode, stdout } = await db(url, "check");
    expect(exitCode).toBe(1);
    for (const words of [
      /transitions \(.*\): json is not what this version knows/,
      /queues \(.*\): name is no JSON/,
      /events of queue .* and the queue is at/,
      /target_lists \(.*\): the names are not those of the digest/,
      /restore the store from a backup/,
    ]) {
      expect(stdout).toMatch(words);
    }
  });

  async function spoil(statements: readonly string[]): Promise<void> {
    const access = connect(database, "alone");
    for (const statement of statements) await sql.raw(statement).execute(access.db);
    await access.close();
  }

  it("`db check` and `db migrate` leave the store of a newer version alone", async () => {
    await db(url, "migrate");
    const access = connect(database, "alone");
    await sql.raw("insert into kysely_migration values ('9999-later', 'now')").execute(access.db);
    await access.close();
    const check = await db(url, "check", "--json");
    expect(check.exitCode).toBe(1);
    expect(JSON.parse(check.stdout)).toMatchObject({
      isSound: false,
      schema: "newer",
      version: "9999-later",
    });
    const migrate = await db(url, "migrate");
    expect(migrate.exitCode).toBe(1);
    expect(migrate.stderr).toContain("written by a newer version");
  });
});

it("`db check` says that a database has no store in it", async () => {
  const database = await databases.empty("postgres");
  const { exitCode, stdout } = await db(urlOf(database), "check");
  expect(exitCode).toBe(1);
  expect(stdout).toContain("it contains no store");
});

it("says 3 for a server that is not there, without its password", async () => {
  const gone = await db("postgres://u:PASSW0RD@127.0.0.1:1/x", "check");
  expect(gone.exitCode).toBe(3);
  expect(gone.stderr).toContain("ECONNREFUSED");
  expect(gone.stderr).not.toContain("PASSW0RD");
});

it("`db migrate` waits for no service: a file that is served is refused with 3", async () => {
  const database = await databases.empty("sqlite");
  const { store } = await openStore(database, "1.0.0");
  const { exitCode, stderr } = await db(urlOf(database), "migrate");
  await store.close();
  expect(exitCode).toBe(3);
  expect(stderr).toContain("is already served by process");
});

function listOfNobody(): string {
  const names = JSON.stringify(["a", "b"]);
  const digest = createHash("sha256").update(names).digest("hex");
  return `insert into target_lists (digest, names) values ('${digest}', '${names}')`;
}
