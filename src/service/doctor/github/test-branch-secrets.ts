/**
 * Which secrets CI gives to the code on test branches. GitHub gives none to a pull request from a fork, but a test branch
 * belongs to the repository, so that its workflows run with the repository's secrets:
 * https://docs.github.com/en/actions/concepts/security/secrets
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { counted } from "../../../domain/words.js";
import { readAll } from "../../github/api/answers.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import { matchesProtection } from "../../github/setup/branch-filters.js";
import { readWorkflowFiles } from "../../github/setup/ci-trigger.js";
import { readWorkflow, type Workflow } from "../../github/setup/read-workflow.js";
import { ForgeError } from "../../ports/world-error.js";
import { doubtful, type Found, fine } from "../finding.js";
import type { RepositoryAnswer } from "./questions.js";

export interface TestedBranches {
  readonly repository: Repository;
  readonly facts: RepositoryAnswer;
  /** The name of a test branch. */
  readonly branch: string;
  readonly called: string;
  /** Whether test branches also have draft pull requests. */
  readonly hasDrafts: boolean;
}

export async function secretFindings(
  calls: GitHubReads,
  workflows: readonly Workflow[],
  tested: TestedBranches,
): Promise<readonly Found[]> {
  const { facts, repository, branch, called, hasDrafts } = tested;
  // Without forks, only accounts that may push have code in a pull request.
  if (facts.private === true && facts.allow_forking !== true) return [];
  // A workflow for deleted branches runs the files of the default branch, not those of a pull request.
  const running = workflows.filter(
    (one) => one.runsOnPush(branch) || one.runsOnCreation || (hasDrafts && one.runsOnPullRequests),
  );
  if (running.length === 0) return [];
  const open = await openEnvironments(calls, repository, branch);
  const exposed = running.flatMap((workflow) => exposureOf(workflow, open));
  const found = [
    ...exposed.map((words) => exposedFinding(called, words)),
    ...open.names.map((name) => environmentFinding(called, name)),
  ];
  if (found.length > 0) return found;
  return [
    fine(
      `${called}: ${counted(running.length, "workflow")} run there, without secrets or a token that may write`,
    ),
  ];
}

/** The workflows of a branch that GitHub can run. */
export async function readWorkflows(
  calls: GitHubReads,
  repository: Repository,
  ref: string,
): Promise<readonly Workflow[]> {
  const files = await readWorkflowFiles(calls, repository, ref);
  return files.flatMap(({ path, text }) => readWorkflow(path, text) ?? []);
}

function exposedFinding(called: string, words: string): Found {
  return doubtful(
    `${called}: ${words}; a pull request from a fork, which gets none of that on its own, can use it while it is tested`,
    "move it to a workflow that does not run on test branches, or to an environment that is limited to protected branches; submit pull requests from forks only after a review of all files",
  );
}

function environmentFinding(called: string, name: string): Found {
  return doubtful(
    `${called}: the environment ${quoted(name)} accepts them without a review, so that a pull request can use its secrets while it is tested`,
    `limit the deployment branches of ${quoted(name)} to protected branches, or require reviewers, in the repository's settings under Environments`,
  );
}

function exposureOf({ path, jobs }: Workflow, { known, names }: OpenEnvironments): readonly string[] {
  // GitHub starts no job on an environment that excludes the branch.
  const able = jobs.filter(({ environment }) => {
    return environment === null || !known.has(environment.toLowerCase()) || names.includes(environment);
  });
  const secrets = able.some(({ hasEverySecret }) => hasEverySecret)
    ? "every secret"
    : namesInWords("the secret", [...new Set(able.flatMap((job) => job.secrets))]);
  const writes = [...new Set(able.flatMap((job) => job.writes))];
  const powers = writes.length === 0 ? "" : `a token that may write ${writes.join(", ")}`;
  const all = [secrets, powers].filter((words) => words !== "").join(" and ");
  return all === "" ? [] : [`${quoted(path)} runs there with ${all}`];
}

const MOST_NAMED = 5;

function namesInWords(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, MOST_NAMED).map(quoted).join(", ");
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `${what}${names.length === 1 ? "" : "s"} ${shown}${more}`;
}

const environment = z.object({
  name: z.string(),
  protection_rules: z.optional(z.array(z.object({ type: z.string() }))),
  deployment_branch_policy: z.nullish(
    z.object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() }),
  ),
});
type Environment = z.infer<typeof environment>;

interface OpenEnvironments {
  /** Environments that take jobs of test branches without a review. */
  readonly names: readonly string[];
  /** All environments, in lower case. */
  readonly known: ReadonlySet<string>;
}

async function openEnvironments(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<OpenEnvironments> {
  const all = readAll(environment, await listed(calls, repository, "/environments", {}, "environments"));
  const open = await Promise.all(all.map(async (one) => isOpen(calls, repository, one, branch)));
  return {
    names: all.filter((_, index) => open[index]).map(({ name }) => name),
    known: new Set(all.map(({ name }) => name.toLowerCase())),
  };
}

async function isOpen(
  calls: GitHubReads,
  repository: Repository,
  { name, protection_rules: rules = [], deployment_branch_policy: policy }: Environment,
  branch: string,
): Promise<boolean> {
  if (rules.some(({ type }) => type === "required_reviewers")) return false;
  if (policy === null || policy === undefined) return true;
  if (policy.protected_branches) return false;
  const route = "/environments/{name}/deployment-branch-policies";
  const policies = await listed(calls, repository, route, { name }, "branch_policies");
  return readAll(branchPolicy, policies).some(
    (one) => one.type !== "tag" && matchesProtection(one.name, branch),
  );
}

const branchPolicy = z.object({ name: z.string(), type: z.optional(z.string()) });

/** Empty when the plan or an old Enterprise Server has no environments. */
async function listed(
  calls: GitHubReads,
  repository: Repository,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  under: string,
): Promise<readonly unknown[]> {
  try {
    return await calls.list(repository, route, { ...parameters, under });
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return [];
    throw error;
  }
}
