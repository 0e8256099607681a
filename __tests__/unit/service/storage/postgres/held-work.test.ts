/** Work that replicas hold by locks of one session each: however many ask at once, the session is asked in turn. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { HeldWork } from "../../../../../src/service/storage/postgres/held-work.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import { until } from "../../../../support/until.js";

const MANY_AT_ONCE = fileURLToPath(new URL("../../../../support/hold-at-once.ts", import.meta.url));
const IMPORTS = new URL("../../../../support/typescript-imports.mjs", import.meta.url).href;
const run = promisify(execFile);
const KEYS = Array.from({ length: 20 }, (_, index) => `order ${index}`);

let database: TestDatabase;
let one: HeldWork;
let other: HeldWork;
beforeAll(async () => {
  database = await migratedDatabase();
  [one, other] = [new HeldWork(database.url), new HeldWork(database.url)];
}, 60_000);
afterAll(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

async function held(by: HeldWork): Promise<readonly boolean[]> {
  return Promise.all(KEYS.map(async (key) => by.take(key)));
}

it("asks its session for one thing at a time, so that the driver warns of nothing", async () => {
  // Warnings are told once in a process, and not to tests.
  const { stdout } = await run(process.execPath, ["--import", IMPORTS, MANY_AT_ONCE, database.url]);
  expect(JSON.parse(stdout)).toEqual({ taken: 20, warnings: [] });
});

it("gives each piece of work to one of those who want it at once", async () => {
  expect(await held(one)).toEqual(KEYS.map(() => true));
  expect(await held(one)).toEqual(KEYS.map(() => false));
  expect(await held(other)).toEqual(KEYS.map(() => false));
  await Promise.all(KEYS.map(async (key) => one.letGo(key)));
  expect(await held(other)).toEqual(KEYS.map(() => true));
});

it("goes on after a session that was lost, also with what waited for its turn then", async () => {
  await onPostgres(
    database.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );
  const refused = async () => {
    const asked = await Promise.allSettled(["a", "b", "c"].map(async (key) => one.take(key)));
    return asked.some(({ status }) => status === "rejected");
  };
  await until(
    async () => !(await refused()),
    () => "the lost session is still asked",
  );
  expect([await other.take("a"), await other.take("b"), await other.take("c")]).toEqual([
    false,
    false,
    false,
  ]);
});
