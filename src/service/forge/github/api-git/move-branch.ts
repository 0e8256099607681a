/**
 * Moves a branch from one commit to another, and only from there. REST would move it from wherever it stands, as long as
 * that is a fast-forward; GraphQL compares first: https://docs.github.com/en/graphql/reference/git#updaterefs
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import { GitError } from "../../../ports/world-error.js";
import { read } from "../answers.js";
import { oneLine } from "../calls/one-line.js";
import { hostRefusal } from "./host-refusal.js";
import type { Place } from "./place.js";

export interface BranchMove {
  readonly branch: string;
  readonly from: CommitId;
  readonly to: CommitId;
}

const MOVE = `mutation Move($repository: ID!, $name: GitRefname!, $from: GitObjectID!, $to: GitObjectID!) {
  updateRefs(
    input: { repositoryId: $repository, refUpdates: [{ name: $name, beforeOid: $from, afterOid: $to, force: false }] }
  ) {
    clientMutationId
  }
}`;

const repositoryAnswer = z.object({ node_id: z.string() });

const answered = z.object({
  data: z.nullish(z.object({ updateRefs: z.nullish(z.object({})) })),
  errors: z.optional(z.array(z.object({ message: z.string(), type: z.optional(z.string()) }))),
});

/** Whoever calls has to do something first. */
const STAYS = new Set(["FORBIDDEN", "NOT_FOUND", "INSUFFICIENT_SCOPES"]);
const MOST_ERRORS = 5;

/** A failure says nothing of where the branch stands. */
export async function moveBranch(place: Place, { branch, from, to }: BranchMove): Promise<void> {
  const { calls, repository } = place;
  const found = read(repositoryAnswer, await calls.read(repository, ""), "the repository");
  const variables = { repository: found.node_id, name: `refs/heads/${branch}`, from, to };
  const answer = read(answered, await calls.query(repository, MOVE, variables), "a move of a branch");
  const { data, errors = [] } = answer;
  if (errors.length === 0 && data?.updateRefs !== undefined && data.updateRefs !== null) return;
  const said = errors.slice(0, MOST_ERRORS).map(({ message }) => message);
  const words = said.length === 0 ? "it does not say why" : oneLine(said.join(" "));
  const what = `moving ${branch} to ${to}`;
  const isForbidden = errors.some(({ type }) => type !== undefined && STAYS.has(type));
  throw hostRefusal(what, words) ?? new GitError(`GitHub failed at ${what}: ${words}`, !isForbidden);
}
