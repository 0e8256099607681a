/** The checked options of `merge-queue github setup`. */
import { resolve } from "node:path";
import { shown } from "../../../client/message-words.js";
import { branchNameProblem } from "../../../domain/branch-name.js";
import { DURATION_FORM, durationMs } from "../../../domain/duration.js";
import { QUEUE_SETTINGS } from "../../../domain/queue-settings.js";
import { type Repository, repositoryProblem } from "../../../domain/repository.js";
import { defaultAppName } from "../../../service/github/setup/app-manifest.js";
import { GITHUB_CALLBACK_PATH, GITHUB_WEBHOOKS_PATH } from "../../../service/ports/account-host.js";
import { apiUrl, gitHubApiUrl, publicUrl } from "../../../service/settings/forms.js";
import { readSmallFile } from "../../../service/settings/settings-file.js";
import { WrongUse } from "../database/ending.js";

/** As commander returns them. */
export interface SetupFlags {
  readonly repo: string;
  readonly url?: string;
  readonly org?: string;
  readonly data: string;
  readonly githubUrl: string;
  readonly name?: string;
  readonly branch?: string;
  readonly concurrency?: string;
  readonly landing?: string;
  readonly check?: readonly string[];
  readonly browser: boolean;
  readonly timeout: string;
  readonly yes?: boolean;
  readonly openPullRequest?: boolean;
  readonly createRuleset?: boolean;
  readonly adminTokenFile?: string;
}

export interface GitHubPlace {
  /** Without a trailing slash. */
  readonly webUrl: string;
  readonly apiUrl: string;
  /** http on this machine: git and the API need explicit settings. */
  readonly isPlain: boolean;
}

export interface SetupOptions {
  readonly repository: Repository;
  readonly gitHub: GitHubPlace;
  readonly org: string | null;
  readonly publicUrl: string | null;
  readonly webhookUrl: string | null;
  /** Where GitHub sends the browser of a person who signs in. */
  readonly callbackUrl: string | null;
  /** Absolute. */
  readonly dataFolder: string;
  readonly appName: string;
  readonly branch: string | null;
  readonly concurrency: number | null;
  readonly landing: LandingChoice | null;
  readonly checks: readonly string[];
  readonly opensBrowser: boolean;
  readonly timeoutMs: number;
  readonly takesDefaults: boolean;
  readonly opensPullRequest: boolean;
  readonly createsRuleset: boolean;
  readonly adminToken: string | null;
}

const [, MOST_CONCURRENCY] = QUEUE_SETTINGS.concurrency.range;
const LONGEST_APP_NAME = 34;
const MOST_TOKEN_BYTES = 4096;

/** Throws `WrongUse`, which never contains a token. */
export function setupOptions(flags: SetupFlags): SetupOptions {
  const gitHub = gitHubPlace(flags.githubUrl);
  const repository = repositoryOf(flags.repo, new URL(gitHub.webUrl).host);
  const address = flags.url === undefined ? null : publicAddress(flags.url, gitHub);
  return {
    repository,
    gitHub,
    org: flags.org === undefined ? null : organization(flags.org, repository),
    publicUrl: address,
    webhookUrl: address === null ? null : address + GITHUB_WEBHOOKS_PATH,
    callbackUrl: address === null ? null : address + GITHUB_CALLBACK_PATH,
    dataFolder: resolve(flags.data),
    appName: appName(flags.name ?? defaultAppName(repository.owner)),
    branch: flags.branch === undefined ? null : branchName(flags.branch),
    concurrency: flags.concurrency === undefined ? null : concurrencyOf(flags.concurrency),
    landing: flags.landing === undefined ? null : landingOf(flags.landing),
    checks: (flags.check ?? []).map(checkName),
    opensBrowser: flags.browser,
    timeoutMs: timeoutOf(flags.timeout),
    takesDefaults: flags.yes === true,
    opensPullRequest: flags.openPullRequest === true,
    ...rulesetOptions(flags),
  };
}

function gitHubPlace(text: string): GitHubPlace {
  const address = apiUrl.fromText(text);
  if (address === null || new URL(address).pathname !== "/") {
    throw new WrongUse(
      `--github-url: expected the https address of a server without a path, such as https://github.example.com, not ${shown(text)}`,
    );
  }
  const { origin, host, protocol } = new URL(address);
  const isPlain = protocol === "http:";
  return { webUrl: origin, apiUrl: isPlain ? `${origin}/api/v3` : gitHubApiUrl(host), isPlain };
}

function repositoryOf(text: string, host: string): Repository {
  const parts = text.split("/");
  const [namedHost = "", owner = "", name = "", ...more] = parts.length === 2 ? [host, ...parts] : parts;
  const repository = { host, owner, name };
  if (more.length > 0 || repositoryProblem(repository) !== null) {
    throw new WrongUse(`--repo: expected owner/name, such as acme/shop, not ${shown(text)}`);
  }
  if (namedHost.toLowerCase() !== host) {
    throw new WrongUse(
      `--repo: is on ${shown(namedHost)}, but --github-url on ${host}: give both the same host`,
    );
  }
  return repository;
}

function publicAddress(text: string, { isPlain }: GitHubPlace): string {
  const address = publicUrl.fromText(text);
  if (address !== null && (isPlain || new URL(address).protocol === "https:")) return address;
  throw new WrongUse(
    `--url: expected an https address, such as https://queue.example.com, not ${shown(text)}`,
  );
}

/** A private App can be installed only where it is registered. */
function organization(name: string, { owner }: Repository): string {
  if (name.toLowerCase() === owner.toLowerCase()) return name;
  throw new WrongUse(
    `--org: ${shown(name)} does not own the repository, and a private App can be installed only on the account that ` +
      `registers it: expected ${owner}, or leave --org out`,
  );
}

function appName(text: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(text) && text.length <= LONGEST_APP_NAME) return text;
  throw new WrongUse(
    `--name: expected 1 to ${LONGEST_APP_NAME} letters, digits, spaces, dots or hyphens, not ${shown(text)}`,
  );
}

function branchName(text: string): string {
  const problem = branchNameProblem(text);
  if (problem !== null) throw new WrongUse(`--branch: ${shown(text)} ${problem}`);
  return text;
}

/** Null when the text is no number of test runs. */
export function concurrencyIn(text: string): number | null {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= MOST_CONCURRENCY ? count : null;
}

export const CONCURRENCY_FORM = `a number from 1 to ${MOST_CONCURRENCY}`;

function concurrencyOf(text: string): number {
  const count = concurrencyIn(text);
  if (count === null) throw new WrongUse(`--concurrency: expected ${CONCURRENCY_FORM}, not ${shown(text)}`);
  return count;
}

/** How pull requests land; `head-push` is a push after which GitHub shows them as merged. */
export const LANDING_CHOICES = ["push", "head-push", "merge"] as const;
export type LandingChoice = (typeof LANDING_CHOICES)[number];

export const LANDING_FORM = "push, head-push or merge";

/** Null when the text names no way. */
export function landingIn(text: string): LandingChoice | null {
  return LANDING_CHOICES.find((choice) => choice === text.trim().toLowerCase()) ?? null;
}

function landingOf(text: string): LandingChoice {
  const landing = landingIn(text);
  if (landing === null) throw new WrongUse(`--landing: expected ${LANDING_FORM}, not ${shown(text)}`);
  return landing;
}

function checkName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= 200 && !/[\p{Cc}\p{Cf}]/u.test(name)) return name;
  throw new WrongUse(`--check: expected the name of a job or status, not ${shown(text)}`);
}

/** The longest life of GitHub's code. */
const LONGEST_TIMEOUT_MS = 3_600_000;

function timeoutOf(text: string): number {
  const timeoutMs = durationMs(text);
  if (timeoutMs !== null && timeoutMs <= LONGEST_TIMEOUT_MS) return timeoutMs;
  throw new WrongUse(`--timeout: expected ${DURATION_FORM}, of at most 1h, not ${shown(text)}`);
}

function rulesetOptions({ createRuleset = false, adminTokenFile }: SetupFlags) {
  if (adminTokenFile === undefined) {
    if (createRuleset)
      throw new WrongUse("--create-ruleset: needs --admin-token-file, because the App may not change rules");
    return { createsRuleset: false, adminToken: null };
  }
  const file = readSmallFile(adminTokenFile, MOST_TOKEN_BYTES);
  if (!file.ok) throw new WrongUse(`--admin-token-file: ${shown(adminTokenFile)} ${file.problem}`);
  const token = file.text.trim();
  if (!/^[!-~]+$/.test(token)) {
    throw new WrongUse(`--admin-token-file: ${shown(adminTokenFile)} does not contain one line with a token`);
  }
  return { createsRuleset: createRuleset, adminToken: token };
}
