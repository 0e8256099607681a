/**
 * Compares two commits: https://docs.github.com/en/rest/commits/commits#compare-two-commits. Only the first page
 * contains the changed files, so a comparison that does not need them requests the second page.
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import type { CommitRecord } from "../../git/commit.js";
import { GitError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import { listedCommit, readCommitObject } from "./commit-objects.js";
import { type Place, wordsOf } from "./refs.js";

const comparison = z.object({
  status: z.enum(["ahead", "behind", "identical", "diverged"]),
  total_commits: z.number(),
});

export type Comparison =
  | {
      /** State of the second commit relative to the first. */
      readonly status: "ahead" | "behind" | "identical" | "diverged";
      /** Number of commits in the history of the second that the first does not have. */
      readonly commits: number;
    }
  | { readonly status: "unrelated" };

const ROUTE = "/compare/{range}";

/** null: one of them is missing, or GitHub cannot find it at the moment. */
export async function compareCommits(
  { calls, repository }: Place,
  from: CommitId,
  to: CommitId,
): Promise<Comparison | null> {
  const asked = { range: `${from}...${to}`, per_page: 1, page: 2 };
  const answer = await calls.send(repository, "GET", ROUTE, asked, [404]);
  if (answer.status === 404) {
    return /\bno common ancestor\b/i.test(wordsOf(answer)) ? { status: "unrelated" } : null;
  }
  const { status, total_commits: commits } = read(comparison, answer.body, asked.range);
  return { status, commits };
}

export async function commitsBetween(
  { calls, repository }: Place,
  from: CommitId,
  to: CommitId,
): Promise<readonly CommitRecord[]> {
  const listed = await calls.list(repository, ROUTE, { range: `${from}...${to}`, under: "commits" });
  return listed.map(listedCommit);
}

const MAX_REMEMBERED = 10_000;

/** Whether one commit equals or descends from the other; or which of the two the repository does not have. */
type Descent = boolean | "noAncestor" | "noDescendant";

/** Answers which commit descends from which. The relation of two commits never changes, so each answer is cached. */
export class Ancestry {
  readonly #place: Place;
  readonly #known = new Memo<boolean>(MAX_REMEMBERED);

  constructor(place: Place) {
    this.#place = place;
  }

  async tell(ancestor: CommitId, descendant: CommitId): Promise<Descent> {
    const key = `${ancestor} ${descendant}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const compared = await compareCommits(this.#place, ancestor, descendant);
    if (compared === null) return this.#missing(ancestor, descendant);
    const answer = compared.status === "ahead" || compared.status === "identical";
    this.#known.set(key, answer);
    return answer;
  }

  /** A temporary failure to find a commit looks the same as a missing one, so a second request has to confirm it. */
  async #missing(ancestor: CommitId, descendant: CommitId): Promise<Descent> {
    const [above, below] = await Promise.all([
      readCommitObject(this.#place, descendant),
      readCommitObject(this.#place, ancestor),
    ]);
    if (above === null && below !== null) return "noDescendant";
    if (below === null && above !== null) return "noAncestor";
    throw new GitError(`GitHub cannot compare commits ${ancestor} and ${descendant} at the moment`, true);
  }
}
