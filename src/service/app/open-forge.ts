/** Opens the forge that the settings select, with the matching git adapter. */
import { join } from "node:path";
import type { QueueSettings } from "../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { commitsOf } from "../git/commit-signer.js";
import type { GitAccess } from "../git/create-git-runner.js";
import { createGit, type GitOptions } from "../git/git-adapter.js";
import { type AuthorizedCalls, createGitHubCalls } from "../github/api/create-github-calls.js";
import { confirmedName, gitCredentials, type OnWithheld } from "../github/api/git-credentials.js";
import type { GitHubAccess } from "../github/api/installation-tokens.js";
import type { RepositoryNames } from "../github/api/repository-names.js";
import {
  createGitHubForge,
  type GitHubForge,
  type GitHubForgeOptions,
  gitHubPullRequestUrl,
} from "../github/forge/github-forge.js";
import { createApiGit } from "../github/git-data/api-git.js";
import { metered } from "../observability/metered-calls.js";
import { createPlainGitForge } from "../plain-git/plain-git-forge.js";
import type { Clock } from "../ports/clock.js";
import type { ContentPace } from "../ports/content-pace.js";
import type { Served } from "../ports/dispatch.js";
import type { Forge } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";
import type { Meter } from "../ports/meter.js";
import type { RunBoard } from "../ports/run-board.js";
import type { ServiceConfig } from "../settings/config.js";
import { gitHubApiUrl, isEnterpriseServer } from "../settings/forms.js";

export interface ForgeSurroundings {
  readonly pace: ContentPace;
  /** With what earlier processes have learned. */
  readonly names: RepositoryNames;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter | null;
  readonly board: RunBoard | null;
  /** null: no other process shares the store. */
  readonly served: Served | null;
  /** The settings of the branch's queue; null when there is no queue. */
  readonly settingsOf: (repository: Repository, targetBranch: string) => Promise<QueueSettings | null>;
  /** The tip that the branch's queue knows; null when there is no queue. */
  readonly tipOf: NonNullable<GitHubForgeOptions["tipOf"]>;
  /** The newest test runs that landed on the branch. */
  readonly testedCommits: NonNullable<GitHubForgeOptions["testedCommits"]>;
}

export interface OpenForge {
  readonly git: Git;
  readonly forge: Forge;
  /** The parts that only GitHub has; null on another code host. */
  readonly github: {
    readonly calls: AuthorizedCalls;
    readonly forge: GitHubForge;
    readonly names: RepositoryNames;
  } | null;
}

const POLL_MS = { plainGit: 5000, withWebhooks: 60_000, withoutWebhooks: 10_000 } as const;

/** Folders that only one process may use: two would overwrite each other's work trees and clones. */
export function foldersOfOwn({ forge, githubGit, dataFolder }: ServiceConfig): readonly string[] {
  if (forge === "plain-git") return [testRunsIn(dataFolder), clonesIn(dataFolder)];
  return githubGit === "api" ? [] : [clonesIn(dataFolder)];
}

/** Makes no calls yet. */
export function openForge(config: ServiceConfig, surroundings: ForgeSurroundings): OpenForge {
  return config.forge === "github" ? gitHub(config, surroundings) : plainGit(config, surroundings);
}

/** Keys of the repositories that this process serves. Without a test command it serves none on plain git. */
export function servedBy({ forge, repositories, testCommand }: ServiceConfig): ReadonlySet<string> {
  const canTest = forge === "github" || testCommand !== null;
  return new Set(canTest ? repositories.keys() : []);
}

/** With webhooks, polling only finds lost ones, so it is rare. */
export function pollIntervalOf({ forge, githubWebhookSecret, pollIntervalMs }: ServiceConfig): number {
  if (pollIntervalMs !== null) return pollIntervalMs;
  if (forge === "plain-git") return POLL_MS.plainGit;
  return githubWebhookSecret === null ? POLL_MS.withoutWebhooks : POLL_MS.withWebhooks;
}

/** The address of a pull request on the code host; empty on plain git, which has none. */
export function pullRequestUrlOf({ forge }: ServiceConfig): Forge["pullRequestUrl"] {
  return forge === "github" ? gitHubPullRequestUrl : () => "";
}

function plainGit(config: ServiceConfig, { log, board, served, meter }: ForgeSurroundings): OpenForge {
  const { repositories } = config;
  const git = counted(
    openGit(config, (repository) => repositories.get(repositoryKey(repository))),
    meter,
  );
  const forge = createPlainGitForge({
    git,
    repositories,
    testCommand: config.testCommand,
    parallelRuns: config.parallelTests,
    log,
    workFolder: testRunsIn(config.dataFolder),
    ...(board === null ? {} : { board }),
    ...(served === null ? {} : { served }),
  });
  return { git, forge: meter === null ? forge : metered(forge, "forgeCall", meter), github: null };
}

function gitHub(config: ServiceConfig, surroundings: ForgeSurroundings): OpenForge {
  const { version, clock, log, meter, pace, names, settingsOf, tipOf, testedCommits } = surroundings;
  const { repositories, testBranchPrefix } = config;
  const apiUrl = config.githubApiUrl ?? gitHubApiUrl(hostOf(repositories));
  const calls = createGitHubCalls({
    ...{ names, pace },
    apiUrl,
    access: accessOf(config),
    userAgent: `merge-queue/${version}`,
    limits: { writePauseMs: config.githubWriteIntervalMs },
    ...(meter !== null && {
      onRequest: (method, route, status, seconds, remaining) => {
        meter.observe("gitHubRequest", { method, route, status: String(status) }, seconds);
        if (remaining !== null) meter.setGitHubLimit(remaining);
      },
    }),
  });
  const scratchPrefix = config.githubScratchPrefix;
  const git = counted(
    config.githubGit === "api"
      ? createApiGit({ calls, repositories, scratchPrefix, clock, log, ...commitsOf(config) })
      : openClones(config, { calls, names }, log),
    meter,
  );
  const forge = createGitHubForge({
    ...{ calls, names, git, repositories, testBranchPrefix, settingsOf, tipOf, testedCommits, log },
    commits: commitsOf(config),
    mergesInBackground: !isEnterpriseServer(apiUrl),
  });
  return {
    git,
    forge: meter === null ? forge : metered(forge, "forgeCall", meter),
    github: { calls, forge, names },
  };
}

/** An address in the settings may have the former name too. */
function openClones(
  config: ServiceConfig,
  { calls, names }: Pick<NonNullable<OpenForge["github"]>, "calls" | "names">,
  log: Log,
): Git {
  const address = async (repository: Repository) => {
    const given = config.repositories.get(repositoryKey(repository));
    return given === ""
      ? `https://${repositoryKey(await confirmedName(calls, names, repository))}.git`
      : given;
  };
  return openGit(config, address, { credentials: gitCredentials(calls, withheldOnce(log)) });
}

/** Warns once per repository, because git asks for each call. */
function withheldOnce(log: Log): OnWithheld {
  const warned = new Set<string>();
  return (repository, origin) => {
    const key = repositoryKey(repository);
    if (warned.has(key)) return;
    warned.add(key);
    const reason = "GitHub's token is sent only over https and only to the repository's own host";
    log.warn({ repository: key, origin, reason }, "git accesses a repository without a token");
  };
}

function openGit(config: ServiceConfig, address: GitOptions["resolve"], access: GitAccess = {}): Git {
  return createGit({
    cloneFolder: clonesIn(config.dataFolder),
    resolve: address,
    ...commitsOf(config),
    access: { ...access, ...(config.gitConfigFile === null ? {} : { configFile: config.gitConfigFile }) },
  });
}

function testRunsIn(dataFolder: string): string {
  return join(dataFolder, "test-runs");
}

function clonesIn(dataFolder: string): string {
  return join(dataFolder, "repositories");
}

function counted(git: Git, meter: Meter | null): Git {
  return meter === null ? git : metered(git, "gitCall", meter);
}

function accessOf({ githubToken, githubAppId, githubAppPrivateKey }: ServiceConfig): GitHubAccess {
  if (githubToken !== null) return { kind: "token", token: githubToken };
  if (githubAppId === null || githubAppPrivateKey === null) {
    throw new Error("settings for GitHub have a token or an App");
  }
  return { kind: "app", appId: githubAppId, privateKey: githubAppPrivateKey };
}

/** A service works with one GitHub host. */
export function hostOf(repositories: ReadonlyMap<string, string>): string {
  const [first = ""] = repositories.keys();
  return first.slice(0, first.indexOf("/"));
}
