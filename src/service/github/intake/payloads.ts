/**
 * Schemas of GitHub's webhook payloads. Each reads only the needed fields, so that changes elsewhere cannot break it.
 */
import * as z from "zod/mini";
import { pullRequestNumber } from "../../../domain/ids.js";

/** A GitHub account; the logins of bots end in `[bot]`. */
export const person = z.object({
  login: z.string().check(z.regex(/^[\w-]{1,100}(?:\[bot\])?$/)),
  type: z.string(),
});
const repository = z.object({
  id: z.optional(z.number()),
  name: z.string(),
  owner: z.object({ login: z.string() }),
});
const number = z.int().check(z.minimum(1), z.maximum(4_294_967_295));
const time = z.string().check(z.refine((text) => Number.isFinite(Date.parse(text))));
const branch = z.object({ ref: z.string() });
const onBase = z.object({ number, base: branch });

export const aboutRepository = z.object({ repository });

export const pushPayload = z.object({ ref: z.string(), after: z.string() });

export const repositoryPayload = z.object({
  action: z.string(),
  changes: z.nullish(z.object({ default_branch: z.nullish(z.object({ from: z.nullish(z.string()) })) })),
});

export const pullRequestPayload = z.object({
  action: z.string(),
  pull_request: z.object({ number, updated_at: time, base: branch, head: z.object({ sha: z.string() }) }),
  changes: z.optional(
    z.object({ base: z.optional(z.object({ ref: z.optional(z.object({ from: z.string() })) })) }),
  ),
  label: z.optional(z.nullable(z.object({ name: z.string() }))),
  sender: person,
});

export const reviewPayload = z.object({ action: z.string(), pull_request: onBase });

export const publishedComment = z.object({
  id: z.int().check(z.minimum(1)),
  body: z.nullable(z.string()),
  created_at: time,
  // null: the account was deleted.
  user: z.nullable(person),
});

export const commentPayload = z.object({
  action: z.string(),
  issue: z.object({ number, pull_request: z.optional(z.unknown()) }),
  comment: publishedComment,
});

export const foundComment = z.extend(publishedComment, { html_url: z.string(), updated_at: z.string() });

export const foundIssue = z.object({
  number: z.pipe(number, z.transform(pullRequestNumber)),
  updated_at: z.string(),
  pull_request: z.optional(z.unknown()),
});

export const labelEvent = z.object({
  event: z.enum(["labeled", "unlabeled"]),
  created_at: time,
  actor: person,
  label: z.object({ name: z.string() }),
});

export const statusPayload = z.object({
  sha: z.string(),
  state: z.string(),
  branches: z.optional(z.array(z.object({ name: z.string() }))),
});

export const checkRunPayload = z.object({
  action: z.string(),
  check_run: z.object({
    id: z.int().check(z.minimum(1)),
    name: z.string(),
    status: z.string(),
    external_id: z.nullish(z.string()),
    head_sha: z.string(),
    check_suite: z.optional(z.nullable(z.object({ head_branch: z.optional(z.nullable(z.string())) }))),
    pull_requests: z.nullish(z.array(z.object({ number }))),
  }),
  /** GitHub sends "rerequested" and "requested_action" only to the App that created the check run. */
  requested_action: z.optional(z.nullable(z.object({ identifier: z.nullish(z.string()) }))),
  sender: z.optional(person),
});

const suite = z.object({
  head_sha: z.string(),
  head_branch: z.optional(z.nullable(z.string())),
});

export const checkSuitePayload = z.object({ action: z.string(), check_suite: suite });

export const workflowRunPayload = z.object({ action: z.string(), workflow_run: suite });

/** The sender is the person who has revoked it. */
export const authorizationPayload = z.object({
  action: z.string(),
  sender: z.object({ id: z.int().check(z.positive()) }),
});
