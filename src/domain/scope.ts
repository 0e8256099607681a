/** What a token can permit. */

export const SCOPES = ["read", "targets", "submit", "priority", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
