/** Which actions a reader is offered: what the token or the role permits and the entry's state allows. */
import { endpoints } from "../../../contract/endpoints.js";
import type { Entry } from "../../../engine/model/queue.js";
import type { PullRequestView } from "../reading/pull-request-view.js";
import { isAuthor, mayAct, type Reader } from "../session/reader.js";

/** A longer reason for a pause belongs into a link. */
export const LONGEST_REASON = 300;

export const PULL_REQUEST_ACTIONS = ["submit", "cancel", "restart", "priority"] as const;
export type PullRequestAction = (typeof PULL_REQUEST_ACTIONS)[number];

export function permitted(reader: Reader, { name, entry }: PullRequestView): readonly PullRequestAction[] {
  const may = (action: PullRequestAction) =>
    scopesOf(action).every((scope) => mayAct(reader, scope, name.repository)) ||
    (action === "cancel" && isAuthor(reader, entry.facts.author));
  return PULL_REQUEST_ACTIONS.filter((action) => isPossible(action, entry) && may(action));
}

/** The scopes of the API's call, which checks them again. */
export function scopesOf(action: PullRequestAction) {
  switch (action) {
    case "submit":
      return [endpoints.submitPullRequest.scope];
    case "cancel":
      return [endpoints.cancelPullRequest.scope];
    case "restart":
      return [endpoints.restartTestsOnPullRequest.scope];
    case "priority":
      return [endpoints.submitPullRequest.scope, "priority" as const];
  }
}

function isPossible(action: PullRequestAction, { state, ended }: Entry): boolean {
  switch (action) {
    case "submit":
      return ended === "failed" || ended === "cancelled";
    case "cancel":
    case "priority":
      return ended === null;
    case "restart":
      return state === "testing" || state === "pendingFailure";
  }
}
