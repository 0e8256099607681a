/**
 * Whether the service can work now, check by check. Any caller may ask: the answer contains the names and states of
 * checks, never an address or an error, and results are cached.
 */
import type { Hono } from "hono";
import { errorText } from "../../domain/thrown.js";
import type { Log } from "../ports/log.js";
import { SharedWork } from "../work/shared-work.js";
import { withTimeout } from "../work/within.js";
import { type ApiEnvironment, answerJson } from "./response.js";
import type { Wrap } from "./wrap-handler.js";

/** Throws or returns false on failure. */
export type Check = () => Promise<boolean>;

/** By name of the check. */
type Outcomes = ReadonlyMap<string, boolean>;

export interface Readiness {
  check(): Promise<Outcomes>;
}

export interface ReadinessOptions {
  readonly log: Log;
  /** How long a result is reused after it arrived; callers that ask meanwhile share it. */
  readonly keepMs?: number;
  /** Timeout of a check. */
  readonly patienceMs?: number;
  /** Returns milliseconds from an arbitrary start. */
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

/** One check. It runs at most once at a time, even if it takes longer than the timeout. */
class Question {
  readonly name: string;
  readonly #options: ReadinessOptions;
  /** A check that has not answered yet holds a connection or a process: another call would take one more. */
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
      log.warn({ check: this.name, error: errorText(error) }, "a readiness check failed");
      return false;
    }
  }
}

/** Health checks for operators: `/healthz` reports that the process is alive, `/readyz` that it can work. */
export function addHealth(app: Hono<ApiEnvironment>, readiness: Readiness, wrap: Wrap): void {
  const answerAlive = wrap("/healthz", async (c) => Promise.resolve(answerJson(c, { status: "ok" })));
  app.get("/healthz", answerAlive);
  const answerReady = wrap("/readyz", async (c) => {
    const checks = await readiness.check();
    const isReady = [...checks.values()].every(Boolean);
    const states = [...checks].map(([name, isGood]) => [name, isGood ? "ok" : "failed"] as const);
    const body = { status: isReady ? "ready" : "not ready", checks: Object.fromEntries(states) };
    return answerJson(c, body, isReady ? 200 : 503);
  });
  app.get("/readyz", answerReady);
}
