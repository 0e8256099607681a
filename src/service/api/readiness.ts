/**
 * Whether the service can do its work now, check by check. Anybody may ask: the answer names checks and their state,
 * never an address or an error, and asking often costs nothing.
 */
import { errorText } from "../../domain/thrown.js";
import type { Log } from "../ports/log.js";
import { withTimeout } from "../rounds/within.js";
import { SharedWork } from "./shared-work.js";

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
  const { keepMs = 1000, now } = options;
  const questions = Object.entries(checks).map(([name, check]) => new Question(name, check, options));
  const look = async (): Promise<Outcomes> => {
    const results = questions.map(async (question) => [question.name, await question.holds()] as const);
    return new Map(await Promise.all(results));
  };
  const looks = new SharedWork(look, () => keepMs, now);
  return { check: () => looks.get() };
}

/** One check: asked once at a time, however long the answer takes. */
class Question {
  readonly name: string;
  readonly #options: ReadinessOptions;
  /** A check that has not answered yet holds a connection or a process: asking again would take another. */
  readonly #answer: SharedWork<boolean>;

  constructor(name: string, check: Check, options: ReadinessOptions) {
    this.name = name;
    this.#options = options;
    this.#answer = new SharedWork(check, () => 0);
  }

  async holds(): Promise<boolean> {
    const { log, patienceMs = 5000 } = this.#options;
    const late = () => {
      throw new Error(`no answer within ${patienceMs} ms`);
    };
    try {
      return await withTimeout(this.#answer.get(), patienceMs, late);
    } catch (error) {
      log.warn({ check: this.name, error: errorText(error) }, "a check of readiness failed");
      return false;
    }
  }
}
