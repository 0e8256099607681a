/** How branches moved. Follows https://docs.github.com/en/rest/repos/repos#list-repository-activities */
import { presentUser } from "../present/user.js";
import { type Answer, type Call, listed, REPOSITORY, type Route } from "../route.js";

export const ACTIVITY_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/activity`, needs: "contents: read", answer: listActivities },
];

/** Newest first, to the second. */
function listActivities(call: Call): Answer {
  const { world, query } = call;
  const asked = query.get("ref");
  const ref = asked === null || asked.startsWith("refs/") ? asked : `refs/heads/${asked}`;
  const found = world.activities.filter((one) => ref === null || one.ref === ref).toReversed();
  return listed(
    call,
    found.map(({ id, before, after, kind, actor, at, ...one }) => ({
      ...{ id, before, after, ref: one.ref, activity_type: kind },
      timestamp: at.replace(/\.\d+Z$/, "Z"),
      actor: presentUser(world, actor),
    })),
  );
}
