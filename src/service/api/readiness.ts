/**
 * Whether the service can do its work now, check by check. Anybody may ask: the answer names checks and their state,
 * never an address or an error, and asking often costs nothing.
 */
import { errorText } from "../../domain/thrown.js";
import type { Log } from "../ports/log.js";
import { withTimeout } from "../rounds/within.js";

/** Fails, or answers false, when what it looks at is not as it has to be. */
export type Check = () => Promise<boolean>;

/** By name of the check. */
type Outcomes = ReadonlyMap<string, boolean>;

export interface Readiness {
  check(): Promise<Outcomes>;
}

export interface ReadinessOptions {
  readonly log: Log;
  /** How long an answer is good for, from when it is there; until then all who ask wait for the same one. */
  readonly keepMs?: number;
  /** A check that has not answered by then has failed. */
  readonly patienceMs?: number;
  /** Counts milliseconds, from whenever. */
  readonly now?: () => number;
}

export function createReadiness(
  checks: Readonly<Record<string, Check>>,
  options: ReadinessOptions,
): Readiness {
  const { keepMs = 1000, now = () => performance.now() } = options;
  const questions = Object.entries(checks).map(([name, check]) => new Question(name, check, options));
  let latest: Promise<Outcomes> | null = null;
  let goodUntil = 0;

  async function look(): Promise<Outcomes> {
    goodUntil = Number.POSITIVE_INFINITY;
    try {
      const results = questions.map(async (question) => [question.name, await question.holds()] as const);
      return new Map(await Promise.all(results));
    } finally {
      goodUntil = now() + keepMs;
    }
  }

  return {
    check: async () => {
      if (latest === null || now() >= goodUntil) latest = look();
      return latest;
    },
  };
}

/** One check: asked once at a time, however long the answer takes. */
class Question {
  readonly name: string;
  readonly #check: Check;
  readonly #options: ReadinessOptions;
  /** What is not answered yet holds a connection or a process: asking again would take another. */
  #unanswered: Promise<boolean> | null = null;

  constructor(name: string, check: Check, options: ReadinessOptions) {
    this.name = name;
    this.#check = check;
    this.#options = options;
  }

  async holds(): Promise<boolean> {
    const { log, patienceMs = 5000 } = this.#options;
    const late = () => {
      throw new Error(`no answer within ${patienceMs} ms`);
    };
    this.#unanswered ??= this.#ask().finally(() => {
      this.#unanswered = null;
    });
    try {
      return await withTimeout(this.#unanswered, patienceMs, late);
    } catch (error) {
      log.warn({ check: this.name, error: errorText(error) }, "a check of readiness failed");
      return false;
    }
  }

  async #ask(): Promise<boolean> {
    return this.#check();
  }
}
