/** Ports of a process that dies between two of its calls: from then on nothing it does has an effect, or an answer. */
import type { Clock } from "../../../src/service/ports/clock.js";

/** Each call of a port is a step; the one that is drawn is the last one. */
export class Life {
  readonly #died = Promise.withResolvers<null>();
  #stepsLeft: number;
  readonly #isDoneBefore: boolean;
  isDead = false;

  /** `isLastStepDone`: the last call has its effect, and nobody hears of it. */
  constructor(steps: number, isLastStepDone: boolean) {
    this.#stepsLeft = steps;
    this.#isDoneBefore = isLastStepDone;
  }

  get died(): Promise<null> {
    return this.#died.promise;
  }

  die(): void {
    this.isDead = true;
    this.#died.resolve(null);
  }

  /** Whether the call that is about to be made is made. */
  step(): boolean {
    if (this.isDead) return false;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft > 0) return true;
    this.die();
    return this.#isDoneBefore;
  }
}

const NEVER = new Promise<never>(() => undefined);

export function mortal<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...words: readonly unknown[]): unknown => {
        if (life.isDead || !life.step()) return NEVER;
        const answer: unknown = Reflect.apply(member, target, words);
        return answer instanceof Promise ? heardBy(life, answer) : answer;
      };
    },
  });
}

async function heardBy(life: Life, answer: Promise<unknown>): Promise<unknown> {
  const outcome = await answer.then(
    (value: unknown) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  return life.isDead ? NEVER : outcome();
}

/** Timers of a dead process ring for nobody. */
export function mortalClock(clock: Clock, life: Life): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    setForwardSince: (instant) => clock.setForwardSince(instant),
    after: (delayMs, callback) =>
      clock.after(delayMs, () => {
        if (!life.isDead) callback();
      }),
  };
}
