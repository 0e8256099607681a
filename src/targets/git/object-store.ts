/**
 * A temporary bare repository that holds everything fetched or created, made when the first such call needs it. The objects
 * of the user's checkout are only read, some of them by a git that runs there: in it the checkout's configuration applies,
 * except what could start a program or fetch. It has no effect on a call in this repository.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GitConfiguration } from "../../domain/git-configuration.js";
import { variablesNamed } from "../../process/run-program.js";
import type { CheckoutObjects, FoundObject } from "./checkout-objects.js";
import {
  type Borrowed,
  type EmptyRepository,
  makeEmptyRepository,
  removeFolder,
} from "./empty-repository.js";
import { localEnvironment, type Remote, remoteEnvironment, remoteProtocol } from "./git-environment.js";
import { type GitAnswer, type GitCall, GitFailure, runGit } from "./run-git.js";

/** Finds the remote when something has to be fetched; null when nothing can be. */
export type RemoteLater = () => Promise<Remote | null>;

export interface ObjectStoreSettings {
  readonly borrowed: Borrowed | (() => Promise<Borrowed>);
  /** The objects of the user's checkout, which are read there until this store has some of its own. */
  readonly checkout?: CheckoutObjects | null;
  readonly remote: Remote | null | RemoteLater;
  readonly signal: AbortSignal;
}

/** Nothing here has to outlive a loss of power, and waiting for the disk takes as long as the rest of a small fetch. */
const TEMPORARY = { "core.fsync": "none" };
const PROMISED = { "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none" };

/** Git lists refs beside borrowed objects with a program in that repository, whose configuration must have no effect. */
const OWN_REFS = { "core.alternateRefsCommand": "true" };
/** A large file is fetched if its content is needed, which is rare. */
const LARGE_FILES_LATER = "--filter=blob:limit=1m";

type Extra = Pick<GitCall, "input" | "answers" | "deadlineMs">;

export class ObjectStore {
  readonly #settings: ObjectStoreSettings;
  #home: Promise<EmptyRepository> | null = null;
  /** The checkout has each object, and git reads it. */
  #mayReadCheckout = true;
  #user: Promise<GitConfiguration> | null = null;
  #remote: Promise<Remote | null> | null = null;

  /** The caller must remove the store. */
  constructor(settings: ObjectStoreSettings) {
    this.#settings = settings;
  }

  async hasRemote(): Promise<boolean> {
    return (await this.#knownRemote()) !== null;
  }

  /** Another empty store with the same settings, which reads nothing in the checkout. */
  another(): ObjectStore {
    return new ObjectStore({ ...this.#settings, checkout: null });
  }

  async remove(): Promise<void> {
    this.#settings.checkout?.leave();
    // One that could not be made has removed what there was of it.
    const home = await this.#home?.catch(() => null);
    if (home != null) await removeFolder(home.folder);
  }

  /**
   * Reads objects that are named by their ids, which means the same here and in the checkout; the latter needs no repository
   * of our own. Throws `GitFailure`.
   */
  async reading(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    const { checkout } = this.#settings;
    if (checkout == null || !this.#mayReadCheckout) return this.local(words, extra);
    try {
      return await checkout.run(words, this.#settings.signal, extra);
    } catch (error) {
      this.#expectNothingOf(error);
      return this.local(words, extra);
    }
  }

  /**
   * Objects by their ids, or by names that are built on ids, in their order; null where they cannot be asked for. Throws
   * `GitFailure`.
   */
  contents(names: readonly string[]): Promise<readonly (FoundObject | null)[] | null> {
    return this.#ask((checkout) => checkout.contents(names, this.#settings.signal));
  }

  /** The bytes of objects by their ids, of those that are here; null where they cannot be asked for. Throws `GitFailure`. */
  bytesOf(ids: readonly string[]): Promise<Map<string, Uint8Array> | null> {
    return this.#ask((checkout) => checkout.read(ids, this.#settings.signal));
  }

  async #ask<Answer>(ask: (checkout: CheckoutObjects) => Promise<Answer>): Promise<Answer | null> {
    const { checkout } = this.#settings;
    if (checkout == null || !this.#mayReadCheckout) return null;
    try {
      return await ask(checkout);
    } catch (error) {
      this.#expectNothingOf(error);
      return null;
    }
  }

  /** An older git tries to fetch what a partial clone lacks, which fails here, and then it reads nothing more. */
  #expectNothingOf(error: unknown): void {
    if (!(error instanceof GitFailure) || this.#settings.signal.aborted) throw error;
    this.#mayReadCheckout = false;
  }

  /** Works with the objects of this store and of the checkout. Throws `GitFailure`. */
  async local(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    return this.#run(words, { ...localEnvironment(), ...(await this.#alternates()) }, extra);
  }

  /** The same for a call that writes objects into this store. Throws `GitFailure`. */
  creating(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    this.#mayReadCheckout = false;
    return this.local(words, extra);
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
   * remote. `meanwhile` is called when git runs. Throws `GitFailure`.
   */
  async fetchBeside(
    beside: string,
    source: string,
    meanwhile: () => void = () => undefined,
  ): Promise<string> {
    const [{ folder }] = await Promise.all([this.#ownHome(), this.#knownRemote()]);
    const refs = join(folder, "refs", "beside");
    const shallow = join(folder, "shallow");
    mkdirSync(refs);
    try {
      // The checkout may have more of the history; nothing before its commit is counted on.
      for (const file of [join(refs, "known"), shallow]) writeFileSync(file, `${beside}\n`);
      const environment = { ...(await this.#towardsRemote(OWN_REFS)), ...(await this.#alternates()) };
      const words = ["--depth=1", LARGE_FILES_LATER, "origin", `+${source}:refs/beside/fetched`];
      const fetched = this.#fetch(words, environment, {});
      setImmediate(meanwhile);
      await fetched;
      return readFileSync(join(refs, "fetched"), "latin1").trim();
    } finally {
      // Later calls do not count on the checkout, so nothing may name what is only there.
      for (const path of [refs, shallow]) rmSync(path, { recursive: true, force: true });
    }
  }

  /**
   * Works with the objects of this store and the checkout, and fetches others one by one from the remote. Throws
   * `GitFailure`.
   */
  async withRemote(words: readonly string[], extra: Extra = {}): Promise<GitAnswer> {
    this.#mayReadCheckout = false;
    const environment = { ...(await this.#towardsRemote(PROMISED)), ...(await this.#alternates()) };
    return this.#run(words, environment, extra);
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
      this.#mayReadCheckout = false;
      const { folder, config } = await this.#ownHome();
      writeFileSync(join(folder, "config"), config);
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
    const { folder } = await this.#ownHome();
    this.#user ??= userConfiguration(remote, folder, this.#settings.signal);
    return remoteEnvironment(remote, await this.#user, { ...TEMPORARY, ...config });
  }

  #ownHome(): Promise<EmptyRepository> {
    this.#home ??= makeEmptyRepository(this.#settings.borrowed);
    return this.#home;
  }

  async #alternates(): Promise<Readonly<Record<string, string>>> {
    const { objects } = await this.#ownHome();
    return objects === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
  }

  async #run(
    words: readonly string[],
    environment: GitCall["environment"],
    extra: Extra,
  ): Promise<GitAnswer> {
    const { folder } = await this.#ownHome();
    return runGit(words, {
      ...extra,
      folder,
      environment: { ...environment, GIT_DIR: folder },
      signal: this.#settings.signal,
    });
  }
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
