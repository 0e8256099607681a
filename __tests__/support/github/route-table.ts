/** Every operation that the counterpart has, and which of them a request means. */
import type { Route } from "./route.js";
import { ACTIONS_ROUTES } from "./routes/actions.js";
import { ACTIVITY_ROUTES } from "./routes/activity.js";
import { APP_HOOK_ROUTES } from "./routes/app-hook.js";
import { APP_MANIFEST_ROUTES } from "./routes/app-manifests.js";
import { CHECK_RUN_ROUTES } from "./routes/check-runs.js";
import { COMMIT_ROUTES } from "./routes/commits.js";
import { CONTENT_ROUTES } from "./routes/contents.js";
import { DEPLOYMENT_ROUTES } from "./routes/deployments.js";
import { GRAPHQL_ROUTES } from "./routes/graphql.js";
import { ISSUE_LIST_ROUTES } from "./routes/issue-lists.js";
import { MERGE_ROUTES } from "./routes/merge.js";
import { PASSED_ON_ROUTES } from "./routes/passed-on.js";
import { PEOPLE_ROUTES } from "./routes/people.js";
import { PULL_ROUTES } from "./routes/pulls.js";
import { REF_ROUTES } from "./routes/refs.js";
import { REPOSITORY_ROUTES } from "./routes/repository.js";
import { RULE_ROUTES } from "./routes/rules.js";
import { STATUS_ROUTES } from "./routes/statuses.js";
import { TREE_ROUTES } from "./routes/trees.js";
import { SIGN_IN_ROUTES } from "./sign-ins.js";

/** Where two would do, the earlier is meant: longer addresses stand before names that take slashes. */
export const ROUTES: readonly Route[] = [
  ...REPOSITORY_ROUTES,
  ...ACTIVITY_ROUTES,
  ...DEPLOYMENT_ROUTES,
  ...GRAPHQL_ROUTES,
  ...APP_HOOK_ROUTES,
  ...APP_MANIFEST_ROUTES,
  ...SIGN_IN_ROUTES,
  ...RULE_ROUTES,
  ...REF_ROUTES,
  ...TREE_ROUTES,
  ...CONTENT_ROUTES,
  ...MERGE_ROUTES,
  ...PULL_ROUTES,
  ...CHECK_RUN_ROUTES,
  ...STATUS_ROUTES,
  ...ACTIONS_ROUTES,
  ...PEOPLE_ROUTES,
  ...ISSUE_LIST_ROUTES,
  ...PASSED_ON_ROUTES,
  ...COMMIT_ROUTES,
];

const COMPILED = ROUTES.map((route) => {
  const [method = "", path = ""] = route.route.split(" ");
  const source = path.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, slashes: string) =>
    slashes === "+" ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`,
  );
  return { route, method, pattern: new RegExp(`^${source}$`) };
});

export interface FoundRoute {
  readonly route: Route;
  readonly names: Readonly<Record<string, string>>;
}

export function findRoute(method: string, path: string): FoundRoute | null {
  for (const { route, method: expected, pattern } of COMPILED) {
    const match = method === expected ? pattern.exec(path) : null;
    if (match === null) continue;
    const names: Record<string, string> = {};
    for (const [name, value] of Object.entries(match.groups ?? {})) names[name] = decodeURIComponent(value);
    return { route, names };
  }
  return null;
}
