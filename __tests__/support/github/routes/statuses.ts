/** Commit statuses. Follows https://docs.github.com/en/rest/commits/statuses */
import { commitId } from "../../../../src/domain/ids.js";
import type { JsonObject } from "../../json-object.js";
import { type CommitStatus, latestStatuses } from "../checks.js";
import { presentUser } from "../present/user.js";
import {
  type Call,
  created,
  invalid,
  listed,
  ok,
  page,
  REPOSITORY,
  Refusal,
  type Route,
  required,
  textOf,
} from "../route.js";

export const STATUS_ROUTES: readonly Route[] = [
  { route: `POST ${REPOSITORY}/statuses/{sha}`, needs: "statuses: write", answer: createStatus },
  { route: `GET ${REPOSITORY}/commits/{ref+}/status`, needs: "statuses: read", answer: combined },
  { route: `GET ${REPOSITORY}/commits/{ref+}/statuses`, needs: "statuses: read", answer: listAll },
];

const STATES = ["error", "failure", "pending", "success"];

async function createStatus(call: Call) {
  const { world, body, caller } = call;
  const sha = call.name("sha");
  if ((await world.git.resolve(sha)) === null) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const state = required(body, "state", "Status");
  if (!STATES.includes(state)) throw invalid("Status", "state", "state is not included in the list");
  const description = textOf(body, "description");
  if ((description ?? "").length > 140)
    throw invalid("Status", "description", "description is too long (maximum is 140 characters)");
  const status: CommitStatus = {
    id: world.newId(),
    sha: commitId(sha),
    context: textOf(body, "context") ?? "default",
    state,
    description,
    targetUrl: textOf(body, "target_url"),
    by: caller.login,
    createdAt: new Date().toISOString(),
  };
  recordStatus(world, status);
  return created(presentStatus(world, status));
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#status */
export function recordStatus(world: Call["world"], status: CommitStatus): void {
  world.statuses.push(status);
  const branches = world.git
    .refsBelow("refs/heads/")
    .filter(([, tip]) => tip === status.sha)
    .map(([ref]) => ({ name: ref.slice("refs/heads/".length), commit: { sha: status.sha } }));
  world.emit(
    "status",
    { ...presentStatus(world, status), sha: status.sha, name: `${world.owner}/${world.name}`, branches },
    status.by,
  );
}

function presentStatus(world: Call["world"], status: CommitStatus): JsonObject {
  const { id, context, state, description, targetUrl, createdAt, sha } = status;
  return {
    id,
    url: `${world.repositoryUrl}/statuses/${sha}`,
    context,
    state,
    description,
    target_url: targetUrl,
    created_at: createdAt,
    updated_at: createdAt,
    creator: presentUser(world, status.by),
  };
}

/** In the combined status, where GitHub names the creator by its picture only. */
function simpleStatus(world: Call["world"], status: CommitStatus): JsonObject {
  const { creator: _, ...simple } = presentStatus(world, status);
  return { ...simple, avatar_url: presentUser(world, status.by)["avatar_url"] };
}

async function shaOf(call: Call) {
  const sha = await call.world.git.resolve(call.name("ref"));
  if (sha === null) throw new Refusal(404, "Not Found");
  return sha;
}

/** https://docs.github.com/en/rest/commits/statuses#get-the-combined-status-for-a-specific-reference */
async function combined(call: Call) {
  const { world } = call;
  const sha = await shaOf(call);
  const latest = latestStatuses(world, sha);
  const states = latest.map(({ state }) => state);
  const failed = states.includes("error") || states.includes("failure");
  const state = failed
    ? "failure"
    : states.length === 0 || states.includes("pending")
      ? "pending"
      : "success";
  const { items, link } = page(call, latest);
  const statuses = items.map((status) => simpleStatus(world, status));
  return {
    ...ok({ state, sha, total_count: latest.length, statuses, repository: world.minimalRepository }),
    link,
  };
}

async function listAll(call: Call) {
  const sha = await shaOf(call);
  const all = call.world.statuses.filter((status) => status.sha === sha).reverse();
  return listed(
    call,
    all.map((status) => presentStatus(call.world, status)),
  );
}
