/** What GitHub reports about an App and its installation. Each question is one read without retries. */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import { wordsOf } from "../api/call-failure.js";
import type { AuthorizedCalls } from "../api/create-github-calls.js";
import type { Answer } from "../api/one-request.js";

export type InstallationState =
  | { readonly kind: "installed" }
  | { readonly kind: "suspended" }
  | { readonly kind: "absent" }
  /** GitHub did not answer the question; a later attempt may succeed. */
  | { readonly kind: "unknown"; readonly why: string };

type Ask = Pick<AuthorizedCalls, "ask">;

const installation = z.object({ suspended_at: z.nullish(z.string()) });
const app = z.object({ id: z.number(), slug: z.string() });

/** `signature` creates the header with the App's JWT. */
export async function installationState(
  calls: Ask,
  signature: () => Promise<string>,
  { owner, name }: Repository,
): Promise<InstallationState> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/installation`;
  let answer: Answer;
  try {
    answer = await calls.ask(path, await signature());
  } catch (error) {
    if (!(error instanceof ForgeError) || !error.retryable) throw error;
    return { kind: "unknown", why: error.message };
  }
  if (answer.status === 404) return { kind: "absent" };
  if (answer.status !== 200) return { kind: "unknown", why: statusWords(answer) };
  const { suspended_at: at } = read(installation, answer.data, "the App's installation");
  return { kind: at === null || at === undefined ? "installed" : "suspended" };
}

/** The App that the private key belongs to; null if GitHub does not accept id and key. */
export async function appOfKey(
  calls: Ask,
  signature: () => Promise<string>,
): Promise<{ readonly id: number; readonly slug: string } | null> {
  const answer = await calls.ask("/app", await signature());
  if (answer.status === 401 || answer.status === 404) return null;
  if (answer.status !== 200) throw new ForgeError(statusWords(answer), true);
  return read(app, answer.data, "the App");
}

function statusWords({ status, data }: Answer): string {
  const words = wordsOf(data);
  return `GitHub answered with ${status}${words === "" ? "" : `: ${words}`}`;
}
