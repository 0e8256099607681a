/** What every queue store promises of claims on effects. A store is ready when it passes. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { effectId } from "../../src/domain/ids.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { EffectClaim, QueueStore, StoredEffect } from "../../src/service/ports/queue-store.js";
import { aDecision, anEffect, aQueueId, aQueueName, aStoredQueue } from "../support/stored-queue.js";

const NAME = aQueueName();
const [FIRST, SECOND] = [11, 12] as const;
const TICK = { kind: "timePassed", at: 0 } as const;

export function effectClaimsContract(open: () => Promise<QueueStore>): void {
  let store: QueueStore;
  beforeEach(async () => {
    store = await open();
    await store.create(NAME, aStoredQueue());
  });
  afterEach(() => store.close());

  async function order(...effects: readonly Effect[]): Promise<void> {
    const version = (await store.load(NAME))?.version ?? 0;
    await store.commit(NAME, version, TICK, aDecision(aStoredQueue(), { effects }));
  }

  /** By default each session sees the other one alive. */
  async function claim(session: number, change: Partial<EffectClaim> = {}): Promise<readonly StoredEffect[]> {
    const claimant = { session, spared: [FIRST, SECOND].filter((other) => other !== session) };
    return store.claimEffects({ claimant, now: 1000, limit: 10, held: [], unserved: [], ...change });
  }

  async function claimOne(session: number, change: Partial<EffectClaim> = {}): Promise<StoredEffect> {
    const [claimed] = await claim(session, change);
    if (claimed === undefined) throw new Error("nothing could be claimed");
    return claimed;
  }

  function idsOf(claimed: readonly StoredEffect[]): readonly number[] {
    return claimed.map(({ effect }) => effect.id);
  }

  async function pending(): Promise<readonly number[]> {
    return idsOf(await store.pendingEffects(Number.MAX_SAFE_INTEGER, 10));
  }

  it("gives each effect to one of those that claim at the same time", async () => {
    await order(anEffect(1), anEffect(2), anEffect(3));
    const [some, others, more] = await Promise.all([
      claim(FIRST, { limit: 2 }),
      claim(SECOND),
      claim(FIRST, { limit: 2 }),
    ]);
    // A session may claim its own again, as after an answer that was lost.
    const ofFirst = [...idsOf(some), ...idsOf(more)];
    expect(new Set([...ofFirst, ...idsOf(others)])).toEqual(new Set([1, 2, 3]));
    expect(idsOf(others).filter((id) => ofFirst.includes(id))).toEqual([]);
  });

  it("keeps an effect for its session, and gives it to others once that is over", async () => {
    await order(anEffect(1));
    const first = await claimOne(FIRST);
    expect(await claim(SECOND)).toEqual([]);
    expect(await claim(SECOND, { claimant: { session: SECOND, spared: null } })).toEqual([]);
    const second = await claimOne(SECOND, { claimant: { session: SECOND, spared: [] } });
    expect(second.claim?.number).toBeGreaterThan(first.claim?.number ?? Number.POSITIVE_INFINITY);
    expect([await store.isClaimed(first), await store.isClaimed(second)]).toEqual([false, true]);
  });

  it("settles nothing for a claim that was taken over", async () => {
    await order(anEffect(1));
    const late = await claimOne(FIRST);
    const {
      queueId,
      effect,
      claim: newest,
    } = await claimOne(SECOND, { claimant: { session: SECOND, spared: [] } });
    await store.markDone(queueId, effect.id, late.claim);
    await store.postpone(queueId, effect.id, 5000, "late", late.claim);
    await store.giveBack(late);
    expect(await store.pendingEffects(1000, 10)).toMatchObject([{ attempts: 0, notBefore: 0 }]);
    expect(await claim(FIRST)).toEqual([]);
    await store.markDone(queueId, effect.id, newest);
    expect(await pending()).toEqual([]);
  });

  it("settles nothing for an earlier claim of the same session", async () => {
    await order(anEffect(1));
    const { queueId, effect, claim: earlier } = await claimOne(FIRST);
    await claimOne(FIRST);
    await store.markDone(queueId, effect.id, earlier);
    expect(await pending()).toEqual([1]);
  });

  it("gives a session what it claimed and does not hold, and nothing that it holds", async () => {
    await order(anEffect(1), anEffect(2));
    const [one, two] = await claim(FIRST);
    const held = [one, two].filter((each) => each !== undefined);
    expect(await claim(FIRST, { held })).toEqual([]);
    expect(idsOf(await claim(FIRST, { held: held.slice(0, 1) }))).toEqual([2]);
  });

  it("gives back what was claimed, and what was postponed once it is due", async () => {
    await order(anEffect(1), anEffect(2));
    for (const claimed of await claim(FIRST)) {
      if (claimed.effect.id === effectId(1)) await store.giveBack(claimed);
      else await store.postpone(claimed.queueId, claimed.effect.id, 2000, "busy", claimed.claim);
    }
    const held = await claim(SECOND);
    expect(idsOf(held)).toEqual([1]);
    expect(await claim(SECOND, { now: 2000, held })).toMatchObject([{ attempts: 1, effect: { id: 2 } }]);
  });

  it("lets an effect wait for those before it about the same test run", async () => {
    await order(anEffect(1), { ...anEffect(1), id: effectId(2) }, anEffect(3));
    const claimed = await claim(FIRST);
    expect(idsOf(claimed)).toEqual([1, 3]);
    const marked: boolean[] = [];
    for (const { queueId, effect, claim: mine } of claimed)
      marked.push((await store.markDone(queueId, effect.id, mine)).isWaitedFor);
    expect(marked).toEqual([true, false]);
    expect(idsOf(await claim(SECOND))).toEqual([2]);
  });

  it("leaves the queues out that are for others", async () => {
    await order(anEffect(1));
    expect(await claim(FIRST, { unserved: [aQueueId(1)] })).toEqual([]);
    expect(idsOf(await claim(FIRST, { unserved: [aQueueId(9)] }))).toEqual([1]);
  });

  it("knows where each queue is and when it is to be woken", async () => {
    const { id } = aStoredQueue();
    await store.commit(NAME, 0, TICK, aDecision(aStoredQueue(), { wakeAt: 7000 }));
    expect(await store.wakings()).toEqual([{ name: NAME, queueId: id, wakeAt: 7000 }]);
    await store.delete(NAME, 1);
    expect(await store.wakings()).toEqual([]);
  });
}
