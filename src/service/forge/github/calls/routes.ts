/** Routes below a repository, and what may stand in them. */
import { type Repository } from "../../../../domain/repository.js";
import type { Call } from "./call-failure.js";
import type { Parameters } from "./github-calls.js";

const BELOW = "/repos/{owner}/{repo}";

/** As Octokit wants it: `GET /repos/{owner}/{repo}/pulls/{number}`. */
export function fullRoute({ method, route }: Call): string {
  return `${method} ${BELOW}${route}`;
}

/** What a full route means to people. */
export function callOf(repository: Repository, fullRoute: string): Call {
  const [method = "", route = ""] = fullRoute.split(" ");
  return { repository, method, route: route.replace(BELOW, "") };
}

export function parametersWithin(
  { owner, name }: Repository,
  parameters: Parameters,
): Readonly<Record<string, unknown>> {
  return { ...parameters, owner, repo: name };
}

/** In a path these would mean another place than the one that the route tells of. */
const NOTHING: readonly unknown[] = ["", ".", "..", undefined, null];

export function namesNothing(route: string, parameters: Parameters): boolean {
  return [...route.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => NOTHING.includes(parameters[name]));
}
