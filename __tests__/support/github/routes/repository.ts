/** The repository itself, who one is, and how much one may still ask. */
import { presentUser } from "../present/user.js";
import { type Call, ok, REPOSITORY, type Route } from "../route.js";

export const REPOSITORY_ROUTES: readonly Route[] = [
  /** https://docs.github.com/en/rest/repos/repos#get-a-repository */
  { route: `GET ${REPOSITORY}`, needs: "metadata: read", answer: (call) => ok(presentRepository(call)) },
  {
    route: `PATCH ${REPOSITORY}`,
    needs: "administration: write",
    answer: (call) => {
      Object.assign(call.world.settings, call.body);
      return ok(presentRepository(call));
    },
  },
  /** https://docs.github.com/en/rest/apps/installations#list-repositories-accessible-to-the-app-installation */
  {
    route: "GET /installation/repositories",
    answer: (call) => ok({ total_count: 1, repositories: [presentRepository(call)] }),
  },
  /** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
  { route: "GET /user", answer: (call) => ok(presentUser(call.world, call.caller.login)) },
  {
    route: "GET /users/{user}",
    isPublic: true,
    answer: (call) => {
      const { world } = call;
      const isOwner = call.name("user").toLowerCase() === world.owner.toLowerCase();
      const type = isOwner && world.isOrganization ? { type: "Organization" } : {};
      return ok({ ...presentUser(world, call.name("user")), ...type });
    },
  },
];

function presentRepository({ world, caller }: Call) {
  const role = world.permissions.get(caller.login.toLowerCase()) ?? (caller.app === null ? "read" : "write");
  const push = role === "admin" || role === "maintain" || role === "write";
  return { ...world.repositoryObject, permissions: { admin: role === "admin", push, pull: true } };
}
