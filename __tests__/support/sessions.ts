/** Sessions of processes that share a store. Tests decide when one ends. */
import type { Claimant, Session } from "../../src/service/ports/session.js";

interface Known {
  readonly number: number;
  readonly listeners: ((work: string | null) => void)[];
  isAlive: boolean;
  timesLost: number;
}

export class Sessions {
  readonly #known = new Map<string, Known>();

  /** Of one process. */
  open(name: string): Session {
    const mine: Known = { number: this.#known.size + 1, listeners: [], isAlive: true, timesLost: 0 };
    if (this.#known.has(name)) throw new Error(`another process has the name ${name}`);
    this.#known.set(name, mine);
    return {
      isShared: true,
      claimant: () => ({ session: mine.number, spared: this.#others(mine).map(({ number }) => number) }),
      isHeld: () => mine.isAlive,
      timesLost: () => mine.timesLost,
      spread: () => 0,
      onChange: (listener) => {
        mine.listeners.push(listener);
      },
      wakeOthers: (work) => {
        for (const { listeners } of this.#others(mine)) for (const listener of listeners) listener(work);
      },
      wakeSelf: () => {
        for (const listener of mine.listeners) listener(null);
      },
      close: async () => {
        this.end(name);
        return Promise.resolve();
      },
    };
  }

  /** As when its connection breaks: the others are notified. */
  end(name: string): void {
    const ended = this.#known.get(name);
    if (ended?.isAlive !== true) return;
    ended.isAlive = false;
    ended.timesLost += 1;
    for (const { listeners } of this.#others(ended)) for (const listener of listeners) listener(null);
  }

  /** It connects again, under its number. */
  resume(name: string): void {
    const resumed = this.#known.get(name);
    if (resumed === undefined || resumed.isAlive) return;
    resumed.isAlive = true;
    for (const listener of resumed.listeners) listener(null);
  }

  #others(mine: Known): readonly Known[] {
    return [...this.#known.values()].filter((one) => one !== mine && one.isAlive);
  }
}

/** For claims of a store: each of these sessions sees the others alive, unless some have `ended`. */
export function claimantAmong(
  names: readonly string[],
  name: string,
  ended: readonly string[] = [],
): Claimant {
  const number = (one: string) => names.indexOf(one) + 1;
  const spared = names.filter((one) => one !== name && !ended.includes(one)).map(number);
  return { session: number(name), spared };
}
