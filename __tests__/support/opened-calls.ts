/** Calls to a GitHub that answers as a test says: quick, ended together, and the failures that they end in. */
import {
  type AuthorizedCalls,
  createGitHubCalls,
  type GitHubCallsOptions,
} from "../../src/service/github/api/create-github-calls.js";
import { ForgeError } from "../../src/service/ports/world-error.js";

export class OpenedCalls {
  readonly #usual: Pick<GitHubCallsOptions, "apiUrl" | "access">;
  readonly #opened: AuthorizedCalls[] = [];

  constructor(apiUrl: string, token: string) {
    this.#usual = { apiUrl, access: { kind: "token", token } };
  }

  open(options: Partial<GitHubCallsOptions> = {}): AuthorizedCalls {
    const calls = createGitHubCalls({
      ...this.#usual,
      userAgent: "merge-queue/1",
      ...options,
      limits: { writePauseMs: 0, retryPauseMs: 1, longestWaitMs: 1500, ...options.limits },
    });
    this.#opened.push(calls);
    return calls;
  }

  async close(): Promise<void> {
    for (const calls of this.#opened) await calls.close();
  }
}

export async function forgeFailure(work: Promise<unknown>): Promise<ForgeError> {
  const error: unknown = await work.then(
    () => "it worked",
    (reason: unknown) => reason,
  );
  if (error instanceof ForgeError) return error;
  throw new Error(`expected a ForgeError, not ${String(error)}`);
}
