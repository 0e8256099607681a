/** Who reads a page, and what that permits. */
import type { Repository } from "../../../domain/repository.js";
import type { Scope } from "../../../domain/scope.js";
import type { Account } from "../../ports/account-host.js";
import { type Grant, reaches } from "../../tokens/token-text.js";

export type Reader =
  /** Signed in on the sign-in page. `csrf` goes with every form, so that no other site can post it. */
  | {
      readonly kind: "session";
      readonly name: string;
      /** Of an account: nothing, until its role in a repository is known. */
      readonly grant: Grant;
      readonly csrf: string;
      /** null: signed in with a token. */
      readonly account: Account | null;
    }
  /** A program that sends its token with each request; it uses the API for actions. */
  | { readonly kind: "token"; readonly grant: Grant }
  /** Not signed in, while the settings make the pages public. */
  | { readonly kind: "public" };

export function mayRead(reader: Reader, repository: Repository): boolean {
  return reader.kind === "public" || isPermitted(reader.grant, "read", repository);
}

/** Output may show what only members of the repository know. */
export function mayReadOutput(reader: Reader, repository: Repository): boolean {
  return reader.kind !== "public" && mayRead(reader, repository);
}

/** Whether the session's account wrote the pull request. Without a role, another account may have taken its login. */
export function isAuthor(reader: Reader, author: string): boolean {
  if (reader.kind !== "session" || !reader.grant.scopes.includes("read")) return false;
  return reader.account?.login.toLowerCase() === author.toLowerCase();
}

/** Only a session acts on pages. */
export function mayAct(reader: Reader, scope: Scope, repository: Repository): boolean {
  return reader.kind === "session" && isPermitted(reader.grant, scope, repository);
}

function isPermitted(grant: Grant, scope: Scope, repository: Repository): boolean {
  return grant.scopes.includes(scope) && reaches(grant, repository);
}
