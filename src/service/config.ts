/** Environment in, one checked and frozen object out. Every problem is named at once, with what to do. */
import { resolve } from "node:path";
import { branchNameProblem } from "../domain/branch-name.js";
import { DURATION_FORM, durationMs } from "../domain/duration.js";
import { repositoryKey, repositoryProblem } from "../domain/repository.js";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../domain/test-branch.js";
import { LOG_LEVELS, type LogLevel } from "./pino-log.js";
import { DATABASE_FORM, type Database, databaseOf } from "./storage/database.js";

export interface ServiceConfig {
  readonly listen: { readonly host: string; readonly port: number };
  /** Where the store is. */
  readonly database: Database;
  /** Where clones, work trees and test outputs live. */
  readonly dataFolder: string;
  /** `host/owner/name` (lower case) to a path or URL that git understands. */
  readonly repositories: ReadonlyMap<string, string>;
  /** Shell command line that decides a test run; null when none is given. */
  readonly testCommand: string | null;
  /** Test commands at the same time over all queues; no limit but the queues' own without it. */
  readonly parallelTests: number;
  /** The only configuration of the operator's that git sees, for credentials; null for none. */
  readonly gitConfigFile: string | null;
  /** A token with every scope. */
  readonly apiToken: string;
  readonly pollIntervalMs: number;
  readonly testBranchPrefix: string;
  readonly stateCase: "upper" | "lower";
  readonly logLevel: LogLevel;
}

/** What stops the service from starting; one sentence per problem. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Every setting: its name in the environment, what it means, and what holds without it. */
export const SETTINGS = {
  MERGE_QUEUE_API_TOKEN: "Token with every scope; make it long and random. Required.",
  MERGE_QUEUE_REPOSITORIES: "host/owner/name=PATH_OR_URL, comma-separated. Required.",
  MERGE_QUEUE_TEST_COMMAND:
    "Shell command that tests a checked-out commit: exit 0 passes. Without it nothing lands.",
  MERGE_QUEUE_PARALLEL_TESTS:
    "Test commands at once on this machine. Default: what the queues' concurrency adds up to.",
  MERGE_QUEUE_LISTEN: "Address and port to serve on. Default 127.0.0.1:8080.",
  MERGE_QUEUE_DATA: "Folder for clones, work trees and test outputs. Default ./merge-queue-data.",
  MERGE_QUEUE_DATABASE_URL:
    "sqlite:PATH for one process, or postgres://… to share. Default merge-queue.sqlite in the data folder.",
  MERGE_QUEUE_FORGE: "Code host: plain-git. Default plain-git.",
  MERGE_QUEUE_GIT_CONFIG: "Git configuration file for credentials and ssh; git sees no other. Default none.",
  MERGE_QUEUE_POLL_INTERVAL: "How often repositories are looked at. Default 5s.",
  MERGE_QUEUE_TEST_BRANCH_PREFIX: `Beginning of test branches' names. Default ${DEFAULT_TEST_BRANCH_PREFIX}`,
  MERGE_QUEUE_STATE_CASE: "upper or lower: spelling of states in answers. Default upper.",
  MERGE_QUEUE_LOG_LEVEL: `One of ${LOG_LEVELS.join(", ")}. Default info.`,
} as const;
export type SettingName = keyof typeof SETTINGS;

/** Addresses of repositories and databases may hold some. */
const WITH_PASSWORDS: ReadonlySet<SettingName> = new Set([
  "MERGE_QUEUE_REPOSITORIES",
  "MERGE_QUEUE_DATABASE_URL",
]);

export function readConfig(environment: Readonly<Record<string, string | undefined>>): ServiceConfig {
  const problems: string[] = [];
  const read = (name: SettingName): string | null => environment[name]?.trim() || null;
  const check = <Value>(
    name: SettingName,
    fallback: Value,
    parse: (text: string) => Value | null,
    expected: string,
  ): Value => {
    const text = read(name);
    if (text === null) return fallback;
    const value = parse(text);
    if (value !== null) return value;
    const shown = WITH_PASSWORDS.has(name) ? "what is set" : JSON.stringify(text);
    problems.push(`${name}: ${shown} is not ${expected}`);
    return fallback;
  };

  const dataFolder = resolve(read("MERGE_QUEUE_DATA") ?? "merge-queue-data");
  const config: ServiceConfig = {
    listen: check(
      "MERGE_QUEUE_LISTEN",
      { host: "127.0.0.1", port: 8080 },
      address,
      "host:port, such as 127.0.0.1:8080",
    ),
    dataFolder,
    database: check<Database>(
      "MERGE_QUEUE_DATABASE_URL",
      { kind: "sqlite", path: resolve(dataFolder, "merge-queue.sqlite") },
      databaseOf,
      DATABASE_FORM,
    ),
    repositories: check(
      "MERGE_QUEUE_REPOSITORIES",
      new Map<string, string>(),
      repositories,
      "a list like github.com/acme/shop=/srv/git/shop.git",
    ),
    testCommand: read("MERGE_QUEUE_TEST_COMMAND"),
    parallelTests: check(
      "MERGE_QUEUE_PARALLEL_TESTS",
      Number.POSITIVE_INFINITY,
      (text) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : null),
      "a whole number from 1 to 9999",
    ),
    gitConfigFile: check("MERGE_QUEUE_GIT_CONFIG", null, (text) => resolve(text), "a path"),
    apiToken: read("MERGE_QUEUE_API_TOKEN") ?? "",
    pollIntervalMs: check("MERGE_QUEUE_POLL_INTERVAL", 5000, durationMs, DURATION_FORM),
    testBranchPrefix: check(
      "MERGE_QUEUE_TEST_BRANCH_PREFIX",
      DEFAULT_TEST_BRANCH_PREFIX,
      prefix,
      "a beginning of branch names that ends in a slash, such as mq-merge/",
    ),
    stateCase: check("MERGE_QUEUE_STATE_CASE", "upper" as const, oneOf(["upper", "lower"]), "upper or lower"),
    logLevel: check(
      "MERGE_QUEUE_LOG_LEVEL",
      "info" as const,
      oneOf(LOG_LEVELS),
      `one of ${LOG_LEVELS.join(", ")}`,
    ),
  };
  check(
    "MERGE_QUEUE_FORGE",
    "plain-git" as const,
    oneOf(["plain-git"]),
    "plain-git, the one code host built so far",
  );
  if (read("MERGE_QUEUE_REPOSITORIES") === null) problems.push(missing("MERGE_QUEUE_REPOSITORIES"));
  if (read("MERGE_QUEUE_API_TOKEN") === null) problems.push(missing("MERGE_QUEUE_API_TOKEN"));
  else if (!/^[!-~]+$/.test(config.apiToken)) {
    problems.push("MERGE_QUEUE_API_TOKEN: expected visible ASCII characters without spaces");
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

function missing(name: SettingName): string {
  return `${name} is not set: ${SETTINGS[name]}`;
}

function address(text: string): { host: string; port: number } | null {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

function repositories(text: string): ReadonlyMap<string, string> | null {
  const known = new Map<string, string>();
  for (const item of text.split(",").map((part) => part.trim())) {
    if (item === "") continue;
    const [, host = "", owner = "", name = "", location] =
      /^([^/=\s]+)\/([^/=\s]+)\/([^/=\s]+)=(\S.*)$/.exec(item) ?? [];
    const repository = { host, owner, name };
    if (location === undefined || repositoryProblem(repository) !== null) return null;
    known.set(repositoryKey(repository), location);
  }
  return known.size > 0 ? known : null;
}

function oneOf<const Values extends readonly string[]>(values: Values) {
  return (text: string): Values[number] | null =>
    values.find((value) => value === text.toLowerCase()) ?? null;
}

/** Every branch that begins like this has to be one that git accepts. */
function prefix(text: string): string | null {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._/-]*\/$/.test(text);
  return isPlain && branchNameProblem(`${text}pr-1/run`) === null ? text : null;
}
