/** Checks the branches that only the service pushes: test branches, and scratch branches when it has no clone. */
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import type { Workflow } from "../../github/setup/read-workflow.js";
import { doubtful, type Found } from "../finding.js";
import type { TargetBranch } from "../target-branches.js";
import { patternFindings, protectionPatterns } from "./branch-patterns.js";
import { commitRuleFindings } from "./commit-rules.js";
import { type RuledBranch, scratchBranchRules, testBranchRules } from "./push-rules.js";
import type { Questions, RepositoryAnswer } from "./questions.js";
import { secretFindings } from "./test-branch-secrets.js";

/** How the service makes and moves commits. */
export interface ServiceWays {
  readonly questions: Questions;
  readonly testBranchPrefix: string;
  /** Null when the service uses no scratch branches. */
  readonly scratchPrefix: string | null;
  readonly landing: LandingWay;
  /** See `GitHubForgeOptions`. */
  readonly mergesInBackground: boolean;
  /** The committer's address of the commits that the service makes. */
  readonly committerEmail: string;
  /** Whether the service signs them. */
  readonly isSigned: boolean;
}

export interface PushedBranches extends ServiceWays {
  readonly repository: Repository;
  readonly facts: RepositoryAnswer;
  /** The slug of the App, or the login of the token's owner; null when unknown. */
  readonly own: string | null;
  /** The workflow files of a branch that GitHub can run. */
  readonly workflowsOf: (branch: string) => Promise<readonly Workflow[]>;
}

export async function pushedBranchFindings(
  world: PushedBranches,
  targets: readonly TargetBranch[],
): Promise<readonly Found[]> {
  const { questions, repository, facts, testBranchPrefix: prefix, landing, committerEmail, isSigned } = world;
  const { mergesInBackground } = world;
  const { calls } = questions;
  const methods = targets.map(methodOf);
  const tests = { repository, branch: testBranchOf(prefix), called: `test branches ${prefix}…` };
  const made = { way: landing, mergesInBackground, methods, committerEmail, isOfTests: true };
  const [target] = targets;
  const workflows = target === undefined ? [] : await world.workflowsOf(target.name);
  const hasDrafts = targets.some((one) => triggerOf(one) === "draft");
  return [
    ...(await testBranchRules(calls, tests, methods, isSigned)),
    ...(await commitRuleFindings(calls, tests, made)),
    ...(await scratchFindings(world, workflows)),
    ...(await protectionFindings(world, tests, methods)),
    ...(await secretFindings(calls, workflows, { ...tests, facts, hasDrafts })),
  ];
}

/** A name as test branches have it. */
export function testBranchOf(prefix: string): string {
  return `${prefix}pr-0/doctor`;
}

async function scratchFindings(
  { questions, ...world }: PushedBranches,
  workflows: readonly Workflow[],
): Promise<readonly Found[]> {
  const { repository, scratchPrefix: prefix, isSigned } = world;
  if (prefix === null) return [];
  const scratch = { repository, branch: `${prefix}doctor`, called: `scratch branches ${prefix}…` };
  const rules = await scratchBranchRules(questions.calls, scratch, isSigned);
  const [waking] = workflows.filter((one) => one.runsOnCreation || one.runsOnDeletion);
  return waking === undefined ? rules : [...rules, wakingFinding(scratch.called, waking)];
}

/** `[skip ci]` concerns pushes and pull requests only. */
function wakingFinding(called: string, { path, runsOnCreation }: Workflow): Found {
  const when = runsOnCreation ? "created" : "deleted";
  return doubtful(
    `${called}: ${quoted(path)} runs when any branch is ${when}, so it runs for each of them`,
    "use `push` with `branches` instead, or use a clone (`githubGit: clone`), which needs no scratch branches",
  );
}

async function protectionFindings(
  { questions, repository, scratchPrefix, own, isSigned }: PushedBranches,
  tests: RuledBranch,
  methods: readonly (MergeMethod | null)[],
): Promise<readonly Found[]> {
  const patterns = (await protectionPatterns(questions.calls, repository)) ?? [];
  const hasMergeCommits = methods.includes("merge_commit");
  const pushed = { own, isSigned };
  return [
    ...patternFindings(patterns, { ...pushed, ...tests, hasMergeCommits, isForcePushed: false }),
    ...(scratchPrefix === null
      ? []
      : patternFindings(patterns, {
          ...pushed,
          branch: `${scratchPrefix}doctor`,
          called: `scratch branches ${scratchPrefix}…`,
          hasMergeCommits: true,
          isForcePushed: true,
        })),
  ];
}

/** Null when the branch has no queue yet. */
export function methodOf({ queue }: TargetBranch): MergeMethod | null {
  return queue?.queue.settings.mergeMethod ?? null;
}

export function triggerOf({ queue }: TargetBranch): "push" | "draft" {
  return queue?.queue.settings.createPrsForTestingBranches === true ? "draft" : "push";
}
