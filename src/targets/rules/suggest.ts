/** The known word that a person probably meant. */

const MOST_EDITS = 3;

/** Null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, edits: edits(word.toLowerCase(), candidate) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.min(MOST_EDITS, best.candidate.length / 2)
    ? best.candidate
    : null;
}

/** How many letters have to be added, taken away or exchanged. */
function edits(from: string, to: string): number {
  const letters = Array.from(from.slice(0, 100));
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of letters.entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const exchanged = (row[column] ?? 0) + (letter === to[column] ? 0 : 1);
      next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
