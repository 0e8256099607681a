/** The repository, queue, pull request and commit of a command: from its arguments, else from the CI system. */
import type { PullRequestOnWire, QueueOnWire } from "../../client/pull-request-on-wire.js";
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { testRunOfBranch } from "../../domain/test-branch.js";
import type { Given, OperationInput, Waiting } from "../../operations/operation.js";
import { startGit } from "../../process/run-git.js";
import { type CiFacts, readCiEnvironment, repositoryOfUrl } from "./ci-environment.js";
import { MissingInput } from "./missing-input.js";
import * as forms from "./option-forms.js";
import { accepted, type Environment, type OptionReader, UsageError } from "./option-reader.js";
import { spellingOf } from "./options.js";

/** Of the checkout in the working folder, from its remote `origin`. */
export interface GitDefaults {
  readonly repository: Repository | null;
  /** The branch that the remote shows as its default, as the last clone or fetch saw it. */
  readonly branch: string | null;
}

export const NO_DEFAULTS: GitDefaults = { repository: null, branch: null };

export class Subject implements Given {
  /** The first argument, for commands that take one. */
  readonly #argument: string | undefined;
  readonly #options: OptionReader;
  readonly #ci: CiFacts;

  readonly #git: GitDefaults;

  constructor(
    [argument]: readonly string[],
    options: OptionReader,
    environment: Environment,
    git: GitDefaults = NO_DEFAULTS,
  ) {
    this.#git = git;
    this.#argument = argument;
    this.#options = options;
    this.#ci = readCiEnvironment(environment);
  }

  /** Reads, each alone, the parts that must be given; each throws `MissingInput` when it is not. */
  needs(inputs: readonly OperationInput[]): readonly (() => unknown)[] {
    const repository = () => this.repository();
    const parts: Readonly<Partial<Record<OperationInput, readonly (() => unknown)[]>>> = {
      queue: [repository, () => this.#branchOr(null)],
      pullRequest: [repository, () => this.#number(), () => this.#branchOr(this.#baseInCi())],
      headSha: [() => this.#sha(this.#argument === undefined)],
      testRun: [() => this.testRunId()],
    };
    return inputs.flatMap((input) => parts[input] ?? []);
  }

  /** Ignores the CI system's repository: a build in it is no reason to show only that repository. */
  repositoryOrAll(): Repository | typeof forms.ALL_REPOSITORIES {
    return this.#options.value("repo") ?? forms.ALL_REPOSITORIES;
  }

  repository(): Repository {
    const repository =
      this.#options.value("repo") ??
      this.#ci.repository ??
      this.#git.repository ??
      this.#options.required("repo");
    if (repository !== forms.ALL_REPOSITORIES) return repository;
    throw new UsageError('--repo "*" is for the command metrics only; expected host/owner/name.');
  }

  /** Not the branch that CI builds: a build for a branch must not change its queue implicitly. */
  queue(): QueueOnWire {
    return { repo: this.repository(), targetBranch: this.#branchOr(null) };
  }

  /** Without an argument, the CI system's pull request is used. */
  pullRequest(): PullRequestOnWire {
    const repo = this.repository();
    const number = this.#number();
    return { repo, targetBranch: this.#branchOr(this.#baseInCi()), pr: { number } };
  }

  #number(): PullRequestNumber {
    const argument = this.#argument;
    const number =
      argument === undefined
        ? this.#pullRequestOfCi()
        : accepted("The pull request", argument, forms.pullRequestNumber);
    if (number !== null) return number;
    throw new MissingInput("The pull request is missing; give its number as the first argument.");
  }

  /** The base of the pull request that CI builds, if that is the pull request of this call. */
  #baseInCi(): string | null {
    const parsed = this.#argument === undefined ? null : forms.pullRequestNumber(this.#argument);
    const number = parsed === null ? this.#pullRequestOfCi() : parsed.ok ? parsed.value : null;
    return number !== null && number === this.#pullRequestOfCi() ? this.#ci.targetBranch : null;
  }

  #pullRequestOfCi(): PullRequestNumber | null {
    return this.#ci.pullRequest !== null && this.#isRepositoryOfCi() ? this.#ci.pullRequest : null;
  }

  /** The remote's branch belongs to the remote's repository only. */
  #branchOr(inCi: string | null): string {
    const given = this.#options.value("branch") ?? inCi;
    if (given !== null) return given;
    const isOfRemote = this.#options.value("repo") === undefined && this.#ci.repository === null;
    return (isOfRemote ? this.#git.branch : null) ?? this.#options.required("branch");
  }

  /** Never guesses the commit, because targets are valid for one commit only. */
  headSha({ pr }: PullRequestOnWire): CommitId {
    return this.#sha(pr.number === this.#pullRequestOfCi());
  }

  #sha(isOfCi: boolean): CommitId {
    const sha = this.#options.value("sha") ?? (isOfCi ? this.#ci.headSha : null);
    if (sha !== null) return sha;
    throw new MissingInput(
      "--sha is missing: the head commit that the targets were computed for, such as --sha $(git rev-parse HEAD).",
    );
  }

  /** Uses the branch being built only when its name ends as a test branch does. */
  testRunId(): string {
    if (this.#argument !== undefined) return accepted("The test run", this.#argument, forms.testRun);
    const branch = this.#ci.branch ?? "";
    const testRun = testRunOfBranch(branch);
    if (testRun !== null) return testRun;
    throw new MissingInput("The test run is missing; give its id, or the name of its test branch.");
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
    const given = this.#options.value("repo");
    if (ofCi === null || given === undefined || given === forms.ALL_REPOSITORIES) return ofCi !== null;
    return repositoryKey(ofCi) === repositoryKey(given);
  }
}

const GIT_DEADLINE_MS = 3000;
const DEFAULT_HEAD = "refs/remotes/origin/HEAD";

/** Reads only local files: git contacts no remote for it. */
export async function readGitDefaults(folder: string, environment: Environment): Promise<GitDefaults> {
  const url = await gitLine(["remote", "get-url", "origin"], folder, environment);
  const repository = forms.repository(repositoryOfUrl(url));
  if (!repository.ok) return NO_DEFAULTS;
  const ref = await gitLine(["symbolic-ref", "--quiet", DEFAULT_HEAD], folder, environment);
  const branch = forms.branch(ref.replace(/^refs\/remotes\/origin\//, ""));
  return { repository: repository.value, branch: ref !== "" && branch.ok ? branch.value : null };
}

/** Empty when git is missing or has no answer. */
async function gitLine(words: readonly string[], folder: string, environment: Environment): Promise<string> {
  const defined = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const variables = { ...Object.fromEntries(defined), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  const end = await startGit(words, { folder, environment: variables, deadlineMs: GIT_DEADLINE_MS });
  return end.kind === "exited" && end.exitCode === 0 ? end.stdout.toString().trim() : "";
}
