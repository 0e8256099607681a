/** Joins calls: what is asked while one batch is under way is gathered into the next. */

export class Batcher<Item, Answer> {
  readonly #run: (items: ReadonlySet<Item>) => Promise<Answer>;
  #underWay: Promise<unknown> = Promise.resolve();
  #gathering: { readonly items: Set<Item>; readonly answer: Promise<Answer> } | undefined;

  constructor(run: (items: ReadonlySet<Item>) => Promise<Answer>) {
    this.#run = run;
  }

  /** The answer to a batch with these items, which begins after this call. */
  async ask(items: Iterable<Item>): Promise<Answer> {
    this.#gathering ??= this.#gather();
    const { items: gathered, answer } = this.#gathering;
    for (const item of items) gathered.add(item);
    return await answer;
  }

  #gather() {
    const items = new Set<Item>();
    const answer = this.#underWay.then(() => {
      this.#gathering = undefined;
      return this.#run(items);
    });
    this.#underWay = answer.catch(() => undefined);
    return { items, answer };
  }
}
