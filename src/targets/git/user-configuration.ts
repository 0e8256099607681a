/**
 * Which keys of the user's and the system's git configuration count in calls to a remote: those needed to reach it, each by
 * name. All others are ignored, so that neither `url.*.insteadOf` nor a configured program takes part.
 */
import type { GitConfiguration } from "../../domain/git-configuration.js";
import { variablesNamed } from "../program/inherited-variables.js";
import type { Remote } from "./git-environment.js";
import { GitFailure } from "./git-failure.js";
import { remoteProtocol } from "./remote-protocol.js";
import { runGit } from "./run-git.js";

interface Rule {
  /** As git prints it: the parts before the first and after the last dot in lower case. */
  readonly key: RegExp;
  readonly counts: (remote: Remote, value: string) => boolean;
}

const overHttps = ({ url }: Remote) => remoteProtocol(url) === "https";

const RULES: readonly Rule[] = [
  // A company's machines reach the outside by a proxy alone. Https keeps the credential from it, http would not.
  { key: /^http\.(?:.+\.)?proxy$/s, counts: overHttps },
  { key: /^http\.(?:.+\.)?proxyauthmethod$/s, counts: overHttps },
  // A code host or a proxy with a certificate of the company's own, or one that asks for the client's.
  { key: /^http\.(?:.+\.)?(?:sslcainfo|sslcapath|sslcert|sslkey)$/s, counts: overHttps },
  // On Windows the choice of OpenSSL or the system's store of certificates, and which of them hold.
  { key: /^http\.(?:sslbackend|schannelusesslcainfo)$/, counts: overHttps },
  // Certificates may be checked where a variable says otherwise, and never left unchecked.
  { key: /^http\.(?:.+\.)?sslverify$/s, counts: (remote, value) => overHttps(remote) && value === "true" },
  // Which key is shown to the server, on a person's own machine.
  {
    key: /^core\.sshcommand$/,
    counts: (remote) => remote.usesOwnPrograms === true && remoteProtocol(remote.url) === "ssh",
  },
  // Where the person's own password is kept.
  {
    key: /^credential\.(?:.+\.)?(?:helper|username|usehttppath)$/s,
    counts: (remote) => remote.usesOwnPrograms === true && overHttps(remote),
  },
];

const inherited = variablesNamed("PATH HOME USERPROFILE APPDATA XDG_CONFIG_HOME SYSTEMROOT");
const DEADLINE_MS = 10_000;

/** Empty where git cannot read it. `folder` is a repository of our own, so that none around it counts. */
export async function userConfiguration(
  remote: Remote,
  folder: string,
  signal: AbortSignal,
): Promise<GitConfiguration> {
  if (!["https", "ssh"].includes(remoteProtocol(remote.url))) return {};
  const config: Record<string, string[]> = {};
  for (const { key, value } of await listed(folder, signal)) {
    if (!RULES.some((rule) => rule.key.test(key) && rule.counts(remote, value))) continue;
    config[key] = [...(config[key] ?? []), value];
  }
  return config;
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

async function listed(folder: string, signal: AbortSignal): Promise<readonly Setting[]> {
  try {
    const call = {
      folder,
      environment: { ...inherited(), GIT_DIR: folder },
      signal,
      deadlineMs: DEADLINE_MS,
    };
    const { stdout } = await runGit(["config", "--list", "--show-scope", "-z"], call);
    return settingsIn(stdout.toString());
  } catch (error) {
    if (error instanceof GitFailure) return [];
    throw error;
  }
}

/** The scope, a NUL, the key, a line end unless there is no value, the value, a NUL. */
function settingsIn(text: string): readonly Setting[] {
  const parts = text.split("\0");
  const settings: Setting[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [scope, setting = ""] = [parts[index], parts[index + 1]];
    const end = setting.indexOf("\n");
    if (end === -1 || (scope !== "system" && scope !== "global")) continue;
    settings.push({ key: setting.slice(0, end), value: setting.slice(end + 1) });
  }
  return settings;
}
