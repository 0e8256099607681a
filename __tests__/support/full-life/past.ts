/** A value with what it was before, for those who answer out of a copy that is not up to date. */

/** Copies are this many steps behind at most. */
const MEMORY_STEPS = 40;

export class Past<Value> {
  #now: Value;
  #older: readonly { readonly value: Value; readonly until: number }[] = [];

  constructor(value: Value) {
    this.#now = value;
  }

  get now(): Value {
    return this.#now;
  }

  change(value: Value, step: number): void {
    if (value === this.#now) return;
    this.#older = [...this.older(step), { value: this.#now, until: step }];
    this.#now = value;
  }

  /** What somebody may still take for the truth, oldest first. */
  older(step: number): readonly { readonly value: Value; readonly until: number }[] {
    return this.#older.filter(({ until }) => until > step - MEMORY_STEPS);
  }
}
