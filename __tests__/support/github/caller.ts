/** Who calls GitHub, and what their token lets them do. */

export interface AppIdentity {
  readonly id: number;
  readonly slug: string;
}

export interface Caller {
  readonly login: string;
  readonly token: string;
  /** Null for a person. */
  readonly app: AppIdentity | null;
  /** Null for a classic token, which may do whatever its owner may. */
  readonly permissions: Readonly<Record<string, string>> | null;
}

const RANKS: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 };

/** `needs` is `name: level`; several that would each do are separated by `|`. */
export function mayDo(caller: Caller, needs: string): boolean {
  const { permissions } = caller;
  if (permissions === null) return true;
  return needs.split("|").some((need) => {
    const [name = "", level = ""] = need.split(":").map((word) => word.trim());
    return (RANKS[permissions[name] ?? ""] ?? 0) >= (RANKS[level] ?? 0);
  });
}
