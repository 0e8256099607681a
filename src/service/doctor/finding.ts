/** The result of a check: what was found, what was expected, and what to do next. */

export type Level = "ok" | "warning" | "problem";

export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly level: Level;
  readonly says: string;
  /** Null when there is nothing to do. */
  readonly next: string | null;
}

/** A finding without the name of its check. */
export type Found = Omit<Finding, "check">;

export interface Check {
  readonly name: string;
  /** May reject: the failure is then reported as the finding. */
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

/** Thrown by a check that depends on another check, which reports the problem itself. */
export class RestsOn extends Error {
  override readonly name = "RestsOn";
  readonly check: string;

  constructor(check: string) {
    super(`depends on ${check}`);
    this.check = check;
  }
}
