/** What people may do, what they say, and how they review. */
import type { CommitId } from "../../../../src/domain/ids.js";
import { isJsonObject, type JsonObject } from "../../json-object.js";
import { presentUser } from "../present/user.js";
import {
  type Call,
  created,
  invalid,
  listed,
  NOTHING,
  notFound,
  ok,
  REPOSITORY,
  type Route,
  required,
  textOf,
} from "../route.js";
import type { Review } from "../world.js";
import { pullOf } from "./pulls.js";

export const PEOPLE_ROUTES: readonly Route[] = [
  {
    route: `GET ${REPOSITORY}/collaborators/{user}/permission`,
    needs: "metadata: read",
    answer: permissionOf,
  },
  {
    route: `GET ${REPOSITORY}/issues/comments/{id}/reactions`,
    needs: "issues: read",
    answer: listReactions,
  },
  {
    route: `POST ${REPOSITORY}/issues/comments/{id}/reactions`,
    needs: "issues: write",
    answer: react,
  },
  {
    route: `DELETE ${REPOSITORY}/issues/comments/{id}/reactions/{reaction}`,
    needs: "issues: write",
    answer: unreact,
  },
  {
    route: `GET ${REPOSITORY}/pulls/{number}/reviews`,
    needs: "pull_requests: read",
    answer: (call) => {
      const { number } = pullOf(call);
      return listed(
        call,
        call.world.reviews
          .filter(({ pull }) => pull === number)
          .map((review) => presentReview(call.world, review)),
      );
    },
  },
  { route: `POST ${REPOSITORY}/pulls/{number}/reviews`, needs: "pull_requests: write", answer: createReview },
];

const LEGACY: Readonly<Record<string, string>> = { maintain: "write", triage: "read" };

/**
 * `permission` knows admin, write, read and none; `role_name` says it finely.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
function permissionOf(call: Call) {
  const login = call.name("user");
  const role =
    call.world.permissions.get(login.toLowerCase()) ??
    (call.world.facts["private"] === true ? "none" : "read");
  return ok({ permission: LEGACY[role] ?? role, role_name: role, user: presentUser(call.world, login) });
}

const CONTENTS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];

/** https://docs.github.com/en/rest/reactions/reactions#create-reaction-for-an-issue-comment */
function react(call: Call) {
  const content = required(call.body, "content", "Reaction");
  if (!CONTENTS.includes(content)) throw invalid("Reaction", "content", "content is not a reaction");
  const [on, by] = [call.name("id"), call.caller.login];
  if (!call.world.commentAuthors.has(Number(on))) throw notFound();
  const known = call.world.reactions.find(
    (each) => each.on === on && each.by === by && each.content === content,
  );
  if (known !== undefined) return ok(presentReaction(call, known));
  const reaction = { id: call.world.newId(), on, content, by };
  call.world.reactions.push(reaction);
  return created(presentReaction(call, reaction));
}

function presentReaction(
  call: Call,
  { id, content, by }: { id: number; content: string; by: string },
): JsonObject {
  return { id, content, user: presentUser(call.world, by) };
}

function listReactions(call: Call) {
  const on = call.world.reactions.filter((each) => each.on === call.name("id"));
  return listed(
    call,
    on.map((each) => presentReaction(call, each)),
  );
}

function unreact(call: Call) {
  const { reactions } = call.world;
  const at = reactions.findIndex(({ id }) => id === Number(call.name("reaction")));
  if (at < 0) throw notFound();
  reactions.splice(at, 1);
  return NOTHING;
}

const REVIEW_STATES: Readonly<Record<string, string>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

/** https://docs.github.com/en/rest/pulls/reviews#create-a-review-for-a-pull-request */
function createReview(call: Call) {
  const state = REVIEW_STATES[textOf(call.body, "event") ?? ""];
  if (state === undefined) throw invalid("PullRequestReview", "event", "event is not included in the list");
  const pull = pullOf(call);
  const review = recordReview(call.world, {
    pull: pull.number,
    author: call.caller.login,
    state,
    body: textOf(call.body, "body") ?? "",
    commit: pull.headSha,
  });
  return ok(presentReview(call.world, review));
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request_review */
export function recordReview(
  world: Call["world"],
  said: { pull: number; author: string; state: string; body: string; commit: CommitId },
  action: "submitted" | "dismissed" = "submitted",
): Review {
  const review: Review = { ...said, id: world.newId(), submittedAt: new Date().toISOString() };
  world.reviews.push(review);
  const reviewed = world.pulls.get(review.pull);
  if (reviewed !== undefined) reviewed.updatedAt = review.submittedAt;
  const presented = presentReview(world, review);
  const pull = isJsonObject(presented) ? { number: review.pull } : {};
  world.emit(
    "pull_request_review",
    { action, review: { ...presented, state: review.state.toLowerCase() }, pull_request: pull },
    review.author,
  );
  return review;
}

function presentReview(
  world: Call["world"],
  { id, author, state, body, commit, submittedAt }: Review,
): JsonObject {
  return { id, user: presentUser(world, author), state, body, commit_id: commit, submitted_at: submittedAt };
}
