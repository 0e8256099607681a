/** A code host with accounts: who signs in, and what each may do in each repository. */
import { createHash } from "node:crypto";
import { repositoryKey } from "../../src/domain/repository.js";
import type { RepositoryRole } from "../../src/domain/repository-role.js";
import type {
  Account,
  AccountHost,
  RoleAge,
  RoleAnswer,
  SignInOutcome,
} from "../../src/service/ports/account-host.js";

export interface MemoryAccountHost extends AccountHost {
  /** Who is signed in at the code host in the browser. */
  person: Account;
  /** By login and key of the repository. */
  readonly roles: Map<string, RepositoryRole>;
  /** In the place of each answer about a role. */
  failure: RoleAnswer | null;
  /** In the place of each answer to a code. */
  outcome: SignInOutcome | Error | null;
  readonly asked: { readonly repository: string; readonly age: RoleAge }[];
  /** What the code host adds to the callback's address after the person has agreed. */
  agree(authorizationUrl: string): Readonly<Record<string, string>>;
}

export const HOST_URL = "https://github.example/login/oauth/authorize";
const CODE = /^code-\d+$/;

export function memoryAccountHost(): MemoryAccountHost {
  const challenges = new Map<string, string>();
  const host: MemoryAccountHost = {
    person: { id: 7, login: "mona" },
    roles: new Map(),
    failure: null,
    outcome: null,
    asked: [],
    authorizationUrl: (state, challenge) =>
      `${HOST_URL}?${new URLSearchParams({ state, challenge }).toString()}`,
    agree(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = `code-${challenges.size + 1}`;
      challenges.set(code, asked.get("challenge") ?? "");
      return { code, state: asked.get("state") ?? "" };
    },
    async signIn({ code, verifier }) {
      if (host.outcome instanceof Error) throw host.outcome;
      if (host.outcome !== null) return Promise.resolve(host.outcome);
      const challenge = challenges.get(code);
      const isOfBrowser = createHash("sha256").update(verifier).digest("base64url") === challenge;
      if (!CODE.test(code) || !isOfBrowser) return { kind: "unknownCode" };
      challenges.set(code, "used");
      return { kind: "signedIn", account: host.person };
    },
    async roleOf({ login }, repository, age = "minute") {
      const key = repositoryKey(repository);
      host.asked.push({ repository: key, age });
      const role = host.roles.get(`${login} ${key}`) ?? "none";
      return Promise.resolve(host.failure ?? { kind: "known", role });
    },
  };
  return host;
}
