/** Where blocks of a script end. Brackets are matched in one pass, so nested calls cost no more than others. */

export class ScriptBlocks {
  /** Signs and steps read so far; a test requires that they grow with the script's length only. */
  steps = 0;
  readonly #code: string;
  /** By the place of an opening bracket: the place behind the closing one. */
  readonly #closed: ReadonlyMap<number, number>;
  /** Places from which no block follows: a later search that arrives at one has the same result. */
  readonly #blockless = new Set<number>();

  constructor(code: string) {
    this.#code = code;
    const closed = new Map<number, number>();
    const open: number[] = [];
    for (let here = 0; here < code.length; here += 1) {
      this.steps += 1;
      const sign = code[here] ?? "";
      if ("([{".includes(sign)) open.push(here);
      else if (")]}".includes(sign)) {
        const start = open.pop();
        if (start !== undefined) closed.set(start, here + 1);
      }
    }
    this.#closed = closed;
  }

  /** The end of `(…).name {…}`; null without a block, and `open` with a bracket that is never closed. */
  endBehind(start: number): number | "open" | null {
    const next = /\s*(?:([{(])|\.\s*\w+|<[^<>\n]{0,100}>)/y;
    const passed: number[] = [];
    let hasBlock = false;
    let end = start;
    for (;;) {
      this.steps += 1;
      if (!hasBlock && this.#blockless.has(end)) break;
      passed.push(end);
      next.lastIndex = end;
      const found = next.exec(this.#code);
      if (found === null) break;
      const bracket = found[1];
      if (bracket === "{") hasBlock = true;
      const behind = bracket === undefined ? next.lastIndex : this.#closed.get(next.lastIndex - 1);
      if (behind === undefined) return "open";
      end = behind;
    }
    if (hasBlock) return end;
    for (const place of passed) this.#blockless.add(place);
    return null;
  }
}
