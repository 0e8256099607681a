/** Deliveries over days, with a clock that tests move, a real store, and receivers that are made up or real. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemClock } from "../../../../src/service/app/open-work.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { QueueStore } from "../../../../src/service/ports/queue-store.js";
import { ONLY_PROCESS } from "../../../../src/service/ports/session.js";
import type {
  WebhookEndpoint,
  WebhookMessage,
  WebhookStore,
} from "../../../../src/service/ports/webhook-store.js";
import { SqlWebhookStore } from "../../../../src/service/store/sql/sql-webhook-store.js";
import { webhookOutbox } from "../../../../src/service/store/sql/webhook-outbox.js";
import { openSqlite } from "../../../../src/service/store/sqlite/open-sqlite-store.js";
import { DeliveryPump } from "../../../../src/service/webhooks/delivery-pump.js";
import { addressRules } from "../../../../src/service/webhooks/private-addresses.js";
import {
  type SendWebhook,
  type WebhookAnswer,
  type WebhookRequest,
  webhookSender,
} from "../../../../src/service/webhooks/send-webhook.js";
import { newSecret } from "../../../../src/service/webhooks/signature.js";
import { type ManualClock, manualClock, settle } from "../../../support/manual-clock.js";
import { Sessions } from "../../../support/sessions.js";
import { aDecision, aQueueName, aStoredQueue, START } from "../../../support/stored-queue.js";
import { waitUntil } from "../../../support/wait-until.js";
import {
  ACCEPT,
  answering,
  type Behaviour,
  HANG,
  type WebhookReceiver,
  webhookReceiver,
} from "../../../support/webhook-receiver.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ACCEPTED: WebhookAnswer = { kind: "answered", status: 200, isAborted: false, excerpt: "" };
const REFUSED: WebhookAnswer = { kind: "answered", status: 500, isAborted: false, excerpt: "down" };

let store: QueueStore;
let webhooks: WebhookStore;
let clock: ManualClock;
let version: number;
let pumps: DeliveryPump[];
let sessions: Sessions;
/** When something was sent, and what. */
let sent: { readonly at: number; readonly request: WebhookRequest }[];
let answer: WebhookAnswer | Promise<WebhookAnswer>;

const record: SendWebhook = (request) => {
  sent.push({ at: clock.now() - START, request });
  return Promise.resolve(answer);
};

beforeEach(async () => {
  [version, pumps, sent, answer, clock] = [0, [], [], ACCEPTED, manualClock(START)];
  sessions = new Sessions();
  const opened = await openSqlite({
    path: ":memory:",
    engine: "1.0.0",
    onCommit: [webhookOutbox((_before, after) => messagesOf(after.version))],
  });
  store = opened.store;
  webhooks = new SqlWebhookStore(opened.db);
  await store.create(aQueueName(), aStoredQueue());
});
afterEach(async () => {
  for (const pump of pumps) await pump.stop();
  await store.close();
});

/** Each decision tells one thing, named after its version. */
function messagesOf(count: number): readonly WebhookMessage[] {
  const at = clock.now();
  return [
    { id: `m${count}`, event: "queue.state_changed", at, repository: "github.com/octo/mono", body: "{}" },
  ];
}

async function decide(count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await store.commit(aQueueName(), version, { kind: "timePassed", at: START }, aDecision(aStoredQueue()));
    version += 1;
  }
}

async function addEndpoint(id = "a", url = "https://example.com/hooks"): Promise<void> {
  await webhooks.add({ id, url, filters: ["*"], repositories: [], secret: newSecret(), createdAt: START });
}

/** The pump of one process, over made-up receivers. */
function started(name = "one", send: SendWebhook = record): DeliveryPump {
  const pump = new DeliveryPump({
    store: webhooks,
    send,
    clock,
    log: SILENT_LOG,
    session: sessions.open(name),
    // What is due comes in time without it, and days pass faster.
    sweepMs: DAY,
  });
  pumps.push(pump);
  pump.start();
  return pump;
}

async function endpoint(): Promise<WebhookEndpoint | undefined> {
  return (await webhooks.list())[0];
}

const attemptsAt = () => sent.map(({ at }) => at);

describe("the schedule", () => {
  it("tries at once and then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and never again", async () => {
    await addEndpoint();
    await decide();
    answer = REFUSED;
    started();
    await settle();
    await clock.advance(40 * HOUR);
    let at = 0;
    const delays = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    expect(attemptsAt()).toEqual(delays.map((delay) => (at += delay)));
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 1, failingSince: START, disabled: null });
  });

  it("keeps the id and signs each attempt anew", async () => {
    await addEndpoint();
    await decide();
    answer = REFUSED;
    started();
    await settle();
    await clock.advance(5 * SECOND);
    const headers = sent.map(({ request }) => request.headers);
    expect(headers.map((one) => one["webhook-id"])).toEqual(["m1", "m1"]);
    expect(headers.map((one) => Number(one["webhook-timestamp"]) * 1000 - START)).toEqual([0, 5 * SECOND]);
    expect(headers[0]?.["webhook-signature"]).not.toBe(headers[1]?.["webhook-signature"]);
  });

  it("ends with the first success", async () => {
    await addEndpoint();
    await decide();
    answer = REFUSED;
    started();
    await settle();
    answer = ACCEPTED;
    await clock.advance(5 * SECOND);
    await clock.advance(DAY);
    expect(attemptsAt()).toEqual([0, 5 * SECOND]);
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 0, failingSince: null });
  });

  it.each([301, 302, 307, 308, 400, 410, 503])("takes an answer of %i for a failure", async (status) => {
    await addEndpoint();
    await decide();
    answer = { ...REFUSED, status };
    started();
    await settle();
    expect(await endpoint()).toMatchObject({ waiting: 1, failingSince: START });
  });

  it("ends when the receiver wants no other attempt, which is not held against it", async () => {
    await addEndpoint();
    await decide();
    answer = { ...REFUSED, isAborted: true };
    started();
    await settle();
    await clock.advance(DAY);
    expect(attemptsAt()).toEqual([0]);
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 1, failingSince: null });
  });

  it("signs with two secrets while an exchanged one is still active", async () => {
    await addEndpoint();
    await webhooks.rotateSecret("a", newSecret(), START + HOUR);
    await decide();
    const pump = started();
    await settle();
    await clock.advance(HOUR);
    await decide();
    pump.poke();
    await settle();
    const signatures = sent.map(({ request }) => request.headers["webhook-signature"].split(" ").length);
    expect(signatures).toEqual([2, 1]);
  });
});

describe("an endpoint that fails for five days", () => {
  it("is disabled with its reason, hears nothing more, and goes on once it is enabled", async () => {
    await addEndpoint();
    answer = REFUSED;
    const pump = started();
    for (let day = 0; day < 6; day += 1) {
      await decide();
      pump.poke();
      await settle();
      await clock.advance(DAY);
    }
    const failing = await endpoint();
    expect(failing?.disabled?.reason).toBe(
      "nothing could be delivered for five days; the last attempt: answered 500: down",
    );
    expect(failing?.disabled?.at).toBeLessThan(START + 5 * DAY + 10 * HOUR + 1);
    const { length } = sent;
    await decide();
    pump.poke();
    await clock.advance(2 * DAY);
    expect(sent).toHaveLength(length);
    await webhooks.enable("a");
    answer = ACCEPTED;
    await decide();
    pump.poke();
    await settle();
    expect(sent.slice(length).map(({ request }) => request.headers["webhook-id"])).toContain("m8");
    expect(await endpoint()).toMatchObject({ disabled: null, failingSince: null, waiting: 0 });
  });

  it("is not disabled when it succeeds in between", async () => {
    await addEndpoint();
    const pump = started();
    for (let day = 0; day < 8; day += 1) {
      answer = day === 4 ? ACCEPTED : REFUSED;
      await decide();
      pump.poke();
      await settle();
      await clock.advance(DAY);
    }
    expect(await endpoint()).toMatchObject({ disabled: null });
  });
});

describe("several processes", () => {
  it("take over what one held that was killed, and not before it is missed", async () => {
    await addEndpoint();
    await decide();
    const never = new Promise<never>(() => undefined);
    const killed = new DeliveryPump({
      store: storeBut({ settle: async () => never }),
      ...{ clock, log: SILENT_LOG, session: sessions.open("killed"), send: record },
    });
    killed.start();
    await settle();
    started("other");
    await clock.advance(30 * SECOND);
    expect(attemptsAt()).toEqual([0]);
    sessions.end("killed");
    await settle();
    expect(sent).toHaveLength(2);
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 0 });
  });

  it("send nothing more once their session is lost and another has the delivery", async () => {
    await addEndpoint();
    await decide();
    const isAsked = Promise.withResolvers<null>();
    const goOn = Promise.withResolvers<null>();
    const frozen = new DeliveryPump({
      store: storeBut({
        isClaimed: async (delivery) => {
          isAsked.resolve(null);
          await goOn.promise;
          return webhooks.isClaimed(delivery);
        },
        claim: async (claim) => {
          const claimed = await webhooks.claim(claim);
          if (claimed.length > 0) sessions.end("frozen");
          return claimed;
        },
      }),
      ...{ clock, log: SILENT_LOG, session: sessions.open("frozen"), send: record },
    });
    pumps.push(frozen);
    frozen.start();
    await isAsked.promise;
    started("other");
    await settle();
    goOn.resolve(null);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it("help when one has more to deliver than it may at a time", async () => {
    await addEndpoint();
    answer = new Promise(() => undefined);
    const [one] = [started("one"), started("two")];
    await settle();
    await decide(9);
    one.poke();
    await settle();
    expect(sent).toHaveLength(8);
    answer = ACCEPTED;
    sessions.end("one");
    const stopping = Promise.all(pumps.map((pump) => pump.stop()));
    await clock.advance(10 * SECOND);
    await stopping;
    pumps = [];
  });

  it("tell each thing once while all of them live", async () => {
    await addEndpoint();
    await decide(20);
    for (const name of ["one", "two", "three"]) started(name);
    await waitUntil("all deliveries", async () => (await endpoint())?.waiting === 0);
    expect(sent.map(({ request }) => request.headers["webhook-id"]).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `m${index + 1}`).toSorted(),
    );
  });
});

describe("receivers over real HTTP", () => {
  let receivers: WebhookReceiver[];
  beforeEach(() => {
    receivers = [];
    // What is told now is not old.
    clock = manualClock(Date.now());
  });
  afterEach(() => Promise.all(receivers.map((receiver) => receiver.close())));

  async function listening(id: string, behaviour: Behaviour): Promise<WebhookReceiver> {
    const receiver = await webhookReceiver(behaviour);
    receivers.push(receiver);
    await addEndpoint(id, receiver.url);
    return receiver;
  }

  function startedOverHttp(): void {
    const pump = new DeliveryPump({
      store: webhooks,
      send: webhookSender({ rules: addressRules("allow"), version: "1.0.0", timeoutMs: 5000 }),
      clock: systemClock,
      log: SILENT_LOG,
      session: sessions.open("http"),
    });
    pumps.push(pump);
    pump.start();
  }

  it("do not hold each other up: one hangs, another is told everything", async () => {
    const slow = await listening("slow", HANG);
    const good = await listening("good", ACCEPT);
    await decide(50);
    startedOverHttp();
    await good.until(50);
    expect(new Set(good.received.map(({ headers }) => headers["webhook-id"])).size).toBe(50);
    await slow.until(4);
    expect([slow.mostOpen(), good.mostOpen() <= 4]).toEqual([4, true]);
    slow.behave(ACCEPT);
    await slow.close();
  });

  it("that refuse one message are told the others", async () => {
    const receiver = await listening("a", (response, received, count) => {
      answering(received.headers["webhook-id"] === "m1" ? 500 : 204)(response, received, count);
    });
    await decide(3);
    startedOverHttp();
    await waitUntil("two deliveries", async () => (await endpoint())?.waiting === 1);
    await receiver.until(3);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"]).toSorted()).toEqual([
      "m1",
      "m2",
      "m3",
    ]);
  });
});

it("forgets what is older than thirty days, and nothing before", async () => {
  await addEndpoint();
  await decide();
  started();
  await settle();
  await clock.advance(29 * DAY);
  expect(await webhooks.replay("a", 0)).toBe(1);
  await clock.advance(3 * DAY);
  expect(await webhooks.replay("a", 0)).toBe(0);
});

it("stops without beginning anything new, and gives back what it had claimed", async () => {
  await addEndpoint();
  await decide();
  let release: (answer: WebhookAnswer) => void = () => undefined;
  answer = new Promise((resolve) => {
    release = resolve;
  });
  const pump = started();
  await settle();
  const stopping = pump.stop();
  await decide();
  pump.poke();
  release(ACCEPTED);
  await stopping;
  expect(sent).toHaveLength(1);
  const claimant = sessions.open("next").claimant();
  const claim = { claimant, now: clock.now(), mostPerEndpoint: 9, held: [] };
  expect((await webhooks.claim(claim)).map(({ message }) => message.id)).toEqual(["m2"]);
});

it("leaves what a receiver did not answer before the stop to the next process", async () => {
  await addEndpoint();
  await decide();
  const hanging: SendWebhook = (_request, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ kind: "unanswered", why: "stopped" }));
    });
  const pump = started("one", hanging);
  await settle();
  const stopping = pump.stop();
  await clock.advance(5 * SECOND);
  await stopping;
  expect(await endpoint()).toMatchObject({ waiting: 1, failingSince: null });
  started("two");
  await settle();
  expect(sent).toHaveLength(1);
});

it("goes on when the store fails for a while", async () => {
  await addEndpoint();
  await decide();
  let failures = 3;
  const failing = storeBut({
    claim: async (claim) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the disk is full");
      return webhooks.claim(claim);
    },
  });
  const pump = new DeliveryPump({
    store: failing,
    send: record,
    clock,
    log: SILENT_LOG,
    session: ONLY_PROCESS,
  });
  pumps.push(pump);
  pump.start();
  await settle();
  await clock.advance(4 * SECOND);
  expect(sent).toHaveLength(1);
});

it("tells again soon what could not be settled, also while another receiver keeps it busy", async () => {
  await addEndpoint("good");
  await addEndpoint("slow", "https://example.com/slow");
  await decide();
  let failures = 1;
  const failing = storeBut({
    settle: async (delivery, outcome) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the connection is gone");
      return webhooks.settle(delivery, outcome);
    },
  });
  const hanging: SendWebhook = (request, signal) => {
    if (!request.url.endsWith("/slow")) return record(request, signal);
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ kind: "unanswered", why: "stopped" }));
    });
  };
  const pump = new DeliveryPump({
    store: failing,
    send: hanging,
    clock,
    log: SILENT_LOG,
    session: ONLY_PROCESS,
  });
  pump.start();
  await settle();
  await clock.advance(30 * SECOND);
  expect(attemptsAt()).toEqual([0, SECOND]);
  expect((await webhooks.list()).map(({ id, waiting }) => [id, waiting])).toEqual([
    ["good", 0],
    ["slow", 1],
  ]);
  const stopping = pump.stop();
  await clock.advance(5 * SECOND);
  await stopping;
});

/** The store, but for some of what it does. */
function storeBut(changes: Partial<WebhookStore>): WebhookStore {
  return {
    add: (one) => webhooks.add(one),
    list: () => webhooks.list(),
    remove: (id) => webhooks.remove(id),
    rotateSecret: (id, secret, until) => webhooks.rotateSecret(id, secret, until),
    enable: (id) => webhooks.enable(id),
    destination: (id, now) => webhooks.destination(id, now),
    replay: (id, since) => webhooks.replay(id, since),
    claim: (claim) => webhooks.claim(claim),
    isClaimed: (delivery) => webhooks.isClaimed(delivery),
    giveBack: (delivery) => webhooks.giveBack(delivery),
    settle: (delivery, outcome) => webhooks.settle(delivery, outcome),
    nextAttemptAt: (after) => webhooks.nextAttemptAt(after),
    forget: (before) => webhooks.forget(before),
    ...changes,
  };
}
