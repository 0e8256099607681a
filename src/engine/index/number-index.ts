/**
 * Things by the number that each goes by. For an index of a hundred that is made anew several times in a decision: it
 * lies in two rows of its final length, where a map would grow step by step.
 */

/** Spreads numbers that follow upon one another, or are the same distance apart. */
const GOLDEN = 0x9e3779b1;
const FREE = -1;

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
