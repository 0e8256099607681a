/** Issues by their labels, and what became of a label or a base: of pull requests only, as there are hardly other issues here. */
import type { JsonObject } from "../../json-object.js";
import { presentPull } from "../present/pull.js";
import { presentUser } from "../present/user.js";
import { type Answer, type Call, listed, memberOf, REPOSITORY, type Route } from "../route.js";

const READS = "issues: read | pull_requests: read";

export const ISSUE_LIST_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/issues`, needs: READS, answer: listIssues },
  { route: `GET ${REPOSITORY}/issues/{number}/events`, needs: READS, answer: listEvents },
];

/** Newest first, open ones unless told: https://docs.github.com/en/rest/issues/issues#list-repository-issues */
function listIssues(call: Call): Answer {
  const { world, query } = call;
  const wanted = (query.get("labels") ?? "").split(",").filter((name) => name !== "");
  const state = query.get("state") ?? "open";
  const found = [...world.pulls.values()].filter(
    (pull) =>
      (state === "all" || pull.state === state) &&
      wanted.every((name) => pull.labels.some((label) => memberOf(label, "name") === name)),
  );
  const issues = found.toReversed().map((pull): JsonObject => {
    const { number, title, body, user, labels, html_url, created_at, updated_at } = presentPull(world, pull);
    const url = `${world.repositoryUrl}/pulls/${pull.number}`;
    const pull_request = { url, html_url };
    const { state: itsState } = pull;
    return {
      number,
      title,
      body,
      user,
      labels,
      html_url,
      created_at,
      updated_at,
      state: itsState,
      pull_request,
    };
  });
  return listed(call, issues);
}

/** Oldest first, of labels and bases only: https://docs.github.com/en/rest/issues/events#list-issue-events */
function listEvents(call: Call): Answer {
  const { world } = call;
  const number = Number(call.name("number"));
  const events = world.issueEvents.filter((event) => event.number === number);
  return listed(
    call,
    events.map(({ id, event, label, actor, at }) => ({
      id,
      event,
      created_at: at,
      actor: presentUser(world, actor),
      ...(label !== undefined && {
        label: { name: memberOf(label, "name"), color: memberOf(label, "color") },
      }),
    })),
  );
}
