/** What a person may do with the queues of a repository: one table for commands on the code host and for the web pages. */
import { SCOPES, type Scope } from "./scope.js";

/** Roles on the code host, the weakest first. */
export const REPOSITORY_ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;
export type RepositoryRole = (typeof REPOSITORY_ROLES)[number];

/** The least role for each scope. null: programs only. An author may cancel the own pull request in any role. */
const LEAST_ROLES: Readonly<Record<Scope, RepositoryRole | null>> = {
  read: "read",
  submit: "write",
  priority: "write",
  admin: "maintain",
  targets: null,
};

export function roleAllows(role: RepositoryRole, scope: Scope): boolean {
  const least = leastRoleFor(scope);
  return least !== null && rankOf(role) >= rankOf(least);
}

/** null: no role has it. */
export function leastRoleFor(scope: Scope): RepositoryRole | null {
  return LEAST_ROLES[scope];
}

export function scopesOfRole(role: RepositoryRole): readonly Scope[] {
  return SCOPES.filter((scope) => roleAllows(role, scope));
}

/** The strongest known role of several names: a custom role is known by the role that it extends. */
export function strongestRole(names: readonly string[]): RepositoryRole {
  return REPOSITORY_ROLES.findLast((role) => names.includes(role)) ?? "none";
}

function rankOf(role: RepositoryRole): number {
  return REPOSITORY_ROLES.indexOf(role);
}
