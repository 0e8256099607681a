/**
 * What was shown last, as it is stored. Null and empty are what was never shown. An `id` of null is one that is not known:
 * what may be there all the same is found by its marker when there is doubt, and a commit status has no id at all. What is
 * to be written is stored before, so that a later attempt knows what an earlier one that ended half way may have written.
 */
import * as z from "zod/mini";

/** A digest of "" fits no contents. */
const written = z.object({ id: z.nullable(z.number()), digest: z.string() });

const check = z.extend(written, {
  by: z.enum(["checkRun", "status"]),
  /** The stay that it is about. */
  stay: z.string(),
  headSha: z.string(),
  isCompleted: z.boolean(),
});
export type ShownCheck = z.infer<typeof check>;

/** Stores of versions before this one have no `version`. */
const VERSION = 2;

const pullRequest = z.object({
  version: z.literal(VERSION),
  /** Of the face that was shown. */
  moment: z.string(),
  comment: z.nullable(written),
  check: z.nullable(check),
  /** Those of ours that may be there. */
  labels: z.array(z.string()),
  /** The stay after which nothing was left to close. */
  closed: z.nullable(z.string()),
});
export type ShownPullRequest = z.infer<typeof pullRequest>;

const testRun = z.object({
  version: z.literal(VERSION),
  /** The draft pull request; null where it is not known. */
  number: z.nullable(z.number()),
  /** Its branch; empty where none was ever to be opened. */
  head: z.string(),
  /** It is closed, or was given up. */
  isOver: z.boolean(),
});
export type ShownTestRun = z.infer<typeof testRun>;

const NEVER_SHOWN: ShownPullRequest = {
  version: VERSION,
  moment: "",
  comment: null,
  check: null,
  labels: [],
  closed: null,
};
const NEVER_OPENED: ShownTestRun = { version: VERSION, number: null, head: "", isOver: false };

export interface Known<Shown> {
  readonly shown: Shown;
  /** Something was stored that cannot be read, as by an earlier version. */
  readonly isUnreadable: boolean;
}

export function shownPullRequest(json: string): Known<ShownPullRequest> {
  return known(pullRequest, json, NEVER_SHOWN);
}

export function shownTestRun(json: string): Known<ShownTestRun> {
  return known(testRun, json, NEVER_OPENED);
}

function known<Shown>(schema: z.ZodMiniType<Shown>, json: string, never: Shown): Known<Shown> {
  if (json === "") return { shown: never, isUnreadable: false };
  try {
    return { shown: schema.parse(JSON.parse(json)), isUnreadable: false };
  } catch {
    return { shown: never, isUnreadable: true };
  }
}
