/**
 * Delivers webhooks: each message to each endpoint at least once, and independently, so that a slow receiver holds up no
 * other.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/duration.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { type Meter, NO_METER, secondsSince } from "../ports/meter.js";
import type { Session } from "../ports/session.js";
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  MAX_ENDPOINTS,
  type WebhookStore,
} from "../ports/webhook-store.js";
import { again } from "../work/again.js";
import { sweepMsOf, Worker } from "../work/worker.js";
import type { SendWebhook, WebhookAnswer } from "./send-webhook.js";
import { signedHeaders } from "./signature.js";

export interface DeliveryPumpOptions {
  readonly store: WebhookStore;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Session;
  readonly meter?: Meter;
  /** How often the store is asked for deliveries that no event announced. */
  readonly sweepMs?: number;
}

const WHAT = "webhooks";
const MOST_PER_ENDPOINT = 4;
const KEPT_MS = 30 * DAY_MS;
const FORGET_INTERVAL_MS = HOUR_MS;
/** How long a stop waits for receivers. A delivery without an answer by then is given back. */
const STOP_PATIENCE_MS = 5000;
/** What giving back may take after that. */
const GIVE_BACK_MS = 1000;

export class DeliveryPump {
  readonly #options: DeliveryPumpOptions;
  readonly #worker: Worker<ClaimedDelivery>;
  readonly #stop = new AbortController();
  #stopForgetting: () => void = () => undefined;

  constructor(options: DeliveryPumpOptions) {
    this.#options = options;
    const { store, clock, log, session, sweepMs = sweepMsOf(session), meter = NO_METER } = options;
    this.#worker = new Worker<ClaimedDelivery>({
      ...{ clock, log, meter, session, sweepMs, what: WHAT, atATime: MAX_ENDPOINTS * MOST_PER_ENDPOINT },
      keyOf: ({ endpoint, message }) => `${endpoint} ${message.id}`,
      claim: async (_limit, held) => this.#claim(held),
      nextAt: async (after) => store.nextAttemptAt(after),
      run: async (delivery) => this.#attempt(delivery),
      isClaimed: async (delivery) => store.isClaimed(delivery),
      giveBack: async (delivery) => store.giveBack(delivery),
    });
  }

  start(): void {
    const { store, clock, log } = this.#options;
    this.#worker.start();
    this.#stopForgetting = again(clock, log, FORGET_INTERVAL_MS, "old webhooks", async () => {
      const count = await store.forget(clock.now() - KEPT_MS);
      if (count > 0) log.info({ count }, "old webhooks were removed");
    });
  }

  /** Something may be due. */
  poke(): void {
    this.#worker.poke();
  }

  /** Begins nothing new and waits a while for receivers; later answers do not count. */
  async stop(): Promise<void> {
    this.#stopForgetting();
    const cancel = this.#options.clock.after(STOP_PATIENCE_MS, () => this.#stop.abort());
    await this.#worker.stop(STOP_PATIENCE_MS + GIVE_BACK_MS);
    cancel();
  }

  /** The other processes are woken while an endpoint has more to get than this one sends it at a time. */
  async #claim(held: readonly ClaimedDelivery[]): Promise<readonly ClaimedDelivery[]> {
    const { store, clock, session } = this.#options;
    const claim = {
      claimant: session.claimant(),
      now: clock.now(),
      mostPerEndpoint: MOST_PER_ENDPOINT,
      held,
    };
    const claimed = await store.claim(claim);
    const perEndpoint = Map.groupBy([...held, ...claimed], ({ endpoint }) => endpoint);
    const isFull = claimed.some(({ endpoint }) => perEndpoint.get(endpoint)?.length === MOST_PER_ENDPOINT);
    if (isFull) session.wakeOthers(WHAT);
    return claimed;
  }

  async #attempt(delivery: ClaimedDelivery): Promise<number | null> {
    const { store, send, clock, meter = NO_METER } = this.#options;
    await this.#worker.requireClaim(delivery);
    const { message, url, secrets } = delivery;
    const headers = signedHeaders(secrets, message.id, clock.now(), message.body);
    const startedAt = performance.now();
    const answer = await send({ url, headers, body: message.body }, this.#stop.signal);
    // The receiver has not failed.
    if (this.#stop.signal.aborted) {
      await store.giveBack(delivery);
      return null;
    }
    const outcome = this.#outcome(answer, delivery.attempts);
    const nextAt = outcome.kind === "failed" ? outcome.nextAt : null;
    const isGivenUp = outcome.kind === "failed" && nextAt === null;
    const counted = { outcome: isGivenUp ? "givenUp" : outcome.kind } as const;
    meter.observe("webhookAttempt", counted, secondsSince(startedAt));
    this.#report(delivery, answer, outcome, await store.settle(delivery, outcome));
    return nextAt;
  }

  /** `failedBefore` counts the attempts before this one. */
  #outcome(answer: WebhookAnswer, failedBefore: number): AttemptOutcome {
    const now = this.#options.clock.now();
    const delayMs = RETRY_DELAYS_MS[failedBefore];
    if (answer.kind === "answered" && answer.status >= 200 && answer.status < 300) {
      return { kind: "delivered", at: now, status: answer.status };
    }
    const isAborted = answer.kind === "answered" && answer.isAborted;
    const error = wordsOf(answer);
    return {
      kind: "failed",
      at: now,
      status: answer.kind === "answered" ? answer.status : null,
      error,
      nextAt: isAborted || delayMs === undefined ? null : this.#worker.retryAt(delayMs),
      countsAgainst: !isAborted,
      disable: {
        ifFailingSince: now - DISABLED_AFTER_MS,
        reason: `nothing could be delivered for five days; the last attempt: ${error}`,
      },
    };
  }

  /** The path of an address may be a secret: it is not logged. */
  #report(
    { endpoint, message, attempts }: ClaimedDelivery,
    answer: WebhookAnswer,
    outcome: AttemptOutcome,
    settled: "settled" | "disabled" | "lost",
  ): void {
    const { log } = this.#options;
    const fields = { endpoint, message: message.id, attempt: attempts + 1, status: statusOf(answer) };
    if (settled === "lost") log.warn(fields, "another process took a webhook over; it may arrive twice");
    else if (outcome.kind === "delivered") log.debug(fields, "a webhook was delivered");
    else {
      const { error, nextAt } = outcome;
      const next = nextAt === null ? null : new Date(nextAt).toISOString();
      log.warn({ ...fields, error, next }, "a webhook was not delivered");
    }
    if (settled === "disabled") {
      log.error({ endpoint }, "an endpoint of webhooks failed for days and is disabled");
    }
  }
}

function statusOf(answer: WebhookAnswer): number | null {
  return answer.kind === "answered" ? answer.status : null;
}

function wordsOf(answer: WebhookAnswer): string {
  if (answer.kind === "unanswered") return answer.why;
  const { status, isAborted, excerpt } = answer;
  const said = excerpt.trim() === "" ? "" : `: ${excerpt.trim()}`;
  if (isAborted) return `answered ${status} and wants no other attempt${said}`;
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? ", a redirect, which is not followed" : ""}${said}`;
}

/** The documented schedule, which no formula gives. The first attempt is immediate, and none follows the last. */
const RETRY_DELAYS_MS: readonly number[] = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** An endpoint that nothing was delivered to for so long, though it was tried, is disabled. */
const DISABLED_AFTER_MS = 5 * DAY_MS;

/** Longer than nearly every transaction; the sweep finds the messages of a slower one. */
const LONGEST_TRANSACTION_MS = 5000;

/** Whether a decision saved lately may have written webhook messages. Most write none, and then the store is not asked. */
export class ExpectedMessages {
  readonly #monotonic: () => number;
  #expectedAt = Number.NEGATIVE_INFINITY;

  constructor(monotonicMs: () => number) {
    this.#monotonic = monotonicMs;
  }

  /** Called in a transaction that writes messages, before it is committed. */
  expect(): void {
    this.#expectedAt = this.#monotonic();
  }

  mayBeDue(): boolean {
    return this.#monotonic() - this.#expectedAt < LONGEST_TRANSACTION_MS;
  }
}
