/** Whose verdict counts when a test run was begun more than once. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { repositoryKey } from "../../../../../src/domain/repository.js";
import type { TestRequest } from "../../../../../src/service/ports/forge.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../../../../src/service/store/postgres/open-postgres-store.js";
import { type Posting, RunPostings } from "../../../../../src/service/store/postgres/run-postings.js";
import { migratedDatabase, type TestDatabase } from "../../../../support/postgres-server.js";
import { aCommit, aQueueName, aStoredRun } from "../../../../support/stored-queue.js";

const { repository } = aQueueName();
const run = aStoredRun(1, 1);
const ORDER: TestRequest = {
  run: run.id,
  commit: aCommit(1),
  testBranch: "mq-merge/pr-1/x",
  targetBranch: "main",
  testedPullRequests: run.own,
  requiredStatuses: [],
};

let postings: RunPostings;
let database: TestDatabase;
let opened: PostgresStore;
beforeEach(async () => {
  database = await migratedDatabase();
  opened = await openPostgresStore({ url: database.url, engine: "1.0.0" });
  postings = new RunPostings(opened.db);
});
afterEach(async () => {
  await opened.store.close();
  await database.drop();
});

it("a test run is claimed only by a process that works for its repository", async () => {
  const other = { ...repository, name: "other" };
  await postings.post(repository, ORDER);
  await postings.post(other, { ...ORDER, run: aStoredRun(2, 2).id });
  const claimed = async (repositories: readonly string[] | null) => {
    const claim = { claimant: { session: 1, spared: [] }, limit: 9, held: [], repositories };
    return (await postings.claim(claim)).map(({ request }) => request.run);
  };
  expect(await claimed([])).toEqual([]);
  expect(await claimed(["github.com/elsewhere/mono", repositoryKey(repository)])).toEqual([ORDER.run]);
  expect((await claimed(null)).toSorted()).toEqual([ORDER.run, aStoredRun(2, 2).id].toSorted());
});

describe("a test run that was begun again elsewhere, as when its replica was frozen", () => {
  const [first, second] = ["file://first/output.log", "file://second/output.log"];
  let frozen: Posting;
  let other: Posting;
  beforeEach(async () => {
    expect(await postings.post(repository, ORDER)).toBe(true);
    expect(await postings.post(repository, ORDER)).toBe(false);
    // Each sees nobody alive but itself.
    [frozen, other] = [await begun(1, first), await begun(2, second)];
  });

  async function begun(session: number, url: string): Promise<Posting> {
    const claimant = { session, spared: [] };
    const [claimed] = await postings.claim({ claimant, limit: 1, held: [], repositories: null });
    if (claimed === undefined || !(await postings.begin(claimed, url)))
      throw new Error("it is not there any more");
    return claimed;
  }

  it("fails only where it was begun last", async () => {
    expect(await postings.conclude(frozen, "failure", first)).toBe(false);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "underWay", url: second });
    expect(await postings.conclude(other, "failure", second)).toBe(true);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "failure", url: second });
  });

  it("passes wherever it passes first, which is then where its output is", async () => {
    expect(await postings.conclude(frozen, "success", first)).toBe(true);
    expect(await postings.conclude(other, "failure", second)).toBe(false);
    expect(await postings.read(repository, ORDER.run)).toEqual({ progress: "success", url: first });
  });
});
