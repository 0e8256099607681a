/** What a token may be allowed to do. */

export const SCOPES = ["read", "targets", "submit", "priority", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
