/** A duration as people write it; apart from how it is read, which the Action's bundle holds. */

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** In the largest unit that leaves no fraction; `durationMs` reads it as the same. */
export function durationText(milliseconds: number): string {
  const [unit, unitMs] = UNITS.find(([, one]) => milliseconds % one === 0) ?? ["ms", 1];
  return `${milliseconds / unitMs}${unit}`;
}
