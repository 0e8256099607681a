/** The primary rate limit, per token: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
import type { JsonObject } from "../json-object.js";
import type { HttpAnswer } from "./api-front.js";

interface Counter {
  used: number;
  readonly reset: number;
}

export class RateLimit {
  /** Per hour. */
  readonly limit: number;
  readonly #counters = new Map<string, Counter>();

  constructor(limit: number) {
    this.limit = limit;
  }

  of(token: string) {
    const counter = this.#counters.get(token) ?? { used: 0, reset: Math.ceil(Date.now() / 1000) + 3600 };
    this.#counters.set(token, counter);
    const { limit } = this;
    const remaining = () => Math.max(limit - counter.used, 0);
    return {
      charge: () => {
        counter.used += 1;
      },
      headers: () => ({
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining()),
        "x-ratelimit-used": String(counter.used),
        "x-ratelimit-reset": String(counter.reset),
        "x-ratelimit-resource": "core",
      }),
      report: (): JsonObject => {
        const core = { limit, used: counter.used, remaining: remaining(), reset: counter.reset };
        return { resources: { core }, rate: core };
      },
      refusal: (): HttpAnswer | null =>
        remaining() > 0
          ? null
          : {
              status: 403,
              headers: { "content-type": "application/json; charset=utf-8" },
              body: JSON.stringify({ message: "API rate limit exceeded" }),
            },
    };
  }
}
