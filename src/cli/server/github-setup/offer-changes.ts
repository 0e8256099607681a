/** The changes of the repository itself: each is shown first, and made only after a yes. */
import { join } from "node:path";
import { repositoryName } from "../../../domain/repository.js";
import { createGitHubCalls } from "../../../service/github/api/create-github-calls.js";
import {
  branchRuleset,
  createRuleset,
  jobsSeen,
  RULESET_NAME,
  readBranchRules,
} from "../../../service/github/setup/branch-ruleset.js";
import {
  planTrigger,
  proposeTrigger,
  type WorkflowChange,
} from "../../../service/github/setup/ci-trigger.js";
import { isEnterpriseServer } from "../../../service/settings/forms.js";
import { programVersion } from "../../version.js";
import type { ConnectedApp } from "./connect-app.js";
import { createPrivateFile } from "./private-files.js";
import type { SetupRun } from "./run-of-setup.js";

const RULESET_FILE = "github-ruleset.json";
const CONTEXT_LINES = 2;

export async function offerTrigger(run: SetupRun, app: ConnectedApp, branch: string): Promise<void> {
  const { state, dialog, options } = run;
  if (state.facts.pullRequest !== null) return;
  const pattern = `${app.config.testBranchPrefix}**`;
  const plan = await planTrigger(app.calls, options.repository, branch, pattern);
  for (const { path, why } of plan.byHand) {
    dialog.note(
      `${path} cannot be changed automatically, because ${why}: add push to ${pattern} to its triggers.`,
    );
  }
  if (plan.total === 0) {
    dialog.note(`There is no workflow on ${branch}: let your CI run on pushes to ${pattern}.`);
  }
  if (plan.changes.length === 0) return;
  dialog.note(`CI has to run on test branches, ${pattern}. This change does that:`);
  for (const change of plan.changes) dialog.show(shownChange(change));
  const isYes =
    options.opensPullRequest || (await dialog.confirms(`Open a pull request to ${branch} with it?`));
  if (!isYes) {
    dialog.note("Nothing was changed. Run the same command again with --open-pull-request to open it.");
    return;
  }
  const { url } = await proposeTrigger(app.calls, options.repository, {
    base: branch,
    changes: plan.changes,
    title: "Run CI on the test branches of the merge queue",
    body: `The merge queue pushes each commit that it tests to a branch below \`${app.config.testBranchPrefix}\`. With this change the workflows run there too.`,
  });
  await state.record({ pullRequest: url });
  dialog.note(`Opened ${url}: merge it before the first pull request is submitted.`);
}

/** The changed lines, with a few around them. */
export function shownChange({ path, before, after }: WorkflowChange): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const around = (from: number, to: number) => old.slice(Math.max(from, 0), to).map((line) => ` ${line}`);
  return [
    path,
    ...around(start - CONTEXT_LINES, start),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...around(old.length - end, old.length - end + CONTEXT_LINES),
  ].join("\n");
}

export async function offerRuleset(run: SetupRun, app: ConnectedApp, branch: string): Promise<void> {
  const { state, dialog, options } = run;
  if (state.facts.ruleset !== null) return;
  const { repository, adminToken } = options;
  const rules = await readBranchRules(app.calls, repository, branch);
  if (rules.hasRuleset) return state.record({ ruleset: "exists" });
  if (rules.requiresChecks) {
    dialog.note(
      `${branch} requires checks already; let the App ${app.slug} bypass its rules as the doctor advises.`,
    );
    return;
  }
  const checks = options.checks.length > 0 ? options.checks : await jobsSeen(app.calls, repository, branch);
  if (checks.length === 0) {
    dialog.note(
      `No job has run on ${branch} or its pull requests yet, so the ruleset has no check to require: run the same command again with --check NAME.`,
    );
    return;
  }
  const apiUrl = app.config.githubApiUrl ?? options.gitHub.apiUrl;
  const mergesInBackground = app.config.githubLanding === "merge" && !isEnterpriseServer(apiUrl);
  const ruleset = branchRuleset(branch, app.id, checks, mergesInBackground ? "exempt" : "always");
  const text = JSON.stringify(ruleset, null, 2);
  dialog.note(
    `The checks that decide a test run have to be required. This ruleset requires ${checks.join(", ")} and a pull request for each change of ${branch}, and lets only the App bypass it:`,
  );
  dialog.show(text);
  if (adminToken === null) return writeRuleset(run, `${text}\n`);
  const isYes =
    options.createsRuleset || (await dialog.confirms(`Create it in ${repositoryName(repository)}?`));
  if (!isYes) {
    dialog.note("Nothing was changed. Run the same command again with --create-ruleset to create it.");
    return;
  }
  const access = { kind: "token", token: adminToken } as const;
  const calls = createGitHubCalls({ apiUrl, access, userAgent: `merge-queue/${programVersion()}` });
  const id = await createRuleset(calls, repository, ruleset);
  await state.record({ ruleset: String(id) });
  dialog.note(`Created the ruleset ${RULESET_NAME}.`);
}

/** The App may only read rules, so an administrator imports the file, or gives a token. */
async function writeRuleset({ options, dialog }: SetupRun, text: string): Promise<void> {
  const path = join(options.dataFolder, RULESET_FILE);
  const page = `${options.gitHub.webUrl}/${repositoryName(options.repository)}/settings/rules`;
  const isNew = (await createPrivateFile(path, text)) === "created";
  dialog.note(
    `${isNew ? "It is" : "An earlier version is"} in ${path}. The App may not change rules: as an administrator, import the file at ${page} ` +
      "(New ruleset, Import a ruleset), or run the same command again with --admin-token-file.",
  );
}
