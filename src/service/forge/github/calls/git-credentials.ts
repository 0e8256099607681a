/** Git configuration that shows a token to one repository over http, and to nobody whom that one names. */
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError, GitError } from "../../../ports/world-error.js";
import type { AuthorizedCalls } from "./create-github-calls.js";

type Configuration = Readonly<Record<string, string>>;

/** What git was turned down with is handed back for something to try once more, if there is anything. */
export type GitCredentials = (
  repository: Repository,
  address: string,
  turnedDown?: Configuration,
) => Promise<Configuration>;

type Tokens = Pick<AuthorizedCalls, "token"> & Partial<Pick<AuthorizedCalls, "turnedDown">>;

/** Told of an address that wants a token and gets none; without what may be secret in it. */
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
      // Git would send the header on to where it is redirected.
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

/** Other ways have keys of their own, and so has an address with a user in it. */
function urlThatTakesToken(address: string): URL | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.username === "" && url.password === "" ? url : null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** A token is good for everything the App or its owner may do: a mirror must not learn it, nor whoever listens. */
function mayHaveToken(repository: Repository, { protocol, hostname, host }: URL): boolean {
  if (LOOPBACK.test(hostname)) return true;
  // Spelled as an address is: a repository's host may name the usual port.
  return protocol === "https:" && host === new URL(`https://${repository.host}`).host;
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
