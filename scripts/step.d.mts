/** The types of `step.mjs`. */
export interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Where Jest writes its counts: each test counts then, not the step. */
  readonly results?: string;
  readonly mayBeSkipped?: boolean;
  readonly isWatched?: boolean;
}
export const REPORTS: string;
export class Tally {
  conclude(): void;
}
export function take(tally: Tally, step: Step): Promise<void>;
