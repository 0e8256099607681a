/**
 * Every call to the world passes here and may be held, once before it is done and once before its answer arrives, until
 * somebody lets it on. So whoever draws which one goes next draws the interleaving of everything that runs.
 */
import type { Instance } from "./instance.js";

export interface Held {
  readonly instance: Instance;
  readonly what: string;
  /** Not done yet, and so far on its way that it may be done even when the one who asked has died. */
  readonly isOnTheWire: boolean;
  readonly go: () => void;
}

export class Turnstile {
  readonly #shallHold: () => boolean;
  #held: Held[] = [];

  /** `shallHold` is asked at each of the two moments. */
  constructor(shallHold: () => boolean) {
    this.#shallHold = shallHold;
  }

  get held(): readonly Held[] {
    return this.#held;
  }

  /** Nobody who has died asks anything any more, nor hears an answer. */
  async pass<Result>(
    instance: Instance,
    what: string,
    isOnTheWire: boolean,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve) => {
      if (!instance.isAlive) return;
      const ask = (): void => {
        const answer = work();
        const arrive = (): void => {
          if (instance.isAlive) this.#hold(instance, `answer of ${what}`, false, () => resolve(answer));
        };
        answer.then(arrive, arrive);
      };
      this.#hold(instance, what, isOnTheWire, ask);
    });
  }

  /** Something the world tells an instance, in its own time. */
  tell(instance: Instance, what: string, go: () => void): void {
    this.#held.push({ instance, what, isOnTheWire: false, go });
  }

  /** Something that an instance has sent and no longer waits for: it arrives whoever lives by then. */
  leave(instance: Instance, what: string, go: () => void): void {
    this.#held.push({ instance, what, isOnTheWire: true, go });
  }

  letOn(held: Held): void {
    this.#held = this.#held.filter((other) => other !== held);
    held.go();
  }

  /** Drops what an instance that died waited for, but for those requests that `isDoneLater` keeps on the wire. */
  forget(instance: Instance, isDoneLater: () => boolean): void {
    this.#held = this.#held.filter(
      (held) => held.instance !== instance || (held.isOnTheWire && isDoneLater()),
    );
  }

  #hold(instance: Instance, what: string, isOnTheWire: boolean, go: () => void): void {
    if (this.#shallHold()) this.#held.push({ instance, what, isOnTheWire, go });
    else go();
  }
}

/** Lets every promise that is ready run to where it waits for somebody else. */
export async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
