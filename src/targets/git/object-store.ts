/**
 * A temporary bare repository that holds everything fetched or created. The objects of the user's checkout are only
 * read; the checkout's configuration, hooks and owner have no effect here.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitConfiguration } from "../../domain/git-configuration.js";
import { variablesNamed } from "../../process/run-program.js";
import { localEnvironment, type Remote, remoteEnvironment } from "./git-environment.js";
import { remoteProtocol } from "./remote-protocol.js";
import { type GitAnswer, type GitCall, GitFailure, runGit } from "./run-git.js";

export type ObjectFormat = "sha1" | "sha256";

/** Finds the remote when something has to be fetched; null when nothing can be. */
export type RemoteLater = () => Promise<Remote | null>;

export interface ObjectStoreSettings {
  /** Folder of the objects of the user's checkout; null without one. */
  readonly objects: string | null;
  readonly format: ObjectFormat;
  readonly remote: Remote | null | RemoteLater;
  readonly signal: AbortSignal;
}

const PROMISED = { "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none" };

/** Git lists refs beside borrowed objects with a program in that repository, whose configuration must have no effect. */
const OWN_REFS = { "core.alternateRefsCommand": "true" };
/** A large file is fetched if its content is needed, which is rare. */
const LARGE_FILES_LATER = "--filter=blob:limit=1m";

type Extra = Pick<GitCall, "input" | "answers" | "deadlineMs">;

export class ObjectStore {
  readonly folder: string;
  readonly #settings: ObjectStoreSettings;
  #config = Buffer.alloc(0);
  #user: Promise<GitConfiguration> | null = null;
  #remote: Promise<Remote | null> | null = null;

  private constructor(folder: string, settings: ObjectStoreSettings) {
    this.folder = folder;
    this.#settings = settings;
  }

  /** The caller must remove the store. */
  static async create(settings: ObjectStoreSettings): Promise<ObjectStore> {
    // The runner cleans this folder when a job is killed.
    const parent = process.env["RUNNER_TEMP"] ?? tmpdir();
    const folder = await mkdtemp(join(parent, "merge-queue-targets-"));
    const store = new ObjectStore(folder, settings);
    try {
      store.#config = await writeEmpty(folder, settings.format);
      return store;
    } catch (error) {
      await store.remove();
      throw error;
    }
  }

  async hasRemote(): Promise<boolean> {
    return (await this.#knownRemote()) !== null;
  }

  /** Another empty store with the same settings. */
  async another(): Promise<ObjectStore> {
    return ObjectStore.create(this.#settings);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Works with the objects of this store and of the checkout. Throws `GitFailure`. */
  async local(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    return this.#run(words, { ...localEnvironment(), ...this.#alternates() }, extra);
  }

  /**
   * Fetches into this store without counting on the checkout's objects, which may be incomplete. Throws `GitFailure`.
   */
  async fetch(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    return this.#fetch(words, await this.#towardsRemote(), extra);
  }

  /**
   * Fetches a commit without its history, and returns its id. What the commit `beside` of the checkout has too is not sent,
   * so it has to be the first that is fetched, and is read together with the checkout. `source`: an id or a ref of the
   * remote. Throws `GitFailure`.
   */
  async fetchBeside(beside: string, source: string): Promise<string> {
    const refs = join(this.folder, "refs", "beside");
    const shallow = join(this.folder, "shallow");
    await mkdir(refs);
    try {
      // The checkout may have more of the history; nothing before its commit is counted on.
      await Promise.all([join(refs, "known"), shallow].map((file) => writeFile(file, `${beside}\n`)));
      const environment = { ...(await this.#towardsRemote(OWN_REFS)), ...this.#alternates() };
      const words = ["--depth=1", LARGE_FILES_LATER, "origin", `+${source}:refs/beside/fetched`];
      await this.#fetch(words, environment, {});
      return (await readFile(join(refs, "fetched"), "latin1")).trim();
    } finally {
      // Later calls do not count on the checkout, so nothing may name what is only there.
      await Promise.all([rm(refs, { recursive: true }), rm(shallow, { force: true })]);
    }
  }

  /**
   * Works with the objects of this store and the checkout, and fetches others one by one from the remote. Throws
   * `GitFailure`.
   */
  async withRemote(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    return this.#run(words, { ...(await this.#towardsRemote(PROMISED)), ...this.#alternates() }, extra);
  }

  /** Asks only the remote, for example which branches it has. Throws `GitFailure`. */
  async askRemote(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    return this.#run(words, await this.#towardsRemote(), extra);
  }

  async #fetch(
    words: readonly string[],
    environment: GitCall["environment"],
    extra: Extra,
  ): Promise<GitAnswer> {
    const options = [
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-recurse-submodules",
      "--no-auto-maintenance",
    ];
    try {
      return await this.#run(["fetch", ...options, ...words], environment, extra);
    } finally {
      // A filtered fetch makes git expect to fetch missing objects later; here git must report them as missing.
      await writeFile(join(this.folder, "config"), this.#config);
    }
  }

  #knownRemote(): Promise<Remote | null> {
    const { remote } = this.#settings;
    this.#remote ??= typeof remote === "function" ? remote() : Promise.resolve(remote);
    return this.#remote;
  }

  async #towardsRemote(config: GitConfiguration = {}): Promise<GitCall["environment"]> {
    const remote = await this.#knownRemote();
    if (remote === null) throw new GitFailure("there is no address to fetch from");
    this.#user ??= userConfiguration(remote, this.folder, this.#settings.signal);
    return remoteEnvironment(remote, await this.#user, config);
  }

  #alternates(): Readonly<Record<string, string>> {
    const { objects } = this.#settings;
    return objects === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
  }

  #run(words: readonly string[], environment: GitCall["environment"], extra: Extra): Promise<GitAnswer> {
    const { folder } = this;
    return runGit(words, {
      ...extra,
      folder,
      environment: { ...environment, GIT_DIR: folder },
      signal: this.#settings.signal,
    });
  }
}

const CONFIG: Readonly<Record<ObjectFormat, string>> = {
  sha1: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
  sha256: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
};

/** Makes the folder an empty repository without a call of git, and returns its configuration. */
async function writeEmpty(folder: string, format: ObjectFormat): Promise<Buffer<ArrayBuffer>> {
  const config = Buffer.from(CONFIG[format]);
  await Promise.all([
    mkdir(join(folder, "objects")),
    mkdir(join(folder, "refs")),
    writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n"),
    writeFile(join(folder, "config"), config),
  ]);
  return config;
}

/** The variable is a list separated by colons, unless an entry is quoted. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

interface Rule {
  /** As git prints it: lower case before the first dot and after the last dot. */
  readonly key: RegExp;
  readonly counts: (remote: Remote, value: string) => boolean;
}

const overHttps = ({ url }: Remote) => remoteProtocol(url) === "https";

const RULES: readonly Rule[] = [
  // In a company's network, a proxy may be the only way out. Https hides the credential from it, http would not.
  { key: /^http\.(?:.+\.)?proxy$/s, counts: overHttps },
  { key: /^http\.(?:.+\.)?proxyauthmethod$/s, counts: overHttps },
  // For a code host or a proxy with a company's own certificate, or with a check of client certificates.
  { key: /^http\.(?:.+\.)?(?:sslcainfo|sslcapath|sslcert|sslkey)$/s, counts: overHttps },
  // On Windows: which TLS library is used, and which certificates it trusts.
  { key: /^http\.(?:sslbackend|schannelusesslcainfo)$/, counts: overHttps },
  // The setting may turn on certificate checks that a variable has turned off, but never turn checks off.
  { key: /^http\.(?:.+\.)?sslverify$/s, counts: (remote, value) => overHttps(remote) && value === "true" },
  // The ssh command, which selects the key, on a developer's own machine.
  {
    key: /^core\.sshcommand$/,
    counts: (remote) => remote.usesOwnPrograms === true && remoteProtocol(remote.url) === "ssh",
  },
  // Where the user's own password is stored.
  {
    key: /^credential\.(?:.+\.)?(?:helper|username|usehttppath)$/s,
    counts: (remote) => remote.usesOwnPrograms === true && overHttps(remote),
  },
];

const inherited = variablesNamed("PATH HOME USERPROFILE APPDATA XDG_CONFIG_HOME SYSTEMROOT");
const DEADLINE_MS = 10_000;

/** Empty when git cannot read it. `folder` is our own repository, so that no repository around it counts. */
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

/** Each setting: the scope, a NUL, the key, a line end unless there is no value, the value, a NUL. */
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
