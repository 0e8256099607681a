/** Whose verdict counts when a test run was begun more than once. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { TestOrder } from "../../../../../src/service/ports/forge.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../../../../src/service/storage/postgres/open-postgres-store.js";
import { type Posting, RunPostings } from "../../../../../src/service/storage/postgres/run-postings.js";
import { migratedDatabase, type TestDatabase } from "../../../../support/postgres-server.js";
import { aCommit, aQueueName, aStoredRun } from "../../../../support/stored-queue.js";

const { repository } = aQueueName();
const run = aStoredRun(1, 1);
const ORDER: TestOrder = {
  run: run.id,
  commit: aCommit(1),
  testBranch: "mq-merge/pr-1/x",
  targetBranch: "main",
  testedPullRequests: run.own,
  requiredStatuses: [],
};

describe("a test run that was begun again elsewhere, as when its replica was frozen", () => {
  const [first, second] = ["file://first/output.log", "file://second/output.log"];
  let postings: RunPostings;
  let frozen: Posting;
  let other: Posting;
  let database: TestDatabase;
  let opened: PostgresStore;
  beforeEach(async () => {
    let posting = "";
    database = await migratedDatabase();
    opened = await openPostgresStore({ url: database.url, engine: "1.0.0" });
    postings = new RunPostings(opened.db);
    await postings.post(repository, ORDER, (_db, made) => {
      posting = made;
      return Promise.resolve();
    });
    [frozen, other] = [await begun(posting, first), await begun(posting, second)];
  });
  afterEach(async () => {
    await opened.store.close();
    await database.drop();
  });

  async function begun(posting: string, url: string): Promise<Posting> {
    const begun = await postings.begin(posting, () => url);
    if (begun === null) throw new Error("it is not there any more");
    return begun;
  }

  it("fails only where it was begun last", async () => {
    expect(await postings.conclude(frozen, "failure")).toBe(false);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "underWay", url: second });
    expect(await postings.conclude(other, "failure")).toBe(true);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "failure", url: second });
  });

  it("passes wherever it passes first, which is then where its output is", async () => {
    expect(await postings.conclude(frozen, "success")).toBe(true);
    expect(await postings.conclude(other, "failure")).toBe(false);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "success", url: first });
  });
});
