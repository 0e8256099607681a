/** The repository, queue, pull request and commit of a command: from its arguments, else from the CI system. */

import type { PullRequestOnWire, QueueOnWire } from "../../client/pull-request-on-wire.js";
import { testRunOfBranch } from "../../client/test-run-of-branch.js";
import type { CommitId } from "../../domain/ids.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Given, Waiting } from "../../operations/operation.js";
import { type CiFacts, readCiEnvironment } from "./ci-environment.js";
import * as forms from "./option-forms.js";
import { accepted, type Environment, type OptionReader, UsageError } from "./option-reader.js";
import { spellingOf } from "./options.js";

export class Subject implements Given {
  /** The first argument, for commands that take one. */
  readonly #argument: string | undefined;
  readonly #options: OptionReader;
  readonly #ci: CiFacts;

  constructor([argument]: readonly string[], options: OptionReader, environment: Environment) {
    this.#argument = argument;
    this.#options = options;
    this.#ci = readCiEnvironment(environment);
  }

  /** Ignores the CI system's repository: a build in it is no reason to show only that repository. */
  repositoryOrAll(): Repository | typeof forms.ALL_REPOSITORIES {
    return this.#options.value("repo") ?? forms.ALL_REPOSITORIES;
  }

  repository(): Repository {
    const repository = this.#options.value("repo") ?? this.#ci.repository ?? this.#options.required("repo");
    if (repository !== forms.ALL_REPOSITORIES) return repository;
    throw new UsageError('--repo "*" is for the command metrics only; expected host/owner/name.');
  }

  /** The branch must be given: a build for a branch must not change its queue implicitly. */
  queue(): QueueOnWire {
    return { repo: this.repository(), targetBranch: this.#options.required("branch") };
  }

  /** Without an argument, the CI system's pull request is used. */
  pullRequest(): PullRequestOnWire {
    const argument = this.#argument;
    const repo = this.repository();
    const known = this.#isRepositoryOfCi() ? this.#ci.pullRequest : null;
    const number =
      argument === undefined ? known : accepted("The pull request", argument, forms.pullRequestNumber);
    if (number === null) {
      throw new UsageError("The pull request is missing; give its number as the first argument.");
    }
    const base = number === known ? this.#ci.targetBranch : null;
    const targetBranch = this.#options.value("branch") ?? base ?? this.#options.required("branch");
    return { repo, targetBranch, pr: { number } };
  }

  /** Never guesses the commit, because targets are valid for one commit only. */
  headSha({ pr }: PullRequestOnWire): CommitId {
    const isOfCi = this.#isRepositoryOfCi() && pr.number === this.#ci.pullRequest;
    const sha = this.#options.value("sha") ?? (isOfCi ? this.#ci.headSha : null);
    if (sha !== null) return sha;
    throw new UsageError(
      "--sha is missing: the head commit that the targets were computed for, such as --sha $(git rev-parse HEAD).",
    );
  }

  /** Uses the branch being built only when its name ends as a test branch does. */
  testRunId(): string {
    if (this.#argument !== undefined) return accepted("The test run", this.#argument, forms.testRun);
    const branch = this.#ci.branch ?? "";
    const testRun = testRunOfBranch(branch);
    if (testRun !== null) return testRun;
    throw new UsageError("The test run is missing; give its id, or the name of its test branch.");
  }

  submission() {
    const priority = this.#options.value("priority");
    return {
      ...(priority === undefined ? {} : { priority }),
      ...(this.#options.isGiven("batch") ? { noBatch: true } : {}),
    };
  }

  waiting(): Waiting | null {
    const pollIntervalMs = this.#options.required("pollInterval");
    if (this.#options.isGiven("wait") || this.#options.isGiven("watch")) return { pollIntervalMs };
    for (const name of ["waitTimeout", "pollInterval"] as const) {
      if (this.#options.isGiven(name))
        throw new UsageError(`${spellingOf(name)} requires --wait or --watch.`);
    }
    return null;
  }

  cancelOnAbort(): boolean {
    return this.#options.isGiven("cancelOnAbort");
  }

  #isRepositoryOfCi(): boolean {
    const ofCi = this.#ci.repository;
    return ofCi !== null && repositoryKey(ofCi) === repositoryKey(this.repository());
  }
}
