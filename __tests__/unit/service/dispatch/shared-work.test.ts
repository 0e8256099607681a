/** Work that replicas share in one Postgres: sent with the decision or not at all, found when it is lost, called off anywhere. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { TestRunId } from "../../../../src/domain/ids.js";
import { SharedRunBoard } from "../../../../src/service/dispatch/shared-run-board.js";
import type { TestOrder } from "../../../../src/service/ports/forge.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { RunBoard, Verdict } from "../../../../src/service/ports/run-board.js";
import { HeldWork } from "../../../../src/service/storage/postgres/held-work.js";
import { RunPostings } from "../../../../src/service/storage/postgres/run-postings.js";
import { systemClock } from "../../../../src/service/system-clock.js";
import { decideOn, untilNoOrderIsLeft, WrittenWork } from "../../../contract/dispatch.js";
import { onPostgres, type TestDatabase } from "../../../support/postgres-server.js";
import { databaseOfReplicas, type SharedReplica, sharedReplica } from "../../../support/shared-replica.js";
import { aCommit, anEffect, aQueueName, aStoredQueue, aStoredRun } from "../../../support/stored-queue.js";
import { until } from "../../../support/until.js";

const NAME = aQueueName();
const { repository } = NAME;
const JOBS = "select name from merge_queue_jobs.job where name in ('orders', 'alarms')";
const run = aStoredRun(1, 1);
const ORDER: TestOrder = {
  run: run.id,
  commit: aCommit(1),
  testBranch: "mq-merge/pr-1/x",
  targetBranch: "main",
  testedPullRequests: run.own,
  requiredStatuses: [],
};

let database: TestDatabase;
let replicas: readonly SharedReplica[];
beforeEach(async () => {
  database = await databaseOfReplicas();
  replicas = [await sharedReplica(database.url, 60_000), await sharedReplica(database.url, 60_000)];
});
afterEach(async () => {
  for (const { dispatch, store } of replicas) {
    await dispatch.stop();
    await store.close();
  }
  await database.drop();
});

function replica(index: number): SharedReplica {
  const found = replicas[index];
  if (found === undefined) throw new Error(`there is no replica ${index}`);
  return found;
}

describe("jobs of a decision", () => {
  beforeEach(async () => {
    await replica(0).store.create(NAME, aStoredQueue());
  });

  it("are there when it is saved, and not when it is not", async () => {
    const { store } = replica(0);
    await decideOn(store, { effects: [anEffect(1)], wakeAt: Date.now() + 60_000 });
    expect(await onPostgres(database.url, JOBS)).toHaveLength(2);
    // The same order twice: the transaction fails after its queue was written.
    await expect(decideOn(store, { effects: [anEffect(2), anEffect(1)] })).rejects.toThrow();
    expect(await onPostgres(database.url, JOBS)).toHaveLength(2);
  });

  it("that are lost are sent again, and their orders and alarms come", async () => {
    const { store } = replica(0);
    await decideOn(store, { effects: [anEffect(1)], wakeAt: Date.now() });
    await onPostgres(database.url, "delete from merge_queue_jobs.job");
    const work = new WrittenWork(store);
    await replica(1).dispatch.start(work);
    await work.untilDone("discardTestRun 1");
    await work.untilDone("ring main");
    await untilNoOrderIsLeft(store);
  });
});

it("a test run is left alone when it begins while somebody looks which others are still wanted", async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  class SlowPostings extends RunPostings {
    override async wanted(asked: readonly string[]): Promise<ReadonlySet<string>> {
      const wanted = await super.wanted(asked);
      await answered;
      return wanted;
    }
  }
  const { db, jobs } = replica(0);
  const board = new SharedRunBoard({
    jobs,
    postings: new SlowPostings(db),
    held: new HeldWork({ url: database.url, clock: systemClock }),
    clock: systemClock,
    log: SILENT_LOG,
  });
  const calledOff: AbortSignal[] = [];
  await board.serve({
    atATime: 1,
    urlOf: () => "",
    carryOut: async (_posted, callOff) => {
      calledOff.push(callOff);
      return new Promise((resolve) => callOff.addEventListener("abort", () => resolve(null)));
    },
    onVerdict: () => undefined,
  });
  const removed = board.remove(aStoredRun(2, 1).id);
  await board.post(repository, ORDER);
  await until(() => calledOff.length > 0);
  answer();
  await removed;
  expect(calledOff.map(({ aborted }) => aborted)).toEqual([false]);
  await board.close();
});

describe("a test run", () => {
  let boards: readonly RunBoard[];
  let begun: { readonly at: number; readonly run: TestRunId; readonly callOff: AbortSignal }[];
  let decide: (verdict: Verdict | null) => void;
  let heard: number[];

  beforeEach(async () => {
    begun = [];
    heard = [];
    boards = replicas.map((each) => each.newBoard());
    for (const [at, board] of boards.entries()) {
      await board.serve({
        atATime: 1,
        urlOf: () => `file://machine-${at}/output.log`,
        carryOut: async ({ order }, callOff) => {
          begun.push({ at, run: order.run, callOff });
          return new Promise((resolve) => {
            decide = resolve;
            callOff.addEventListener("abort", () => resolve(null));
          });
        },
        onVerdict: () => heard.push(at),
      });
    }
  });
  afterEach(async () => {
    for (const board of boards) await board.close();
  });

  async function news() {
    return Promise.all(boards.map(async (board) => board.read(repository, ORDER.run)));
  }

  it.each(["failure", "disturbed"] as const)(
    "is carried out by one replica, and every one knows how it stands: %s",
    async (verdict) => {
      for (const board of boards) await board.post(repository, ORDER);
      await until(() => begun.length > 0);
      const at = begun[0]?.at ?? -1;
      const url = `file://machine-${at}/output.log`;
      expect(await news()).toEqual(boards.map(() => ({ progress: "underWay", url })));
      decide(verdict);
      await until(() => heard.length > 0);
      expect(await news()).toEqual(boards.map(() => ({ progress: verdict, url })));
      expect({ begun: begun.map((each) => each.at), heard }).toEqual({ begun: [at], heard: [at] });
      expect(await boards[0]?.read({ ...repository, name: "other" }, ORDER.run)).toBeNull();
    },
  );

  it("is not begun twice when its job comes again while somebody alive is at it", async () => {
    await boards[0]?.post(repository, ORDER);
    await until(() => begun.length > 0);
    const first = begun[0]?.at ?? -1;
    // As a supervisor of the jobs does that holds its replica to be gone.
    await onPostgres(
      database.url,
      "update merge_queue_jobs.job set state = 'retry', retry_count = 1 where name = 'test-runs'",
    );
    const states = "select state from merge_queue_jobs.job where name = 'test-runs'";
    await until(async () =>
      (await onPostgres(database.url, states)).every(({ state }) => state === "completed"),
    );
    expect(begun.map(({ at }) => at)).toEqual([first]);
    decide("success");
    await until(() => heard.length > 0);
    expect(heard).toEqual([first]);
  });

  it("is called off by any replica on the one that has it", async () => {
    await boards[0]?.post(repository, ORDER);
    await until(() => begun.length > 0);
    const [first] = begun;
    const other = boards[first?.at === 0 ? 1 : 0];
    await other?.remove(ORDER.run);
    await until(() => first?.callOff.aborted === true);
    expect(await news()).toEqual([null, null]);
    expect(heard).toEqual([]);
  });

  it("goes to another replica when its own one stops", async () => {
    await boards[0]?.post(repository, ORDER);
    await until(() => begun.length > 0);
    const first = begun[0]?.at ?? -1;
    await replica(first).dispatch.stop();
    await boards[first]?.close();
    await until(() => begun.length > 1);
    expect(begun[1]).toMatchObject({ at: 1 - first, run: ORDER.run });
    decide("success");
    await until(() => heard.length > 0);
    expect(await boards[1 - first]?.read(repository, ORDER.run)).toMatchObject({ progress: "success" });
  });
});
