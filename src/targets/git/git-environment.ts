/**
 * The environment that git runs in. On our own folder nothing of anyone's set-up counts; towards the remote the
 * machine's does (proxies, certificates, ssh), and the token goes to the remote's own origin only.
 */

export interface Remote {
  /** Anything that git can fetch from. */
  readonly url: string;
  /** For https and http; null where git finds credentials by itself, or needs none. */
  readonly token: string | null;
}

type Texts = Readonly<Record<string, string>>;

const INHERITED = new Set(
  [
    "PATH HOME USER LOGNAME TMPDIR TEMP TMP SYSTEMROOT USERPROFILE APPDATA XDG_CONFIG_HOME XDG_RUNTIME_DIR",
    "SSH_AUTH_SOCK GIT_SSH GIT_SSH_COMMAND GIT_SSL_CAINFO GIT_SSL_CAPATH SSL_CERT_FILE SSL_CERT_DIR",
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY",
  ]
    .join(" ")
    .split(" "),
);

/** No program that a repository or a user names runs, and nobody is asked for anything. */
const ALWAYS: Texts = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "protocol.ext.allow": "never",
  "submodule.recurse": "false",
  "fetch.recurseSubmodules": "false",
  "maintenance.auto": "false",
  "gc.auto": "0",
};

/** For calls that must not leave the machine. */
export function localEnvironment(config: Texts = {}): Texts {
  return {
    ...inherited(),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...inEveryCall({ ...ALWAYS, ...config }),
  };
}

/** For calls that may ask the remote, which is called `origin`. */
export function remoteEnvironment(remote: Remote, config: Texts = {}): Texts {
  return {
    ...inherited(),
    ...inEveryCall({ ...ALWAYS, "remote.origin.url": remote.url, ...credentials(remote), ...config }),
  };
}

function inEveryCall(config: Texts): Texts {
  return {
    LC_ALL: "C",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...configVariables(config),
  };
}

/** Through the environment, because arguments can be read by every user of the machine. */
function configVariables(config: Texts): Texts {
  const pairs = Object.entries(config);
  return {
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(
      pairs.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
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

function inherited(): Texts {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && INHERITED.has(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}
