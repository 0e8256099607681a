/** Checks a repository's target branches: the service may push there, and checks that CI reports decide a test run. */

import * as z from "zod/mini";
import type { MergeMethod } from "../../../domain/queue-settings.js";
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
import type { GitHubQueries, GitHubReads, Parameters } from "../../github/api/github-calls.js";
import { BranchRules, RequiredChecks } from "../../github/forge/branch-rules.js";
import { CHECK_NAME, textAt, valueAt } from "../../github/status/status.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import type { TargetBranch, TargetBranches } from "../target-branches.js";
import { commitRuleFindings } from "./commit-rules.js";
import { gateFindings } from "./gate-findings.js";
import { otherMergers } from "./other-mergers.js";
import { landingProtection, landingRules } from "./push-rules.js";
import {
  methodOf,
  type PushedBranches,
  pushedBranchFindings,
  type ServiceWays,
  testBranchOf,
  triggerOf,
} from "./pushed-branches.js";
import { type Questions, type RepositoryAnswer, repositoryCheckName } from "./questions.js";
import { readinessFindings } from "./readiness-findings.js";
import { readWorkflows } from "./test-branch-secrets.js";

export interface BranchWorld extends ServiceWays {
  readonly targets: TargetBranches;
}

interface CheckedBranch {
  readonly calls: GitHubReads & GitHubQueries;
  readonly repository: Repository;
  readonly target: TargetBranch;
  readonly facts: RepositoryAnswer;
  readonly world: BranchWorld;
  /** The slug of the App, or the login of the token's owner; null when unknown. */
  readonly own: string | null;
  readonly workflowsOf: PushedBranches["workflowsOf"];
}

export function branchCheck(world: BranchWorld, repository: Repository): Check {
  const { questions, targets, testBranchPrefix: prefix } = world;
  return {
    name: `branches of ${repositoryKey(repository)}`,
    look: async () => {
      const { body: facts } = await questions.repository(repository);
      if (facts === null) throw new RestsOn(repositoryCheckName(repository));
      const { calls } = questions;
      const own = await whoPushes(questions, repository);
      const seen = await checksOnTestBranches(calls, repository, prefix);
      const workflowsOf = readOnce(async (branch) => readWorkflows(calls, repository, branch));
      const checked = (await targets(repository, facts.default_branch)).map((target) => ({
        ...{ calls, repository, target, facts, world, own, workflowsOf },
      }));
      const found = await Promise.all(checked.map(async (one) => checkBranch(one, seen)));
      const pushed = await pushedBranchFindings(
        { ...world, repository, own, facts, workflowsOf },
        checked.map(({ target }) => target),
      );
      return [...found.flat(), ...pushed, ...seenFindings(seen, prefix)];
    },
  };
}

/** Several checks need the workflow files of a branch. */
function readOnce(read: PushedBranches["workflowsOf"]): PushedBranches["workflowsOf"] {
  const known = new Map<string, ReturnType<typeof read>>();
  return async (branch) => {
    const reading = known.get(branch) ?? read(branch);
    known.set(branch, reading);
    return reading;
  };
}

async function whoPushes(questions: Questions, repository: Repository): Promise<string | null> {
  if (questions.access.kind === "app") return (await questions.app()).body?.slug ?? null;
  const login = textAt((await questions.as(repository, "/user")).data, "login");
  return login === "" ? null : login;
}

async function checkBranch(checked: CheckedBranch, seen: SeenChecks | null): Promise<readonly Found[]> {
  const { calls, repository, target, own, facts } = checked;
  const { landing: way, mergesInBackground, isSigned, committerEmail } = checked.world;
  const { name: branch } = target;
  const called = `branch ${branch}`;
  const answer = await calls.read(repository, "/branches/{branch}", { branch });
  if (answer === null) {
    return [
      broken(`${called}: does not exist`, "push it, or delete its queue with `merge-queue delete-queue`"),
    ];
  }
  const { name: present = branch, protection } = branchAnswer.safeParse(answer).data ?? {};
  if (present !== branch) {
    const next = `create a queue for ${present} and delete the queue of ${branch}, or rename the branch back`;
    return [broken(`${called}: was renamed to ${present}`, next)];
  }
  const isProtected = protection?.enabled === true;
  const ruled = { repository, branch, called };
  const method = methodOf(target);
  const how = { way, method, isSigned };
  const ofRules = await landingRules(calls, ruled, how);
  const ofProtection = isProtected ? await landingProtection(calls, ruled, own, how) : [];
  const against = [...ofRules, ...ofProtection];
  return [
    ...(against.length > 0
      ? against
      : [fine(`${called}: no rule keeps the service from landing tested commits`)]),
    ...(await readinessFindings(calls, ruled, { way, trigger: triggerOf(target) })),
    ...(await commitRuleFindings(calls, ruled, {
      ...{ way, mergesInBackground, methods: [method], committerEmail },
      isOfTests: false,
    })),
    ...(await otherMergers(calls, ruled, facts, way)),
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
  const names = own.length > 0 ? own : ruled;
  return [...waits, ...(await decidingFindings(checked, names, seen)), ...(await gatesOf(checked, names))];
}

async function gatesOf(
  { target, world, workflowsOf }: CheckedBranch,
  required: readonly string[],
): Promise<readonly Found[]> {
  const { testBranchPrefix } = world;
  return gateFindings(await workflowsOf(target.name), {
    ...{ called: `branch ${target.name}`, required, testBranchPrefix },
    skippedChecks: target.queue?.queue.settings.skippedChecks ?? {},
    testBranch: testBranchOf(testBranchPrefix),
    trigger: triggerOf(target),
  });
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
function methodFindings({ target, facts, world }: CheckedBranch): readonly Found[] {
  const method = methodOf(target);
  if (world.landing === "push" || method === null || facts[ALLOWING[method]] !== false) return [];
  const says = `branch ${target.name}: the queue's merge method is ${method}, which the repository does not allow`;
  return [
    broken(
      says,
      "allow it in the repository's settings, or change the queue with `merge-queue update-queue`",
    ),
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
