/** What somebody meant who wrote a name that does not exist. */

/** Two letters that are wrong, missing, too many or changed over. */
const FARTHEST = 2;
const LONGEST = 60;

/** Null when nothing is near. */
export function nearestName(written: string, names: readonly string[]): string | null {
  if (written.length > LONGEST) return null;
  const near = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= Math.min(FARTHEST, Math.floor(one.name.length / 2)))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.name ?? null;
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [place, other] of Array.from(to).entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[place + 1], row[place], next[place]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
