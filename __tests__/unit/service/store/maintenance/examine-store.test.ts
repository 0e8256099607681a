/** A store tells in a moment what it is, of which time, and which queues it has, and is left as it was. */
import { afterAll, expect, it } from "@jest/globals";
import { storeCheck } from "../../../../../src/service/doctor/store-check.js";
import {
  examineStore,
  type StoreExamination,
} from "../../../../../src/service/store/maintenance/examine-store.js";
import { openStore } from "../../../../../src/service/store/open-store.js";
import { StoreDatabases } from "../../../../support/store-databases.js";

const CURRENT = {
  schema: "current",
  version: "0001-first",
  clockAheadMs: 0,
  lendsConnections: false,
  queues: [],
} as const;

const databases = new StoreDatabases();
afterAll(() => databases.remove());

it("knows an empty Postgres database from a store in it, and its server's clock", async () => {
  const database = await databases.empty("postgres");
  const empty = await examineStore(database);
  expect(empty).toMatchObject({ schema: "none", version: null, queues: [] });
  expect(Math.abs(empty.clockAheadMs ?? Number.NaN)).toBeLessThan(30_000);
  const { store } = await openStore(database, "1.0.0");
  await store.close();
  expect(await examineStore(database)).toMatchObject({
    ...{ schema: "current", queues: [], lendsConnections: false },
  });
});

it.each([
  [500, "ok its clock is 0.5 s ahead of this machine's"],
  [-3000, "warning its clock is 3.0 s behind this machine's"],
  [31_000, "problem its clock is 31.0 s ahead of this machine's; expected the same time"],
])("judges a server's clock that is %s ms ahead", async (clockAheadMs, expected) => {
  expect(await findingsOf({ ...CURRENT, clockAheadMs })).toContain(expected);
});

it("takes a pooler in transaction mode for a problem", async () => {
  const findings = await findingsOf({ ...CURRENT, lendsConnections: true });
  expect(findings.filter((words) => words.startsWith("problem"))).toEqual([
    expect.stringContaining("a pooler in transaction mode"),
  ]);
});

async function findingsOf(found: StoreExamination): Promise<readonly string[]> {
  const check = storeCheck(
    () => ({ kind: "sqlite", path: "/nowhere" }),
    async () => Promise.resolve(found),
  );
  return (await check.look()).map(({ level, says }) => `${level} ${says}`);
}
