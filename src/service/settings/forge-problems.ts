/** Contradictions between the settings of the code host, each with a remedy. */
import { gitHubApiUrl, isLoopback } from "./forms.js";
import type { Held } from "./read-setting.js";
import { environmentName } from "./setting.js";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "./settings.js";

type AllHeld = ReadonlyMap<SettingKey, Held<unknown>>;

const ONLY_GITHUB = SETTING_KEYS.filter((key) => SETTINGS[key].group === "GitHub");
const ONLY_PLAIN_GIT = ["testCommand", "parallelTests"] as const;

/** Empty when some of these settings were not read: they have problems already, or were not requested. */
export function forgeProblems(held: AllHeld): readonly string[] {
  const keys: readonly SettingKey[] = ["forge", "repositories", ...ONLY_GITHUB];
  if (keys.some((key) => !held.has(key))) return [];
  return held.get("forge")?.value === "github" ? gitHubProblems(held) : plainGitProblems(held);
}

export function forgeWarnings(held: AllHeld): readonly string[] {
  if (held.get("forge")?.value !== "github") return [];
  const tests = ONLY_PLAIN_GIT.filter((key) => isGiven(held, key)).map(
    (key) => `${nameOf(key)}: GitHub runs the tests, so it has no effect: remove it`,
  );
  const unused = held.get("githubGit")?.value === "api" ? "gitConfigFile" : "githubScratchPrefix";
  const git = isGiven(held, unused)
    ? [
        `${nameOf(unused)}: has no effect when ${nameOf("githubGit")} is ${String(held.get("githubGit")?.value)}`,
      ]
    : [];
  return [...tests, ...git];
}

function plainGitProblems(held: AllHeld): readonly string[] {
  const misplaced = ONLY_GITHUB.filter((key) => isGiven(held, key)).map(
    (key) => `${nameOf(key)}: applies to GitHub only: set ${nameOf("forge")} to github, or remove it`,
  );
  const withoutLocation = repositoriesOf(held)
    .filter(([, location]) => location === "")
    .map(
      ([key]) =>
        `${nameOf("repositories")}: ${key} has no path or URL: expected ${key}=PATH_OR_URL, or ${nameOf("forge")} set to github`,
    );
  return [...withoutLocation, ...misplaced];
}

function gitHubProblems(held: AllHeld): readonly string[] {
  const hosts = [...new Set(repositoriesOf(held).map(([key]) => key.slice(0, key.indexOf("/"))))];
  const several =
    hosts.length > 1
      ? [`${nameOf("repositories")}: are on ${hosts.join(" and ")}, but one service works with one GitHub`]
      : [];
  return [
    ...accessProblems(held),
    ...secretProblems(held),
    ...signInProblems(held),
    ...several,
    ...addressProblems(held, hosts),
    ...scratchProblems(held),
  ];
}

/** The service deletes unused test branches and scratch branches by their prefixes, so these must not overlap. */
function scratchProblems(held: AllHeld): readonly string[] {
  const [scratch, tests] = [held.get("githubScratchPrefix")?.value, held.get("testBranchPrefix")?.value];
  const areRead = typeof scratch === "string" && typeof tests === "string";
  if (!areRead || held.get("githubGit")?.value !== "api") return [];
  if (!scratch.startsWith(tests) && !tests.startsWith(scratch)) return [];
  const prefix = nameOf("testBranchPrefix");
  return [
    `${nameOf("githubScratchPrefix")}: ${scratch} and ${prefix} ${tests} overlap: one starts with the other; change one of them`,
  ];
}

function secretProblems(held: AllHeld): readonly string[] {
  if (!isGiven(held, "githubEarlierWebhookSecret") || isGiven(held, "githubWebhookSecret")) return [];
  const name = nameOf("githubWebhookSecret");
  return [`${nameOf("githubEarlierWebhookSecret")}: is the previous ${name}, which is not set`];
}

/** GitHub sends the code of a sign-in to the public address, so it must not travel in the clear. */
function signInProblems(held: AllHeld): readonly string[] {
  const [id, secret] = [isGiven(held, "githubClientId"), isGiven(held, "githubClientSecret")];
  const names = `${nameOf("githubClientId")} and ${nameOf("githubClientSecret")}_FILE`;
  if (id !== secret) return [`${names}: expected both of them, or neither`];
  if (!id || !held.has("publicUrl")) return [];
  const address = held.get("publicUrl")?.value;
  const url = typeof address === "string" ? new URL(address) : null;
  if (url !== null && (url.protocol === "https:" || isLoopback(url.hostname))) return [];
  const is = url === null ? "is not set" : `is ${url.origin}`;
  return [`${names}: need ${nameOf("publicUrl")} with https, to which GitHub returns the browser; it ${is}`];
}

function accessProblems(held: AllHeld): readonly string[] {
  const [token, app, key] = (["githubToken", "githubAppId", "githubAppPrivateKey"] as const).map((each) =>
    isGiven(held, each),
  );
  const appNames = `${nameOf("githubAppId")} and ${nameOf("githubAppPrivateKey")}_FILE`;
  if (token === true && (app === true || key === true)) {
    return [`${nameOf("githubToken")} and the settings of an App are both given: remove one of them`];
  }
  if (app !== key) return [`${appNames}: expected both of them, or neither`];
  if (token === true || app === true) return [];
  return [
    `${nameOf("forge")} is github, but there are no credentials: set ${appNames}, or ${nameOf("githubToken")}_FILE`,
  ];
}

function addressProblems(held: AllHeld, [host = ""]: readonly string[]): readonly string[] {
  const given = held.get("githubApiUrl")?.value;
  if (typeof given !== "string") return [];
  const { hostname } = new URL(given);
  // Checks only addresses of GitHub's own products; a proxy in front of one may have any address.
  const isOwn = hostname === "api.github.com" || hostname.endsWith(".ghe.com") || given.endsWith("/api/v3");
  if (!isOwn || isLoopback(hostname) || new URL(gitHubApiUrl(host)).hostname === hostname) return [];
  return [
    `${nameOf("githubApiUrl")}: is ${given}, but the repositories are on ${host}, whose API is ${gitHubApiUrl(host)}`,
  ];
}

function isGiven(held: AllHeld, key: SettingKey): boolean {
  const one = held.get(key);
  return one !== undefined && one.origin !== "default";
}

function repositoriesOf(held: AllHeld): readonly (readonly [string, string])[] {
  const value: unknown = held.get("repositories")?.value;
  if (!(value instanceof Map)) return [];
  return [...value].map(([key, location]) => [String(key), String(location)] as const);
}

function nameOf(key: SettingKey): string {
  return environmentName(SETTINGS[key].name);
}
