/** Turns a failed git call into an error with git's last lines, and whether a retry may help. */
import { withoutTokens } from "../../domain/without-tokens.js";
import { lastWords, withoutUser } from "../../process/run-git.js";
import {
  AccessRefused,
  GitError,
  RefusedByHost,
  RepositoryUnavailable,
  type WorldError,
} from "../ports/world-error.js";
import { rulesRefusal } from "./rules-refusal.js";

export type GitSide = "clone" | "repository";

export interface GitAnswer {
  /** Null when a signal ended git. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAX_LINES = 6;
const MAX_CHARACTERS = 1_000;
/** How much output is matched: git may print millions of characters, and patterns are slow. Includes removed secrets. */
const MAX_SEEN = 8_000;

/** Causes that pass: locks of another process, or a full machine. */
const PASSES =
  /\.lock'|cannot lock ref|no space left|resource temporarily unavailable|cannot allocate memory|out of memory|too many open files|\((internal server error|failed to update ref)\)/i;

/** Causes that need a change by a person. Any other failure of a repository may be the network. */
const STAYS = new RegExp(
  [
    "authentication failed",
    "could not read (username|password)",
    "permission denied",
    "host key verification failed",
    "repository not found",
    "repository '.*' not found",
    "does not appear to be a git repository",
    "dubious ownership",
    "not allowed",
    "invalid refspec",
    "remote rejected",
    "requested url returned error: 40[1345]",
  ].join("|"),
  "i",
);

/** Git's messages for refused credentials, since it has no terminal to ask for others. */
const TURNED_DOWN =
  /authentication failed|could not read (username|password)|requested url returned error: 40[13]/i;

/** Git's messages when the user or key may read but not write. */
const NOT_PERMITTED = /permission denied|permission to .{1,200} denied|insufficient permission/i;

/** The host limits how often git may read or push, for the whole account. */
const LIMITED = /requested url returned error: 429|\b(secondary )?rate limit\b/i;
/** No answer to git names the time: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const LIMITED_MS = 60_000;

/** Whether the repository refused git's credentials. A limit may be reported as 403, and other credentials share it. */
export function saysTurnedDown(words: string): boolean {
  const seen = words.slice(-MAX_SEEN);
  return TURNED_DOWN.test(seen) && !LIMITED.test(seen);
}

export interface FailedCall {
  readonly arguments: readonly string[];
  readonly side: GitSide;
  readonly repository?: string;
}

export function describeCall({ arguments: [command = ""], repository }: FailedCall): string {
  return repository === undefined ? `git ${command}` : `git ${command} for ${repository}`;
}

export function gitFailure(call: FailedCall, answer: GitAnswer): WorldError {
  const end = answer.exitCode === null ? "was killed" : `failed with exit code ${answer.exitCode}`;
  const printed = `${ending(answer.stdout, MAX_CHARACTERS)}\n${ending(answer.stderr, MAX_SEEN)}`;
  const words = withoutTokens(withoutUser(printed));
  const refusal = call.side === "repository" ? rulesRefusal(words) : null;
  if (refusal !== null) {
    const reason = refusal.words === "" ? lastWords(words, MAX_LINES, MAX_CHARACTERS) : refusal.words;
    const text = `${describeCall(call)} was refused by the repository's own rules: ${reason}`;
    return new RefusedByHost(text, refusal.mayPass, "rules");
  }
  const unavailable =
    call.side === "repository" ? archivedBy(words, call.repository ?? "the repository") : null;
  if (unavailable !== null) return unavailable;
  const retryable =
    PASSES.test(words) || answer.exitCode === null || (call.side === "repository" && !STAYS.test(words));
  const isLimited = call.side === "repository" && LIMITED.test(words);
  const isRefused =
    call.side === "repository" && !isLimited && (NOT_PERMITTED.test(words) || saysTurnedDown(words));
  const Failure = isRefused ? AccessRefused : GitError;
  return new Failure(
    `${describeCall(call)} ${end}: ${lastWords(words, MAX_LINES, MAX_CHARACTERS)}`,
    retryable || isLimited,
    { waitMs: isLimited ? LIMITED_MS : 0 },
  );
}

/** Removes a partial first word: part of a secret would not be recognized as one. */
function ending(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : text.slice(-mostCharacters).replace(/^\S+/, "…");
}

/** GitHub's messages differ by one word. */
const ARCHIVED = /\brepository was archived so (?:it )?is read-only\b/i;

/** Recognizes GitHub's refusal to write to an archived repository, in git's output and in answers of the API. */
export function archivedBy(words: string, repository: string): RepositoryUnavailable | null {
  return ARCHIVED.test(words) ? archived(repository) : null;
}

export function archived(repository: string): RepositoryUnavailable {
  const text = `${repository} is archived on the code host, so it is read-only: unarchive it, or cancel its pull requests and delete its queues`;
  return new RepositoryUnavailable("archived", text);
}
