/** Reads the present state of a command's pull request: only what the command handler needs. */
import * as z from "zod/mini";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls } from "../api/github-calls.js";

const within = z.nullish(z.object({ id: z.number() }));
const pull = z.object({
  updated_at: z.string(),
  base: z.object({ ref: z.string(), repo: within }),
  head: z.object({ sha: z.string(), ref: z.string(), repo: within }),
  user: z.nullable(z.object({ login: z.string() })),
  labels: z.array(z.object({ name: z.string() })),
});

export interface Subject {
  readonly targetBranch: string;
  readonly headSha: string;
  /** The head branch; null: it is in another repository. */
  readonly ownBranch: string | null;
  readonly author: string | null;
  readonly updatedAt: number;
  hasLabel(name: string): boolean;
}

/** null: the pull request does not exist. */
export async function readSubject(
  calls: GitHubCalls,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Subject | null> {
  const body = await calls.read(repository, "/pulls/{pull_number}", { pull_number: number });
  if (body === null) return null;
  const parsed = pull.safeParse(body);
  if (!parsed.success)
    throw new ForgeError(`GitHub's answer about #${number} does not have the expected format`, true);
  const { updated_at, base, head, user, labels } = parsed.data;
  return {
    targetBranch: base.ref,
    headSha: head.sha,
    ownBranch: base.repo?.id !== undefined && base.repo.id === head.repo?.id ? head.ref : null,
    author: user?.login ?? null,
    updatedAt: Date.parse(updated_at),
    hasLabel: (name) => labels.some((label) => sameName(label.name, name)),
  };
}

/** GitHub's logins and labels are case-insensitive. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
