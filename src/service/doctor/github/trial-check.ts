/**
 * Pushes a branch and deletes it, as the service does, and reads whether GitHub verifies the signature of its commit. No
 * workflow may run on that branch, so its name is chosen by the workflow files.
 */
import { randomUUID } from "node:crypto";
import { type CommitId, treeId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import type { OwnCommits } from "../../git/commit-signer.js";
import { commitAnswer, read } from "../../github/api/answers.js";
import type { GitHubCalls, GitHubQueries } from "../../github/api/github-calls.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import { proveSignature, type SignatureProof } from "../../github/forge/signature-proofs.js";
import { dateOf, writeCommitObject } from "../../github/git-data/commit-objects.js";
import { branchesBelow, type Place, readRef, removeBranch, setBranch } from "../../github/git-data/refs.js";
import type { Workflow } from "../../github/setup/read-workflow.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import type { TargetBranches } from "../target-branches.js";
import { type Questions, repositoryCheckName } from "./questions.js";
import { readWorkflows } from "./test-branch-secrets.js";

export interface Trial {
  readonly questions: Questions;
  readonly targets: TargetBranches;
  readonly calls: GitHubCalls & GitHubQueries;
  readonly commits: OwnCommits;
  readonly testBranchPrefix: string;
  /** Another prefix, for when workflows run on every test branch. */
  readonly otherPrefix: string;
}

export function trialCheck(trial: Trial, repository: Repository): Check {
  const { questions, targets, calls } = trial;
  return {
    name: `trial on ${repositoryKey(repository)}`,
    look: async () => {
      const { body: facts } = await questions.repository(repository);
      if (facts === null) throw new RestsOn(repositoryCheckName(repository));
      const [target] = await targets(repository, facts.default_branch);
      const name = target?.name ?? facts.default_branch;
      const base = await readRef({ calls, repository }, `refs/heads/${name}`);
      if (base === null) return [broken(`there is no branch ${name}`, "push it first")];
      return [
        ...(await signatureFindings(trial, repository, base)),
        ...(await tryBranch(trial, repository, base)),
      ];
    },
  };
}

async function signatureFindings(
  { calls, commits }: Trial,
  repository: Repository,
  base: CommitId,
): Promise<readonly Found[]> {
  const proof = await proveSignature(calls, repository, { base, commits });
  return proof.kind === "none" ? [] : [signatureFinding(proof, commits)];
}

function signatureFinding(
  proof: Exclude<SignatureProof, { kind: "none" }>,
  { committer }: OwnCommits,
): Found {
  if (proof.kind === "verified") {
    return fine(`GitHub shows a commit by ${committer.email} with the signature of the service as Verified`);
  }
  return broken(
    `GitHub does not verify the signature of the service: ${proof.reason}`,
    "add the public key as a signing key to the account that has the address of `committerEmail`, and verify that address there",
  );
}

/** Where a workflow runs on every branch, the commit exists already, and only the push is left out. */
async function tryBranch(trial: Trial, repository: Repository, base: CommitId): Promise<readonly Found[]> {
  const { calls, commits } = trial;
  const workflows = await readWorkflows(calls, repository, base);
  const place: Place = { calls, repository, signer: commits.signer };
  const { committer } = commits;
  const { tree } = read(
    commitAnswer,
    await calls.read(repository, "/git/commits/{sha}", { sha: base }),
    `commit ${base}`,
  );
  const prefix = quietPrefix(trial, workflows);
  if (prefix === null) return [everywhereFinding(workflows)];
  await sweep(place, prefix);
  const dated = { ...committer, date: dateOf(nowSeconds()) };
  const plan = { tree: treeId(tree.sha), parents: [base], author: dated, committer: dated, message: MESSAGE };
  const branch = `${prefix}${FOLDER}${nowSeconds()}-${randomUUID()}`;
  const commit = await writeCommitObject(place, plan);
  return await pushAndDelete(place, branch, commit);
}

/** Other CI systems follow the same words. */
const MESSAGE = "Merge Queue: trial of the doctor [skip ci]\n\nThis branch is deleted automatically.\n";
const FOLDER = "doctor/";

async function pushAndDelete(place: Place, branch: string, commit: CommitId): Promise<readonly Found[]> {
  const next = "let the App, or the token's owner, create and delete such branches";
  try {
    await setBranch(place, branch, commit);
  } catch (error) {
    // After a lost answer the branch may exist.
    await removeBranch(place, branch).catch(() => undefined);
    return [broken(`a branch cannot be pushed: ${errorText(error)}`, next)];
  }
  try {
    await removeBranch(place, branch);
  } catch (error) {
    return [
      broken(
        `the branch ${branch} was pushed but cannot be deleted: ${errorText(error)}`,
        `${next}, and delete it`,
      ),
    ];
  }
  return [fine(`the branch ${branch} was pushed and deleted; no workflow runs on such a branch`)];
}

/** The prefix of test branches comes first, because its rules apply to the service's pushes. */
function quietPrefix(
  { testBranchPrefix, otherPrefix }: Trial,
  workflows: readonly Workflow[],
): string | null {
  const candidates = [testBranchPrefix, otherPrefix, "merge-queue-"];
  const runsOn = (prefix: string) => workflows.some((one) => runsOnTrial(one, prefix));
  return candidates.find((prefix) => !runsOn(prefix)) ?? null;
}

/** The branch is created, pushed and deleted. */
function runsOnTrial(workflow: Workflow, prefix: string): boolean {
  const { runsOnCreation, runsOnDeletion } = workflow;
  return runsOnCreation || runsOnDeletion || workflow.runsOnPush(`${prefix}${FOLDER}0-0`);
}

function everywhereFinding(workflows: readonly Workflow[]): Found {
  const running = workflows.find((one) => runsOnTrial(one, "merge-queue-"));
  const path = running?.path ?? "a workflow";
  if (running?.runsOnCreation === true || running?.runsOnDeletion === true) {
    return doubtful(
      `no branch was pushed, because ${quoted(path)} runs when any branch is ${running.runsOnCreation ? "created" : "deleted"}`,
      "use `push` with `branches` instead of that trigger, and try again",
    );
  }
  return doubtful(
    `no branch was pushed, because ${quoted(path)} runs on pushes to every branch`,
    "limit its `push` to the branches that it is for, such as the target branch and the test branches, and try again",
  );
}

const LEFT_SECONDS = 600;

/** Deletes branches of earlier trials that were killed. Younger ones may be of another doctor. */
async function sweep(place: Place, prefix: string): Promise<void> {
  const own = `${prefix}${FOLDER}`;
  for (const branch of await branchesBelow(place, own)) {
    const [, seconds] = /^(\d{1,12})-[0-9a-f-]{36}$/.exec(branch.slice(own.length)) ?? [];
    if (seconds !== undefined && nowSeconds() - Number(seconds) > LEFT_SECONDS) {
      await removeBranch(place, branch).catch(() => undefined);
    }
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
