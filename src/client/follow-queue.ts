/**
 * Follows one queue through the stream of events of this project's service. It connects again after each interruption,
 * with the last state that it knows, so that no change is missed.
 */
import { createParser } from "eventsource-parser";
import {
  HEARTBEAT_MS,
  QUEUE_CHANGED,
  type QueueChanged,
  readQueueChanged,
} from "../contract/queue-events.js";
import { readApiUrl } from "./api-url.js";
import { type ClientOptions, headersOf, redactFor } from "./client.js";
import { systemClock } from "./clock.js";
import { Deadline } from "./deadline.js";
import { type Failure, MergeQueueError } from "./errors.js";
import { delayMs, failureOfAnswer, failureOfCut, failureOfNetwork, failureOfStatus } from "./failures.js";
import type { QueueOnWire } from "./pull-request-on-wire.js";
import { httpTransport, readBeginning, type TransportReply } from "./transport.js";

/** The queue as it is now. */
export interface QueueChange extends QueueChanged {
  /** Identifies this state of the queue; pass it as `lastEventId` to go on from it. */
  readonly id: string;
}

export interface FollowOptions extends ClientOptions {
  /** The state that is known already. */
  readonly lastEventId?: string;
  /** A connection on which nothing arrives for so long is replaced; the service sends something each 15 seconds. */
  readonly silenceMs?: number;
}

const DEFAULT_CONNECT_MS = 30_000;
const MOST_KEPT_TEXT = 64 * 1024;
const KEPT_ERROR_BYTES = 64 * 1024;

/**
 * Yields the queue as it is, then each change, until `signal` aborts or `deadline` passes. Throws `MergeQueueError` once
 * a later attempt must fail too: the token is refused, or the queue does not exist or was deleted. `retries` is the number
 * of attempts in a row that may fail; without it there is no limit.
 */
export async function* followQueue(
  options: FollowOptions,
  queue: QueueOnWire,
): AsyncGenerator<QueueChange, void, undefined> {
  const {
    clock = systemClock,
    random = Math.random,
    retries = Infinity,
    deadline = Deadline.never(),
  } = options;
  const url = addressOf(options, queue);
  const signal = options.signal ?? new AbortController().signal;
  let known = options.lastEventId;
  let failures = 0;
  while (!signal.aborted && !deadline.hasPassed) {
    const connection = new Connection(options, url, known, signal);
    try {
      for await (const change of connection.changes()) {
        known = change.id;
        yield change;
      }
    } finally {
      connection.end();
    }
    const { failure, hasArrived } = connection;
    if (hasArrived) failures = 0;
    if (failure?.retryable === false) throw new MergeQueueError("events", failure, failures + 1);
    failures += 1;
    if (failure !== null && failures > retries) throw new MergeQueueError("events", failure, failures);
    const pause = delayMs(failures, failure?.retryAfterMs ?? null, random);
    await clock.sleep(Math.min(pause, deadline.remainingMs()), signal);
  }
}

function addressOf({ apiUrl }: FollowOptions, { repo, targetBranch }: QueueOnWire): string {
  const address = readApiUrl(apiUrl);
  if (!address.ok) throw new TypeError(`apiUrl: ${address.problem}`);
  const { host, owner, name } = repo;
  const query = new URLSearchParams({ repoHost: host, repo: `${owner}/${name}`, targetBranch });
  return `${address.url}/events?${query.toString()}`;
}

/** One request, and the stream that answers it. */
class Connection {
  readonly #options: FollowOptions;
  readonly #url: string;
  readonly #known: string | undefined;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the stream had begun, if only with a comment. */
  hasArrived = false;
  /** Why it ended; null: the service, the caller or the deadline ended it. */
  failure: Failure | null = null;

  constructor(options: FollowOptions, url: string, known: string | undefined, signal: AbortSignal) {
    this.#options = options;
    this.#url = url;
    this.#known = known;
    this.#signal = AbortSignal.any([signal, this.#abort.signal]);
  }

  /** Never rejects: see `failure`. */
  async *changes(): AsyncGenerator<QueueChange, void, undefined> {
    const redact = redactFor(this.#options.credential);
    try {
      const reply = await this.#connect();
      if (reply.status === 200) yield* this.#read(reply);
      else this.failure = await this.#refused(reply);
    } catch (error) {
      if (!this.#signal.aborted) this.failure = failureOfNetwork(error, redact);
    }
  }

  /** Closes the connection and leaves no timer behind. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  async #connect(): Promise<TransportReply> {
    const { transport = httpTransport, attemptTimeoutMs = DEFAULT_CONNECT_MS } = this.#options;
    const headers = {
      ...headersOf(this.#options),
      accept: "text/event-stream",
      ...(this.#known !== undefined && { "last-event-id": this.#known }),
    };
    this.#endAfter(attemptTimeoutMs);
    return transport.send({ method: "GET", url: this.#url, headers, body: null }, this.#signal);
  }

  async *#read(reply: TransportReply): AsyncGenerator<QueueChange, void, undefined> {
    const { silenceMs = 3 * HEARTBEAT_MS } = this.#options;
    const arrived: QueueChange[] = [];
    const problems: string[] = [];
    const parser = createParser({
      maxBufferSize: MOST_KEPT_TEXT,
      onEvent: ({ event, id, data }) => {
        if (event !== QUEUE_CHANGED) return;
        const change = readQueueChanged(data);
        if (change === null || id === undefined) problems.push("an event of its stream cannot be read");
        else arrived.push({ ...change, id });
      },
      onError: ({ type, message }) => {
        if (type === "max-buffer-size-exceeded") problems.push(message);
      },
    });
    const decoder = new TextDecoder();
    this.#endAfter(silenceMs);
    for await (const chunk of reply.body) {
      this.#endAfter(silenceMs);
      this.hasArrived = true;
      parser.feed(decoder.decode(chunk, { stream: true }));
      const [problem] = problems;
      if (problem !== undefined) {
        this.failure = failureOfAnswer(reply, problem, "", redactFor(this.#options.credential));
        return;
      }
      // The newest replaces the others.
      const newest = arrived.at(-1);
      arrived.length = 0;
      if (newest === undefined) continue;
      clearTimeout(this.#timer); // While the caller takes its time, nothing is read.
      yield newest;
      this.#endAfter(silenceMs);
    }
  }

  async #refused(reply: TransportReply): Promise<Failure> {
    const chunks: Uint8Array[] = [];
    await readBeginning(reply, KEPT_ERROR_BYTES, chunks);
    const text = new TextDecoder().decode(Buffer.concat(chunks));
    const { credential, clock = systemClock } = this.#options;
    return failureOfStatus(reply, text, redactFor(credential), clock);
  }

  #endAfter(ms: number): void {
    const { deadline = Deadline.never() } = this.#options;
    const leftMs = deadline.remainingMs();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        const failure = { ...failureOfCut("attemptTimedOut", ms), detail: `nothing arrived for ${ms} ms` };
        if (leftMs > ms) this.failure = failure;
        this.#abort.abort();
      },
      Math.min(ms, leftMs),
    );
  }
}
