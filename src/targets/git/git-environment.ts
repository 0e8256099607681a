/**
 * The environment that git runs in. No configuration file counts: of the user's and the system's, calls to the remote get
 * the allowed settings only (see `user-settings.ts`), and the token goes to the remote's own origin only.
 */
import { configurationVariables, HARMLESS } from "../../domain/git-configuration.js";
import { variablesNamed } from "../program/inherited-variables.js";

export interface Remote {
  /** Anything that git can fetch from. */
  readonly url: string;
  /** For https and http; null where git finds credentials by itself, or needs none. */
  readonly token: string | null;
}

type Texts = Readonly<Record<string, string>>;

const inherited = variablesNamed(
  "PATH HOME USER LOGNAME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME XDG_RUNTIME_DIR",
  "SSH_AUTH_SOCK GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR",
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY",
);

/** Programs, so they count only where git would start one anyway. */
const inheritedForSsh = variablesNamed("GIT_SSH GIT_SSH_COMMAND");

/** No program that a repository or a user names runs, and nobody is asked for anything. */
const ALWAYS: Texts = {
  ...HARMLESS,
  "fetch.recurseSubmodules": "false",
  "maintenance.auto": "false",
  "gc.auto": "0",
};

/** For calls that must not leave the machine. */
export function localEnvironment(config: Texts = {}): Texts {
  return { ...inherited(), ...inEveryCall({ ...ALWAYS, ...config }) };
}

/** For calls that may ask the remote, which is called `origin`. `allowed` are the user's own settings that count. */
export function remoteEnvironment(remote: Remote, allowed: Texts, config: Texts = {}): Texts {
  const protocol = protocolOf(remote.url);
  return {
    ...inherited(),
    ...(protocol === "ssh" && inheritedForSsh()),
    ...inEveryCall({
      ...allowed,
      ...ALWAYS,
      "protocol.allow": "never",
      ...(protocol !== null && { [`protocol.${protocol}.allow`]: "always" }),
      "remote.origin.url": remote.url,
      ...credentials(remote),
      ...config,
    }),
  };
}

const PROTOCOLS: ReadonlySet<string> = new Set(["https", "http", "ssh", "git", "file"]);

/** As git reads an address; null for one that only a program could fetch from. */
export function protocolOf(url: string): string | null {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url) ?? [];
  if (scheme !== undefined) return PROTOCOLS.has(scheme.toLowerCase()) ? scheme.toLowerCase() : null;
  if (url.includes("::")) return null;
  // A colon before the first slash is `host:path`, but for the drive of a path on Windows.
  return /^[^/\\]{2,}:/.test(url) ? "ssh" : "file";
}

function inEveryCall(config: Texts): Texts {
  return {
    LC_ALL: "C",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...configurationVariables(config),
  };
}

/** Elsewhere the token would travel readable. */
const SAFE_ORIGIN =
  /^(?:https:\/\/[^/?#@]+|http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?)(?=\/|$)/i;

/** Neither a redirect nor a rewritten address takes the token to another server. */
function credentials({ url, token }: Remote): Texts {
  const [origin] = SAFE_ORIGIN.exec(url) ?? [];
  if (token === null || origin === undefined) return {};
  return {
    [`http.${origin}/.extraheader`]: `AUTHORIZATION: basic ${basicCredential(token)}`,
    "http.followRedirects": "false",
    "credential.helper": "",
  };
}

/** The token as it goes over the wire, which is as secret as the token itself. */
export function basicCredential(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString("base64");
}
