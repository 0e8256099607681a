/** Reads, creates, moves and deletes refs: https://docs.github.com/en/rest/git/refs */

import * as z from "zod/mini";
import { type CommitId, commitId, isCommitId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { CommitSigner } from "../../git/commit-signer.js";
import { isRefName } from "../../git/list-branches.js";
import type { RefUpdate } from "../../git/move-head.js";
import { mayPassByItself } from "../../git/rules-refusal.js";
import { GitError, RefusedByHost, type WorldError } from "../../ports/world-error.js";
import { read, readAll, refAnswer, refusalAnswer } from "../api/answers.js";
import { oneLine } from "../api/call-failure.js";
import type { GitHubAnswer, GitHubCalls, GitHubQueries } from "../api/github-calls.js";

const HEADS = "refs/heads/";
/** GitHub also answers with these where a ref already exists, or does not exist. */
const REFUSED = [404, 409, 422];

/** null: the ref does not exist. */
export async function readRef({ calls, repository }: Place, name: string): Promise<CommitId | null> {
  if (!isRefName(name)) return null;
  const answer = await calls.read(repository, "/git/ref/{ref}", { ref: withoutRefs(name) });
  if (answer === null) return null;
  const { ref, object } = read(refAnswer, answer, name);
  return ref === name && isCommitId(object.sha) ? commitId(object.sha) : null;
}

/** Branches whose names start with `prefix`, without `refs/heads/`. */
export async function branchesBelow(
  { calls, repository }: Place,
  prefix: string,
): Promise<readonly string[]> {
  const asked = `${HEADS}${prefix}`;
  // No ref can start with a prefix that is not valid in a ref name.
  if (!isRefName(`${asked}x`)) return [];
  const listed = await calls.list(repository, "/git/matching-refs/{ref}", { ref: withoutRefs(asked) });
  return readAll(refAnswer, listed)
    .map(({ ref }) => ref)
    .filter((ref) => ref.startsWith(asked))
    .map((ref) => ref.slice(HEADS.length));
}

/** Creates the branch, or moves it from any commit. `isThere` selects which of the two is tried first. */
export async function setBranch(
  { calls, repository }: Place,
  branch: string,
  commit: CommitId,
  isThere = false,
): Promise<void> {
  const ref = `${HEADS}${branch}`;
  const creation = { ref, sha: commit };
  const create = async () => calls.send(repository, "POST", "/git/refs", creation, REFUSED);
  const moving = { ref: withoutRefs(ref), sha: commit, force: true };
  const move = async () => calls.send(repository, "PATCH", "/git/refs/{ref}", moving, REFUSED);
  const words: string[] = [];
  for (const attempt of isThere ? [move, create] : [create, move]) {
    const answer = await attempt();
    if (answer.status < 300) return;
    words.push(wordsOf(answer));
  }
  throw refusal(`pointing branch ${branch} at ${commit}`, words.join(" "));
}

/** Repeating is harmless. */
export async function removeBranch(place: Place, branch: string): Promise<void> {
  await removeRef(place, `${HEADS}${branch}`, `branch ${branch}`);
}

/** Removes all refs whose full names start with `below`. */
export async function removeRefs(place: Place, below: string): Promise<void> {
  const { calls, repository } = place;
  const listed = await calls.list(repository, "/git/matching-refs/{ref}", { ref: withoutRefs(below) });
  for (const { ref } of readAll(refAnswer, listed)) {
    if (ref.startsWith(below)) await removeRef(place, ref, ref);
  }
}

async function removeRef(place: Place, ref: string, what: string): Promise<void> {
  const { calls, repository } = place;
  const answer = await calls.send(
    repository,
    "DELETE",
    "/git/refs/{ref}",
    { ref: withoutRefs(ref) },
    [404, 422],
  );
  if (answer.status < 300) return;
  if ((await readRef(place, ref)) === null) return;
  throw refusal(`removing ${what}`, wordsOf(answer));
}

function refusal(what: string, words: string): WorldError {
  return hostRefusal(what, words) ?? new GitError(`GitHub failed at ${what}: ${words}`, true);
}

export function wordsOf({ status, body }: GitHubAnswer): string {
  const said = refusalAnswer.safeParse(body);
  return said.success ? oneLine(said.data.message) : `it answered ${status}`;
}

function withoutRefs(name: string): string {
  return name.replace(/^refs\//, "");
}

const OF_RULES =
  /\bprotected (branch|ref)\b|\brule violations?\b|\bstatus checks?\b|\bpull request\b|\bnot authorized to push\b|\bmerge commits?\b|\blinear history\b|\bsign(ed|atures?)\b|\breviews?\b|\bforce-push\b|\bCannot (create|update|delete) this\b|\bcreations? being restricted\b|\brefusing to allow an?\b/i;

/** The introduction before the rules in GitHub's message. */
const BEFORE = /^.*?\b(?:rule violations? found|update failed)(?: for [\w./-]+)?[.\s]*/i;

/** null: the failure is not a refusal by rules. `words` is GitHub's message on one line. */
export function hostRefusal(what: string, words: string): RefusedByHost | null {
  if (!OF_RULES.test(words)) return null;
  const rules = words.replace(BEFORE, "").split(/(?<=\.)\s+/);
  return new RefusedByHost(
    `${what} was refused by the repository's own rules: ${words}`,
    rules.every(mayPassByItself),
    "rules",
  );
}

export interface Place {
  readonly calls: GitHubCalls & GitHubQueries;
  readonly repository: Repository;
  /** Signs the commits that are written there. */
  readonly signer?: CommitSigner | null;
}

export interface GuardedUpdate extends RefUpdate {
  /** Whether the new commit may lack the old one. */
  readonly mayRewrite: boolean;
}

const MOVE = `mutation Move($repository: ID!, $updates: [RefUpdate!]!) {
  updateRefs(input: { repositoryId: $repository, refUpdates: $updates }) {
    clientMutationId
  }
}`;

/** GitHub's word for "must not exist". */
const NOTHING = "0".repeat(40);

const repositoryAnswer = z.object({ node_id: z.string() });

const answered = z.object({
  data: z.nullish(z.object({ updateRefs: z.nullish(z.object({})) })),
  errors: z.optional(z.array(z.object({ message: z.string(), type: z.optional(z.string()) }))),
});

/** Errors that persist until the caller changes something. */
const STAYS = new Set(["FORBIDDEN", "NOT_FOUND", "INSUFFICIENT_SCOPES"]);
const MOST_ERRORS = 5;

/** All or none. After a failure the refs may or may not have moved. */
export async function updateRefs(place: Place, updates: readonly GuardedUpdate[]): Promise<void> {
  const { calls, repository } = place;
  const found = read(repositoryAnswer, await calls.read(repository, ""), "the repository");
  const asked = updates.map(({ ref: name, from, to: afterOid, mayRewrite: force }) => ({
    ...{ name, beforeOid: from ?? NOTHING, afterOid, force },
  }));
  const variables = { repository: found.node_id, updates: asked };
  const answer = read(answered, await calls.query(repository, MOVE, variables), "a move of a branch");
  const { data, errors = [] } = answer;
  if (errors.length === 0 && data?.updateRefs !== undefined && data.updateRefs !== null) return;
  const said = errors.slice(0, MOST_ERRORS).map(({ message }) => message);
  const words = said.length === 0 ? "it gives no reason" : oneLine(said.join(" "));
  const what = `moving ${updates.map(({ ref, to }) => `${ref.replace(HEADS, "")} to ${to}`).join(" and ")}`;
  const isForbidden = errors.some(({ type }) => type !== undefined && STAYS.has(type));
  throw hostRefusal(what, words) ?? new GitError(`GitHub failed at ${what}: ${words}`, !isForbidden);
}
