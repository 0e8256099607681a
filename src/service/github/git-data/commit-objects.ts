/**
 * Reads and creates commit objects: https://docs.github.com/en/rest/git/commits. GitHub does not sign a commit with an
 * explicit author and committer, so its id depends only on the given values and the signature of `signingKey`:
 * https://docs.github.com/en/authentication/managing-commit-signature-verification/about-commit-signature-verification
 */
import * as z from "zod/mini";
import { type CommitId, commitId, isCommitId, treeId } from "../../../domain/ids.js";
import type { CommitPlan, CommitRecord, Identity } from "../../git/commit.js";
import type { CommitSigner } from "../../git/commit-signer.js";
import { GitError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import type { Place } from "./refs.js";

const objectName = z.string().check(z.refine(isCommitId));
const named = z.object({ sha: objectName });
const identity = z.object({ name: z.string(), email: z.string(), date: z.string() });

const commitAnswer = z.object({
  sha: objectName,
  tree: named,
  parents: z.array(named),
  author: identity,
  message: z.string(),
});

const written = z.object({
  sha: objectName,
  tree: named,
  verification: z.optional(z.object({ verified: z.boolean(), reason: z.string() })),
});

export interface WrittenCommit {
  readonly id: CommitId;
  /** What GitHub makes of the signature; null: it gives no answer. */
  readonly verification: { readonly verified: boolean; readonly reason: string } | null;
}

/** The format in which a comparison lists commits. */
const listedAnswer = z.object({
  sha: objectName,
  parents: z.array(named),
  commit: z.object({ tree: named, author: identity, message: z.string() }),
});

/** null: the repository has no such commit. */
export async function readCommitObject(
  { calls, repository }: Place,
  commit: CommitId,
): Promise<CommitRecord | null> {
  const answer = await calls.read(repository, "/git/commits/{sha}", { sha: commit });
  if (answer === null) return null;
  const { sha, tree, parents, author, message } = read(commitAnswer, answer, `commit ${commit}`);
  if (sha !== commit)
    throw new GitError(`GitHub answered a request for commit ${commit} with another commit`, false);
  return { id: commit, tree: treeId(tree.sha), parents: ids(parents), author, message };
}

export function listedCommit(answer: unknown): CommitRecord {
  const { sha, parents, commit } = read(listedAnswer, answer, "the commits of a pull request");
  const { tree, author, message } = commit;
  return { id: commitId(sha), tree: treeId(tree.sha), parents: ids(parents), author, message };
}

/** Repeating it creates the same commit. */
export async function writeCommitObject(place: Place, plan: CommitPlan): Promise<CommitId> {
  return (await writeVerifiedCommit(place, plan)).id;
}

export async function writeVerifiedCommit(place: Place, plan: CommitPlan): Promise<WrittenCommit> {
  const { calls, repository, signer = null } = place;
  const commit = {
    message: plan.message.replaceAll("\0", "").toWellFormed(),
    tree: plan.tree,
    parents: plan.parents,
    author: writableIdentity(plan.author),
    committer: writableIdentity(plan.committer),
  };
  const signed = signer === null ? commit : await withSignatureOf(signer, commit);
  const { body } = await calls.send(repository, "POST", "/git/commits", { ...signed });
  const { sha, tree, verification = null } = read(written, body, "a commit that was written");
  if (tree.sha !== plan.tree) {
    throw new GitError(`GitHub created commit ${sha} with a tree other than the requested one`, false);
  }
  return { id: commitId(sha), verification };
}

/** The signature is of the text that GitHub writes; dates in UTC have only one form there. */
async function withSignatureOf(
  signer: CommitSigner,
  commit: CommitPlan,
): Promise<CommitPlan & { readonly signature: string }> {
  const [author, committer] = [inUtc(commit.author), inUtc(commit.committer)];
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${personLine(author)}`,
    `committer ${personLine(committer)}`,
    "",
    commit.message,
  ];
  const signature = await signer.sign(lines.join("\n"), secondsOf(committer));
  return { ...commit, author, committer, signature };
}

function inUtc(identity: Identity): Identity {
  return { ...identity, date: dateOf(secondsOf(identity)) };
}

function personLine(identity: Identity): string {
  return `${identity.name} <${identity.email}> ${secondsOf(identity)} +0000`;
}

function secondsOf({ date }: Identity): number {
  return Math.floor(Date.parse(date) / 1000);
}

function ids(listed: readonly { readonly sha: string }[]): readonly CommitId[] {
  return listed.map(({ sha }) => commitId(sha));
}

/** Characters that git strips from both ends of a name or email address. */
const AT_THE_ENDS = /^[\0-\x20.,:;<>"\\']+|[\0-\x20.,:;<>"\\']+$/g;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

/** Old commits may have an empty address, which GitHub does not accept. */
const NO_ADDRESS = "unknown@localhost";

/** Normalizes names, addresses and dates as git does, so that the commits are identical to git's. */
export function writableIdentity({ name, email, date }: Identity): Identity {
  return {
    name: orElse(cleaned(name), "unknown"),
    email: orElse(cleaned(email), NO_ADDRESS),
    date: DATE.test(date) ? date : dateOf(0),
  };
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
}

function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(AT_THE_ENDS, "")
    .replaceAll(/[\0\n<>]/g, "");
}

function orElse(text: string, otherwise: string): string {
  return text === "" ? otherwise : text;
}
