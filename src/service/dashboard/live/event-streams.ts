/** Open streams of server-sent events: bounded in number, ended with the session and when the service stops. */
import { HEARTBEAT_MS, QUEUE_CHANGED, type QueueChanged } from "../../../contract/queue-events.js";
import type { Clock } from "../../ports/clock.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { eventId } from "./queue-watch.js";

/** Leaves most of the default 2000 connections to the API. */
export const MOST_STREAMS = 500;
const HEARTBEAT = ":\n\n";

export interface StreamOptions {
  /** The state to begin with; null: the client knows the current one. */
  readonly first: StoredQueue | null;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (onChange: (stored: StoredQueue | null) => void) => () => void;
  /** Asked at each heartbeat, so a stream outlives its session by one at most. */
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
  readonly #encoder = new TextEncoder();
  readonly #unsubscribe: () => void;
  #stopHeart: () => void = () => undefined;
  /** The newest state that a slow client has not received; older ones are skipped. */
  #waiting: StoredQueue | null = null;
  #hasEnded = false;

  constructor(
    controller: ReadableStreamDefaultController<Uint8Array>,
    clock: Pick<Clock, "after">,
    options: StreamOptions,
    onEnd: (stream: OpenStream) => void,
  ) {
    this.#controller = controller;
    this.#clock = clock;
    this.#options = options;
    this.#onEnd = onEnd;
    this.#unsubscribe = options.subscribe((stored) => {
      if (stored === null) this.end("closed");
      else this.#send(stored);
    });
    // A first byte shows browsers and proxies that the stream is open.
    if (options.first === null) this.#write(HEARTBEAT);
    else this.#write(eventText(options.first));
    this.#beatLater();
  }

  end(how: "closed" | "cancelled"): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#unsubscribe();
    this.#stopHeart();
    this.#onEnd(this);
    if (how === "closed") this.#controller.close();
  }

  #send(stored: StoredQueue): void {
    if (this.#isSlow) this.#waiting = stored;
    else this.#write(eventText(stored));
  }

  #beatLater(): void {
    this.#stopHeart = this.#clock.after(HEARTBEAT_MS, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    const isPermitted = await this.#options.isPermitted().catch(() => false);
    if (this.#hasEnded) return;
    if (!isPermitted) {
      this.end("closed");
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.#send(waiting);
    else if (!this.#isSlow) this.#write(HEARTBEAT);
    this.#beatLater();
  }

  get #isSlow(): boolean {
    return (this.#controller.desiredSize ?? 0) <= -MOST_UNREAD;
  }

  #write(text: string): void {
    this.#controller.enqueue(this.#encoder.encode(text));
  }
}

/** Events that wait for a client that does not read. */
const MOST_UNREAD = 8;

/** One server-sent event: the queue as it is now. It replaces all earlier ones, so a client needs only the newest. */
function eventText(stored: StoredQueue): string {
  const { name, queue, version } = stored;
  const data: QueueChanged = {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...{ version, state: queue.state, entries: queue.entries.length },
  };
  return `id: ${eventId(stored)}\nevent: ${QUEUE_CHANGED}\ndata: ${JSON.stringify(data)}\n\n`;
}
