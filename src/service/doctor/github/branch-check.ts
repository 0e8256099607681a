/** Checks a repository's target branches: the service may push there, and checks that CI reports decide a test run. */

import * as z from "zod/mini";
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import {
  branchAnswer,
  type CheckRunAnswer,
  checkRunAnswer,
  readAll,
  refAnswer,
  statusAnswer,
  workflowRunAnswer,
} from "../../github/api/answers.js";
import { PER_PAGE } from "../../github/api/attempts.js";
import type { GitHubReads, Parameters } from "../../github/api/github-calls.js";
import { readProtection } from "../../github/forge/branch-protection.js";
import { BranchRules, RequiredChecks } from "../../github/forge/branch-rules.js";
import { isUncheckable } from "../../github/forge/readiness/branch-hindrances.js";
import { amount, type Demands, demandsOf, quoted } from "../../github/forge/readiness/demands.js";
import { CHECK_NAME, textAt, valueAt } from "../../github/status/status.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import type { TargetBranch, TargetBranches } from "../target-branches.js";
import {
  landingProtection,
  landingRules,
  type RuledBranch,
  scratchBranchRules,
  testBranchRules,
} from "./push-rules.js";
import { type Questions, type RepositoryAnswer, repositoryCheckName } from "./questions.js";

export interface BranchWorld {
  readonly questions: Questions;
  readonly targets: TargetBranches;
  readonly testBranchPrefix: string;
  /** Null when the service uses no scratch branches. */
  readonly scratchPrefix: string | null;
  readonly landing: LandingWay;
}

interface CheckedBranch {
  readonly calls: GitHubReads;
  readonly repository: Repository;
  readonly target: TargetBranch;
  readonly facts: RepositoryAnswer;
  readonly landing: LandingWay;
  /** The slug of the App, or the login of the token's owner; null when unknown. */
  readonly own: string | null;
}

export function branchCheck(world: BranchWorld, repository: Repository): Check {
  const { questions, targets, testBranchPrefix, scratchPrefix, landing } = world;
  return {
    name: `branches of ${repositoryKey(repository)}`,
    look: async () => {
      const { body: facts } = await questions.repository(repository);
      if (facts === null) throw new RestsOn(repositoryCheckName(repository));
      const { calls } = questions;
      const own = await whoPushes(questions, repository);
      const seen = await checksOnTestBranches(calls, repository, testBranchPrefix);
      const checked = (await targets(repository, facts.default_branch)).map((target) => ({
        ...{ calls, repository, target, facts, own, landing },
      }));
      const found = await Promise.all(checked.map(async (one) => checkBranch(one, seen)));
      const branch = `${testBranchPrefix}pr-0/doctor`;
      const called = `test branches ${testBranchPrefix}…`;
      const methods = checked.map(({ target }) => methodOf(target));
      const ofTests = await testBranchRules(calls, { repository, branch, called }, methods);
      const ofScratch = scratchPrefix === null ? [] : await scratchRules(calls, repository, scratchPrefix);
      return [...found.flat(), ...ofTests, ...ofScratch, ...seenFindings(seen, testBranchPrefix)];
    },
  };
}

async function scratchRules(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<readonly Found[]> {
  const called = `scratch branches ${prefix}…`;
  return await scratchBranchRules(calls, { repository, branch: `${prefix}doctor`, called });
}

/** Null when the branch has no queue yet. */
function methodOf({ queue }: TargetBranch): MergeMethod | null {
  return queue?.queue.settings.mergeMethod ?? null;
}

async function whoPushes(questions: Questions, repository: Repository): Promise<string | null> {
  if (questions.access.kind === "app") return (await questions.app()).body?.slug ?? null;
  const login = textAt((await questions.as(repository, "/user")).data, "login");
  return login === "" ? null : login;
}

async function checkBranch(checked: CheckedBranch, seen: SeenChecks | null): Promise<readonly Found[]> {
  const { calls, repository, target, own, landing } = checked;
  const { name: branch } = target;
  const called = `branch ${branch}`;
  const answer = await calls.read(repository, "/branches/{branch}", { branch });
  if (answer === null) {
    return [
      broken(`${called}: does not exist`, "push it, or delete its queue with `merge-queue delete-queue`"),
    ];
  }
  const isProtected = branchAnswer.safeParse(answer).data?.protection?.enabled === true;
  const ruled = { repository, branch, called };
  const how = { way: landing, method: methodOf(target) };
  const ofRules = await landingRules(calls, ruled, how);
  const ofProtection = isProtected ? await landingProtection(calls, ruled, own, how) : [];
  const against = [...ofRules, ...ofProtection];
  return [
    ...(against.length > 0
      ? against
      : [fine(`${called}: no rule keeps the service from landing tested commits`)]),
    ...(await readinessFindings(calls, ruled)),
    ...(await requiredFindings(checked, seen)),
    ...methodFindings(checked),
  ];
}

async function requiredFindings(checked: CheckedBranch, seen: SeenChecks | null): Promise<readonly Found[]> {
  const { calls, repository, target } = checked;
  const called = `branch ${target.name}`;
  const own = target.queue?.queue.settings.requiredStatuses ?? [];
  const ruled = (await new RequiredChecks(new BranchRules(calls)).of(repository, target.name)).map(
    ({ name }) => name,
  );
  const waits = [...own, ...ruled].includes(CHECK_NAME) ? [ownCheckFinding(called)] : [];
  return [...waits, ...(await decidingFindings(checked, own.length > 0 ? own : ruled, seen))];
}

/** The queue's own check passes only after the merge, so it must not be required before. */
function ownCheckFinding(called: string): Found {
  const says = `${called}: the check "${CHECK_NAME}" is required, but it is the queue's own and passes only after the merge`;
  return doubtful(says, "remove it from the required checks, and require the checks that CI reports");
}

async function decidingFindings(
  { calls, repository, target }: CheckedBranch,
  names: readonly string[],
  seen: SeenChecks | null,
): Promise<readonly Found[]> {
  const called = `branch ${target.name}`;
  if (names.length === 0) {
    const says = `${called}: no check is required, so nothing decides a test run`;
    const next = "require checks in branch protection or a ruleset, or set the queue's requiredStatuses";
    return [broken(says, next)];
  }
  const known = seen ?? (await checksAt(calls, repository, target.name));
  const where = seen === null ? "at its tip" : "on the last test branches";
  const skippedChecks = target.queue?.queue.settings.skippedChecks ?? {};
  const mayBeSkipped = (name: string) => Object.hasOwn(skippedChecks, name) && skippedChecks[name] === "pass";
  const unknown = names.filter((name) => !known.has(name));
  const skipped = names.filter((name) => known.get(name) === false && !mayBeSkipped(name));
  return [
    fine(`${called}: a test run is decided by ${names.join(", ")}`),
    ...(unknown.length === 0 ? [] : [missingFinding(`${called}: ${required(unknown)}`, where)]),
    ...(skipped.length === 0 ? [] : [skippedFinding(`${called}: ${required(skipped)}`, where)]),
  ];
}

function required(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} required`;
}

function missingFinding(required: string, where: string): Found {
  const says = `${required}, but CI reported no such check ${where}`;
  const next = `check that the names equal the names of the jobs, and that CI runs on test branches; otherwise each test run times out`;
  return doubtful(says, next);
}

function skippedFinding(required: string, where: string): Found {
  const says = `${required}, but was only skipped ${where}`;
  const next = `check that no condition on the event or on drafts skips the job on test branches; if that is intended, set the queue's skippedChecks`;
  return doubtful(says, next);
}

function seenFindings(seen: SeenChecks | null, prefix: string): readonly Found[] {
  if (seen !== null && seen.size > 0) return [fine(`CI ran on test branches ${prefix}…`)];
  const says = `CI has reported no check on a test branch ${prefix}… yet, as expected before the first test run`;
  return [
    doubtful(says, `check that a workflow runs on push to ${prefix}**, as docs/how-to/github-app.md shows`),
  ];
}

const ALLOWING: Readonly<Record<MergeMethod, keyof RepositoryAnswer>> = {
  squash: "allow_squash_merge",
  merge_commit: "allow_merge_commit",
  rebase: "allow_rebase_merge",
};

/** When the service lands by push, GitHub's allowed merge methods do not matter. */
function methodFindings({ target, facts, landing }: CheckedBranch): readonly Found[] {
  const method = methodOf(target);
  if (landing === "push" || method === null || facts[ALLOWING[method]] !== false) return [];
  const says = `branch ${target.name}: the queue's merge method is ${method}, which the repository does not allow`;
  return [
    broken(
      says,
      "allow it in the repository's settings, or change the queue with `merge-queue update-queue`",
    ),
  ];
}

/** What the branch rules require of a ready pull request, and which of these rules the service cannot check. */
async function readinessFindings(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
): Promise<readonly Found[]> {
  const { rules, branch: shown } = await new BranchRules(calls).of(repository, branch);
  const isProtected = shown?.protection?.enabled === true;
  const protection = isProtected
    ? await readProtection(calls, repository, branch).catch(() => "unreadable" as const)
    : null;
  const demands = demandsOf(rules, protection);
  const words = demandsInWords(demands);
  const unchecked = [...new Set(rules.filter(isUncheckable).map(({ type }) => quoted(type)))];
  const own = "the queue checks this itself, even where it may bypass the rule";
  return [
    ...(words.length === 0 ? [] : [fine(`${called}: a ready pull request has ${words.join(", ")}: ${own}`)]),
    ...demands.unknown.map(({ name }) =>
      doubtful(
        `${called}: the service cannot check ${quoted(name)}, so no pull request is ready while the service may bypass it`,
        "require approvals, code owners, resolved threads or deployments instead",
      ),
    ),
    ...unchecked.map((name) =>
      doubtful(
        `${called}: the service cannot check ${name}, so a pull request that GitHub blocks is not ready`,
        "exempt the App in the ruleset of that rule, or require its checks by name",
      ),
    ),
  ];
}

function demandsInWords(demands: Demands): readonly string[] {
  const { approvals, codeOwners, lastPush, threads, environments } = demands;
  return [
    ...(approvals > 0 ? [amount(approvals, "approval")] : []),
    ...(codeOwners ? ["an approval by a code owner"] : []),
    ...(lastPush ? ["an approval of the last push"] : []),
    ...(threads ? ["resolved review threads"] : []),
    ...environments.map((name) => `a deployment to ${quoted(name)}`),
  ];
}

/** By name of a check: true if a job ever ran, false if it was always skipped. */
type SeenChecks = ReadonlyMap<string, boolean>;

const MOST_COMMITS = 3;
/** A test branch triggers workflows by its push or by its draft pull request. */
const EVENTS = ["push", "pull_request"];
const HEADS = "refs/heads/";

/** The names of check runs and statuses; null when no test branch was found. */
async function checksOnTestBranches(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<SeenChecks | null> {
  const commits = [
    ...new Set([
      ...(await branchTips(calls, repository, prefix)),
      ...(await workflowRunCommits(calls, repository, prefix)),
    ]),
  ];
  if (commits.length === 0) return null;
  const checks = await Promise.all(
    commits.slice(0, MOST_COMMITS).map(async (commit) => checksAt(calls, repository, commit)),
  );
  return merged(checks.flatMap((some) => [...some]));
}

async function checksAt(calls: GitHubReads, repository: Repository, ref: string): Promise<SeenChecks> {
  const [runs, statuses] = await Promise.all([
    orEmpty(firstPage(calls, repository, "/commits/{ref}/check-runs", { ref }, "check_runs")),
    orEmpty(firstPage(calls, repository, "/commits/{ref}/status", { ref }, "statuses")),
  ]);
  return merged([
    ...readAll(checkRunAnswer, runs).map((run) => [run.name, isExecuted(run)] as const),
    ...readAll(statusAnswer, statuses).map(({ context }) => [context, true] as const),
  ]);
}

function merged(checks: readonly (readonly [name: string, wasExecuted: boolean])[]): SeenChecks {
  const seen = new Map<string, boolean>();
  for (const [name, wasExecuted] of checks) seen.set(name, wasExecuted || seen.get(name) === true);
  return seen;
}

function isExecuted({ conclusion }: CheckRunAnswer): boolean {
  return conclusion !== "skipped" && conclusion !== "neutral";
}

/** The tips of the existing test branches. */
async function branchTips(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const ref = `heads/${prefix}pr-`;
  const refs = await orEmpty(firstPage(calls, repository, "/git/matching-refs/{ref}", { ref }));
  return readAll(refAnswer, refs)
    .filter((one) => one.ref.startsWith(`${HEADS}${prefix}`))
    .map(({ object }) => object.sha);
}

/** Workflow runs remain after their branch is deleted. */
async function workflowRunCommits(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const runs = await Promise.all(
    EVENTS.map(async (event) =>
      orEmpty(firstPage(calls, repository, "/actions/runs", { event }, "workflow_runs")),
    ),
  );
  return readAll(z.pick(workflowRunAnswer, { head_branch: true, head_sha: true }), runs.flat())
    .filter(({ head_branch: branch }) => branch?.startsWith(prefix) === true)
    .map(({ head_sha: commit }) => commit);
}

/** Treats unreadable lists as empty: another check reports missing permissions. */
async function orEmpty(asked: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  return asked.catch(() => []);
}

/** `under` names the property with the list, when the answer is not the list itself. */
async function firstPage(
  calls: GitHubReads,
  repository: Repository,
  route: string,
  parameters: Parameters,
  ...under: readonly string[]
): Promise<readonly unknown[]> {
  const answer = await calls.read(repository, route, { ...parameters, per_page: PER_PAGE });
  const found = valueAt(answer, ...under);
  return isList(found) ? found : [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
