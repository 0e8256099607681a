/**
 * What goes wrong between a client and GitHub. A fault is chosen by a test for certain calls, or drawn from a seed.
 * Answers follow https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
import type { Chance } from "../seeded-chance.js";

export type Fault =
  /** 500, 502 or 503, and nothing was done. */
  | { readonly kind: "error"; readonly status: 500 | 502 | 503 }
  /** 429 with Retry-After. */
  | { readonly kind: "tooMany"; readonly retryAfter: number }
  /** 403 with Retry-After: the secondary rate limit. */
  | { readonly kind: "secondaryLimit"; readonly retryAfter: number }
  /** 403 with nothing remaining: the primary rate limit. */
  | { readonly kind: "primaryLimit"; readonly resetInSeconds: number }
  /** The connection ends, and nothing was done. */
  | { readonly kind: "cutBefore" }
  /** It was done, and the connection ends before the answer. */
  | { readonly kind: "cutAfter" }
  /** It was done, and 502 says that it was not. */
  | { readonly kind: "errorAfter" }
  /** No answer comes while the connection lasts. */
  | { readonly kind: "hang" }
  /** Anything that a hostile or strange server may say, such as a redirect elsewhere; nothing was done. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** A read answers what it answered the last time: the change is not seen yet. */
  | { readonly kind: "stale" }
  /** What is read has not appeared yet: a list is empty, anything else is not found. */
  | { readonly kind: "notYet" };

export interface AskedCall {
  /** As in the table of routes; `git` for git over HTTP, `other` where there is no such route. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
}

export class Faults {
  #chosen: { matches: (call: AskedCall) => boolean; fault: Fault; left: number }[] = [];
  #draw: (call: AskedCall) => Fault | null = () => null;
  readonly happened: { readonly call: AskedCall; readonly fault: Fault }[] = [];

  /** The next calls that match meet this fault; `route` is the start of one, such as `PUT /repos/{owner}/{repo}/pulls`. */
  next(route: string | ((call: AskedCall) => boolean), fault: Fault, times = 1): void {
    const matches = typeof route === "string" ? (call: AskedCall) => call.route.startsWith(route) : route;
    this.#chosen.push({ matches, fault, left: times });
  }

  /** From now on each call meets one of the faults with this chance. */
  draw(chance: Chance, share: number, faults: readonly Fault[] = EVERY_FAULT): void {
    this.#draw = () => (chance.next() < share ? (faults[chance.whole(0, faults.length - 1)] ?? null) : null);
  }

  stop(): void {
    this.#chosen = [];
    this.#draw = () => null;
  }

  meet(call: AskedCall): Fault | null {
    const chosen = this.#chosen.find(({ matches, left }) => left > 0 && matches(call));
    if (chosen !== undefined) chosen.left -= 1;
    const fault = chosen?.fault ?? this.#draw(call);
    if (fault !== null) this.happened.push({ call, fault });
    return fault;
  }
}

/** With waits that a test can bear. */
export const EVERY_FAULT: readonly Fault[] = [
  { kind: "error", status: 500 },
  { kind: "error", status: 502 },
  { kind: "error", status: 503 },
  { kind: "tooMany", retryAfter: 1 },
  { kind: "secondaryLimit", retryAfter: 1 },
  { kind: "cutBefore" },
  { kind: "cutAfter" },
  { kind: "errorAfter" },
  { kind: "stale" },
];
