/**
 * How two commits stand to each other: https://docs.github.com/en/rest/commits/commits#compare-two-commits. Changed files
 * come with the first page only, so the second one is asked for where nobody wants to see them.
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import type { CommitRecord } from "../../../git/commit.js";
import { Memo } from "../../../git/memo.js";
import { GitError } from "../../../ports/world-error.js";
import { read } from "../answers.js";
import { listedCommit, readCommitObject } from "./commit-objects.js";
import { type Place, wordsOf } from "./refs.js";

const comparison = z.object({
  status: z.enum(["ahead", "behind", "identical", "diverged"]),
  total_commits: z.number(),
});

export type Comparison =
  | {
      /** Of the second one, as seen from the first. */
      readonly status: "ahead" | "behind" | "identical" | "diverged";
      /** Commits of the second one that the first does not have. */
      readonly commits: number;
    }
  | { readonly status: "unrelated" };

const ROUTE = "/compare/{range}";

/** Null where one of them is missing, or GitHub cannot find it at the moment. */
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

/** Whether one commit was built on the other, or is it; or which of the two the repository does not have. */
type Descent = boolean | "noAncestor" | "noDescendant";

/** Which commit was built on which. What GitHub says of two commits never changes, and is asked once. */
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

  /** GitHub answers a commit that it cannot find now in the same way, so another of its answers has to agree. */
  async #missing(ancestor: CommitId, descendant: CommitId): Promise<Descent> {
    const [above, below] = await Promise.all([
      readCommitObject(this.#place, descendant),
      readCommitObject(this.#place, ancestor),
    ]);
    if (above === null && below !== null) return "noDescendant";
    if (below === null && above !== null) return "noAncestor";
    throw new GitError(`GitHub does not compare commits ${ancestor} and ${descendant} now`, true);
  }
}
