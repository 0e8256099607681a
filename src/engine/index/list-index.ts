/** Indexes of lists that never change: made once for a list, and remembered for the lists that were asked about last. */

const MOST_REMEMBERED = 8;

/** Of the lists that were asked about last: a map that is weak in each of them would cost far more when they go. */
export function remembered<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const known: { readonly list: List; readonly made: Made }[] = [];
  return (list) => {
    for (const one of known) if (one.list === list) return one.made;
    const made = make(list);
    if (known.length === MOST_REMEMBERED) known.pop();
    known.unshift({ list, made });
    return made;
  };
}

/** Spreads numbers that follow upon one another, or are the same distance apart. */
const GOLDEN = 0x9e3779b1;
const FREE = -1;

/**
 * Things by the number that each goes by. For an index of a hundred that is made anew several times in a decision: it
 * lies in two rows of its final length, where a map would grow step by step.
 */
export class NumberIndex<Thing> {
  readonly #numbers: number[];
  readonly #things: (Thing | undefined)[];
  readonly #shift: number;

  /** Has room for `most` numbers, each a whole one from 0 on. */
  constructor(most: number) {
    const bits = 33 - Math.clz32(most);
    this.#shift = 32 - bits;
    this.#numbers = new Array<number>(1 << bits).fill(FREE);
    this.#things = new Array<Thing | undefined>(1 << bits).fill(undefined);
  }

  get(number: number): Thing | undefined {
    return this.#things[this.#slotOf(number)];
  }

  /** Instead of what went by the number before. */
  set(number: number, thing: Thing): void {
    const slot = this.#slotOf(number);
    this.#numbers[slot] = number;
    this.#things[slot] = thing;
  }

  /** At least half of them are free, so that the way to the next one is short. */
  #slotOf(number: number): number {
    const last = this.#numbers.length - 1;
    let slot = Math.imul(number, GOLDEN) >>> this.#shift;
    while (this.#numbers[slot] !== number && this.#numbers[slot] !== FREE) slot = (slot + 1) & last;
    return slot;
  }
}
