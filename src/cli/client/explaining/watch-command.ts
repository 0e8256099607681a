/** `merge-queue watch`: the queue as it moves, redrawn on a terminal, a line per change elsewhere. */
import type { MergeQueueClient } from "../../../client/client.js";
import { type ErrorKind, MergeQueueError } from "../../../client/errors.js";
import type { QueueOnWire } from "../../../client/pull-request-on-wire.js";
import { EXIT } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import { clientCommand } from "../client-command.js";
import type { Ending } from "../failure-ending.js";
import { fitting, type Screen } from "../screen.js";
import { pictureOn, type QueueItem, type QueueReply } from "./queue-picture.js";

/** A later request may succeed. */
const TEMPORARY: ReadonlySet<ErrorKind> = new Set([
  "rateLimited",
  "serverFailed",
  "unreachable",
  "attemptTimedOut",
  "redirected",
  "badAnswer",
]);
/** More ends of one interval are not asked for, one request each. */
const MOST_ENDS = 10;

export const WATCH = clientCommand({
  inputs: ["queue"],
  options: ["pollInterval"],
  isEndless: true,
  examples: [
    "merge-queue watch --repo acme/shop --branch main",
    "merge-queue watch --repo acme/shop --branch main --poll-interval 5s --timeout 1h",
  ],
  plan: (given) => {
    const request = given.queue();
    const pollIntervalMs = given.options.required("pollInterval");
    return {
      requests: [{ endpoint: "getQueue", body: request }],
      run: async () => Promise.resolve({ request, pollIntervalMs }),
    };
  },
  end: ({ request, pollIntervalMs }, _plan, { client, screen }) =>
    watchQueue(new QueueWatch(client, screen, request), pollIntervalMs),
});

/** Ends with the interruption or the deadline. Throws `MergeQueueError` when every later request must fail too. */
async function watchQueue(watch: QueueWatch, pollIntervalMs: number): Promise<Ending> {
  try {
    for (;;) {
      await watch.poll();
      if (await watch.pause(pollIntervalMs)) break;
    }
  } catch (error) {
    const isEnd =
      error instanceof MergeQueueError && (error.kind === "aborted" || error.kind === "deadlinePassed");
    if (!isEnd || watch.queue === null) throw error;
  } finally {
    watch.end();
  }
  const { queue } = watch;
  const count = queue?.enqueuedPullRequests?.length ?? 0;
  const sentence = `${queue?.branch ?? "The queue"} is ${queue?.state ?? "not known"}, with ${count} in the queue.`;
  return { kind: "answer", exitCode: EXIT.done, sentence, facts: { response: queue } };
}

class QueueWatch {
  readonly #client: MergeQueueClient;
  readonly #screen: Screen;
  readonly #request: QueueOnWire;
  queue: QueueReply | null = null;

  constructor(client: MergeQueueClient, screen: Screen, request: QueueOnWire) {
    this.#client = client;
    this.#screen = screen;
    this.#request = request;
  }

  async poll(): Promise<void> {
    try {
      const { value } = await this.#client.getQueue(this.#request);
      const before = this.queue;
      this.queue = value;
      if (this.#screen.isLive) this.#draw(null);
      else await this.#printChanges(before, value);
    } catch (error) {
      if (!(error instanceof MergeQueueError) || !TEMPORARY.has(error.kind) || this.queue === null)
        throw error;
      if (this.#screen.isLive) this.#draw(error.message);
      else this.#screen.note(`still polling after an error: ${error.message}`);
    }
  }

  /** True: the watch has ended. */
  async pause(ms: number): Promise<boolean> {
    const signal = this.#client.signalWith();
    const deadline = this.#client.deadlineWith();
    await this.#client.clock.sleep(Math.min(ms, deadline.remainingMs()), signal);
    return signal.aborted || deadline.hasPassed;
  }

  end(): void {
    this.#screen.endBlock();
  }

  #draw(trouble: string | null): void {
    if (this.queue === null) return;
    const lines = pictureOn(this.#screen, this.queue, this.#client.clock.date(), null);
    const { columns } = this.#screen.terminal;
    this.#screen.block(trouble === null ? lines : [...lines, fitting(plainText(trouble), columns)]);
  }

  async #printChanges(before: QueueReply | null, now: QueueReply): Promise<void> {
    const changes = queueChanges(before, now);
    const moment = new Date(this.#client.clock.date()).toISOString().slice(0, 19);
    let asked = 0;
    for (const { text, gone } of changes) {
      const isAsked = gone !== null && asked < MOST_ENDS;
      if (isAsked) asked += 1;
      const state = isAsked ? await this.#endOf(gone) : null;
      this.#screen.print(`${moment}Z ${state === null ? text : `#${gone} ${state}`}`);
    }
  }

  /** null: unknown. The watch does not depend on it. */
  async #endOf(number: number): Promise<string | null> {
    try {
      const { value } = await this.#client.call("getSubmittedPullRequest", {
        ...this.#request,
        pr: { number },
      });
      return value.state;
    } catch (error) {
      if (error instanceof MergeQueueError) return null;
      throw error;
    }
  }
}

interface Change {
  readonly text: string;
  /** The number of a pull request that is gone; its end is not in the answer. */
  readonly gone: number | null;
}

/** What changed between two answers about a queue, one line per change, for output that is no terminal. */
function queueChanges(before: QueueReply | null, now: QueueReply): readonly Change[] {
  const known = byNumber(before);
  const present = byNumber(now);
  const reason = now.state === "PAUSED" && now.stateReason !== undefined ? `: ${now.stateReason}` : "";
  const queueState =
    before === null || before.state !== now.state || before.stateReason !== now.stateReason
      ? [line(`${now.branch ?? "The queue"} is ${now.state}${reason}`)]
      : [];
  const moved = [...present].flatMap(([number, { state = "?", prTitle = "" }]) =>
    known.get(number)?.state === state ? [] : [line(`#${number} ${state} ${prTitle}`)],
  );
  const gone = [...known.keys()]
    .filter((number) => !present.has(number))
    .map((number): Change => ({ text: `#${number} left the queue`, gone: number }));
  return [...queueState, ...moved, ...gone];
}

function line(text: string): Change {
  return { text: text.trim(), gone: null };
}

function byNumber(queue: QueueReply | null): ReadonlyMap<number, QueueItem> {
  const entries = queue?.enqueuedPullRequests ?? [];
  return new Map(entries.flatMap((entry) => (entry.prNumber === undefined ? [] : [[entry.prNumber, entry]])));
}
