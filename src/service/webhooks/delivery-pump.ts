/**
 * Delivers what decisions left to be told: at least once, each message to each endpoint on its own, so that a slow
 * receiver holds up no other. Several processes share the work by claims, which run out when a process dies.
 */
import { errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { type Meter, NO_METER, secondsSince } from "../ports/meter.js";
import type { AttemptOutcome, ClaimedDelivery, WebhookStore } from "../ports/webhook-store.js";
import { Renewal, Rounds } from "../rounds/rounds.js";
import type { SendWebhook, WebhookAnswer } from "./send-webhook.js";
import { signedHeaders } from "./signature.js";

export interface DeliveryPumpOptions {
  readonly store: WebhookStore;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** One name per running process. */
  readonly taker: string;
  /** How often the store is asked what others have left there; what is known to be due comes in time. */
  readonly pollIntervalMs?: number;
}

const POLL_INTERVAL_MS = 1000;
/** A killed process's deliveries are taken over after this, and one that lives renews its claims well before. */
const CLAIM_MS = 8000;
const RENEW_INTERVAL_MS = 2000;
const MOST_PER_ENDPOINT = 4;
const KEPT_MS = 30 * 24 * 3_600_000;
const FORGET_INTERVAL_MS = 3_600_000;
/** How long a stop waits for receivers; what is not answered by then is told again by the next process. */
const STOP_PATIENCE_MS = 5000;

export class DeliveryPump {
  readonly #options: DeliveryPumpOptions;
  readonly #pollIntervalMs: number;
  /** By endpoint. */
  readonly #underWay = new Map<string, Map<ClaimedDelivery, Promise<void>>>();
  readonly #stop = new AbortController();
  readonly #rounds: Rounds;
  readonly #renewal: Renewal;
  /** In monotonic milliseconds. */
  #forgetAt = Number.NEGATIVE_INFINITY;

  constructor(options: DeliveryPumpOptions) {
    this.#options = options;
    this.#pollIntervalMs = options.pollIntervalMs ?? POLL_INTERVAL_MS;
    this.#rounds = new Rounds(options.clock, () => this.#look());
    this.#renewal = new Renewal({
      clock: options.clock,
      intervalMs: RENEW_INTERVAL_MS,
      isNeeded: () => this.#underWay.size > 0,
      renew: () => this.#renew(),
    });
  }

  start(): void {
    this.poke();
  }

  /** Looks for deliveries soon; calling it again while it looks makes it look once more. */
  poke(): void {
    this.#rounds.begin();
  }

  /** Begins nothing new and waits a while for receivers; then their answers no longer count. */
  async stop(): Promise<void> {
    const patience = this.#options.clock.after(STOP_PATIENCE_MS, () => this.#stop.abort());
    await this.#rounds.stop();
    await Promise.all([...this.#underWay.values()].flatMap((attempts) => [...attempts.values()]));
    patience();
    this.#renewal.stop();
    await this.#guarded("release", () => this.#options.store.release(this.#options.taker));
  }

  async #look(): Promise<void> {
    const { store, clock, taker } = this.#options;
    const now = clock.now();
    let next = now + this.#pollIntervalMs;
    await this.#guarded("look", async () => {
      const due = await store.nextAttemptAt(now);
      if (due === null || due > now) {
        next = Math.min(next, due ?? next);
        return;
      }
      // Each attempt pokes when it ends, which makes room for what is due and shows what comes next.
      const claim = { taker, now, until: now + CLAIM_MS, room: (endpoint: string) => this.#room(endpoint) };
      for (const delivery of await store.claim(claim)) this.#begin(delivery);
    });
    await this.#forgetOld();
    this.#rounds.beginAfter(Math.max(next - clock.now(), 0));
  }

  #room(endpoint: string): number {
    return this.#rounds.isStopped ? 0 : MOST_PER_ENDPOINT - (this.#underWay.get(endpoint)?.size ?? 0);
  }

  #begin(delivery: ClaimedDelivery): void {
    const { endpoint } = delivery;
    const attempts = this.#underWay.get(endpoint) ?? new Map<ClaimedDelivery, Promise<void>>();
    this.#underWay.set(endpoint, attempts);
    const attempt = this.#guarded("attempt", () => this.#attempt(delivery)).finally(() => {
      attempts.delete(delivery);
      if (attempts.size === 0) this.#underWay.delete(endpoint);
      this.poke();
    });
    attempts.set(delivery, attempt);
    this.#renewal.begin();
  }

  async #attempt(delivery: ClaimedDelivery): Promise<void> {
    const { store, send, clock, taker } = this.#options;
    const { message, url, secrets } = delivery;
    const headers = signedHeaders(secrets, message.id, clock.now(), message.body);
    const startedAt = performance.now();
    const answer = await send({ url, headers, body: message.body }, this.#stop.signal);
    // A stop says nothing about the receiver.
    if (this.#stop.signal.aborted) return;
    const outcome = attemptOutcome(answer, delivery.attempts, clock.now());
    const isGivenUp = outcome.kind === "failed" && outcome.nextAt === null;
    const { meter = NO_METER } = this.#options;
    const counted = { outcome: isGivenUp ? "givenUp" : outcome.kind } as const;
    meter.observe("webhookAttempt", counted, secondsSince(startedAt));
    this.#tell(delivery, answer, outcome, await store.settle(taker, delivery, outcome));
  }

  /** The path of an address may be a secret: it is not logged. */
  #tell(
    { endpoint, message, attempts }: ClaimedDelivery,
    answer: WebhookAnswer,
    outcome: AttemptOutcome,
    settled: "settled" | "disabled" | "lost",
  ): void {
    const { log } = this.#options;
    const fields = { endpoint, message: message.id, attempt: attempts + 1, status: statusOf(answer) };
    if (settled === "lost") log.warn(fields, "somebody else has taken over a webhook; it may be told twice");
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

  async #renew(): Promise<void> {
    const { store, clock, taker } = this.#options;
    const deliveries = [...this.#underWay.values()].flatMap((attempts) => [...attempts.keys()]);
    await this.#guarded("renew", () => store.renew(taker, deliveries, clock.now() + CLAIM_MS));
  }

  async #forgetOld(): Promise<void> {
    const { store, clock, log } = this.#options;
    if (clock.monotonic() < this.#forgetAt || this.#rounds.isStopped) return;
    this.#forgetAt = clock.monotonic() + FORGET_INTERVAL_MS;
    await this.#guarded("forget", async () => {
      const count = await store.forget(clock.now() - KEPT_MS);
      if (count > 0) log.info({ count }, "old webhooks are forgotten");
    });
  }

  /** A store that fails now is asked again; claims that could not be settled run out. */
  async #guarded(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#options.log.error(
        { what, error: errorText(error) },
        "webhooks are held up by the store; trying again",
      );
    }
  }
}

function statusOf(answer: WebhookAnswer): number | null {
  return answer.kind === "answered" ? answer.status : null;
}

/** `failedBefore` counts the attempts before this one. */
function attemptOutcome(answer: WebhookAnswer, failedBefore: number, now: number): AttemptOutcome {
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
    nextAt: isAborted ? null : retryAt(failedBefore + 1, now),
    countsAgainst: !isAborted,
    disable: {
      ifFailingSince: now - DISABLED_AFTER_MS,
      reason: `nothing could be delivered for five days; the last attempt: ${error}`,
    },
  };
}

function wordsOf(answer: WebhookAnswer): string {
  if (answer.kind === "unanswered") return answer.why;
  const { status, isAborted, excerpt } = answer;
  const said = excerpt.trim() === "" ? "" : `: ${excerpt.trim()}`;
  if (isAborted) return `answered ${status} and wants no other attempt${said}`;
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? ", a redirect, which is not followed" : ""}${said}`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first attempt, which comes at once. */
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

/** An endpoint that nothing was delivered to for so long, though it was tried, is disabled. */
const DISABLED_AFTER_MS = 5 * 24 * HOUR;

/** Null: that was the last attempt. */
function retryAt(failedAttempts: number, now: number): number | null {
  const delay = RETRY_DELAYS_MS[failedAttempts - 1];
  return delay === undefined ? null : now + delay;
}
