/** Git configuration that shows a token to one repository over http, and to nobody whom that one names. */
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError, GitError } from "../../../ports/world-error.js";
import type { AuthorizedCalls } from "./create-github-calls.js";

export type GitCredentials = (
  repository: Repository,
  address: string,
) => Promise<Readonly<Record<string, string>>>;

export function gitCredentials(calls: Pick<AuthorizedCalls, "token">): GitCredentials {
  return async (repository, address) => {
    if (!takesToken(address)) return {};
    const token = await tokenFor(calls, repository);
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    return {
      [`http.${address}.extraHeader`]: `Authorization: Basic ${basic}`,
      // Git would send the header on to where it is redirected.
      "http.followRedirects": "false",
    };
  };
}

/** Other ways have keys of their own, and so has an address with a user in it. */
function takesToken(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}

async function tokenFor(calls: Pick<AuthorizedCalls, "token">, repository: Repository): Promise<string> {
  try {
    return await calls.token(repository);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const { message, retryable, waitMs } = error;
    throw new GitError(message, retryable, { cause: error, waitMs });
  }
}
