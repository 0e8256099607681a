/** Test runs that replicas share in one Postgres: each is carried out by one of them, and called off by any. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { TestRunId } from "../../../../../src/domain/ids.js";
import { repositoryKey } from "../../../../../src/domain/repository.js";
import { systemClock } from "../../../../../src/service/app/open-work.js";
import type { Served } from "../../../../../src/service/ports/dispatch.js";
import type { TestRequest } from "../../../../../src/service/ports/forge.js";
import { SILENT_LOG } from "../../../../../src/service/ports/log.js";
import type { RunBoard, Verdict } from "../../../../../src/service/ports/run-board.js";
import { ONLY_PROCESS } from "../../../../../src/service/ports/session.js";
import { GitError } from "../../../../../src/service/ports/world-error.js";
import { type Posting, RunPostings } from "../../../../../src/service/store/postgres/run-postings.js";
import { SharedRunBoard } from "../../../../../src/service/store/postgres/shared-run-board.js";
import { manualClock } from "../../../../support/manual-clock.js";
import { migratedDatabase, type TestDatabase } from "../../../../support/postgres-server.js";
import { type SharedReplica, sharedReplica } from "../../../../support/shared-replica.js";
import { aCommit, aQueueName, aStoredRun } from "../../../../support/stored-queue.js";
import { until } from "../../../../support/until.js";

const NAME = aQueueName();
const { repository } = NAME;
const run = aStoredRun(1, 1);
const ORDER: TestRequest = {
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
  database = await migratedDatabase();
  replicas = [await sharedReplica(database.url, 60_000), await sharedReplica(database.url, 60_000)];
});
afterEach(async () => {
  for (const each of replicas) await each.stop();
  await database.drop();
});

function replica(index: number): SharedReplica {
  const found = replicas[index];
  if (found === undefined) throw new Error(`there is no replica ${index}`);
  return found;
}

it("a test run is left alone when it begins while somebody looks which others are still wanted", async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let timesAsked = 0;
  class SlowPostings extends RunPostings {
    override async wanted(asked: readonly Posting[]): Promise<ReadonlySet<string>> {
      timesAsked += 1;
      const wanted = await super.wanted(asked);
      await answered;
      return wanted;
    }
  }
  const { db, session } = replica(0);
  const board = new SharedRunBoard({
    session,
    postings: new SlowPostings(db),
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
  await until(() => timesAsked === 1);
  await board.post(repository, ORDER);
  await until(() => calledOff.length > 0);
  answer();
  await until(() => timesAsked > 1);
  expect(calledOff.map(({ aborted }) => aborted)).toEqual([false]);
  await board.close();
});

describe("a test run that one replica cannot carry out", () => {
  /** Two boards: the first has this `served`, and fails what it is given. */
  async function begunBy(served: Served): Promise<readonly string[]> {
    const tried: string[] = [];
    const done = Promise.withResolvers<undefined>();
    const common = { atATime: 1, urlOf: () => "" };
    await replica(0)
      .newBoard()
      .serve({
        ...{ ...common, served },
        carryOut: async () => {
          tried.push("incapable");
          return Promise.reject(new GitError("the repository is not there", false));
        },
        onVerdict: () => undefined,
      });
    await replica(0).newBoard().post(repository, ORDER);
    if (served.keys().length > 0) await until(() => tried.length > 0);
    await replica(1)
      .newBoard()
      .serve({
        ...common,
        carryOut: async () => {
          tried.push("capable");
          return Promise.resolve("success");
        },
        onVerdict: () => done.resolve(undefined),
      });
    await done.promise;
    return tried;
  }

  it("is never given to one without its repository", async () => {
    const none = { serves: () => false, keys: () => [], leaveIfRefused: async () => Promise.resolve(false) };
    expect(await begunBy(none)).toEqual(["capable"]);
  });

  it("is left to another one after a failure, without a verdict", async () => {
    let isLeft = false;
    const served: Served = {
      serves: () => !isLeft,
      keys: () => (isLeft ? [] : [repositoryKey(repository)]),
      leaveIfRefused: async ({ targetBranch }, error) => {
        isLeft = targetBranch === "main" && error instanceof GitError;
        return Promise.resolve(isLeft);
      },
    };
    expect(await begunBy(served)).toEqual(["incapable", "capable"]);
  });
});

describe("a test run that fails here and would fail on others as well, as with full disks", () => {
  it.each([1, 2])(
    "is claimed again here after a pause, and wakes nobody, with room for %i",
    async (atATime) => {
      const clock = manualClock();
      const { db, session } = replica(0);
      const [claims, woken]: [number[], string[]] = [[], []];
      class CountedPostings extends RunPostings {
        override async claim(asked: Parameters<RunPostings["claim"]>[0]) {
          const claimed = await super.claim(asked);
          claims.push(claimed.length);
          return claimed;
        }
      }
      let tried = 0;
      const board = new SharedRunBoard({
        postings: new CountedPostings(db),
        ...{ clock, log: SILENT_LOG },
        session: {
          ...ONLY_PROCESS,
          isShared: true,
          claimant: () => session.claimant(),
          isHeld: () => true,
          wakeOthers: (work) => void woken.push(work),
        },
      });
      await board.serve({
        ...{ atATime, urlOf: () => "", onVerdict: () => undefined },
        served: {
          serves: () => true,
          keys: () => [repositoryKey(repository)],
          leaveIfRefused: async () => Promise.resolve(false),
        },
        carryOut: async () => {
          tried += 1;
          return Promise.reject(new GitError("no space left on device", true));
        },
      });
      await board.post(repository, ORDER);
      await until(() => tried === 1);
      await until(async () => (await openClaims()) === 0);
      // Each of these claims would take the run if it were not at rest.
      const before = claims.length;
      for (const _ of [1, 2]) await board.post(repository, ORDER);
      await until(() => claims.length > before);
      expect(tried).toBe(1);
      if (atATime > 1) expect(woken).toEqual([]);
      await clock.advance(1200);
      await until(() => tried === 2);
      await board.close();

      async function openClaims() {
        const rows = await db.selectFrom("posted_runs").select("session").execute();
        return rows.filter((row) => row.session !== null).length;
      }
    },
  );
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
        carryOut: async ({ request }, callOff) => {
          begun.push({ at, run: request.run, callOff });
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

  async function runState() {
    return Promise.all(boards.map(async (board) => board.read(repository, ORDER.run)));
  }

  it.each(["failure", "disturbed"] as const)(
    "is carried out by one replica, and every one knows how it stands: %s",
    async (verdict) => {
      for (const board of boards) await board.post(repository, ORDER);
      await until(() => begun.length > 0);
      const at = begun[0]?.at ?? -1;
      const url = `file://machine-${at}/output.log`;
      expect(await runState()).toEqual(boards.map(() => ({ progress: "underWay", url })));
      decide(verdict);
      await until(() => heard.length > 0);
      expect(await runState()).toEqual(boards.map(() => ({ progress: verdict, url })));
      expect({ begun: begun.map((each) => each.at), heard }).toEqual({ begun: [at], heard: [at] });
      expect(await boards[0]?.read({ ...repository, name: "other" }, ORDER.run)).toBeNull();
    },
  );

  it("is called off by any replica on the one that has it", async () => {
    await boards[0]?.post(repository, ORDER);
    await until(() => begun.length > 0);
    const [first] = begun;
    const other = boards[first?.at === 0 ? 1 : 0];
    await other?.remove(ORDER.run);
    await until(() => first?.callOff.aborted === true);
    expect(await runState()).toEqual([null, null]);
    expect(heard).toEqual([]);
  });

  it("is called off without a wait where it is removed on the replica that has it", async () => {
    expect(await boards[0]?.post(repository, ORDER)).toBe(true);
    expect(await boards[1]?.post(repository, ORDER)).toBe(false);
    await until(() => begun.length > 0);
    const [first] = begun;
    await boards[first?.at ?? -1]?.remove(ORDER.run);
    expect(first?.callOff.aborted).toBe(true);
  });

  it("goes to another replica when its own one stops", async () => {
    await boards[0]?.post(repository, ORDER);
    await until(() => begun.length > 0);
    const first = begun[0]?.at ?? -1;
    await boards[first]?.close();
    await until(() => begun.length > 1);
    expect(begun[1]).toMatchObject({ at: 1 - first, run: ORDER.run });
    decide("success");
    await until(() => heard.length > 0);
    expect(await boards[1 - first]?.read(repository, ORDER.run)).toMatchObject({ progress: "success" });
  });
});
