/** What every store of what people see promises. A store is ready when it passes. */
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import type {
  ClaimedStatus,
  MarkStatuses,
  StatusMark,
  StatusOutcome,
  StatusStore,
} from "../../src/service/ports/status-store.js";
import { claimantAmong } from "../support/sessions.js";
import { aDecision, aQueueName, aStoredQueue, aStoredRun, START } from "../support/stored-queue.js";

export interface StoreWithStatuses {
  readonly queues: QueueStore;
  readonly statuses: StatusStore;
  close(): Promise<void>;
}

const MAIN = aQueueName();
const SECOND = 1000;
const PROCESSES = ["one", "two", "three"];

interface Change {
  readonly limit?: number;
  readonly ended?: readonly string[];
  readonly held?: readonly Pick<ClaimedStatus, "repository" | "subject">[];
  readonly repositories?: readonly string[];
}

/** `open` gives an empty store that marks what `marksOf` says of each decision. */
export function statusStoreContract(open: (marksOf: MarkStatuses) => Promise<StoreWithStatuses>): void {
  let queues: QueueStore;
  let statuses: StatusStore;
  let opened: StoreWithStatuses;
  let marks: readonly StatusMark[];
  let version: number;
  beforeEach(async () => {
    [marks, version] = [[], 0];
    opened = await open(() => marks);
    ({ queues, statuses } = opened);
    await queues.create(MAIN, aStoredQueue());
  });
  afterEach(() => opened.close());

  /** One decision at that moment, which marks these. */
  async function decided(at: number, ...some: readonly StatusMark[]): Promise<"committed" | "conflict"> {
    marks = some;
    const event = { kind: "timePassed", at } as const;
    const outcome = await queues.commit(MAIN, version, event, aDecision(aStoredQueue({ now: at })));
    if (outcome === "committed") version += 1;
    return outcome;
  }

  /** Each of these processes sees the others alive, but for those that `ended`. */
  async function claimed(now: number, name = "one", change: Change = {}): Promise<readonly ClaimedStatus[]> {
    const { limit = 100, ended = [], held = [], repositories = null } = change;
    return statuses.claim({
      claimant: claimantAmong(PROCESSES, name, ended),
      now,
      limit,
      held,
      repositories,
    });
  }

  async function claimOne(now: number, name = "one", change: Change = {}): Promise<ClaimedStatus> {
    const [status] = await claimed(now, name, { limit: 1, ...change });
    if (status === undefined) throw new Error("nothing is due");
    return status;
  }

  async function settled(
    at: number,
    shown: Partial<StatusOutcome> = {},
    ...claim: readonly [name?: string, change?: Change]
  ): Promise<void> {
    const outcome = { shown: "{}", now: at, isFinal: false, againAt: null, isUncertain: false, ...shown };
    await statuses.settle(await claimOne(at, ...claim), outcome);
  }

  it("what was last saved is read without a claim; nothing was saved at first", async () => {
    const { repository } = MAIN;
    const subject = { kind: "pullRequest", number: pullRequestNumber(7) } as const;
    expect(await statuses.shownOf(repository, subject)).toBe("");
    await decided(START, mark(7));
    const status = await claimOne(START + 10_000);
    await statuses.save(status, "begun");
    expect(await statuses.shownOf(repository, subject)).toBe("begun");
    expect(await statuses.shownOf(repository, { ...subject, number: pullRequestNumber(8) })).toBe("");
  });

  describe("what a decision marks", () => {
    it("is due after its wait, with everything that is needed to show it", async () => {
      await decided(START, mark(7));
      expect(await claimed(START + 2999)).toEqual([]);
      expect(await statuses.nextAt(START)).toBe(START + 3000);
      expect(await claimed(START + 3000)).toEqual([
        {
          repository: "github.com/octo/mono",
          subject: { kind: "pullRequest", number: 7 },
          queueId: aStoredQueue().id,
          name: MAIN,
          marks: 1,
          attempts: 0,
          isUncertain: false,
          shown: "",
          claim: { session: 1, number: 1 },
        },
      ]);
    });

    it("is not there when the decision was not saved", async () => {
      version = 5;
      expect(await decided(START, mark(7))).toBe("conflict");
      expect(await claimed(START + 3000)).toEqual([]);
    });

    it("waits for what follows, but not for ever", async () => {
      for (let second = 0; second < 20; second += 2) await decided(START + second * SECOND, mark(7));
      expect(await statuses.nextAt(START)).toBe(START + 10 * SECOND);
    });

    it("is due sooner when something more urgent follows", async () => {
      await decided(START, mark(7, 60 * SECOND));
      await decided(START + SECOND, mark(7));
      expect(await statuses.nextAt(START)).toBe(START + 4 * SECOND);
    });

    it("rests a while after something was shown", async () => {
      await decided(START, mark(7));
      await settled(START + 3000);
      await decided(START + 3001, mark(7, 0));
      expect(await statuses.nextAt(START)).toBe(START + 8000);
    });

    it("waits for the pause after a failure", async () => {
      await decided(START, mark(7));
      const until = START + 600 * SECOND;
      const status = await claimOne(START + 3000);
      await statuses.save(status, "begun");
      expect(await statuses.postpone(status, { until, error: "502" })).toBe("postponed");
      await decided(START + 4000, mark(7, 0));
      expect(await statuses.nextAt(START)).toBe(until);
      const failed = { attempts: 1, shown: "begun", marks: 2, isUncertain: true };
      expect(await claimOne(until)).toMatchObject(failed);
    });

    it("is nothing new of what nothing was ever shown, where that is asked for", async () => {
      const run = { subject: { kind: "testRun", run: aStoredRun(3, 7).id }, waitMs: 0 } as const;
      await decided(START, { ...run, onlyIfKnown: true });
      expect(await claimed(START)).toEqual([]);
      await decided(START, { ...run, onlyIfKnown: false });
      await settled(START);
      await decided(START + 9000, { ...run, onlyIfKnown: true });
      expect((await claimOne(START + 9000)).subject).toEqual(run.subject);
    });
  });

  describe("a claim", () => {
    it("is one process's until its session ends", async () => {
      await decided(START, mark(7), mark(8));
      const now = START + 3000;
      expect(await claimed(now)).toHaveLength(2);
      expect(await claimed(now + 9000 * SECOND, "two")).toEqual([]);
      const taken = await claimed(now, "two", { ended: ["one"] });
      // Nobody knows what became of the claim before.
      expect(taken.map(({ isUncertain }) => isUncertain)).toEqual([true, true]);
    });

    it("is of a repository that the process works for", async () => {
      await decided(START, mark(7, 0));
      expect(await claimed(START, "one", { repositories: [] })).toEqual([]);
      expect(await claimed(START, "one", { repositories: ["github.com/octo/other"] })).toEqual([]);
      expect(await claimed(START, "one", { repositories: ["github.com/octo/mono"] })).toHaveLength(1);
    });

    it("is known to have ended", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      expect(await statuses.isClaimed(status)).toBe(true);
      const newest = await claimOne(START, "two", { ended: ["one"] });
      expect([await statuses.isClaimed(status), await statuses.isClaimed(newest)]).toEqual([false, true]);
      await statuses.giveBack(newest);
      expect(await statuses.isClaimed(newest)).toBe(false);
    });

    it("is as many as are asked for, the oldest due first", async () => {
      await decided(START, mark(8, 0), mark(7, 1));
      expect((await claimed(START + 1, "one", { limit: 1 })).map(({ subject }) => subject)).toEqual([
        mark(8).subject,
      ]);
      expect(await claimed(START + 1, "one", { limit: 0 })).toEqual([]);
    });

    it("ends when it is given back, with a doubt", async () => {
      await decided(START, mark(7, 0));
      await statuses.giveBack(await claimOne(START));
      expect(await claimed(START, "two")).toMatchObject([{ isUncertain: true }]);
    });

    it("that was lost changes nothing any more", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      const newest = await claimOne(START, "two", { ended: ["one"] });
      const outcome = { shown: "mine", now: START, isFinal: true, againAt: null, isUncertain: false };
      expect(await statuses.save(status, "mine")).toBe("lost");
      expect(await statuses.settle(status, outcome)).toBe("lost");
      expect(await statuses.postpone(status, { until: START, error: "" })).toBe("lost");
      await statuses.giveBack(status);
      expect(await statuses.save(newest, "theirs")).toBe("saved");
      expect((await claimOne(START, "three", { ended: ["two"] })).shown).toBe("theirs");
    });

    it("is never had anew of what its process still works on", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      // Another process has it meanwhile, and gives it back.
      await settled(START, { shown: "theirs", againAt: START }, "two", { ended: ["one"] });
      await decided(START, mark(8, 0));
      const claim = { held: [status], limit: 1 };
      expect((await claimed(START, "one", claim)).map(({ subject }) => subject)).toEqual([mark(8).subject]);
      expect(await claimed(START, "one", { ...claim, held: [status, { ...status, ...mark(8) }] })).toEqual(
        [],
      );
      expect(await statuses.save(status, "mine")).toBe("lost");
      expect((await claimOne(START, "three")).shown).toBe("theirs");
    });

    it("is had as it is then, also where another process was quick to show it", async () => {
      const many = Array.from({ length: 30 }, (_, index) => mark(index + 1, index));
      const last = mark(31, 100);
      const repository = "github.com/octo/mono";
      const quick = async (now: number) => {
        const held = many.map(({ subject }) => ({ repository, subject }));
        const [status] = await claimed(now, "two", { limit: 1, held });
        // On two connections the other claim may come first, and has it then.
        if (status === undefined) return "theOtherCameFirst";
        const outcome = { shown: `by two at ${now}`, now, isFinal: false, againAt: now, isUncertain: false };
        return statuses.settle(status, outcome);
      };
      const outcomes = new Set<string>();
      for (let round = 0; round < 50 && !outcomes.has("settled"); round += 1) {
        const now = START + round * 60 * SECOND + SECOND;
        await decided(now - SECOND, ...many, last);
        // Of two that ask on one connection the first has it.
        const isQuickFirst = round % 2 === 1;
        const first = isQuickFirst ? quick(now) : null;
        const [all, outcome] = await Promise.all([claimed(now), first ?? quick(now)]);
        outcomes.add(outcome);
        const more = await claimed(now, "one", { held: all });
        const had = [...all, ...more].filter(({ subject }) => isDeepStrictEqual(subject, last.subject));
        const isShown = had.map(({ shown }) => shown === `by two at ${now}`);
        expect(isShown).toEqual([outcome === "settled"]);
        for (const status of [...all, ...more]) await statuses.giveBack(status);
      }
      expect(outcomes).toContain("settled");
    });

    it("is had by one of two who ask at the same time", async () => {
      await decided(START, ...[1, 2, 3, 4, 5, 6].map((number) => mark(number, 0)));
      const both = await Promise.all([claimed(START, "one"), claimed(START, "two")]);
      const numbers = both.flat().map(({ subject }) => JSON.stringify(subject));
      expect(new Set(numbers).size).toBe(6);
      expect(numbers).toHaveLength(6);
    });
  });

  describe("what is shown", () => {
    it("is due no more", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { isFinal: true });
      expect(await claimed(START + 900 * SECOND)).toEqual([]);
      expect(await statuses.nextAt(START)).toBeNull();
      expect(await statuses.unfinished()).toEqual([]);
    });

    it("is due again a while after it was marked meanwhile", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      await decided(START + 1, mark(7, 0));
      const outcome = { shown: "{}", now: START + 2, isFinal: true, againAt: null, isUncertain: false };
      expect(await statuses.settle(status, outcome)).toBe("markedMeanwhile");
      expect(await statuses.nextAt(START)).toBe(START + 5002);
    });

    it("does not wait for the end of its doubt when it was marked meanwhile", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      await decided(START + 1, mark(7, 0));
      const againAt = START + 60 * SECOND;
      const outcome = { shown: "{}", now: START + 2, isFinal: true, againAt, isUncertain: true };
      expect(await statuses.settle(status, outcome)).toBe("markedMeanwhile");
      expect(await statuses.nextAt(START)).toBe(START + 5002);
      expect(await claimOne(START + 5002)).toMatchObject({ isUncertain: true });
    });

    it("does not wait for the end of its doubt when it is marked afterwards", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { isFinal: true, againAt: START + 60 * SECOND, isUncertain: true });
      await decided(START + 20 * SECOND, mark(7, 0));
      expect(await claimOne(START + 20 * SECOND)).toMatchObject({ isUncertain: true });
    });

    it("waits for a doubt that arose before its outcome was stored", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      const at = START + 60 * SECOND;
      await statuses.doubt(status, at);
      const outcome = { shown: "{}", now: START + 2, isFinal: true, againAt: null, isUncertain: false };
      expect(await statuses.settle(status, outcome)).toBe("markedMeanwhile");
      expect(await statuses.nextAt(START)).toBe(at);
      await decided(START + 20 * SECOND, mark(7, 0));
      expect(await statuses.nextAt(START)).toBe(at);
      expect(await claimOne(at)).toMatchObject({ isUncertain: true });
    });

    it("is looked at again when there is a doubt, and known to be doubtful", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { isFinal: true, againAt: START + 60 * SECOND, isUncertain: true });
      expect(await statuses.nextAt(START)).toBe(START + 60 * SECOND);
      expect(await claimOne(START + 60 * SECOND)).toMatchObject({ isUncertain: true });
    });

    it("is not postponed less by a second mark that may wait as long", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { isFinal: false });
      await decided(START + 20 * SECOND, mark(7, 300_000));
      await decided(START + 25 * SECOND, mark(7, 300_000));
      expect(await statuses.nextAt(START)).toBe(START + 320 * SECOND);
      await decided(START + 30 * SECOND, mark(7, 3000));
      expect(await statuses.nextAt(START)).toBe(START + 33 * SECOND);
    });

    it("is read and written again when something else changed it", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      await statuses.settle(status, {
        shown: "{}",
        now: START,
        isFinal: true,
        againAt: null,
        isUncertain: false,
      });
      await statuses.doubt({ repository: status.repository, subject: status.subject }, START + 9 * SECOND);
      expect(await claimOne(START + 9 * SECOND)).toMatchObject({ isUncertain: true, shown: "{}" });
    });

    it("is outdated by whoever lost it", async () => {
      await decided(START, mark(7, 0));
      const status = await claimOne(START);
      await settled(START + 30 * SECOND, { isFinal: true }, "two", { ended: ["one"] });
      await statuses.doubt(status, START + 90 * SECOND);
      expect(await claimOne(START + 90 * SECOND)).toMatchObject({ isUncertain: true });
    });

    it("is unfinished until it is shown to be over", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { shown: "mine" });
      expect(await statuses.unfinished()).toEqual([
        { subject: mark(7).subject, queueId: aStoredQueue().id, name: MAIN, shown: "mine" },
      ]);
    });
  });

  it("marks by itself what no decision marked, and pendingFailures it", async () => {
    await statuses.mark(MAIN, aStoredQueue().id, [mark(7, 0)], START);
    expect(await claimOne(START)).toMatchObject({ isUncertain: true });
  });

  it("reads a queue also when it is deleted", async () => {
    await queues.delete(MAIN, 0);
    expect((await statuses.queueOf(aStoredQueue().id)).queue).toEqual(aStoredQueue());
  });
}

function mark(number: number, waitMs = 3000): StatusMark {
  return {
    subject: { kind: "pullRequest", number: pullRequestNumber(number) },
    waitMs,
    onlyIfKnown: false,
  };
}
