/**
 * Lets the workflows that test pull requests also run on test branches: finds them, and proposes the change as a pull
 * request. Every step finds what an earlier, interrupted run has done, and does it once.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { read, readAll, refAnswer } from "../api/answers.js";
import type { GitHubCalls, GitHubReads } from "../api/github-calls.js";
import { addPushTrigger } from "./workflow-trigger.js";

export interface WorkflowChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface TriggerPlan {
  readonly changes: readonly WorkflowChange[];
  /** Workflows that a person has to edit, with the reason. */
  readonly byHand: readonly { readonly path: string; readonly why: string }[];
  /** How many workflows there are. */
  readonly total: number;
}

const FOLDER = ".github/workflows";
const MOST_WORKFLOWS = 100;
/** The branch of the pull request. */
export const TRIGGER_BRANCH = "merge-queue/ci-trigger";

const entry = z.object({ path: z.string(), type: z.string() });
const file = z.object({ sha: z.string(), content: z.string(), encoding: z.literal("base64") });
const pull = z.object({ number: z.number(), html_url: z.string() });

export async function planTrigger(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
  pattern: string,
): Promise<TriggerPlan> {
  const files = await readWorkflowFiles(calls, repository, branch);
  const changes: WorkflowChange[] = [];
  const byHand: { path: string; why: string }[] = [];
  for (const { path, text } of files) {
    const change = addPushTrigger(text, pattern);
    if (change.kind === "byHand") byHand.push({ path, why: change.why });
    if (change.kind === "changed") changes.push({ path, before: text, after: change.text });
  }
  return { changes, byHand, total: files.length };
}

/** The workflow files at a commit or branch. */
export async function readWorkflowFiles(
  calls: GitHubReads,
  repository: Repository,
  ref: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const found = await calls.read(repository, "/contents/{path}", { path: FOLDER, ref });
  const paths = readAll(entry, Array.isArray(found) ? found : [])
    .filter(({ path, type }) => type === "file" && /\.ya?ml$/.test(path))
    .map(({ path }) => path)
    .slice(0, MOST_WORKFLOWS);
  const files = await Promise.all(paths.map(async (path) => readFile(calls, repository, path, ref)));
  return files.flatMap((one, index) => (one === null ? [] : [{ path: paths[index] ?? "", text: one.text }]));
}

/** Null: no such file, or one without a text. */
async function readFile(
  calls: GitHubReads,
  repository: Repository,
  path: string,
  ref: string,
): Promise<{ readonly sha: string; readonly text: string } | null> {
  const found = file.safeParse(await calls.read(repository, "/contents/{path}", { path, ref }));
  if (!found.success) return null;
  return { sha: found.data.sha, text: Buffer.from(found.data.content, "base64").toString("utf8") };
}

export interface Proposal {
  readonly base: string;
  readonly changes: readonly WorkflowChange[];
  readonly title: string;
  readonly body: string;
}

/** Resolves to the pull request, which may be there from an earlier run. */
export async function proposeTrigger(
  calls: GitHubCalls,
  repository: Repository,
  { base, changes, title, body }: Proposal,
): Promise<{ readonly number: number; readonly url: string }> {
  await requireBranch(calls, repository, base);
  for (const change of changes) await writeChange(calls, repository, change);
  const head = `${repository.owner}:${TRIGGER_BRANCH}`;
  const open = await calls.list(repository, "/pulls", { head, base, state: "open" });
  const known = pull.safeParse(open[0]);
  if (known.success) return { number: known.data.number, url: known.data.html_url };
  const { body: opened } = await calls.send(repository, "POST", "/pulls", {
    title,
    body,
    base,
    head: TRIGGER_BRANCH,
  });
  const { number, html_url: url } = read(pull, opened, "the new pull request");
  return { number, url };
}

async function requireBranch(calls: GitHubCalls, repository: Repository, base: string): Promise<void> {
  const known = await calls.read(repository, "/git/ref/{ref}", { ref: `heads/${TRIGGER_BRANCH}` });
  if (known !== null) return;
  const sha = await branchTip(calls, repository, base);
  if (sha === null) throw new ForgeError(`the repository has no branch ${base}`, false);
  const ref = `refs/heads/${TRIGGER_BRANCH}`;
  await calls.send(repository, "POST", "/git/refs", { ref, sha });
}

/** The commit of a branch; null: no such branch. */
export async function branchTip(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<string | null> {
  const tip = await calls.read(repository, "/git/ref/{ref}", { ref: `heads/${branch}` });
  return tip === null ? null : read(refAnswer, tip, `the branch ${branch}`).object.sha;
}

async function writeChange(
  calls: GitHubCalls,
  repository: Repository,
  { path, before, after }: WorkflowChange,
): Promise<void> {
  const there = await readFile(calls, repository, path, TRIGGER_BRANCH);
  if (there?.text === after) return;
  if (there?.text !== before) {
    throw new ForgeError(
      `${path} on the branch ${TRIGGER_BRANCH} differs from the target branch: delete that branch, and run the command again`,
      false,
    );
  }
  await calls.send(repository, "PUT", "/contents/{path}", {
    path,
    message: `Run ${path.slice(FOLDER.length + 1)} on test branches of the merge queue`,
    content: Buffer.from(after).toString("base64"),
    sha: there.sha,
    branch: TRIGGER_BRANCH,
  });
}
