/** Who may command the queue: asked of GitHub each time, as what an event says of its author is no permission. */
import * as z from "zod/mini";
import type { Repository } from "../../../../domain/repository.js";
import type { GitHubCalls } from "../calls/github-calls.js";

const answer = z.object({ permission: z.string(), role_name: z.optional(z.string()) });

/** A custom role says in `permission` which of these it is built on. */
const MAY_WRITE: ReadonlySet<string> = new Set(["admin", "maintain", "write"]);

export async function mayWrite(calls: GitHubCalls, repository: Repository, login: string): Promise<boolean> {
  const route = "/collaborators/{username}/permission";
  const parsed = answer.safeParse(await calls.read(repository, route, { username: login }));
  if (!parsed.success) return false;
  const { permission, role_name: role } = parsed.data;
  return MAY_WRITE.has(permission) || (role !== undefined && MAY_WRITE.has(role));
}

/** With or without the ending that GitHub gives the names of apps. */
export function isAllowedBot(login: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => plainName(name) === plainName(login));
}

function plainName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
