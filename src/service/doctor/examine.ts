/** START HERE: everything that is looked at, from settings that may be half right. Each check is told of, whatever fails. */

import { access, constants, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isThere } from "../git/is-there.js";
import { requireGit } from "../git/run-git.js";
import { createGitHubCalls } from "../github/api/create-github-calls.js";
import type { GitHubAccess } from "../github/api/installation-tokens.js";
import { GITHUB_WEBHOOKS_PATH } from "../http/github-webhooks.js";
import { WorldError } from "../ports/world-error.js";
import { type Examined, examineConfig } from "../settings/config.js";
import { gitHubApiUrl } from "../settings/forms.js";
import type { Sources } from "../settings/layers.js";
import { prepareWorkFolder } from "../settings/prepare-work-folder.js";
import { withTimeout } from "../work/within.js";
import { broken, type Check, doubtful, type Finding, type Found, fine, RestsOn } from "./finding.js";
import { branchCheck } from "./github/branch-check.js";
import { apiCheck, identityCheck } from "./github/identity-checks.js";
import { API_CHECK, once, Questions } from "./github/questions.js";
import { limitCheck, repositoryCheck } from "./github/repository-checks.js";
import { webhookCheck } from "./github/webhook-check.js";
import { plainGitChecks } from "./plain-git-checks.js";
import { serviceCheck } from "./service-check.js";
import { SETTINGS_CHECK, type SettingsHeld, secretsOf, settingsHeld } from "./settings-held.js";
import { examineIfThere, storeCheck } from "./store-check.js";
import { repositoryOf, type TargetBranches, targetBranches } from "./target-branches.js";

export interface Wanted {
  /** Of the program. */
  readonly version: string;
  /** Target branches beside those of the queues. */
  readonly branches: readonly string[];
  /** For each check. */
  readonly deadlineMs: number;
}

/** Nothing is changed, and no secret is in what is found. */
export async function examine(sources: Sources, wanted: Wanted): Promise<readonly Finding[]> {
  const examined = examineConfig(sources);
  const held = settingsHeld(examined);
  const findings = await runChecks(checksOf(examined, held, wanted), wanted.deadlineMs);
  const secrets = secretsOf(held);
  return findings.map((finding) => withoutSecrets(finding, secrets));
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

/** Where the settings do not tell of a code host, that is what is found. */
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

/** What is amiss is to be seen: nothing is tried again or waited for. */
const LIMITS = { attemptMs: 8000, mostBytes: 4 * 1024 * 1024, retries: 0, longestWaitMs: 0 };

function gitHubChecks(held: SettingsHeld, targets: TargetBranches, { version }: Wanted): readonly Check[] {
  const settings = held(
    ...(["repositories", "githubApiUrl", "githubWebhookSecret", "publicUrl"] as const),
    ...(["gitConfigFile", "testBranchPrefix", "githubLanding"] as const),
    ...(["githubGit", "githubScratchPrefix"] as const),
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
  const world = { questions, targets, testBranchPrefix, scratchPrefix, landing };
  const api = apiCheck(questions, apiUrl);
  const more = [
    identityCheck(questions, repositories),
    ...repositories.slice(0, 1).map((repository) => limitCheck(questions, repository)),
    webhookCheck(questions, webhooks),
    ...keys.flatMap((key, index) => {
      const repository = repositories[index] ?? repositoryOf(key);
      const given = settings.repositories.get(key) ?? "";
      const address = given === "" ? `https://${key}.git` : given;
      const isCloned = settings.githubGit === "clone";
      const served = { repository, address, gitConfigFile: settings.gitConfigFile, isCloned };
      return [repositoryCheck(questions, served), branchCheck(world, repository)];
    }),
  ];
  return [api, ...more.map((check) => onceReached(questions, check))];
}

/** Whoever cannot be reached need not be told of once for each check. */
function onceReached(questions: Questions, { name, ...check }: Check): Check {
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
  const clean = (text: string) => secrets.reduce((said, secret) => said.replaceAll(secret, "***"), text);
  const { check, level, says, next } = finding;
  return { check: clean(check), level, says: clean(says), next: next === null ? null : clean(next) };
}

/** Findings in the order of the checks. */
export async function runChecks(checks: readonly Check[], deadlineMs: number): Promise<readonly Finding[]> {
  const found = await Promise.all(
    checks.map(async (check) =>
      (await inTime(check, deadlineMs)).map((one) => ({ check: check.name, ...one })),
    ),
  );
  return found.flat();
}

async function inTime(check: Check, deadlineMs: number): Promise<readonly Found[]> {
  const late = () => [
    broken(
      `could not be looked at: no answer within ${deadlineMs / 1000} s`,
      "see whether it is overloaded or out of reach from this machine",
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
    return doubtful("not looked at", `mend what is said of ${error.check} first, then ask again`);
  }
  if (!(error instanceof WorldError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return broken(`could not be looked at: ${name}`, "report this with the command that you called");
  }
  const next = error.retryable ? "ask again; if it stays, mend what is named" : "mend what is named";
  return broken(error.message, next);
}

const MEBIBYTE = 1024 * 1024;
const LITTLE_ROOM = 1024 * MEBIBYTE;
const TOO_LITTLE_ROOM = 100 * MEBIBYTE;
const MEND_SETTING = "change it; `merge-queue serve --check-config` says where each setting comes from";

/** This machine: its settings, its git, and room in the data folder. */
function machineChecks(examined: Examined, held: SettingsHeld): readonly Check[] {
  return [
    { name: SETTINGS_CHECK, look: async () => Promise.resolve(lookAtSettings(examined)) },
    { name: "git", look: async () => [await lookAtGit(held)] },
    { name: "data folder", look: async () => lookAtFolder(held("dataFolder").dataFolder) },
  ];
}

async function lookAtGit(held: SettingsHeld): Promise<Found> {
  if (isWithoutClone(held)) return fine("not needed: GitHub makes the commits");
  return fine(`git ${await requireGit()} is installed and new enough`);
}

/** Git is looked at also where settings cannot be read. */
function isWithoutClone(held: SettingsHeld): boolean {
  try {
    return held("githubGit").githubGit === "api";
  } catch (error) {
    if (error instanceof RestsOn) return false;
    throw error;
  }
}

function lookAtSettings({ held, problems, warnings }: Examined): readonly Found[] {
  const said = [
    ...problems.map((problem) => broken(problem, MEND_SETTING)),
    ...warnings.map((warning) => doubtful(warning, MEND_SETTING)),
  ];
  return said.length > 0 ? said : [fine(`all ${held.size} can be read and fit together`)];
}

async function lookAtFolder(folder: string): Promise<readonly Found[]> {
  const isMade = await isThere(folder);
  // Making it here would make it that of another user than the service's.
  const ground = isMade ? folder : await groundOf(resolve(folder));
  await (isMade ? prepareWorkFolder(folder) : requireWritable(folder, ground));
  const { bavail, bsize } = await statfs(ground);
  const free = bavail * bsize;
  const says = `${folder} ${isMade ? "can be written" : "is not there yet and can be made"}, and has ${Math.floor(free / MEBIBYTE)} MiB left`;
  const next = "make room there, or name another folder as `data`";
  if (free < TOO_LITTLE_ROOM)
    return [broken(`${says}; expected ${TOO_LITTLE_ROOM / MEBIBYTE} MiB or more`, next)];
  if (free < LITTLE_ROOM) return [doubtful(`${says}; clones and test outputs grow beyond that`, next)];
  return [fine(says)];
}

async function groundOf(folder: string): Promise<string> {
  const above = dirname(folder);
  return above === folder || (await isThere(above)) ? above : groundOf(above);
}

async function requireWritable(folder: string, ground: string): Promise<void> {
  try {
    await access(ground, constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `the data folder ${folder} cannot be made, because this user may not write ${ground}`;
    throw new WorldError(
      `${message}: make it for the user of the service, or name another one as \`data\``,
      false,
      {
        cause: error,
      },
    );
  }
}
