/**
 * Merges by GitHub, in the background:
 * https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request-asynchronously. An Enterprise Server merges within the
 * call instead. GitHub verifies the tested head, but not the base. Answers get lost, so a request that may exist is taken
 * up before another is made.
 */
import { setTimeout as pause } from "node:timers/promises";
import { backoffs } from "../../../domain/duration.js";
import { commitId, isCommitId, treeId } from "../../../domain/ids.js";
import type { MergeMethod } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Merge, MergeRequest, PullRequestMerges } from "../../ports/forge.js";
import { ForgeError, RefusedByHost, type Refuser } from "../../ports/world-error.js";
import {
  commitAnswer,
  mergeAnswer,
  mergeRequestAnswer,
  type PullAnswer,
  read,
  refusalAnswer,
} from "../api/answers.js";
import { oneLine } from "../api/call-failure.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { readPull } from "./read-pull-request.js";

export interface MergesOptions {
  readonly calls: GitHubCalls;
  /** Returns the repository, or throws if it is not configured. */
  readonly served: (repository: Repository) => Repository;
  /** False on an Enterprise Server, which has no merges in the background. */
  readonly inBackground: boolean;
  /** Pauses between two reads of a merge in progress. After the last one the landing is attempted again. */
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = backoffs(8, 500, 15_000);
/** A request that ended without a merge may be of another head, or expired; then another one is made. */
const MOST_REQUESTS = 3;
/** No head has this id, so a request for it never merges. */
const NO_HEAD = "0".repeat(40);

const METHODS: Readonly<Record<MergeMethod, string>> = {
  squash: "squash",
  merge_commit: "merge",
  rebase: "rebase",
};

export function gitHubMerges(options: MergesOptions): PullRequestMerges {
  const merges = new GitHubMerges(options);
  return {
    merge: async (repository, request) => merges.merge(repository, request),
    find: async (...asked) => merges.find(...asked),
  };
}

/** How a request ended. */
type Ended =
  | { readonly kind: "merged"; readonly merge: Merge }
  | { readonly kind: "failed"; readonly words: string }
  /** GitHub forgets a request 24 hours after its last change. */
  | { readonly kind: "forgotten" };

class GitHubMerges implements PullRequestMerges {
  readonly #options: MergesOptions;
  /** Repositories whose host turned out to have no merges in the background. */
  readonly #withinCall = new Set<string>();

  constructor(options: MergesOptions) {
    this.#options = options;
  }

  async merge(at: Repository, request: MergeRequest): Promise<Merge | null> {
    const repository = this.#options.served(at);
    const before = await this.#progress(repository, request);
    if (before !== "unmerged") return before;
    return this.#isInBackground(repository)
      ? this.#mergeInBackground(repository, request)
      : this.#mergeWithinCall(repository, request);
  }

  async find(at: Repository, request: MergeRequest, mayBePending: boolean): Promise<Merge | null> {
    const { calls, served } = this.#options;
    const repository = served(at);
    const pull = await readPull(calls, repository, request.pullRequest);
    if (pull === null) return null;
    const isOpen = pull.merged !== true && pull.state === "open";
    if (!isOpen || !mayBePending || !this.#isInBackground(repository)) {
      return this.#mergeOf(repository, pull, request);
    }
    return this.#findPending(repository, request);
  }

  /**
   * GitHub names a pending request only in its refusal of another one. The other one is for no head, so it cannot merge
   * if nothing is pending.
   */
  async #findPending(repository: Repository, request: MergeRequest): Promise<Merge | null> {
    const { status, body } = await this.#ask(repository, { ...request, headSha: null });
    if (status !== 409) return null;
    const pending = mergeRequestAnswer.safeParse(body).data?.details.uuid;
    if (pending === undefined) return null;
    const ended = await this.#follow(repository, request, pending);
    if (ended.kind === "merged") return ended.merge;
    const pull = await readPull(this.#options.calls, repository, request.pullRequest);
    return pull === null ? null : this.#mergeOf(repository, pull, request);
  }

  async #mergeInBackground(repository: Repository, request: MergeRequest): Promise<Merge | null> {
    for (let requests = 1; ; requests += 1) {
      const { status, body } = await this.#ask(repository, request);
      if (status === 404) return this.#mergeOrExplain(repository, request, body);
      const answer = mergeRequestAnswer.safeParse(body).data;
      const { uuid, message = "", expected_head_sha: head } = answer?.details ?? {};
      if (answer?.status === "enqueued")
        throw refusal(request, `it is in GitHub's own merge queue: ${message}`);
      if (uuid === undefined) {
        // 200: merged. 400 and 422: not as tested, or refused.
        const after = await this.#progress(repository, request);
        if (after !== "unmerged") return after;
        throw refusal(request, answer === undefined ? wordsIn(body) : message);
      }
      const ended = await this.#follow(repository, request, uuid);
      if (ended.kind === "merged") return ended.merge;
      const after = await this.#progress(repository, request);
      if (after !== "unmerged") return after;
      const isOurs = head === undefined || head === request.headSha;
      if (ended.kind === "failed" && isOurs) throw refusal(request, ended.words);
      if (requests < MOST_REQUESTS) continue;
      throw new ForgeError(`GitHub keeps other requests to merge #${request.pullRequest}`, true);
    }
  }

  /** Without merges in the background the address does not exist. */
  async #mergeOrExplain(repository: Repository, request: MergeRequest, body: unknown): Promise<Merge | null> {
    const after = await this.#progress(repository, request);
    if (after !== "unmerged") return after;
    const merge = await this.#mergeWithinCall(repository, request, body);
    this.#withinCall.add(repositoryKey(repository));
    return merge;
  }

  async #ask(
    repository: Repository,
    request: Omit<MergeRequest, "headSha"> & { readonly headSha: string | null },
  ) {
    const { pullRequest: number, headSha, mergeMethod } = request;
    return this.#options.calls.send(
      repository,
      "PUT",
      "/pulls/{number}/merge-async",
      {
        ...{ number, sha: headSha ?? NO_HEAD, merge_method: METHODS[mergeMethod], ...titleOf(request) },
        // "default" would use GitHub's own merge queue where the branch has one.
        merge_action: "direct_merge",
      },
      [400, 404, 409, 422],
    );
  }

  async #follow(repository: Repository, { pullRequest: number }: MergeRequest, uuid: string): Promise<Ended> {
    const { calls, pausesMs = PAUSES_MS } = this.#options;
    for (const pauseMs of pausesMs) {
      await pause(pauseMs);
      const answer = await calls.read(repository, "/pulls/{number}/merge-async/{uuid}", { number, uuid });
      if (answer === null) return { kind: "forgotten" };
      const { status, details } = read(mergeRequestAnswer, answer, `the merge of #${number}`);
      if (status === "merged" && details.sha !== undefined) {
        return { kind: "merged", merge: await this.#commitOf(repository, details.sha) };
      }
      if (status === "failed") return { kind: "failed", words: details.message };
      if (status === "enqueued") {
        return { kind: "failed", words: `it is in GitHub's own merge queue: ${details.message}` };
      }
    }
    throw new ForgeError(`GitHub has not ended the merge of #${number} yet`, true);
  }

  /** https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request */
  async #mergeWithinCall(
    repository: Repository,
    request: MergeRequest,
    earlierRefusal?: unknown,
  ): Promise<Merge | null> {
    const { pullRequest: number, headSha: sha, mergeMethod } = request;
    const { status, body } = await this.#options.calls.send(
      repository,
      "PUT",
      "/pulls/{number}/merge",
      { number, sha, merge_method: METHODS[mergeMethod], ...titleOf(request) },
      [404, 405, 409, 422],
    );
    if (status < 300) {
      const merged = read(mergeAnswer, body, `the merge of #${number}`);
      return this.#commitOf(repository, merged.sha);
    }
    // An earlier attempt may have succeeded.
    const after = await this.#progress(repository, request);
    if (after !== "unmerged") return after;
    // 409: the head changed. The event for that will arrive soon.
    if (status === 409) return null;
    throw refusal(request, wordsIn(status === 404 ? (earlierRefusal ?? body) : body));
  }

  /** null: the pull request is no longer what was tested. */
  async #progress(repository: Repository, request: MergeRequest): Promise<Merge | "unmerged" | null> {
    const pull = await readPull(this.#options.calls, repository, request.pullRequest);
    if (pull === null) return null;
    if (pull.merged === true) return this.#mergeOf(repository, pull, request);
    const isAsTested =
      pull.state === "open" && pull.head.sha === request.headSha && pull.base.ref === request.targetBranch;
    return isAsTested ? "unmerged" : null;
  }

  async #mergeOf(
    repository: Repository,
    { merged, base, merge_commit_sha: commit }: PullAnswer,
    { pullRequest, targetBranch }: MergeRequest,
  ): Promise<Merge | null> {
    if (merged !== true || base.ref !== targetBranch) return null;
    if (typeof commit !== "string") {
      throw new ForgeError(`GitHub does not show the merge commit of #${pullRequest} yet`, true);
    }
    return this.#commitOf(repository, commit);
  }

  async #commitOf(repository: Repository, sha: string): Promise<Merge> {
    const answer = await this.#options.calls.read(repository, "/git/commits/{sha}", { sha });
    if (answer === null) throw new ForgeError(`GitHub does not show commit ${oneLine(sha)} yet`, true);
    const { sha: commit, tree } = read(commitAnswer, answer, "a merge");
    if (!isCommitId(commit) || !isCommitId(tree.sha)) {
      throw new ForgeError("GitHub's answer about a merge contains an invalid commit id", false);
    }
    return { commit: commitId(commit), tree: treeId(tree.sha) };
  }

  #isInBackground(repository: Repository): boolean {
    return this.#options.inBackground && !this.#withinCall.has(repositoryKey(repository));
  }
}

/** A rebase has no message of its own. */
function titleOf({ title, mergeMethod }: Pick<MergeRequest, "title" | "mergeMethod">) {
  return title === null || mergeMethod === "rebase" ? {} : { commit_title: title };
}

/** Refusals that resolve without intervention: a running check, or a stale view of the branch. */
const MAY_PASS =
  /\bstatus checks? .{0,200}\b(are|is) (expected|pending|queued|in progress)\b|\bwaiting for\b|\b[Bb]ase branch was modified\b|\bnot mergeable\b|\balready in progress\b/;
const OF_THE_CHANGE =
  /\bnot mergeable\b|\bstill a draft\b|\b[Bb]ase branch was modified\b|\balready in progress\b/;

function refusal({ pullRequest, targetBranch }: MergeRequest, reason: string): RefusedByHost {
  const words = oneLine(reason);
  const by: Refuser = OF_THE_CHANGE.test(words) ? "change" : "rules";
  const text = `GitHub did not merge #${pullRequest} into ${targetBranch}: ${words === "" ? "it gives no reason" : words}`;
  return new RefusedByHost(text, MAY_PASS.test(words), by);
}

function wordsIn(body: unknown): string {
  return refusalAnswer.safeParse(body).data?.message ?? "";
}
