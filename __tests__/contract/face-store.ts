/** What every store of what people see promises. A store is ready when it passes. */
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type {
  ClaimedFace,
  FaceMark,
  FaceOutcome,
  FaceStore,
  MarkFaces,
} from "../../src/service/ports/face-store.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { aDecision, aQueueName, aStoredQueue, aStoredRun, START } from "../support/stored-queue.js";

export interface StoreWithFaces {
  readonly queues: QueueStore;
  readonly faces: FaceStore;
  close(): Promise<void>;
}

const MAIN = aQueueName();
const SECOND = 1000;

/** `open` gives an empty store that marks what `marksOf` says of each decision. */
export function faceStoreContract(open: (marksOf: MarkFaces) => Promise<StoreWithFaces>): void {
  let queues: QueueStore;
  let faces: FaceStore;
  let opened: StoreWithFaces;
  let marks: readonly FaceMark[];
  let version: number;
  beforeEach(async () => {
    [marks, version] = [[], 0];
    opened = await open(() => marks);
    ({ queues, faces } = opened);
    await queues.create(MAIN, aStoredQueue());
  });
  afterEach(() => opened.close());

  /** One decision at that moment, which marks these. */
  async function decided(at: number, ...some: readonly FaceMark[]): Promise<"committed" | "conflict"> {
    marks = some;
    const event = { kind: "timePassed", at } as const;
    const outcome = await queues.commit(MAIN, version, event, aDecision(aStoredQueue({ now: at })));
    if (outcome === "committed") version += 1;
    return outcome;
  }

  async function claimed(now: number, taker = "one", limit = 100): Promise<readonly ClaimedFace[]> {
    return faces.claim({ taker, now, until: now + 30 * SECOND, limit });
  }

  async function claimOne(now: number, taker = "one"): Promise<ClaimedFace> {
    const [face] = await claimed(now, taker, 1);
    if (face === undefined) throw new Error("nothing is due");
    return face;
  }

  async function settled(at: number, shown: Partial<FaceOutcome> = {}, taker = "one"): Promise<void> {
    const outcome = { shown: "{}", now: at, isFinal: false, againAt: null, isDoubtful: false, ...shown };
    await faces.settle(taker, await claimOne(at, taker), outcome);
  }

  describe("what a decision marks", () => {
    it("is due after its wait, with everything that is needed to show it", async () => {
      await decided(START, mark(7));
      expect(await claimed(START + 2999)).toEqual([]);
      expect(await faces.nextAt(START)).toBe(START + 3000);
      expect(await claimed(START + 3000)).toEqual([
        {
          repository: "github.com/octo/mono",
          subject: { kind: "pullRequest", number: 7 },
          queueId: aStoredQueue().id,
          name: MAIN,
          marks: 1,
          attempts: 0,
          isDoubtful: false,
          shown: "",
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
      expect(await faces.nextAt(START)).toBe(START + 10 * SECOND);
    });

    it("is due sooner when something more urgent follows", async () => {
      await decided(START, mark(7, 60 * SECOND));
      await decided(START + SECOND, mark(7));
      expect(await faces.nextAt(START)).toBe(START + 4 * SECOND);
    });

    it("rests a while after something was shown", async () => {
      await decided(START, mark(7));
      await settled(START + 3000);
      await decided(START + 3001, mark(7, 0));
      expect(await faces.nextAt(START)).toBe(START + 8000);
    });

    it("waits for the pause after a failure", async () => {
      await decided(START, mark(7));
      const until = START + 600 * SECOND;
      const failure = { shown: "{}", until, error: "502", isDoubtful: false };
      expect(await faces.postpone("one", await claimOne(START + 3000), failure)).toBe("postponed");
      await decided(START + 4000, mark(7, 0));
      expect(await faces.nextAt(START)).toBe(until);
      expect(await claimOne(until)).toMatchObject({ attempts: 1, shown: "{}", marks: 2 });
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
    it("is one taker's until it runs out", async () => {
      await decided(START, mark(7), mark(8));
      const now = START + 3000;
      expect(await claimed(now)).toHaveLength(2);
      expect(await claimed(now, "two")).toEqual([]);
      const taken = await claimed(now + 30 * SECOND, "two");
      // Nobody knows what became of the claim that ran out.
      expect(taken.map(({ isDoubtful }) => isDoubtful)).toEqual([true, true]);
    });

    it("is as many as are asked for, the oldest due first", async () => {
      await decided(START, mark(8, 0), mark(7, 1));
      expect((await claimed(START + 1, "one", 1)).map(({ subject }) => subject)).toEqual([mark(8).subject]);
      expect(await claimed(START + 1, "one", 0)).toEqual([]);
    });

    it("lives on when it is renewed, and ends when it is given back", async () => {
      await decided(START, mark(7, 0), mark(8, 0));
      const [first] = await claimed(START);
      await faces.renew("one", first === undefined ? [] : [first], START + 90 * SECOND);
      expect(await claimed(START + 30 * SECOND, "two")).toHaveLength(1);
      await faces.release("one");
      expect(await claimed(START + 30 * SECOND, "three")).toMatchObject([{ isDoubtful: true }]);
    });

    it("that was lost changes nothing any more", async () => {
      await decided(START, mark(7, 0));
      const face = await claimOne(START);
      await claimOne(START + 30 * SECOND, "two");
      const outcome = { shown: "mine", now: START, isFinal: true, againAt: null, isDoubtful: false };
      expect(await faces.save("one", face, "mine")).toBe("lost");
      expect(await faces.settle("one", face, outcome)).toBe("lost");
      const failure = { shown: "mine", until: START, error: "", isDoubtful: false };
      expect(await faces.postpone("one", face, failure)).toBe("lost");
      expect(await faces.save("two", face, "theirs")).toBe("saved");
      expect((await claimOne(START + 90 * SECOND, "three")).shown).toBe("theirs");
    });

    it("is never had anew of what its taker still works on", async () => {
      await decided(START, mark(7, 0));
      const face = await claimOne(START);
      const now = START + 30 * SECOND;
      // Somebody else has it meanwhile, and gives it back.
      await settled(now, { shown: "theirs", againAt: now }, "two");
      await decided(now, mark(8, 0));
      const claim = { taker: "one", now, until: now + 30 * SECOND, limit: 1, except: [face] };
      expect((await faces.claim(claim)).map(({ subject }) => subject)).toEqual([mark(8).subject]);
      expect(await faces.claim(claim)).toEqual([]);
      expect(await faces.save("one", face, "mine")).toBe("lost");
      expect((await claimOne(now, "three")).shown).toBe("theirs");
    });

    it("is had as it is then, also where somebody else was quick to show it", async () => {
      const many = Array.from({ length: 30 }, (_, index) => mark(index + 1, index));
      const last = mark(31, 100);
      const repository = "github.com/octo/mono";
      const quick = async (now: number) => {
        const except = many.map(({ subject }) => ({ repository, subject }));
        const [face] = await faces.claim({ taker: "two", now, until: now + SECOND, limit: 1, except });
        // On two connections the other claim may come first, and has it then.
        if (face === undefined) return "theOtherCameFirst";
        const outcome = { shown: `by two at ${now}`, now, isFinal: false, againAt: now, isDoubtful: false };
        return faces.settle("two", face, outcome);
      };
      const outcomes = new Set<string>();
      for (let round = 0; round < 50 && !outcomes.has("settled"); round += 1) {
        const now = START + round * 60 * SECOND + SECOND;
        await decided(now - SECOND, ...many, last);
        const [all, outcome] = await Promise.all([claimed(now), quick(now)]);
        outcomes.add(outcome);
        const had = [...all, ...(await claimed(now))].filter(({ subject }) =>
          isDeepStrictEqual(subject, last.subject),
        );
        const isShown = had.map(({ shown }) => shown === `by two at ${now}`);
        expect(isShown).toEqual([outcome === "settled"]);
        await faces.release("one");
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
      expect(await faces.nextAt(START)).toBeNull();
      expect(await faces.unfinished()).toEqual([]);
    });

    it("is due again a while after it was marked meanwhile", async () => {
      await decided(START, mark(7, 0));
      const face = await claimOne(START);
      await decided(START + 1, mark(7, 0));
      const outcome = { shown: "{}", now: START + 2, isFinal: true, againAt: null, isDoubtful: false };
      expect(await faces.settle("one", face, outcome)).toBe("settled");
      expect(await faces.nextAt(START)).toBe(START + 5002);
    });

    it("is looked at with its doubt when it was marked meanwhile, and not before the doubt can be judged", async () => {
      await decided(START, mark(7, 0));
      const face = await claimOne(START);
      await decided(START + 1, mark(7, 0));
      const againAt = START + 60 * SECOND;
      const outcome = { shown: "{}", now: START + 2, isFinal: true, againAt, isDoubtful: true };
      expect(await faces.settle("one", face, outcome)).toBe("settled");
      await decided(START + 20 * SECOND, mark(7, 0));
      expect(await faces.nextAt(START)).toBe(againAt);
      expect(await claimOne(againAt)).toMatchObject({ isDoubtful: true });
    });

    it("is looked at again when there is a doubt, and known to be doubtful", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { isFinal: true, againAt: START + 60 * SECOND, isDoubtful: true });
      expect(await faces.nextAt(START)).toBe(START + 60 * SECOND);
      expect(await claimOne(START + 60 * SECOND)).toMatchObject({ isDoubtful: true });
    });

    it("is doubted by whoever lost it", async () => {
      await decided(START, mark(7, 0));
      const face = await claimOne(START);
      await settled(START + 30 * SECOND, { isFinal: true }, "two");
      await faces.doubt(face, START + 90 * SECOND);
      expect(await claimOne(START + 90 * SECOND)).toMatchObject({ isDoubtful: true });
    });

    it("is unfinished until it is shown to be over", async () => {
      await decided(START, mark(7, 0));
      await settled(START, { shown: "mine" });
      expect(await faces.unfinished()).toEqual([
        { subject: mark(7).subject, queueId: aStoredQueue().id, name: MAIN, shown: "mine" },
      ]);
    });
  });

  it("marks by itself what no decision marked, and doubts it", async () => {
    await faces.mark(MAIN, aStoredQueue().id, [mark(7, 0)], START);
    expect(await claimOne(START)).toMatchObject({ isDoubtful: true });
  });

  it("reads a queue also when it is deleted", async () => {
    await queues.delete(MAIN, 0);
    expect((await faces.queueOf(aStoredQueue().id)).queue).toEqual(aStoredQueue());
  });
}

function mark(number: number, waitMs = 3000): FaceMark {
  return {
    subject: { kind: "pullRequest", number: pullRequestNumber(number) },
    waitMs,
    onlyIfKnown: false,
  };
}
