/** Pull requests as GitHub's API shows them: https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request */
import type { JsonObject } from "../../json-object.js";
import { mergeableState } from "../mergeable-state.js";
import { mergeabilityOf, type Pull } from "../pull.js";
import type { GitHubWorld } from "../world.js";
import { presentUser } from "./user.js";

/** As lists and webhooks show it. */
export function presentPull(world: GitHubWorld, pull: Pull): JsonObject {
  const { number, title, body, draft, state, labels } = pull;
  const url = `${world.repositoryUrl}/pulls/${number}`;
  return {
    id: 10_000 + number,
    node_id: `PR_${number}`,
    url,
    html_url: `${world.htmlUrl}/pull/${number}`,
    issue_url: `${world.repositoryUrl}/issues/${number}`,
    number,
    title,
    body,
    draft,
    state,
    locked: false,
    labels,
    user: presentUser(world, pull.author),
    author_association: "CONTRIBUTOR",
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.commit ?? world.git.ref(`refs/pull/${number}/merge`),
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    auto_merge: null,
    head: presentHead(world, pull),
    base: presentBase(world, pull),
  };
}

/** As `GET` of the one pull request shows it. */
export async function presentWholePull(world: GitHubWorld, pull: Pull, viewer: string): Promise<JsonObject> {
  const merge = pull.state === "open" ? await mergeabilityOf(pull, world) : "unknown";
  const mergeable = merge === "unknown" ? null : merge !== null;
  return {
    ...presentPull(world, pull),
    merged: pull.merged !== null,
    merged_by: pull.merged === null ? null : presentUser(world, pull.merged.by),
    mergeable,
    rebaseable: mergeable,
    mergeable_state: await mergeableState(world, pull, mergeable, viewer),
    maintainer_can_modify: false,
  };
}

function presentHead(world: GitHubWorld, pull: Pull): JsonObject {
  const owner = pull.fork ?? world.owner;
  const gone = world.deletedForks.has(owner);
  const repo = pull.fork === null ? world.repositoryObject : gone ? null : presentFork(world, pull.fork);
  return {
    label: `${owner}:${pull.headRef}`,
    ref: pull.headRef,
    sha: pull.headSha,
    user: presentUser(world, owner),
    repo,
  };
}

function presentBase(world: GitHubWorld, pull: Pull): JsonObject {
  return {
    label: `${world.owner}:${pull.base}`,
    ref: pull.base,
    sha: pull.baseSha,
    user: presentUser(world, world.owner),
    repo: world.repositoryObject,
  };
}

export function presentFork(world: GitHubWorld, owner: string): JsonObject {
  return {
    id: world.userId(`${owner}/${world.name}`),
    name: world.name,
    full_name: `${owner}/${world.name}`,
    owner: presentUser(world, owner),
    private: false,
    fork: true,
    default_branch: "main",
    html_url: `${world.webUrl}/${owner}/${world.name}`,
    clone_url: `${world.webUrl}/${owner}/${world.name}.git`,
  };
}
