/**
 * Proves that GitHub verifies the signatures of the service: it creates a commit that no branch contains, and reads
 * GitHub's answer: https://docs.github.com/en/rest/git/commits#create-a-commit
 */
import { type CommitId, treeId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { OwnCommits } from "../../git/commit-signer.js";
import { ForgeError, GitError } from "../../ports/world-error.js";
import { commitAnswer, read } from "../api/answers.js";
import type { GitHubCalls, GitHubQueries } from "../api/github-calls.js";
import { dateOf, writeVerifiedCommit } from "../git-data/commit-objects.js";

export type SignatureProof =
  /** The service does not sign. */
  | { readonly kind: "none" }
  | { readonly kind: "verified"; readonly commit: CommitId }
  /** `reason` is a clause for people. */
  | { readonly kind: "unverified"; readonly reason: string };

type Calls = GitHubCalls & GitHubQueries;

interface Kept {
  readonly until: number;
  readonly proof: Promise<SignatureProof>;
}

const VERIFIED_KEPT_MS = 3_600_000;
/** Shorter, because an operator is probably adding the key. */
const UNVERIFIED_KEPT_MS = 300_000;
const MOST_KEPT = 1000;

export class SignatureProofs {
  readonly #calls: Calls;
  readonly #commits: OwnCommits;
  readonly #kept = new Memo<Kept>(MOST_KEPT);

  constructor(calls: Calls, commits: OwnCommits) {
    this.#calls = calls;
    this.#commits = commits;
  }

  /** `base` is any commit of the repository. */
  async of(repository: Repository, base: CommitId): Promise<SignatureProof> {
    const key = repositoryKey(repository);
    const kept = this.#kept.get(key);
    if (kept !== undefined && performance.now() < kept.until) return kept.proof;
    const proof = proveSignature(this.#calls, repository, { base, commits: this.#commits });
    const keep = (until: number) => this.#kept.set(key, { until, proof });
    // Many pull requests are often read in parallel.
    keep(Number.POSITIVE_INFINITY);
    try {
      const { kind } = await proof;
      keep(performance.now() + (kind === "verified" ? VERIFIED_KEPT_MS : UNVERIFIED_KEPT_MS));
    } catch (error) {
      keep(Number.NEGATIVE_INFINITY);
      throw error;
    }
    return await proof;
  }
}

export interface ProofPlan {
  /** Any commit of the repository, whose files the new one has. */
  readonly base: CommitId;
  readonly commits: OwnCommits;
}

const MESSAGE = "Merge Queue: trial commit [skip ci]\n";

/** Each trial is another commit, because GitHub remembers a verification after the key was removed. */
export async function proveSignature(
  calls: Calls,
  repository: Repository,
  { base, commits: { committer, signer } }: ProofPlan,
): Promise<SignatureProof> {
  if (signer === null) return { kind: "none" };
  const { tree } = read(
    commitAnswer,
    await calls.read(repository, "/git/commits/{sha}", { sha: base }),
    `commit ${base}`,
  );
  const dated = { ...committer, date: dateOf(Math.floor(Date.now() / 1000)) };
  const plan = { tree: treeId(tree.sha), parents: [base], author: dated, committer: dated, message: MESSAGE };
  try {
    const { id, verification } = await writeVerifiedCommit({ calls, repository, signer }, plan);
    if (verification === null) return { kind: "unverified", reason: "GitHub shows no verification" };
    return verification.verified
      ? { kind: "verified", commit: id }
      : { kind: "unverified", reason: reasonInWords(verification.reason, committer.email) };
  } catch (error) {
    // The signing program fails, or GitHub does not take the commit: the reason is for the operator.
    const isOurs = error instanceof GitError || (error instanceof ForgeError && !error.retryable);
    if (!isOurs) throw error;
    return { kind: "unverified", reason: error.message };
  }
}

/** https://docs.github.com/en/rest/git/commits#get-a-commit-object */
function reasonInWords(reason: string, email: string): string {
  switch (reason) {
    case "unknown_key":
      return "no account of GitHub has the key as a signing key";
    case "no_user":
    case "unverified_email":
    case "bad_email":
      return `the address ${email} is no verified address of the account that has the key, or not one of a PGP key's own`;
    case "expired_key":
      return "the key has expired";
    case "not_signing_key":
      return "the key is not one for signatures";
    default:
      return `GitHub's reason is ${reason.slice(0, 60)}`;
  }
}
