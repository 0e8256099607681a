/** The verdicts on an entry that left the queue. `exit-verdict.ts` has their meanings. */
export const VERDICT_KINDS = [
  "landed",
  "yours",
  "combination",
  "flaky",
  "ciBroke",
  "targetBroken",
  "conflict",
  "rules",
  "setUp",
  "landedElsewhere",
  "withdrawn",
] as const;
export type VerdictKind = (typeof VERDICT_KINDS)[number];

/** What has to happen before another submission makes sense. */
export const SUBMIT_AGAIN = ["unneeded", "asItIs", "afterChange", "afterRepair"] as const;
export type SubmitAgain = (typeof SUBMIT_AGAIN)[number];
