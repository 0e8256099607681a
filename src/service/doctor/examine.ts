/** START HERE: runs every check that the settings allow, and reports each, even when others fail. */

import { access, constants, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { commitsOf, createCommitSigner } from "../git/commit-signer.js";
import { requireGit } from "../git/create-git-runner.js";
import { isThere } from "../git/is-there.js";
import { createGitHubCalls } from "../github/api/create-github-calls.js";
import type { GitHubAccess } from "../github/api/installation-tokens.js";
import { GITHUB_CALLBACK_PATH, GITHUB_WEBHOOKS_PATH } from "../ports/account-host.js";
import { WorldError } from "../ports/world-error.js";
import { type Examined, examineConfig, type ServiceConfig } from "../settings/config.js";
import { gitHubApiUrl, isEnterpriseServer } from "../settings/forms.js";
import type { Sources } from "../settings/layers.js";
import { prepareWorkFolder } from "../store/make-folder.js";
import { withTimeout } from "../work/within.js";
import { broken, type Check, doubtful, type Finding, type Found, fine, RestsOn } from "./finding.js";
import { branchCheck } from "./github/branch-check.js";
import { apiCheck, identityCheck } from "./github/identity-checks.js";
import { landingOptionsCheck } from "./github/landing-options.js";
import { API_CHECK, once, Questions } from "./github/questions.js";
import { limitCheck, repositoryCheck } from "./github/repository-checks.js";
import { type SignInSettings, signInCheck } from "./github/sign-in-check.js";
import { trialCheck } from "./github/trial-check.js";
import { webhookCheck } from "./github/webhook-check.js";
import { plainGitChecks } from "./plain-git-checks.js";
import { serviceCheck } from "./service-check.js";
import { SETTINGS_CHECK, type SettingsHeld, secretsOf, settingsHeld } from "./settings-held.js";
import { tokenFindings } from "./start-findings.js";
import { examineIfThere, storeCheck } from "./store-check.js";
import { repositoryOf, type TargetBranches, targetBranches } from "./target-branches.js";

export interface Wanted {
  /** The program's version. */
  readonly version: string;
  /** Target branches to check besides those of the queues. */
  readonly branches: readonly string[];
  /** The time limit of each check. */
  readonly deadlineMs: number;
  /** Pushes a branch to each repository on GitHub and deletes it, and has GitHub verify a signature. */
  readonly tries: boolean;
  readonly onProgress?: OnProgress;
}

/** `ready` are findings whose turn has come, each once and in order; `pending` the names of checks that still run. */
export type OnProgress = (ready: readonly Finding[], pending: readonly string[]) => void;

/** Without `tries`, changes nothing. The findings contain no secret. */
export async function examine(sources: Sources, wanted: Wanted): Promise<readonly Finding[]> {
  const examined = examineConfig(sources);
  const held = settingsHeld(examined);
  const secrets = secretsOf(held);
  const clean = (findings: readonly Finding[]) => findings.map((finding) => withoutSecrets(finding, secrets));
  const checks = checksOf(examined, held, wanted);
  const found = await runChecks(checks, wanted.deadlineMs, (ready, pending) =>
    wanted.onProgress?.(clean(ready), pending),
  );
  return clean(found);
}

function checksOf(examined: Examined, held: SettingsHeld, wanted: Wanted): readonly Check[] {
  const examination = once(async () => examineIfThere(held("database").database));
  const queues = async () => (await examination())?.queues ?? [];
  const targets = targetBranches(queues, wanted.branches);
  return [
    ...machineChecks(examined, held),
    storeCheck(() => held("database").database, examination),
    ...forgeChecks(held, targets, wanted),
    serviceCheck(held),
  ];
}

/** When the settings name no code host, the only check is one that reports this. */
function forgeChecks(held: SettingsHeld, targets: TargetBranches, wanted: Wanted): readonly Check[] {
  try {
    return held("forge").forge === "github"
      ? gitHubChecks(held, targets, wanted)
      : plainGitChecks(held, targets);
  } catch (error) {
    if (!(error instanceof RestsOn)) throw error;
    return [{ name: "repositories", look: () => Promise.reject(error) }];
  }
}

/** Neither retries nor waits: a failure has to show up in the findings. */
const LIMITS = { attemptMs: 8000, mostBytes: 4 * 1024 * 1024, retries: 0, longestWaitMs: 0 };

function gitHubChecks(
  held: SettingsHeld,
  targets: TargetBranches,
  { version, tries }: Wanted,
): readonly Check[] {
  const settings = held(
    ...(["repositories", "githubApiUrl", "githubWebhookSecret", "publicUrl"] as const),
    ...(["gitConfigFile", "testBranchPrefix", "githubLanding"] as const),
    ...(["githubGit", "githubScratchPrefix"] as const),
    ...(["signingKey", "committerName", "committerEmail"] as const),
    ...(["githubClientId", "githubClientSecret"] as const),
  );
  const keys = [...settings.repositories.keys()];
  const repositories = keys.map(repositoryOf);
  const apiUrl = settings.githubApiUrl ?? gitHubApiUrl(repositories[0]?.host ?? "");
  const access = accessOf(held);
  const userAgent = `merge-queue/${version}`;
  const calls = createGitHubCalls({ apiUrl, access, userAgent, limits: LIMITS });
  const questions = new Questions(access, calls);
  const webhooks = {
    hasSecret: settings.githubWebhookSecret !== null,
    publicUrl: settings.publicUrl,
    path: GITHUB_WEBHOOKS_PATH,
  };
  const { testBranchPrefix, githubLanding: landing } = settings;
  const scratchPrefix = settings.githubGit === "api" ? settings.githubScratchPrefix : null;
  const commits = commitsOf(settings);
  const mergesInBackground = !isEnterpriseServer(apiUrl);
  const ways = { questions, testBranchPrefix, scratchPrefix, landing, mergesInBackground };
  const ofCommits = { committerEmail: commits.committer.email, isSigned: commits.signer !== null };
  const world = { ...ways, ...ofCommits, targets };
  const trial = { ...ways, targets, calls, commits, otherPrefix: settings.githubScratchPrefix };
  const api = apiCheck(questions, apiUrl);
  const more = [
    identityCheck(questions, repositories),
    ...repositories.slice(0, 1).map((repository) => limitCheck(questions, repository)),
    webhookCheck(questions, webhooks),
    signInCheck(questions, signInOf(settings)),
    ...keys.flatMap((key, index) => {
      const repository = repositories[index] ?? repositoryOf(key);
      const given = settings.repositories.get(key) ?? "";
      const address = given === "" ? `https://${key}.git` : given;
      const isCloned = settings.githubGit === "clone";
      const served = { repository, address, gitConfigFile: settings.gitConfigFile, isCloned };
      const checks = [
        repositoryCheck(questions, served),
        branchCheck(world, repository),
        landingOptionsCheck(world, repository),
      ];
      return tries ? [...checks, trialCheck(trial, repository)] : checks;
    }),
  ];
  return [api, ...more.map((check) => whenReachable(questions, check))];
}

function signInOf({
  githubClientId: clientId,
  githubClientSecret: clientSecret,
  publicUrl,
}: Pick<ServiceConfig, "githubClientId" | "githubClientSecret" | "publicUrl">): SignInSettings {
  const below = (path: string) => (publicUrl === null ? null : publicUrl + path);
  return { clientId, clientSecret, page: below("/sign-in"), callback: below(GITHUB_CALLBACK_PATH) };
}

/** Reports an API that cannot be reached once, not in each check. */
function whenReachable(questions: Questions, { name, ...check }: Check): Check {
  return {
    name,
    look: async () => {
      await questions.hello().catch(() => {
        throw new RestsOn(API_CHECK);
      });
      return await check.look();
    },
  };
}

function accessOf(held: SettingsHeld): GitHubAccess {
  const { githubToken, githubAppId, githubAppPrivateKey } = held(
    "githubToken",
    "githubAppId",
    "githubAppPrivateKey",
  );
  if (githubAppId !== null && githubAppPrivateKey !== null) {
    return { kind: "app", appId: githubAppId, privateKey: githubAppPrivateKey };
  }
  if (githubToken !== null) return { kind: "token", token: githubToken };
  throw new RestsOn(SETTINGS_CHECK);
}

function withoutSecrets(finding: Finding, secrets: readonly string[]): Finding {
  const clean = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
  const { check, level, says, next } = finding;
  return { check: clean(check), level, says: clean(says), next: next === null ? null : clean(next) };
}

/** Findings in the order of the checks, which run at the same time. */
export async function runChecks(
  checks: readonly Check[],
  deadlineMs: number,
  onProgress: OnProgress = () => undefined,
): Promise<readonly Finding[]> {
  const found = new Map<Check, readonly Finding[]>();
  const waiting = [...checks];
  const pending = () => checks.filter((check) => !found.has(check)).map(({ name }) => name);
  onProgress([], pending());
  await Promise.all(
    checks.map(async (check) => {
      found.set(
        check,
        (await inTime(check, deadlineMs)).map((one) => ({ check: check.name, ...one })),
      );
      const slow = waiting.findIndex((other) => !found.has(other));
      const ready = waiting.splice(0, slow === -1 ? waiting.length : slow);
      onProgress(
        ready.flatMap((one) => found.get(one) ?? []),
        pending(),
      );
    }),
  );
  return checks.flatMap((check) => found.get(check) ?? []);
}

async function inTime(check: Check, deadlineMs: number): Promise<readonly Found[]> {
  const late = () => [
    broken(
      `the check did not finish within ${deadlineMs / 1000} s`,
      "see whether the checked system is overloaded or not reachable from this machine",
    ),
  ];
  try {
    return await withTimeout(check.look(), deadlineMs, late);
  } catch (error) {
    return [failed(error)];
  }
}

function failed(error: unknown): Found {
  if (error instanceof RestsOn) {
    return doubtful("not checked", `fix the problem with ${error.check} first, then run the doctor again`);
  }
  if (!(error instanceof WorldError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return broken(`the check failed: ${name}`, "report this as a bug, with the command that you ran");
  }
  const next = error.retryable
    ? "run the doctor again; if the problem remains, fix what it names"
    : "fix what it names";
  return broken(error.message, next);
}

const MEBIBYTE = 1024 * 1024;
const LITTLE_SPACE = 1024 * MEBIBYTE;
const TOO_LITTLE_SPACE = 100 * MEBIBYTE;
const FIX_SETTING = "change it; `merge-queue serve --check-config` shows where each setting comes from";

/** Checks of this machine: the settings, git, and free space in the data folder. */
function machineChecks(examined: Examined, held: SettingsHeld): readonly Check[] {
  return [
    { name: SETTINGS_CHECK, look: async () => Promise.resolve(checkSettings(examined, held)) },
    { name: "git", look: async () => [await checkGit(held)] },
    { name: "data folder", look: async () => checkDataFolder(held("dataFolder").dataFolder) },
    ...signingChecks(held),
  ];
}

/** None when there is no key, or when it cannot be read, which the check of the settings reports. */
function signingChecks(held: SettingsHeld): readonly Check[] {
  try {
    const { signingKey } = held("signingKey");
    if (signingKey === null) return [];
    const look = async () => {
      await createCommitSigner(signingKey).sign("Trial\n", Math.floor(Date.now() / 1000));
      const says = `the ${signingKey.kind === "ssh" ? "SSH" : "PGP"} key signs commits`;
      return [fine(`${says}; \`merge-queue doctor --try\` shows whether GitHub verifies them`)];
    };
    return [{ name: "signing key", look }];
  } catch (error) {
    if (error instanceof RestsOn) return [];
    throw error;
  }
}

async function checkGit(held: SettingsHeld): Promise<Found> {
  if (isWithoutClone(held)) return fine("not needed: GitHub creates the commits");
  return fine(`git ${await requireGit()} is installed and new enough`);
}

/** False when the setting cannot be read: git is then checked too. */
function isWithoutClone(held: SettingsHeld): boolean {
  try {
    return held("githubGit").githubGit === "api";
  } catch (error) {
    if (error instanceof RestsOn) return false;
    throw error;
  }
}

function checkSettings({ held, problems, warnings }: Examined, settings: SettingsHeld): readonly Found[] {
  const token = held.has("apiToken") ? tokenFindings(settings("apiToken").apiToken) : [];
  const found = [
    ...token,
    ...problems.map((problem) => broken(problem, FIX_SETTING)),
    ...warnings.map((warning) => doubtful(warning, FIX_SETTING)),
  ];
  return found.length > 0 ? found : [fine(`all ${held.size} are valid and consistent`)];
}

async function checkDataFolder(folder: string): Promise<readonly Found[]> {
  const isMade = await isThere(folder);
  // Not created here: it would belong to the user of the doctor, who may not be the service's.
  const parent = isMade ? folder : await existingParentOf(resolve(folder));
  await (isMade ? prepareWorkFolder(folder) : requireWritable(folder, parent));
  const { bavail, bsize } = await statfs(parent);
  const free = bavail * bsize;
  const says = `${folder} ${isMade ? "can be written" : "does not exist yet and can be created"}, and has ${Math.floor(free / MEBIBYTE)} MiB free`;
  const next = "free space there, or set `data` to another folder";
  if (free < TOO_LITTLE_SPACE)
    return [broken(`${says}; expected ${TOO_LITTLE_SPACE / MEBIBYTE} MiB or more`, next)];
  if (free < LITTLE_SPACE) return [doubtful(`${says}; clones and test output need more than that`, next)];
  return [fine(says)];
}

async function existingParentOf(folder: string): Promise<string> {
  const above = dirname(folder);
  return above === folder || (await isThere(above)) ? above : existingParentOf(above);
}

async function requireWritable(folder: string, parent: string): Promise<void> {
  try {
    await access(parent, constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `the data folder ${folder} cannot be created, because this user may not write to ${parent}`;
    throw new WorldError(
      `${message}: create it for the service's user, or set \`data\` to another folder`,
      false,
      {
        cause: error,
      },
    );
  }
}
