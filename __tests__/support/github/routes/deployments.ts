/** Deployments and environments. Follows https://docs.github.com/en/rest/deployments/deployments and .../environments */
import { counted, listed, notFound, REPOSITORY, type Route } from "../route.js";

export const DEPLOYMENT_ROUTES: readonly Route[] = [
  {
    route: `GET ${REPOSITORY}/deployments`,
    needs: "deployments: read",
    answer: (call) => {
      const [sha, environment] = [call.query.get("sha"), call.query.get("environment")];
      const found = call.world.deployments
        .filter((each) => sha === null || each.sha === sha)
        .filter((each) => environment === null || each.environment === environment);
      return listed(
        call,
        found
          .toReversed()
          .map(({ id, sha: commit, environment: name }) => ({ id, sha: commit, environment: name })),
      );
    },
  },
  {
    route: `GET ${REPOSITORY}/deployments/{id}/statuses`,
    needs: "deployments: read",
    answer: (call) => {
      const found = call.world.deployments.find(({ id }) => id === Number(call.name("id")));
      if (found === undefined) throw notFound();
      return listed(
        call,
        found.states.toReversed().map((state) => ({ state })),
      );
    },
  },
  {
    route: `GET ${REPOSITORY}/environments`,
    needs: "actions: read",
    answer: (call) => counted(call, "environments", call.world.environments),
  },
  {
    route: `GET ${REPOSITORY}/environments/{name}/deployment-branch-policies`,
    needs: "actions: read",
    answer: (call) => {
      const policies = call.world.branchPolicies.get(call.name("name")) ?? [];
      return counted(
        call,
        "branch_policies",
        policies.map((name) => ({ name, type: "branch" })),
      );
    },
  },
];
