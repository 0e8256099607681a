/** What every store of webhooks promises. A store is ready when it passes. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type DescribeDecision,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type WebhookMessage,
  type WebhookStore,
} from "../../src/service/ports/webhook-store.js";
import { claimantAmong } from "../support/sessions.js";
import { aDecision, aQueueName, aStoredQueue, START } from "../support/stored-queue.js";

interface Change {
  readonly ended?: readonly string[];
  readonly most?: number;
  readonly held?: readonly ClaimedDelivery[];
}

export interface StoreWithWebhooks {
  readonly queues: QueueStore;
  readonly webhooks: WebhookStore;
  close(): Promise<void>;
}

const MAIN = aQueueName();
const MONO = "github.com/octo/mono";
const MERGED = "pull_request.merged";
const PROCESSES = ["one", "two", "three", "four", "looking"];

/** `open` gives an empty store that tells what `describe` says of each decision. */
export function webhookStoreContract(open: (describe: DescribeDecision) => Promise<StoreWithWebhooks>): void {
  let queues: QueueStore;
  let webhooks: WebhookStore;
  let opened: StoreWithWebhooks;
  let told: readonly WebhookMessage[];
  let version: number;
  beforeEach(async () => {
    [told, version] = [[], 0];
    opened = await open(() => told);
    ({ queues, webhooks } = opened);
    await queues.create(MAIN, aStoredQueue());
  });
  afterEach(() => opened.close());

  /** One decision that says this. */
  async function decided(...messages: readonly WebhookMessage[]): Promise<"committed" | "conflict"> {
    told = messages;
    const outcome = await queues.commit(MAIN, version, { kind: "timePassed", at: START }, decision());
    if (outcome === "committed") version += 1;
    return outcome;
  }

  /** Each of these sees the others alive, but for those that `ended`. */
  async function claimed(
    name = "one",
    now = START,
    change: Change = {},
  ): Promise<readonly ClaimedDelivery[]> {
    const { ended = [], most: mostPerEndpoint = 100, held = [] } = change;
    return webhooks.claim({ claimant: claimantAmong(PROCESSES, name, ended), now, mostPerEndpoint, held });
  }

  async function claimOne(name = "one", now = START, change: Change = {}): Promise<ClaimedDelivery> {
    const [delivery] = await claimed(name, now, { most: 1, ...change });
    if (delivery === undefined) throw new Error("nothing is due");
    return delivery;
  }

  async function ids(now = START): Promise<readonly string[]> {
    const ended = PROCESSES.filter((name) => name !== "looking");
    return (await claimed("looking", now, { ended })).map(
      ({ endpoint, message }) => `${endpoint}:${message.id}`,
    );
  }

  describe("what is written with a decision", () => {
    it("is due at once, with everything that an attempt needs", async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("m1"));
      expect(await claimed()).toEqual([
        {
          endpoint: "a",
          url: "https://example.com/a",
          secrets: ["whsec_YQ=="],
          message: { id: "m1", body: '{"hostile":"\'); drop table webhook_messages; -- \\u2028"}' },
          attempts: 0,
          claim: { session: 1, number: 1 },
        },
      ]);
    });

    it("is not there when the decision was not saved", async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("m1"));
      version -= 1;
      expect(await decided(aMessage("m2"))).toBe("conflict");
      expect(await ids()).toEqual(["a:m1"]);
    });

    it("goes to those alone who want the event and the repository", async () => {
      await webhooks.add(anEndpoint("all"));
      await webhooks.add(anEndpoint("family", { filters: ["pull_request.*"] }));
      await webhooks.add(anEndpoint("exact", { filters: [MERGED] }));
      await webhooks.add(anEndpoint("batches", { filters: ["pull_request_batch.*"] }));
      await webhooks.add(anEndpoint("here", { repositories: ["github.com/a/b", MONO] }));
      await webhooks.add(anEndpoint("elsewhere", { repositories: ["github.com/a/b"] }));
      await decided(aMessage("m1"), aMessage("m2", { event: "queue.state_changed" }));
      expect((await ids()).toSorted()).toEqual([
        "all:m1",
        "all:m2",
        "exact:m1",
        "family:m1",
        "here:m1",
        "here:m2",
      ]);
    });

    it("is nothing when nobody wants it, so that no replay finds it", async () => {
      await webhooks.add(anEndpoint("a", { filters: ["queue.*"] }));
      await decided(aMessage("m1"));
      await webhooks.add(anEndpoint("b"));
      expect(await webhooks.replay("b", 0)).toBe(0);
    });

    it("is nothing for an endpoint that is disabled or removed", async () => {
      await webhooks.add(anEndpoint("a"));
      await webhooks.add(anEndpoint("b"));
      await decided(aMessage("m1"));
      expect(await webhooks.settle(await claimOne(), failed({ disable: START }))).toBe("disabled");
      await webhooks.remove("b");
      await decided(aMessage("m2"));
      expect(await ids()).toEqual([]);
      expect((await webhooks.list()).map(({ id, waiting }) => [id, waiting])).toEqual([["a", 1]]);
    });
  });

  describe("claims", () => {
    beforeEach(async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("m1", { at: START }), aMessage("m2", { at: START + 1 }));
    });

    it("give a delivery to one process alone until its session ends", async () => {
      expect(await claimed("one", START, { most: 1 })).toMatchObject([{ message: { id: "m1" } }]);
      expect(await claimed("two")).toMatchObject([{ message: { id: "m2" } }]);
      expect(await claimed("three", START + 10_000_000)).toEqual([]);
      expect(await claimed("three", START, { ended: ["one", "two"] })).toHaveLength(2);
    });

    it("give each delivery to one of many who ask at the same moment", async () => {
      const all = await Promise.all(PROCESSES.map((name) => claimed(name)));
      expect(
        all
          .flat()
          .map(({ message }) => message.id)
          .toSorted(),
      ).toEqual(["m1", "m2"]);
    });

    it("give nothing that the process holds, and count it", async () => {
      const held = await claimed("one", START, { most: 1 });
      expect(await claimed("one", START, { most: 1, held })).toEqual([]);
      expect(await claimed("one", START, { most: 2, held })).toMatchObject([{ message: { id: "m2" } }]);
    });

    it("end when the delivery is given back", async () => {
      const all = await claimed("one");
      expect(await claimed("two")).toEqual([]);
      for (const delivery of all) await webhooks.giveBack(delivery);
      expect(await claimed("two")).toHaveLength(2);
    });

    it("are needed to record what became of an attempt", async () => {
      const late = await claimOne("one");
      const taken = await claimOne("two", START, { ended: ["one"] });
      expect(taken.message).toEqual(late.message);
      expect([await webhooks.isClaimed(late), await webhooks.isClaimed(taken)]).toEqual([false, true]);
      await webhooks.giveBack(late);
      expect(await webhooks.settle(late, failed())).toBe("lost");
      expect(await webhooks.settle(taken, delivered())).toBe("settled");
      expect(await webhooks.settle(taken, delivered())).toBe("lost");
    });

    it("are needed anew after an earlier claim of the same process", async () => {
      const earlier = await claimOne("one");
      await claimOne("one");
      expect(await webhooks.settle(earlier, delivered())).toBe("lost");
    });

    it("go no further than there is room for", async () => {
      expect(await claimed("one", START, { most: 0 })).toEqual([]);
      expect(await claimed("one", START, { most: 1 })).toHaveLength(1);
    });
  });

  describe("an attempt", () => {
    beforeEach(async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("m1"));
    });

    it("that succeeded is the last, and ends the endpoint's failing", async () => {
      await webhooks.settle(await claimOne(), failed());
      expect(await webhooks.list()).toMatchObject([{ failingSince: START, waiting: 1, givenUp: 0 }]);
      await webhooks.settle(await claimOne("one", START + 5000), delivered());
      expect(await webhooks.list()).toMatchObject([{ failingSince: null, waiting: 0, givenUp: 0 }]);
      expect(await webhooks.nextAttemptAt(START)).toBeNull();
    });

    it("that failed is counted and comes again when it is said", async () => {
      await webhooks.settle(await claimOne(), failed({ nextAt: START + 5000 }));
      expect(await webhooks.nextAttemptAt(START)).toBe(START + 5000);
      expect(await claimed("one", START + 4999)).toEqual([]);
      expect(await claimed("one", START + 5000)).toMatchObject([{ attempts: 1 }]);
    });

    it("that was the last is given up", async () => {
      await webhooks.settle(await claimOne(), failed({ nextAt: null }));
      expect(await ids(START * 2)).toEqual([]);
      expect(await webhooks.list()).toMatchObject([{ waiting: 0, givenUp: 1 }]);
    });

    it("that does not count against the endpoint leaves it as it was", async () => {
      await webhooks.settle(await claimOne(), failed({ countsAgainst: false, disable: START }));
      expect(await webhooks.list()).toMatchObject([{ failingSince: null, disabled: null }]);
    });

    it("disables an endpoint that has failed for long enough, and holds what waits until it is enabled", async () => {
      await webhooks.settle(await claimOne(), failed({ nextAt: START + 1 }));
      const second = await claimOne("one", START + 1);
      expect(await webhooks.settle(second, failed({ at: START + 9, nextAt: START + 10 }))).toBe("settled");
      const third = await claimOne("one", START + 10);
      const outcome = failed({ at: START + 10, nextAt: START + 20, disable: START });
      expect(await webhooks.settle(third, outcome)).toBe("disabled");
      expect(await webhooks.list()).toMatchObject([{ disabled: { at: START + 10, reason: "no hope" } }]);
      expect([await ids(START + 100), await webhooks.nextAttemptAt(START)]).toEqual([[], null]);
      expect(await webhooks.enable("a")).toBe("enabled");
      expect(await webhooks.list()).toMatchObject([{ disabled: null, failingSince: null }]);
      expect(await ids(START + 10)).toEqual(["a:m1"]);
    });
  });

  describe("endpoints", () => {
    it("are listed in order of creation, without their secrets", async () => {
      await webhooks.add(anEndpoint("b", { createdAt: START }));
      await webhooks.add(anEndpoint("a", { createdAt: START + 1 }));
      const all = await webhooks.list();
      expect(all).toMatchObject([{ id: "b" }, { id: "a", url: "https://example.com/a", filters: ["*"] }]);
      expect(JSON.stringify(all)).not.toContain("whsec_");
    });

    it("are no more than a number of them", async () => {
      for (let count = 0; count < MAX_ENDPOINTS; count += 1) {
        expect(await webhooks.add(anEndpoint(`e${count}`))).toBe("added");
      }
      expect(await webhooks.add(anEndpoint("one more"))).toBe("tooMany");
    });

    it("have two secrets for a while after one was exchanged, and the newest first", async () => {
      await webhooks.add(anEndpoint("a"));
      expect(await webhooks.rotateSecret("a", "whsec_Mg==", START + 10)).toBe("rotated");
      const secretsAt = async (now: number) => (await webhooks.destination("a", now))?.secrets;
      expect(await secretsAt(START + 9)).toEqual(["whsec_Mg==", "whsec_YQ=="]);
      expect(await secretsAt(START + 10)).toEqual(["whsec_Mg=="]);
      await webhooks.rotateSecret("a", "whsec_Mw==", START + 10);
      expect(await secretsAt(START + 9)).toEqual(["whsec_Mw==", "whsec_Mg=="]);
    });

    it("that are not there are named so by every call", async () => {
      expect([
        await webhooks.remove("x"),
        await webhooks.enable("x"),
        await webhooks.rotateSecret("x", "whsec_Mg==", START),
        await webhooks.destination("x", START),
        await webhooks.replay("x", 0),
      ]).toEqual(["noSuchEndpoint", "noSuchEndpoint", "noSuchEndpoint", null, null]);
    });
  });

  describe("a replay", () => {
    it("makes due anew what was delivered, given up, or never meant for the endpoint", async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("old", { at: START - 1 }), aMessage("m1"), aMessage("m2"));
      for (const delivery of await claimed()) {
        const outcome = delivery.message.id === "m1" ? delivered() : failed({ nextAt: null });
        await webhooks.settle(delivery, outcome);
      }
      await webhooks.add(anEndpoint("b", { filters: ["pull_request.*"] }));
      expect(await webhooks.replay("a", START)).toBe(2);
      expect(await webhooks.replay("b", START)).toBe(2);
      expect((await ids()).toSorted()).toEqual(["a:m1", "a:m2", "b:m1", "b:m2"]);
    });

    it("takes the delivery from the process that works on it, also where that claims it anew", async () => {
      await webhooks.add(anEndpoint("a"));
      await decided(aMessage("m1"));
      const earlier = await claimOne();
      await webhooks.replay("a", START);
      await claimOne();
      expect(await webhooks.settle(earlier, delivered())).toBe("lost");
      expect(await ids()).toEqual(["a:m1"]);
    });
  });

  it("forgets what is old, with its deliveries", async () => {
    await webhooks.add(anEndpoint("a"));
    await decided(aMessage("old", { at: START - 1 }));
    await webhooks.settle(await claimOne(), delivered());
    await decided(aMessage("new"));
    expect(await webhooks.forget(START)).toBe(1);
    expect(await webhooks.replay("a", 0)).toBe(1);
    expect(await ids()).toEqual(["a:new"]);
    expect(await webhooks.forget(START)).toBe(0);
  });

  it("forgets nothing that an endpoint still has to get, unless it is disabled", async () => {
    await webhooks.add(anEndpoint("a"));
    await webhooks.add(anEndpoint("b"));
    await decided(aMessage("old", { at: START - 1 }));
    const deliveries = await claimed();
    const [ofA, ofB] = ["a", "b"].map((id) => deliveries.find(({ endpoint }) => endpoint === id));
    if (ofA === undefined || ofB === undefined) throw new Error("nothing is due");
    await webhooks.settle(ofA, delivered());
    expect(await webhooks.forget(START)).toBe(0);
    expect(await webhooks.settle(ofB, failed({ disable: START }))).toBe("disabled");
    expect(await webhooks.forget(START)).toBe(1);
  });

  it("tells nothing of a decision that has nothing to tell", async () => {
    await webhooks.add(anEndpoint("a"));
    expect(await decided()).toBe("committed");
    expect(await webhooks.nextAttemptAt(START)).toBeNull();
  });
}

function anEndpoint(id: string, overrides: Partial<NewEndpoint> = {}): NewEndpoint {
  return {
    id,
    url: `https://example.com/${id}`,
    filters: ["*"],
    repositories: [],
    secret: "whsec_YQ==",
    createdAt: START,
    ...overrides,
  };
}

function aMessage(id: string, overrides: Partial<WebhookMessage> = {}): WebhookMessage {
  const body = '{"hostile":"\'); drop table webhook_messages; -- \\u2028"}';
  return { id, event: MERGED, at: START, repository: MONO, body, ...overrides };
}

function delivered(): AttemptOutcome {
  return { kind: "delivered", at: START, status: 204 };
}

interface Failure {
  readonly at?: number;
  readonly nextAt?: number | null;
  readonly countsAgainst?: boolean;
  /** Who has failed since then is disabled; nobody without it. */
  readonly disable?: number;
}

function failed({ at = START, nextAt = START + 5000, countsAgainst = true, disable = 0 }: Failure = {}) {
  const outcome: AttemptOutcome = {
    kind: "failed",
    at,
    status: 500,
    error: "x".repeat(100_000),
    nextAt,
    countsAgainst,
    disable: { ifFailingSince: disable, reason: "no hope" },
  };
  return outcome;
}

function decision(): Decision {
  return aDecision(aStoredQueue());
}
