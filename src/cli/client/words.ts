/** Numbers and places as people say them. */
import type { Position } from "../../client/position.js";

const MOST_AHEAD_SHOWN = 10;

/** `450 ms`, `2.3 s`, `1 min 20 s`, `2 h 5 min`. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 10) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 pull request`, `2 pull requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `1, nobody ahead`, `3, behind #410, #411`. */
export function positionInWords({ place, ahead }: Position): string {
  if (ahead.length === 0) return `${place}, nobody ahead`;
  const names = ahead.slice(0, MOST_AHEAD_SHOWN).map((number) => `#${number}`);
  const more = ahead.length > names.length ? ` and ${ahead.length - names.length} more` : "";
  return `${place}, behind ${names.join(", ")}${more}`;
}
