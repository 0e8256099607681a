/** Blows one workflow file through the forge: after each step of CI, the verdict of the service has to be a true one. */
import { verdictOn } from "../../../src/domain/check-verdict.js";
import { pullRequestNumber, type TestRunId, testRunId } from "../../../src/domain/ids.js";
import type { GitHubForge } from "../../../src/service/github/forge/github-forge.js";
import { ACME_SHOP, type GitHubForgeWorld, testBranchOf } from "../github-forge-world.js";
import { seededChance } from "../seeded-chance.js";
import { ActionsCi, type ActionsRun } from "./actions-ci.js";
import { filesWith } from "./dry-run.js";
import { expectedVerdict } from "./expected-verdict.js";
import type { WorkflowFile } from "./workflow-files.js";

export const TRIGGERS = ["push", "draft", "draft on a newer base"] as const;
/** "split": a job fails in the run by push only, as where it has another environment there. */
export const OUTCOMES = ["pass", "fail", "flaky", "docs", "split"] as const;

export interface Wind {
  readonly file: WorkflowFile;
  readonly trigger: (typeof TRIGGERS)[number];
  readonly outcome: (typeof OUTCOMES)[number];
  readonly seed: number;
}

const CODE = ["src/main.ts", "crates/core/lib.rs"];
const DOCS = ["docs/guide.md"];
const MOST_STEPS = 500;
/** A person approves the environment of a fixture after a minute, or never in a few scenarios. */
const APPROVED_MS = 60_000;
/** GitHub lists a run before the jobs of another one end; later, nothing shows that it will exist. */
const LISTED_MS = 1000;
/** Where only the run by push fails, its jobs come last. */
const LATE_MS = 30_000;
let opened = 0;

/** What is untrue, in sentences. */
export async function blow(
  world: GitHubForgeWorld,
  files: readonly WorkflowFile[],
  { file, trigger, outcome, seed }: Wind,
  forge: GitHubForge = world.forge,
): Promise<readonly string[]> {
  const { github } = world;
  opened += 1;
  const run = testRunId(`5eed5eed-5eed-45ee-85ee-${String(opened).padStart(12, "0")}`);
  const branch = testBranchOf(run);
  const commit = await world.testedCommit(run);
  const { required, breaks } = file;
  const order = { run, commit, testBranch: branch, targetBranch: "main", requiredStatuses: required };
  await forge.startTests(ACME_SHOP, { ...order, testedPullRequests: [pullRequestNumber(7)] });
  const chance = seededChance(seed);
  const ci = new ActionsCi({
    ...{ github, files: filesWith(file, files) },
    fails: (job, { workflowRun, of }) => {
      if (job !== breaks || outcome === "pass" || outcome === "docs") return false;
      if (outcome === "flaky") return workflowRun.attempt === 1;
      return outcome === "fail" || of.event === "push";
    },
    takesMs: (what, event) => {
      if (what.endsWith(" to start")) return chance.whole(1, LISTED_MS);
      const isLate = outcome === "split" && event === "push" && what.endsWith(" to begin");
      return chance.whole(LISTED_MS, 10_000) + (isLate ? LATE_MS : 0);
    },
    approvals: new Map([["uploads", seed % 4 === 0 ? null : APPROVED_MS]]),
  });
  const changed = outcome === "docs" ? DOCS : CODE;
  ci.occurs({ event: "push", branch, commit, changed, pull: null, action: "opened" });
  if (trigger !== "push") {
    if (trigger !== "draft") await github.pushToBranch("main", { [`newer-${opened}.txt`]: "newer\n" });
    const { number } = await github.openPullRequest({ branch, draft: true, author: "merge-queue[bot]" });
    const pull = { number, base: "main", draft: true };
    ci.occurs({ event: "pull_request", branch, commit, changed, pull, action: "opened" });
  }
  const told: string[] = [];
  const isOnOtherBase = ({ of }: ActionsRun) => of.pull !== null && trigger === "draft on a newer base";
  const expected = () => expectedVerdict(required, ci.runs, isOnOtherBase);
  let passedAt: number | null = null;
  for (let steps = 1; steps < MOST_STEPS; steps += 1) {
    if (!(await ci.step()) && !rerun(ci, outcome)) break;
    const { kind } = await verdictOf(forge, run, required);
    if (kind === "passed") passedAt ??= steps;
  }
  const end = await verdictOf(forge, run, required);
  if (passedAt !== null && expected() !== "passed")
    told.push(`passed at step ${passedAt}, and CI is ${expected()}`);
  if (end.kind !== expected()) told.push(`ends ${end.kind}, and CI is ${expected()}`);
  told.push(...unexplained(ci, end));
  await forge.stopTests(ACME_SHOP, run);
  return told.map((words) => `${file.name} by ${trigger}, ${outcome}, seed ${seed}: ${words}`);
}

/** Once: a person runs the failed jobs again. */
function rerun(ci: ActionsCi, outcome: Wind["outcome"]): boolean {
  const failed = ci.runs.filter(
    ({ workflowRun }) => workflowRun.attempt === 1 && workflowRun.conclusion === "failure",
  );
  if (outcome !== "flaky" || failed.length === 0) return false;
  for (const run of failed) ci.rerunFailed(run);
  return true;
}

interface Verdict {
  readonly kind: string;
  readonly open: readonly { readonly name: string; readonly isReported: boolean; readonly detail: string }[];
}

async function verdictOf(
  forge: GitHubForge,
  run: TestRunId,
  requiredStatuses: readonly string[],
): Promise<Verdict> {
  const checks = (await forge.readChecks(ACME_SHOP, run)) ?? [];
  const open = checks.filter(({ conclusion }) => conclusion === null);
  return {
    kind: verdictOn({ requiredStatuses, checks }).kind,
    open: open.map(({ name, url, detail = "" }) => ({ name, isReported: url !== "", detail })),
  };
}

/** Whatever waits once CI has ended waits for a check that nothing reports, for a person, or for a named reason. */
function unexplained({ runs }: ActionsCi, { kind, open }: Verdict): readonly string[] {
  if (kind !== "open") return [];
  const isWaiting = runs.some(({ jobs }) => jobs.some(({ instances }) => instances.some(isHeldByPerson)));
  const silent = open.filter(({ isReported, detail }) => isReported && detail === "" && !isWaiting);
  return [
    ...(open.length === 0 ? ["waits, and names no check"] : []),
    ...silent.map(({ name }) => `waits for ${name}, and names no reason`),
  ];
}

function isHeldByPerson({ check }: { readonly check: { readonly status: string } | null }): boolean {
  return check?.status === "waiting";
}
