/** Accounts of the code host: how a person signs in with one, and what the account may do in a repository. */
import type { Repository } from "../../domain/repository.js";
import type { RepositoryRole } from "../../domain/repository-role.js";

/** Leads to the page of GitHub on which a person allows the sign-in. */
export const GITHUB_SIGN_IN_PATH = "/sign-in/github";
/** GitHub sends the browser there with a code: the App's settings have this address. */
export const GITHUB_CALLBACK_PATH = `${GITHUB_SIGN_IN_PATH}/callback`;

/** GitHub sends webhooks there: the App's settings have this address too. */
export const GITHUB_WEBHOOKS_PATH = "/github/webhooks";

export interface Account {
  /** Remains when the login changes. */
  readonly id: number;
  readonly login: string;
}

export interface CodeOfSignIn {
  /** From the redirect; untrusted. */
  readonly code: string;
  /** Its SHA-256 was the challenge of the authorization. */
  readonly verifier: string;
}

export type SignInOutcome =
  | { readonly kind: "signedIn"; readonly account: Account }
  /** The code is used, too old, of another App, or was not asked for by this browser. */
  | { readonly kind: "unknownCode" }
  /** The operator has to act: the code host does not accept the settings. */
  | { readonly kind: "wrongSettings"; readonly why: string };

export type RoleAnswer =
  | { readonly kind: "known"; readonly role: RepositoryRole }
  /** The code host did not answer, or takes no questions about the repository. */
  | { readonly kind: "unknown"; readonly lastKnown: RepositoryRole; readonly why: string };

export interface AccountHost {
  /** The page of the code host on which a person allows the sign-in. */
  authorizationUrl(state: string, challenge: string): string;
  /**
   * Exchanges a code for the account. Keeps no token of the person. Throws `WorldError` if the code host fails; then the
   * code may have been used.
   */
  signIn(code: CodeOfSignIn): Promise<SignInOutcome>;
  /** Absent: at most a minute old. A repository that is not served has the role none. */
  roleOf(account: Account, repository: Repository, age?: RoleAge): Promise<RoleAnswer>;
}

export type RoleAge =
  /** Newer than the call: for an action. */
  | "now"
  | "minute"
  /** At most ten minutes old: for a page that asks about every repository again and again. */
  | "polled";
