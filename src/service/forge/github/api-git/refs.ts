/** Refs of the repository: https://docs.github.com/en/rest/git/refs */
import { type CommitId, commitId, isCommitId } from "../../../../domain/ids.js";
import { isRefName } from "../../../git/ref-name.js";
import { GitError, type WorldError } from "../../../ports/world-error.js";
import { read, readAll, refAnswer, refusalAnswer } from "../answers.js";
import type { GitHubAnswer } from "../calls/github-calls.js";
import { oneLine } from "../calls/one-line.js";
import { hostRefusal } from "./host-refusal.js";
import type { Place } from "./place.js";

const HEADS = "refs/heads/";
/** Among other things for what is there already, or is not. */
const REFUSED = [404, 409, 422];

/** Null where there is no such ref. */
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
  // What could not be a part of a ref's name begins none.
  if (!isRefName(`${asked}x`)) return [];
  const listed = await calls.list(repository, "/git/matching-refs/{ref}", { ref: withoutRefs(asked) });
  return readAll(refAnswer, listed)
    .map(({ ref }) => ref)
    .filter((ref) => ref.startsWith(asked))
    .map((ref) => ref.slice(HEADS.length));
}

/** Creates it, or moves it from wherever it stands; `isThere` is what is tried first. */
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
  const { calls, repository } = place;
  const ref = `${HEADS}${branch}`;
  const answer = await calls.send(
    repository,
    "DELETE",
    "/git/refs/{ref}",
    { ref: withoutRefs(ref) },
    [404, 422],
  );
  if (answer.status < 300) return;
  if ((await readRef(place, ref)) === null) return;
  throw refusal(`removing branch ${branch}`, wordsOf(answer));
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
