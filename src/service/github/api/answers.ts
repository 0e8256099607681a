/** Schemas for the parts of GitHub's answers that the service reads; other fields are ignored. */
import * as z from "zod/mini";
import { ForgeError } from "../../ports/world-error.js";

const repositoryId = z.nullish(z.object({ id: z.number() }));

export const pullAnswer = z.object({
  number: z.number(),
  title: z.string(),
  body: z.nullish(z.string()),
  state: z.enum(["open", "closed"]),
  draft: z.optional(z.boolean()),
  merged: z.optional(z.boolean()),
  merge_commit_sha: z.nullish(z.string()),
  merged_by: z.nullish(z.object({ login: z.string() })),
  mergeable: z.nullish(z.boolean()),
  mergeable_state: z.optional(z.string()),
  updated_at: z.optional(z.string()),
  user: z.nullish(z.object({ login: z.string(), id: z.optional(z.number()) })),
  head: z.object({
    sha: z.string(),
    ref: z.string(),
    label: z.nullish(z.string()),
    repo: repositoryId,
  }),
  base: z.object({
    ref: z.string(),
    repo: z.nullish(z.object({ id: z.number(), default_branch: z.optional(z.string()) })),
  }),
});
export type PullAnswer = z.infer<typeof pullAnswer>;

/** Visible to accounts that may push. */
export const repositoryAnswer = z.object({
  archived: z.optional(z.boolean()),
  squash_merge_commit_title: z.nullish(z.string()),
  squash_merge_commit_message: z.nullish(z.string()),
  merge_commit_title: z.nullish(z.string()),
  merge_commit_message: z.nullish(z.string()),
});
export type RepositoryAnswer = z.infer<typeof repositoryAnswer>;

export const refAnswer = z.object({
  ref: z.string(),
  object: z.object({ sha: z.string(), type: z.string() }),
});

export const commitAnswer = z.object({ sha: z.string(), tree: z.object({ sha: z.string() }) });

export const refusalAnswer = z.object({ message: z.string() });

export const mergeAnswer = z.object({ sha: z.string() });

/** A merge in the background: its request, its progress or its result. */
export const mergeRequestAnswer = z.object({
  status: z.enum(["pending", "merged", "enqueued", "failed"]),
  details: z.object({
    message: z.string(),
    uuid: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    expected_head_sha: z.optional(z.string()),
    sha: z.optional(z.string()),
  }),
});

/** The part of branch protection that is visible with read access; only administrators see all of it. */
export const branchAnswer = z.object({
  name: z.optional(z.string()),
  protected: z.optional(z.boolean()),
  protection: z.optional(
    z.object({
      enabled: z.optional(z.boolean()),
      required_status_checks: z.nullish(
        z.object({
          enforcement_level: z.optional(z.string()),
          contexts: z.optional(z.array(z.string())),
          checks: z.optional(z.array(z.object({ context: z.string(), app_id: z.nullish(z.number()) }))),
        }),
      ),
    }),
  ),
});

export type BranchAnswer = z.infer<typeof branchAnswer>;

export const ruleAnswer = z.object({
  type: z.string(),
  ruleset_id: z.optional(z.number()),
  parameters: z.optional(z.unknown()),
});
export type RuleAnswer = z.infer<typeof ruleAnswer>;

export const statusChecksRule = z.object({
  strict_required_status_checks_policy: z.optional(z.boolean()),
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.nullish(z.number()) })),
});

export const checkRunAnswer = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  conclusion: z.nullish(z.string()),
  started_at: z.nullish(z.string()),
  completed_at: z.nullish(z.string()),
  details_url: z.nullish(z.string()),
  html_url: z.nullish(z.string()),
  app: z.nullish(z.object({ id: z.number(), slug: z.optional(z.string()) })),
  check_suite: z.nullish(z.object({ id: z.number() })),
});
export type CheckRunAnswer = z.infer<typeof checkRunAnswer>;

export const statusAnswer = z.object({
  id: z.number(),
  context: z.string(),
  state: z.string(),
  created_at: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
  target_url: z.nullish(z.string()),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const workflowRunAnswer = z.object({
  id: z.number(),
  status: z.nullish(z.string()),
  event: z.optional(z.string()),
  head_sha: z.string(),
  head_branch: z.nullish(z.string()),
  check_suite_id: z.optional(z.number()),
  workflow_id: z.optional(z.number()),
  /** Name of the workflow. */
  name: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  run_started_at: z.nullish(z.string()),
  repository: repositoryId,
  head_repository: repositoryId,
  pull_requests: z.nullish(
    z.array(z.object({ number: z.number(), base: z.optional(z.object({ sha: z.string() })) })),
  ),
});
export type WorkflowRunAnswer = z.infer<typeof workflowRunAnswer>;

/** What happened to an issue or a pull request. */
export const issueEventAnswer = z.object({ event: z.string(), created_at: z.nullish(z.string()) });
export type IssueEventAnswer = z.infer<typeof issueEventAnswer>;

export const jobAnswer = z.object({
  name: z.string(),
  conclusion: z.nullish(z.string()),
  steps: z.optional(z.array(z.object({ name: z.string(), conclusion: z.nullish(z.string()) }))),
});
export type JobAnswer = z.infer<typeof jobAnswer>;

export const workflowRunsAnswer = z.object({ workflow_runs: z.array(z.unknown()) });

/** Parses an answer. Throws if GitHub, or a server in its place, answers in another format. */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
  what: string,
): z.output<Schema> {
  const outcome = schema.safeParse(answer);
  if (outcome.success) return outcome.data;
  const places = outcome.error.issues.map(({ path }) => path.join(".") || "all of it").join(", ");
  throw new ForgeError(`GitHub's answer about ${what} does not have the expected format: ${places}`, false);
}

/** Parses a list and skips malformed items, so that one of them does not hide the others. */
export function readAll<Schema extends z.ZodMiniType>(
  schema: Schema,
  answers: readonly unknown[],
): readonly z.output<Schema>[] {
  return answers.flatMap((answer) => {
    const outcome = schema.safeParse(answer);
    return outcome.success ? [outcome.data] : [];
  });
}

/** The list in an answer, or in its member `under`; null: there is none. */
export function listIn(answer: unknown, under: string | undefined): readonly unknown[] | null {
  const isWithin = under !== undefined && typeof answer === "object" && answer !== null;
  const found: unknown = isWithin ? Object.entries(answer).find(([name]) => name === under)?.[1] : answer;
  return Array.isArray(found) ? found : null;
}
