/**
 * The subject of the operation: repository, queue, pull request, commit. Values come from the inputs, else from the
 * event.
 */

import { shown } from "../client/message-words.js";
import type { PullRequestOnWire, QueueOnWire } from "../client/pull-request-on-wire.js";
import { type CommitId, type PullRequestNumber } from "../domain/ids.js";
import type { Repository } from "../domain/repository.js";
import { testRunOfBranch } from "../domain/test-branch.js";
import type * as operations from "../operations/operation.js";
import type { EventPullRequest } from "./event-pull-request.js";
import { InputError } from "./input-error.js";
import * as forms from "./input-forms.js";
import type { InputReader } from "./input-reader.js";
import type { WorkflowRun } from "./workflow-run.js";

export class Subject implements operations.Given {
  readonly #inputs: InputReader;
  readonly #run: WorkflowRun;

  constructor(inputs: InputReader, run: WorkflowRun) {
    this.#inputs = inputs;
    this.#run = run;
  }

  /** One repository; `*` is only for the operation that reads all of them. */
  repository(): Repository {
    const repository = this.repositoryOrAll();
    if (repository !== "*") return repository;
    throw new InputError("repository", `"*" is allowed only for the operation metrics; expected owner/name.`);
  }

  repositoryOrAll(): Repository | "*" {
    const given = this.#inputs.value("repository") ?? this.#repositoryOfRun();
    return given === "*" ? given : { host: this.#host(), ...given };
  }

  queue(): QueueOnWire {
    return { repo: this.repository(), targetBranch: this.#targetBranch() };
  }

  pullRequest(): PullRequestOnWire {
    const pr = { number: this.#pullRequestNumber() };
    return { ...this.queue(), pr };
  }

  submission() {
    const priority = this.#inputs.value("priority");
    return {
      ...(priority === undefined ? {} : { priority }),
      ...(this.#inputs.required("no-batch") ? { noBatch: true } : {}),
    };
  }

  waiting(): operations.Waiting | null {
    const pollIntervalMs = this.#inputs.required("poll-interval");
    return this.#inputs.required("wait") ? { pollIntervalMs } : null;
  }

  cancelOnAbort(): boolean {
    return this.#inputs.required("cancel-on-abort");
  }

  /** The event's pull request when the queue follows from its base and the event does not name the base; else null. */
  lacksBase(): PullRequestNumber | null {
    if (this.#inputs.value("target-branch") !== undefined) return null;
    const pullRequest = this.#eventPullRequest();
    return pullRequest?.baseBranch === null ? pullRequest.number : null;
  }

  /** The branch that the pull request is to be merged into; null when the event does not name it. */
  baseBranch(): string | null {
    return this.#eventPullRequest()?.baseBranch ?? null;
  }

  headSha(): CommitId {
    const given = this.#inputs.value("pr-sha");
    if (given !== undefined) this.#checkIsHead(given);
    const sha = given ?? this.#eventPullRequest()?.headSha;
    if (sha) return sha;
    throw new InputError(
      "pr-sha",
      "is missing, and the event does not name the head commit; give the full id of the pull request's head commit.",
    );
  }

  /** A branch counts as a test branch only when its name ends like one. */
  testRunId(): string {
    const given = this.#inputs.value("test-run-id");
    if (given !== undefined) return given;
    const branch = this.#run.currentBranch ?? "";
    const testRun = testRunOfBranch(branch);
    if (testRun !== null) return testRun;
    const found =
      branch === "" ? "there is no current branch" : `the branch ${shown(branch)} is not a test branch`;
    throw new InputError("test-run-id", `is missing, and ${found}; give the id of a test run.`);
  }

  /**
   * The run's own commit is the merge, or the tip of the default branch: targets for it would count for no pull
   * request.
   */
  #checkIsHead(sha: CommitId): void {
    const { eventHead: head, pullRequest, sha: ofRun } = this.#run;
    const isEventsOwn = pullRequest.kind === "none" || this.#eventPullRequest() !== null;
    if (head === null || !isEventsOwn || sha !== ofRun.toLowerCase() || sha === head.sha.toLowerCase())
      return;
    const what = `is the commit of the workflow run (github.sha), not ${shown(head.sha)}, the head commit of the pull request`;
    throw new InputError("pr-sha", `${what}; give \${{ ${head.expression} }}.`);
  }

  /** The event describes only its own repository and its own pull request. */
  #eventPullRequest(): Extract<EventPullRequest, { kind: "known" }> | null {
    const { pullRequest } = this.#run;
    if (pullRequest.kind === "none" || !this.#isRepositoryOfRun()) return null;
    const given = this.#inputs.value("pr-number");
    return given === undefined || given === pullRequest.number ? pullRequest : null;
  }

  #pullRequestNumber(): PullRequestNumber {
    const number = this.#inputs.value("pr-number") ?? this.#eventPullRequest()?.number;
    if (number !== undefined) return number;
    const { pullRequest } = this.#run;
    const because =
      pullRequest.kind === "none" ? pullRequest.because : "the event is about another repository";
    throw new InputError("pr-number", `is missing, and ${because}; give the number of the pull request.`);
  }

  #targetBranch(): string {
    const given = this.#inputs.value("target-branch");
    if (given !== undefined) return given;
    const pullRequest = this.#eventPullRequest();
    const byDefault = this.#isRepositoryOfRun() ? this.#run.defaultBranch : null;
    const found = pullRequest === null ? byDefault : pullRequest.baseBranch;
    const parsed = forms.branch(found ?? "");
    if (parsed.ok) return parsed.value;
    const because = this.#isRepositoryOfRun()
      ? "the event names neither a base nor a default branch"
      : "the event is about another repository";
    throw new InputError(
      "target-branch",
      `is missing, and ${because}; give the branch that the queue protects.`,
    );
  }

  #host(): string {
    const given = this.#inputs.value("repo-host");
    if (given !== undefined) return given;
    const [, server] = /^https?:\/\/([^/?#@\s]+)/.exec(this.#run.serverUrl) ?? [];
    if (server !== undefined) return server;
    throw new InputError("repo-host", "is missing, and GITHUB_SERVER_URL names no host; give a host name.");
  }

  #repositoryOfRun(): Exclude<forms.RepositoryInput, "*"> {
    const parsed = forms.repository(this.#run.repository);
    if (parsed.ok && parsed.value !== "*") return parsed.value;
    throw new InputError("repository", "is missing, and GITHUB_REPOSITORY names none; give owner/name.");
  }

  #isRepositoryOfRun(): boolean {
    const given = this.#inputs.value("repository");
    if (given === undefined || given === "*") return true;
    return `${given.owner}/${given.name}`.toLowerCase() === this.#run.repository.toLowerCase();
  }
}
