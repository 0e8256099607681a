/**
 * Looks that are still to be made: each place once, however often it was heard of, a moment after it was heard of first,
 * so that what comes in a burst is one look. They are kept in memory only, because the poll looks everywhere anyway.
 */
import { errorText } from "../../../../domain/thrown.js";
import type { Clock } from "../../../ports/clock.js";
import type { Log } from "../../../ports/log.js";
import { withOnlyLogFields } from "../../../ports/log-context.js";
import { within } from "../../../rounds/within.js";
import { type Look, lookKey } from "./news.js";

export interface PendingLooksOptions {
  readonly look: (look: Look) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Waiting, not those that are being made. */
  readonly most?: number;
}

const DELAY_MS = 300;
const AT_A_TIME = 4;
const MOST = 5000;
const STOP_PATIENCE_MS = 1000;

export class PendingLooks {
  readonly #options: PendingLooksOptions;
  readonly #most: number;
  /** In the order in which they were heard of; `from` is in monotonic milliseconds. */
  readonly #waiting = new Map<string, { readonly look: Look; readonly from: number }>();
  readonly #underWay = new Map<string, Promise<void>>();
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(options: PendingLooksOptions) {
    this.#options = options;
    this.#most = options.most ?? MOST;
  }

  /** All of them or none: false when there is no room. */
  add(looks: readonly Look[]): boolean {
    const unknown = looks.filter((look) => !this.#waiting.has(lookKey(look)));
    if (this.#isStopped || this.#waiting.size + unknown.length > this.#most) return false;
    const from = this.#options.clock.monotonic() + DELAY_MS;
    for (const look of looks) {
      const key = lookKey(look);
      // What was said last is what is known of it; it keeps its place.
      this.#waiting.set(key, { look, from: this.#waiting.get(key)?.from ?? from });
    }
    this.#begin();
    return true;
  }

  /** Those under way have a moment; the others are for the poll. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#waiting.clear();
    await within(STOP_PATIENCE_MS, this.#options.clock, Promise.all(this.#underWay.values()));
  }

  #begin(): void {
    const { clock } = this.#options;
    for (const [key, { look, from }] of this.#waiting) {
      if (this.#underWay.size >= AT_A_TIME) return;
      // What is being looked at may have been read before the news.
      if (this.#underWay.has(key)) continue;
      if (from > clock.monotonic()) {
        this.#beginAt(from);
        return;
      }
      this.#waiting.delete(key);
      const made = this.#make(look).finally(() => {
        this.#underWay.delete(key);
        this.#begin();
      });
      this.#underWay.set(key, made);
    }
  }

  #beginAt(from: number): void {
    const { clock } = this.#options;
    if (this.#isStopped || this.#cancelTimer !== undefined) return;
    this.#cancelTimer = clock.after(Math.max(from - clock.monotonic(), 0), () => {
      this.#cancelTimer = undefined;
      this.#begin();
    });
  }

  async #make(look: Look): Promise<void> {
    try {
      await withOnlyLogFields({}, async () => this.#options.look(look));
    } catch (error) {
      this.#options.log.warn(
        { what: lookKey(look), error: errorText(error) },
        "a look that GitHub's news asked for failed; the next poll makes up for it",
      );
    }
  }
}
