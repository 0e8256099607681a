/**
 * The settings of the user's and the system's git configuration that count in calls to the remote: how to reach it, and
 * nothing that sends the call or its credential elsewhere. Without a token of ours also what finds credentials.
 */
import { variablesNamed } from "../program/inherited-variables.js";
import { protocolOf, type Remote } from "./git-environment.js";
import { runGit } from "./run-git.js";

type Texts = Readonly<Record<string, string>>;

const DEADLINE_MS = 10_000;

/** Of `http` and of `http.<address>`: proxies, and which certificates are trusted or shown. */
const REACHING =
  /^http\.(?:.*\.)?(?:proxy|proxyauthmethod|proxysslcainfo|sslcainfo|sslcapath|sslcert|sslkey|sslbackend|schannel[a-z]*)$/is;
/** Names a program: counts only for an address that needs it. */
const SSH = /^(?:core\.sshcommand|ssh\.variant)$/i;
/** Names programs: counts only where the caller has no token, as on a person's own machine. */
const CREDENTIALS = /^credential\.(?:.*\.)?(?:helper|username|usehttppath)$/is;

const environment = variablesNamed(
  "PATH HOME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME PROGRAMDATA",
);

/** `folder` is a repository of our own, so that no other one is found around it. */
export async function userSettings(remote: Remote, folder: string, signal: AbortSignal): Promise<Texts> {
  const allowed: Record<string, string> = {};
  for (const file of ["--system", "--global"]) {
    const { stdout } = await runGit(["config", file, "--includes", "--null", "--list"], {
      folder,
      environment: { ...environment(), GIT_DIR: folder, GIT_OPTIONAL_LOCKS: "0" },
      signal,
      deadlineMs: DEADLINE_MS,
      // Nothing is set, or the file cannot be read.
      answers: [0, 1, 128],
    });
    for (const entry of stdout.toString().split("\0")) {
      const end = entry.indexOf("\n");
      const key = end === -1 ? entry : entry.slice(0, end);
      if (counts(key, remote)) allowed[key] = end === -1 ? "true" : entry.slice(end + 1);
    }
  }
  return allowed;
}

function counts(key: string, { url, token }: Remote): boolean {
  if (REACHING.test(key)) return true;
  if (SSH.test(key)) return protocolOf(url) === "ssh";
  return token === null && CREDENTIALS.test(key);
}
