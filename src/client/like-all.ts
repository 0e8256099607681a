/** Warns of a target's name that looks as if it meant all targets and does not. */
import { shown } from "./shown.js";

/** No name that means something else is looked at closely: there may be millions. */
const LONGEST = 32;

/** For the names of a list that says something else than `ALL`. Null for nearly all. */
export function warningOfLikeAll(name: string): string | null {
  if (name.length > LONGEST || name.trim().toUpperCase() !== "ALL") return null;
  return `A target is named ${shown(name)}: it does not mean all targets, as ALL without other names does.`;
}
