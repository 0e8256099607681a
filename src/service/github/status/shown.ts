/**
 * The stored form of the last published status. null and empty: never published. A null `id` is unknown: the object may
 * exist and is then found by its marker (a commit status has no id). A part is stored before it is written, because a later
 * attempt may want another head or no comment, and has to find what an interrupted one left.
 */
import * as z from "zod/mini";

/** The digest "" matches no contents. */
const written = z.object({ id: z.nullable(z.number()), digest: z.string() });

/** When it was created although another may exist that GitHub did not list; null: that is settled. */
const doubtedAt = z._default(z.nullable(z.number()), null);

const comment = z.extend(written, { doubtedAt });

const check = z.extend(written, {
  by: z.enum(["checkRun", "status"]),
  /** The submission that it reports on. */
  submission: z.string(),
  headSha: z.string(),
  isCompleted: z.boolean(),
  doubtedAt,
});
export type ShownCheck = z.infer<typeof check>;

/** A head that the queue left `since`. GitHub may list one more check run of ours on it. */
const doubtedHead = z.object({ headSha: z.string(), since: z.number() });

/** Earlier versions stored no `version`. */
const VERSION = 2;

const exitNotice = z.object({
  submission: z.string(),
  /** null: the comment may exist. */
  id: z.nullable(z.number()),
  /** When it was last about to be created, in milliseconds since 1970. GitHub notifies its author, so it waits to be listed. */
  at: z.number(),
});

const pullRequest = z.object({
  version: z.literal(VERSION),
  /** `moment` of the published status. */
  moment: z.string(),
  comment: z.nullable(comment),
  /** Earlier versions wrote none. */
  notice: z._default(z.nullable(exitNotice), null),
  check: z.nullable(check),
  /** Earlier versions wrote none. */
  doubtedHeads: z._default(z.array(doubtedHead), []),
  /** Our labels that may be on the pull request. */
  labels: z.array(z.string()),
  /** The submission whose pull request is closed. */
  closed: z.nullable(z.string()),
});
export type ShownPullRequest = z.infer<typeof pullRequest>;

const testRun = z.object({
  version: z.literal(VERSION),
  /** The draft pull request; null: unknown. */
  number: z.nullable(z.number()),
  /** Its branch; empty: no draft was ever needed. */
  head: z.string(),
  /** The draft is closed, or opening it was given up. */
  isOver: z.boolean(),
});
export type ShownTestRun = z.infer<typeof testRun>;

const NEVER_SHOWN: ShownPullRequest = {
  version: VERSION,
  moment: "",
  comment: null,
  notice: null,
  check: null,
  doubtedHeads: [],
  labels: [],
  closed: null,
};
const NEVER_OPENED: ShownTestRun = { version: VERSION, number: null, head: "", isOver: false };

export interface Known<Shown> {
  readonly shown: Shown;
  /** The stored text cannot be read, as after an upgrade. */
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
