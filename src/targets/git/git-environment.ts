/**
 * The environment that git runs in. It ignores the configuration of the user, the system and the repository, except
 * what `userConfiguration` allows towards the remote. The token goes only to the remote's own origin.
 */
import { type GitConfiguration, HARMLESS } from "../../domain/git-configuration.js";
import { gitVariables } from "../../process/run-git.js";
import { variablesNamed } from "../../process/run-program.js";

export interface Remote {
  /** Anything that git can fetch from. */
  readonly url: string;
  /** For https and http; null when git finds credentials by itself or needs none. */
  readonly token: string | null;
  /** On a developer's own machine: git uses the ssh command and the credential helper of the user's configuration. */
  readonly usesOwnPrograms?: true;
}

type Texts = Readonly<Record<string, string>>;

const always = variablesNamed(
  "PATH HOME USER LOGNAME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME XDG_RUNTIME_DIR",
);
const certificates = variablesNamed("GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR");
const proxies = variablesNamed("HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY");
const ssh = variablesNamed("SSH_AUTH_SOCK GIT_SSH GIT_SSH_COMMAND");

/** Git runs no program that a repository or a user names, and never prompts. */
const ALWAYS: GitConfiguration = {
  ...HARMLESS,
  "fetch.recurseSubmodules": "false",
  "maintenance.auto": "false",
  "gc.auto": "0",
};

/** A git that does not know `GIT_NO_LAZY_FETCH` would download these before it learns that no protocol is allowed. */
const NOTHING_AHEAD: GitConfiguration = { "fetch.bundleURI": "" };

/** In a container the checkout often belongs to another user, so git would refuse it. No call in it runs anything from it. */
export const TRUSTED: GitConfiguration = { "safe.directory": "*" };

/** For calls that must not leave the machine, not even for an object that a partial clone lacks. */
export function localEnvironment(config: GitConfiguration = {}): Texts {
  const local = inEveryCall({ ...ALWAYS, ...NOTHING_AHEAD, ...config }, "");
  return { ...local, GIT_NO_LAZY_FETCH: "1" };
}

/**
 * For calls that may ask the remote, which is called `origin`. `user`: the part of the user's configuration that
 * applies.
 */
export function remoteEnvironment(
  remote: Remote,
  user: GitConfiguration,
  config: GitConfiguration = {},
): Texts {
  const protocol = remoteProtocol(remote.url);
  const own = { ...ALWAYS, "remote.origin.url": remote.url, ...credentials(remote), ...config };
  return { ...wayTo(remote, protocol), ...inEveryCall({ ...user, ...own }, protocol) };
}

/** A server on this machine is behind no proxy; over http, a proxy could read the token. */
function wayTo({ url }: Remote, protocol: string): Texts {
  if (protocol === "ssh") return ssh();
  if (protocol !== "https" && protocol !== "http") return {};
  const isOpen = protocol === "http" && SAFE_ORIGIN.test(url);
  return { ...certificates(), ...(isOpen ? {} : proxies()) };
}

/** `protocol` takes precedence over any `protocol.*.allow`; an empty text allows no protocol. */
function inEveryCall(config: GitConfiguration, protocol: string): Texts {
  return {
    ...always(),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_NO_REPLACE_OBJECTS: "1",
    ...gitVariables(config),
  };
}

/** Any other origin would receive the token unencrypted. */
const SAFE_ORIGIN =
  /^(?:https:\/\/[^/?#@]+|http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?)(?=\/|$)/i;

/** Keeps a redirect or a rewritten address from sending the token to another server. */
function credentials({ url, token }: Remote): GitConfiguration {
  const [origin] = SAFE_ORIGIN.exec(url) ?? [];
  if (token === null || origin === undefined) return {};
  return {
    [`http.${origin}/.extraheader`]: ["", `AUTHORIZATION: basic ${basicCredential(token)}`],
    "http.followRedirects": "false",
    "credential.helper": "",
  };
}

/** The token as sent over the wire; it is as secret as the token itself. */
export function basicCredential(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString("base64");
}

/** Git's spelling by the scheme of an address. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ["https", "https"],
  ["http", "http"],
  ["ssh", "ssh"],
  ["git+ssh", "ssh"],
  ["ssh+git", "ssh"],
  ["git", "git"],
  ["file", "file"],
]);

/** The only protocol that a fetch from this address may use. Empty, which allows none, for a remote helper such as `ext::`, because the address then names a program. */
export function remoteProtocol(url: string): string {
  if (/^[^/:]*::/.test(url)) return "";
  const [, scheme] = /^([^/:]+):\/\//.exec(url) ?? [];
  if (scheme !== undefined) return PROTOCOLS.get(scheme) ?? "";
  const isPath = /^(?:[^:]*$|[^:]*\/|[a-z]:[\\/])/i.test(url);
  return isPath ? "file" : "ssh";
}
