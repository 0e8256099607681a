/** Who calls GitHub: the owner of a token, or an App with a token for each repository it is installed on. */
import type { Repository } from "../../../../domain/repository.js";

export type GitHubAccess =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "app"; readonly appId: string; readonly privateKey: string };

export interface Credentials {
  /** A token that is good for this repository, and for some time yet. */
  token(repository: Repository): Promise<string>;
  /** Too new to be known everywhere at GitHub: a token that is turned down now may be good in a moment. */
  isFresh(repository: Repository, token: string): boolean;
  /** GitHub turned the token down. True when there may be a better one now. */
  turnedDown(repository: Repository, token: string): boolean;
  /** Under which what is written there appears. */
  login(repository: Repository): Promise<string>;
}

/** `ask` tells whose token it is. */
export function fixedToken(token: string, ask: (repository: Repository) => Promise<string>): Credentials {
  let login: string | null = null;
  return {
    token: async () => Promise.resolve(token),
    isFresh: () => false,
    turnedDown: () => false,
    async login(repository) {
      login ??= await ask(repository);
      return login;
    },
  };
}
