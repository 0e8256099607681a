/**
 * Counts the calls of ports that are under way, so that a test whose clock stands still moves it only while the service has
 * nothing to do: each poll that comes meanwhile would start programs for nothing.
 */
import { setTimeout as pause } from "node:timers/promises";

const LOOK_AGAIN_MS = 5;
/** A call that takes longer than this after the last one moved is taken for one that the test holds up. */
const HELD_UP_MS = 150;

export class CallsUnderWay {
  #underWay = 0;
  /** When the last one began or ended. */
  #movedAt = 0;

  /** The same port; each of its calls counts until it has answered. */
  counted<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...words: readonly unknown[]): unknown => this.#count(Reflect.apply(member, target, words));
      },
    });
  }

  /** Returns once nothing is under way, or what is has been held up. */
  async ended(): Promise<void> {
    while (this.#underWay > 0 && performance.now() - this.#movedAt < HELD_UP_MS) {
      await pause(LOOK_AGAIN_MS);
    }
  }

  #count(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer;
    this.#underWay += 1;
    this.#movedAt = performance.now();
    return answer.finally(() => {
      this.#underWay -= 1;
      this.#movedAt = performance.now();
    });
  }
}
