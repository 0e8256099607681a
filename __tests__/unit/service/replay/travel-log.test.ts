/** Going to any decision of a log: the same states as were decided, in short slices, from the nearest known state. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { decide } from "../../../../src/engine/decide.js";
import { picture } from "../../../../src/engine/explain/picture.js";
import type { QueueEvent } from "../../../../src/engine/model/event.js";
import type { Queue } from "../../../../src/engine/model/queue.js";
import type { QueueStore, StoredQueue } from "../../../../src/service/ports/queue-store.js";
import { LogTraveller } from "../../../../src/service/replay/travel-log.js";
import { createMemoryStore } from "../../../support/memory-queue-store.js";
import {
  allSubmitted,
  aQueue,
  minutesPassed,
  passed,
  story,
  turned,
} from "../../../support/queue-builder.js";
import { aQueueName } from "../../../support/stored-queue.js";

const NAME = aQueueName();
const FEW = [...allSubmitted(1, 2, 3), passed("1"), turned("paused"), minutesPassed(5), turned("running")];

describe("the traveller", () => {
  let store: QueueStore;
  let stored: StoredQueue;
  /** The queue after each version. */
  let states: Queue[];

  async function live(...happenings: Parameters<typeof story>[1][]): Promise<void> {
    store = createMemoryStore();
    states = [aQueue()];
    await store.create(NAME, aQueue());
    for (const [version, event] of story(aQueue(), ...happenings).events.entries()) {
      const decision = decide(states[version] ?? aQueue(), event);
      await store.commit(NAME, version, event, decision);
      states.push(decision.queue);
    }
    const loaded = await store.load(NAME);
    if (loaded === null) throw new Error("the queue is gone");
    stored = loaded;
  }

  /** The queue before and after a decision, as far as it can be visited. */
  async function seen(traveller: LogTraveller, version: number) {
    const visit = await traveller.visit(stored, version);
    if (visit.kind !== "decision") return visit;
    const { before, explanation, comparison } = visit;
    return { before: picture(before), after: picture(explanation.decision.queue), comparison };
  }

  const expected = (version: number) => ({
    before: picture(states[version - 1] ?? aQueue()),
    after: picture(states[version] ?? aQueue()),
    comparison: "same",
  });

  /** Counts the events that a visit reads. */
  function counted(log: QueueStore) {
    const reads = { events: 0 };
    const events: QueueStore["events"] = async (...request) => {
      const found = await log.events(...request);
      reads.events += found.length;
      return found;
    };
    const { past } = log;
    return {
      reads,
      log: {
        past,
        events,
        birth: (...request: Parameters<QueueStore["birth"]>) => log.birth(...request),
        logBeginning: (...request: Parameters<QueueStore["logBeginning"]>) => log.logBeginning(...request),
      },
    };
  }

  beforeEach(() => live(...FEW));

  it("shows each decision as it was made, forwards, backwards and at once", async () => {
    const traveller = new LogTraveller(store);
    const versions = [...states.keys()].slice(1);
    for (const version of versions) expect(await seen(traveller, version)).toEqual(expected(version));
    const some = versions.toReversed().slice(0, 9);
    const all = await Promise.all(some.map((version) => seen(traveller, version)));
    expect(all).toEqual(some.map(expected));
  });

  it("lets eight visits wait, and visits of one decision share one answer", async () => {
    await live(...Array.from({ length: 12 }, () => minutesPassed(1)));
    const traveller = new LogTraveller(store);
    const versions = Array.from({ length: 10 }, (_, index) => index + 1);
    const visits = [...versions, 1, 9, 10].map(async (version) => traveller.visit(stored, version));
    const kinds = (await Promise.all(visits)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...versions.slice(0, 9).map(() => "decision"),
      "busy",
      "decision",
      "decision",
      "busy",
    ]);
    expect(await visits[10]).toBe(await visits[0]);
    expect(await seen(traveller, 10)).toEqual(expected(10));
  });

  it("makes room again after a failed visit", async () => {
    const { log } = counted(store);
    const failing = { ...log, logBeginning: () => Promise.reject(new Error("no answer")) };
    const traveller = new LogTraveller(failing);
    for (let round = 0; round < 12; round += 1) {
      await expect(traveller.visit(stored, 1)).rejects.toThrow("no answer");
    }
  });

  it("names the rules that fired", async () => {
    const visit = await new LogTraveller(store).visit(stored, 1);
    const steps = visit.kind === "decision" ? visit.explanation.steps.map(({ by }) => by) : [];
    expect(steps).toEqual(["record", "admitReadyEntries", "formBatches", "startTestRuns"]);
  });

  it("does not repeat what it passed a moment ago", async () => {
    await live(...Array.from({ length: 700 }, () => minutesPassed(1)));
    const { log, reads } = counted(store);
    const traveller = new LogTraveller(log);
    await traveller.visit(stored, 650);
    reads.events = 0;
    for (const version of [651, 650, 649]) await traveller.visit(stored, version);
    expect(reads.events).toBeLessThan(150);
    reads.events = 0;
    expect(await seen(traveller, 410)).toEqual(expected(410));
    expect(reads.events).toBeLessThan(20);
  });

  it("begins at the newest stored state", async () => {
    await live(...Array.from({ length: 300 }, () => minutesPassed(1)));
    const { log, reads } = counted(store);
    const snapshot = { version: 250, queue: states[250] ?? aQueue() };
    const past = { ...log.past, snapshotBefore: () => Promise.resolve(snapshot) };
    expect(await seen(new LogTraveller({ ...log, past }), 300)).toEqual(expected(300));
    expect(reads.events).toBe(50);
  });

  it("stops after some seconds, and goes on at the next visit", async () => {
    await live(...Array.from({ length: 450 }, () => minutesPassed(1)));
    let now = 0;
    const traveller = new LogTraveller(store, () => (now += 20));
    const first = await traveller.visit(stored, 440);
    expect(first).toMatchObject({ kind: "underWay" });
    const reached = first.kind === "underWay" ? first.reached : 0;
    expect(reached).toBeGreaterThan(100);
    now = 0;
    for (let visits = 0; visits < 4; visits += 1) await traveller.visit(stored, 440);
    expect(await seen(traveller, 440)).toEqual(expected(440));
  });

  it("knows where the log begins", async () => {
    const log = {
      ...counted(store).log,
      logBeginning: () => Promise.resolve({ version: 3, queue: aQueue() }),
    };
    expect(await new LogTraveller(log).visit(stored, 3)).toEqual({ kind: "beforeLog", first: 3 });
  });

  it("reports a decision that this program cannot repeat", async () => {
    const { log } = counted(store);
    const broken: QueueEvent = {
      kind: "timePassed",
      get at(): number {
        throw new Error("of another version");
      },
    };
    const events: QueueStore["events"] = async (id, after, limit) =>
      (await log.events(id, after, limit)).map((one) =>
        one.version === 2 ? { ...one, event: broken } : one,
      );
    const visit = await new LogTraveller({ ...log, events }).visit(stored, 4);
    expect(visit).toMatchObject({ kind: "notRepeatable", version: 2, message: "of another version" });
  });

  it("lets other work go on", async () => {
    await live(...Array.from({ length: 400 }, () => minutesPassed(1)));
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    let now = 0;
    await new LogTraveller(store, () => (now += 3)).visit(stored, 400);
    isOver = true;
    expect(turns).toBeGreaterThan(100);
  });
});
