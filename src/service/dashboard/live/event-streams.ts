/** Open streams of server-sent events: bounded in number, ended with the session and when the service stops. */
import { HEARTBEAT_MS } from "../../../contract/queue-events.js";
import type { Clock } from "../../ports/clock.js";

/** Leaves most of the default 2000 connections to the API. */
export const MOST_STREAMS = 500;
/** A stream outlives its session by this long at most after it has sent something. */
export const CHECK_MS = 5000;

const HEARTBEAT = new TextEncoder().encode(":\n\n");

export interface StreamMessage {
  /** Identifies the state that a client has after the message. */
  readonly id: string;
  /** Whole events. Several streams send the same bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface StreamSource {
  /** What a client lacks that has the state `known`; null: nothing. */
  messageFor(known: string | null): StreamMessage | null;
  /** For how long a change waits that is not in the messages; 0: none waits for long. */
  lateMs(): number;
  /** Calls back after each change, when it becomes late, and with "closed" after the last. Returns a function that ends the subscription. */
  subscribe(onEvent: (event: "changed" | "closed") => void): () => void;
}

export interface StreamOptions {
  readonly source: StreamSource;
  /** The state that the client knows; null: none. */
  readonly known: string | null;
  /** Asked at each heartbeat, and soon after each message. */
  readonly isPermitted: () => Promise<boolean>;
}

export class EventStreams {
  readonly #clock: Pick<Clock, "after">;
  readonly #open = new Set<OpenStream>();

  constructor(clock: Pick<Clock, "after">) {
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#open.size >= MOST_STREAMS;
  }

  get size(): number {
    return this.#open.size;
  }

  open(options: StreamOptions): ReadableStream<Uint8Array> {
    let stream: OpenStream | undefined;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = new OpenStream(controller, this.#clock, options, (ended) => this.#open.delete(ended));
        this.#open.add(stream);
      },
      // The client has read what was sent: one that was slow may lack something.
      pull: () => {
        stream?.advance();
      },
      cancel: () => stream?.end("cancelled"),
    });
  }

  /** Browsers connect again, to another replica or after the restart. */
  close(): void {
    for (const stream of [...this.#open]) stream.end("closed");
  }
}

class OpenStream {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #clock: Pick<Clock, "after">;
  readonly #options: StreamOptions;
  readonly #onEnd: (stream: OpenStream) => void;
  readonly #unsubscribe: () => void;
  #known: string | null;
  #stopHeart: () => void = () => undefined;
  #stopCheck: (() => void) | null = null;
  #hasEnded = false;
  /** The client shows an age. */
  #isLate = false;

  constructor(
    controller: ReadableStreamDefaultController<Uint8Array>,
    clock: Pick<Clock, "after">,
    options: StreamOptions,
    onEnd: (stream: OpenStream) => void,
  ) {
    this.#controller = controller;
    this.#clock = clock;
    this.#options = options;
    this.#known = options.known;
    this.#onEnd = onEnd;
    this.#unsubscribe = options.source.subscribe((event) => {
      if (event === "closed") this.end("closed");
      else this.advance();
    });
    // A first byte shows browsers and proxies that the stream is open.
    if (!this.advance()) this.#controller.enqueue(HEARTBEAT);
    this.#beatLater();
  }

  /** Sends what the client lacks, unless it has not read the message before: it then skips states. */
  advance(): boolean {
    if (this.#hasEnded || this.#isSlow) return false;
    const message = this.#options.source.messageFor(this.#known);
    if (message === null) return this.#reportAge();
    this.#known = message.id;
    this.#isLate = false;
    this.#controller.enqueue(message.bytes);
    this.#stopCheck ??= this.#clock.after(CHECK_MS, () => {
      this.#stopCheck = null;
      void this.#check();
    });
    return true;
  }

  #reportAge(): boolean {
    const lateMs = this.#options.source.lateMs();
    if (lateMs > 0 === this.#isLate) return false;
    this.#isLate = lateMs > 0;
    const event = this.#isLate ? "page-late" : "page-current";
    this.#controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${Math.round(lateMs)}\n\n`));
    return true;
  }

  end(how: "closed" | "cancelled"): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#unsubscribe();
    this.#stopHeart();
    this.#stopCheck?.();
    this.#onEnd(this);
    if (how === "closed") this.#controller.close();
  }

  #beatLater(): void {
    this.#stopHeart = this.#clock.after(HEARTBEAT_MS, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    if (!(await this.#check())) return;
    if (!this.advance() && !this.#isSlow) this.#controller.enqueue(HEARTBEAT);
    this.#beatLater();
  }

  /** Ends the stream that is no longer permitted. */
  async #check(): Promise<boolean> {
    const isPermitted = await this.#options.isPermitted().catch(() => false);
    if (this.#hasEnded) return false;
    if (!isPermitted) this.end("closed");
    return isPermitted;
  }

  get #isSlow(): boolean {
    return (this.#controller.desiredSize ?? 0) <= 0;
  }
}
