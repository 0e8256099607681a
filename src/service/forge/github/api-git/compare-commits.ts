/**
 * How two commits stand to each other: https://docs.github.com/en/rest/commits/commits#compare-two-commits. Changed files
 * come with the first page only, so the second one is asked for where nobody wants to see them.
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import type { CommitRecord } from "../../../git/commit.js";
import { read } from "../answers.js";
import { listedCommit } from "./commit-objects.js";
import type { Place } from "./place.js";
import { wordsOf } from "./refs.js";

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
