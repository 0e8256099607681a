/** What a check found: what is, what was expected, and what to do next. */

export type Level = "ok" | "warning" | "problem";

export interface Finding {
  /** What was looked at. */
  readonly check: string;
  readonly level: Level;
  readonly says: string;
  /** Null where nothing is to be done. */
  readonly next: string | null;
}

/** A finding of the check that makes it. */
export type Found = Omit<Finding, "check">;

export interface Check {
  readonly name: string;
  /** May fail: then that is what is found. */
  look(): Promise<readonly Found[]>;
}

export function fine(says: string): Found {
  return { level: "ok", says, next: null };
}

export function doubtful(says: string, next: string): Found {
  return { level: "warning", says, next };
}

export function broken(says: string, next: string): Found {
  return { level: "problem", says, next };
}

/** Throw it where a check rests on another one, which says itself what is wrong. */
export class RestsOn extends Error {
  override readonly name = "RestsOn";
  readonly check: string;

  constructor(check: string) {
    super(`rests on ${check}`);
    this.check = check;
  }
}
