/**
 * The primary rate limit, per token: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 * An Enterprise Server has none unless its owner wants one.
 */
import type { JsonObject } from "../json-object.js";
import type { Answer } from "./route.js";

interface Counter {
  used: number;
  readonly reset: number;
}

export class RateLimit {
  /** Per hour; null for none. */
  readonly #limit: number | null;
  readonly #counters = new Map<string, Counter>();

  constructor(limit: number | null) {
    this.#limit = limit;
  }

  charge(token: string): void {
    this.#of(token).used += 1;
  }

  headers(token: string): Readonly<Record<string, string>> {
    if (this.#limit === null) return {};
    const { used, reset } = this.#of(token);
    return {
      "x-ratelimit-limit": String(this.#limit),
      "x-ratelimit-remaining": String(this.#remaining(token)),
      "x-ratelimit-used": String(used),
      "x-ratelimit-reset": String(reset),
      "x-ratelimit-resource": "core",
    };
  }

  /** https://docs.github.com/en/rest/rate-limit/rate-limit */
  report(token: string): Answer {
    if (this.#limit === null) return { status: 404, body: { message: "Rate limiting is not enabled." } };
    const { used, reset } = this.#of(token);
    const core: JsonObject = { limit: this.#limit, used, remaining: this.#remaining(token), reset };
    return { status: 200, body: { resources: { core }, rate: core } };
  }

  /** Null while there is something left. */
  refusal(token: string): Answer | null {
    if (this.#remaining(token) > 0) return null;
    return { status: 403, body: { message: "API rate limit exceeded" } };
  }

  #remaining(token: string): number {
    return this.#limit === null ? Number.POSITIVE_INFINITY : Math.max(this.#limit - this.#of(token).used, 0);
  }

  #of(token: string): Counter {
    const counter = this.#counters.get(token) ?? { used: 0, reset: Math.ceil(Date.now() / 1000) + 3600 };
    this.#counters.set(token, counter);
    return counter;
  }
}
