/** The target branches of a repository: may we push there, what decides a test run, and does it ever run. */
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { branchAnswer } from "../../forge/github/answers.js";
import { BranchRules } from "../../forge/github/branch-rules.js";
import type { GitHubReads } from "../../forge/github/calls/github-calls.js";
import { textAt } from "../../forge/github/face/answers.js";
import { CHECK_NAME } from "../../forge/github/face/face.js";
import { RequiredChecks } from "../../forge/github/required-checks.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import type { TargetBranch, TargetBranches } from "../target-branches.js";
import { landingProtection, landingRules, scratchBranchRules, testBranchRules } from "./push-rules.js";
import { type Questions, type RepositoryAnswer, repositoryCheckName } from "./questions.js";
import { readinessFindings } from "./readiness-rules.js";
import { checksAt, checksOnTestBranches, type SeenChecks } from "./seen-checks.js";

export interface BranchWorld {
  readonly questions: Questions;
  readonly targets: TargetBranches;
  readonly testBranchPrefix: string;
  /** Null where nothing is tried out on branches. */
  readonly scratchPrefix: string | null;
  readonly landing: LandingWay;
}

interface Looked {
  readonly calls: GitHubReads;
  readonly repository: Repository;
  readonly target: TargetBranch;
  readonly facts: RepositoryAnswer;
  readonly landing: LandingWay;
  /** Who pushes, as GitHub's lists name it. */
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
      const looked = (await targets(repository, facts.default_branch)).map((target) => ({
        ...{ calls, repository, target, facts, own, landing },
      }));
      const found = await Promise.all(looked.map(async (one) => lookAtBranch(one, seen)));
      const branch = `${testBranchPrefix}pr-0/doctor`;
      const called = `test branches ${testBranchPrefix}…`;
      const methods = looked.map(({ target }) => methodOf(target));
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

/** Null where there is no queue yet. */
function methodOf({ queue }: TargetBranch): MergeMethod | null {
  return queue?.queue.settings.mergeMethod ?? null;
}

async function whoPushes(questions: Questions, repository: Repository): Promise<string | null> {
  if (questions.access.kind === "app") return (await questions.app()).body?.slug ?? null;
  const login = textAt((await questions.as(repository, "/user")).data, "login");
  return login === "" ? null : login;
}

async function lookAtBranch(looked: Looked, seen: SeenChecks | null): Promise<readonly Found[]> {
  const { calls, repository, target, own, landing } = looked;
  const { name: branch } = target;
  const called = `branch ${branch}`;
  const answer = await calls.read(repository, "/branches/{branch}", { branch });
  if (answer === null) {
    return [
      broken(`${called}: there is none`, "push it, or delete its queue with `merge-queue delete-queue`"),
    ];
  }
  const isProtected = branchAnswer.safeParse(answer).data?.protection?.enabled === true;
  const ruled = { repository, branch, called };
  const how = { way: landing, method: methodOf(target) };
  const ofRules = await landingRules(calls, ruled, how);
  const ofProtection = isProtected ? await landingProtection(calls, ruled, own, how) : [];
  const against = [...ofRules, ...ofProtection];
  return [
    ...(against.length > 0 ? against : [fine(`${called}: nothing keeps us from landing what was tested`)]),
    ...(await readinessFindings(calls, ruled)),
    ...(await requiredFindings(looked, seen)),
    ...methodFindings(looked),
  ];
}

async function requiredFindings(looked: Looked, seen: SeenChecks | null): Promise<readonly Found[]> {
  const { calls, repository, target } = looked;
  const called = `branch ${target.name}`;
  const own = target.queue?.queue.settings.requiredStatuses ?? [];
  const ruled = (await new RequiredChecks(new BranchRules(calls)).of(repository, target.name)).map(
    ({ name }) => name,
  );
  const waits = [...own, ...ruled].includes(CHECK_NAME) ? [ownCheckFinding(called)] : [];
  return [...waits, ...(await decidingFindings(looked, own.length > 0 ? own : ruled, seen))];
}

/** It is over when the pull request has landed, and would have to be over before. */
function ownCheckFinding(called: string): Found {
  const says = `${called}: the check "${CHECK_NAME}" is required, which is the queue's own and passes only once all has landed`;
  return doubtful(says, "take it off the required checks, and require those that CI reports");
}

async function decidingFindings(
  { calls, repository, target }: Looked,
  names: readonly string[],
  seen: SeenChecks | null,
): Promise<readonly Found[]> {
  const called = `branch ${target.name}`;
  if (names.length === 0) {
    const says = `${called}: no check is required, so nothing would decide a test run`;
    const next = "require checks by branch protection or a ruleset, or set requiredStatuses of the queue";
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
  const says = `${required}, but no check of that name was seen ${where}`;
  const next = `see that the names are spelled as the jobs report them, and that CI runs on test branches; else each test run waits to its timeout`;
  return doubtful(says, next);
}

function skippedFinding(required: string, where: string): Found {
  const says = `${required}, but was only skipped ${where}`;
  const next = `see that no condition skips the job on test branches, as one on the event or on drafts does; where that is meant, set skippedChecks of the queue`;
  return doubtful(says, next);
}

function seenFindings(seen: SeenChecks | null, prefix: string): readonly Found[] {
  if (seen !== null && seen.size > 0) return [fine(`CI was seen on test branches ${prefix}…`)];
  const says = `no check was ever seen on a test branch ${prefix}…, which is as expected before the first test run`;
  return [doubtful(says, `see that a workflow runs on push to ${prefix}**, as docs/github-app.md shows`)];
}

const ALLOWING: Readonly<Record<MergeMethod, keyof RepositoryAnswer>> = {
  squash: "allow_squash_merge",
  merge_commit: "allow_merge_commit",
  rebase: "allow_rebase_merge",
};

/** Where the service pushes, GitHub is not asked to merge. */
function methodFindings({ target, facts, landing }: Looked): readonly Found[] {
  const method = methodOf(target);
  if (landing === "push" || method === null || facts[ALLOWING[method]] !== false) return [];
  const says = `branch ${target.name}: the queue lands by ${method}, which the repository does not allow for merges`;
  return [
    broken(
      says,
      "allow it in the repository's settings, or change the queue with `merge-queue update-queue`",
    ),
  ];
}
