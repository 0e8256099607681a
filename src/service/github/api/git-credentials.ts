/** Git configuration that sends a token to one repository's server over http, and to no server that it redirects to. */
import type { Repository } from "../../../domain/repository.js";
import { ForgeError, GitError } from "../../ports/world-error.js";
import type { AuthorizedCalls } from "./create-github-calls.js";
import type { RepositoryNames } from "./repository-names.js";

type Configuration = Readonly<Record<string, string>>;

/** `turnedDown` is the configuration that the server rejected. Returns one for a retry, or an empty one. */
export type GitCredentials = (
  repository: Repository,
  address: string,
  turnedDown?: Configuration,
) => Promise<Configuration>;

type Tokens = Pick<AuthorizedCalls, "token"> & Partial<Pick<AuthorizedCalls, "turnedDown">>;

/** Called with the origin of an address (without its secrets) that needs a token but must not receive it. */
export type OnWithheld = (repository: Repository, origin: string) => void;

export function gitCredentials(calls: Tokens, onWithheld: OnWithheld = () => undefined): GitCredentials {
  return async (repository, address, turnedDown) => {
    const url = urlThatTakesToken(address);
    if (url === null) return {};
    if (!mayHaveToken(repository, url)) {
      onWithheld(repository, url.origin);
      return {};
    }
    const refused = turnedDown === undefined ? null : tokenIn(turnedDown[headerOf(address)]);
    if (refused !== null && (await calls.turnedDown?.(repository, refused)) !== true) return {};
    const token = await tokenFor(calls, repository);
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    return {
      [headerOf(address)]: `Authorization: Basic ${basic}`,
      // Git would send the header to the target of a redirect.
      "http.followRedirects": "false",
    };
  };
}

function headerOf(address: string): string {
  return `http.${address}.extraHeader`;
}

function tokenIn(header = ""): string {
  const [, basic = ""] = / Basic (\S+)$/.exec(header) ?? [];
  return Buffer.from(basic, "base64")
    .toString()
    .replace(/^x-access-token:/, "");
}

/** null: other protocols, and addresses with a user, have their own credentials. */
function urlThatTakesToken(address: string): URL | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username === "" && url.password === "" ? url : null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** A token allows everything that the App or its owner may do, so mirrors and unencrypted connections never get it. */
function mayHaveToken(repository: Repository, { protocol, hostname, host }: URL): boolean {
  if (LOOPBACK.test(hostname)) return true;
  // URL normalises the host: the repository's may include the default port.
  return protocol === "https:" && host === new URL(`https://${repository.host}`).host;
}

/** Git's answers contain no id, so the name is confirmed before git uses its address. */
export async function confirmedName(
  calls: Tokens,
  names: RepositoryNames,
  repository: Repository,
): Promise<Repository> {
  await tokenFor(calls, repository);
  return names.present(repository);
}

async function tokenFor(calls: Tokens, repository: Repository): Promise<string> {
  try {
    return await calls.token(repository);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const { message, retryable, waitMs } = error;
    throw new GitError(message, retryable, { cause: error, waitMs });
  }
}
