/** START HERE: every setting of the service, once. Reading, checks, help, schema and documents follow from this table. */
import { join } from "node:path";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../../domain/test-branch.js";
import { LOG_LEVELS } from "../pino-log.js";
import type { Database } from "../storage/database.js";
import type { AllowedPrivate } from "../webhooks/private-addresses.js";
import { listOf, oneOf, wholeNumber } from "./form.js";
import {
  adminAddress,
  anyText,
  apiUrl,
  branchPrefix,
  database,
  duration,
  gitHubAppId,
  type HostAndPort,
  hostAndPort,
  network,
  path,
  privateAddresses,
  privateKey,
  publicUrl,
  type Repositories,
  repositories,
  retention,
  visibleAscii,
} from "./forms.js";
import { setting } from "./setting.js";

/** The key is the name in the code, `name` the one that operators write. */
export const SETTINGS = {
  apiToken: setting<string | null>({
    name: "apiToken",
    group: "Access",
    summary: "Token with every scope; make it long and random.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "those of `merge-queue tokens create` only" },
    secret: "whole",
  }),
  repositories: setting<Repositories>({
    name: "repositories",
    group: "Repositories and tests",
    summary:
      "host/owner/name=PATH_OR_URL, comma-separated; in YAML a map. On GitHub host/owner/name is enough.",
    form: repositories,
    absent: { kind: "required" },
    secret: "partly",
  }),
  testCommand: setting<string | null>({
    name: "testCommand",
    group: "Repositories and tests",
    summary: "Shell command that tests a checked-out commit: exit 0 passes.",
    form: anyText,
    absent: { kind: "none", value: null, means: "none; nothing lands" },
    secret: "no",
  }),
  parallelTests: setting<number>({
    name: "parallelTests",
    group: "Repositories and tests",
    summary: "Test commands at once on this machine.",
    form: wholeNumber(1, 9999),
    absent: {
      kind: "none",
      value: Number.POSITIVE_INFINITY,
      means: "what the queues' concurrency adds up to",
    },
    secret: "no",
  }),
  listen: setting({
    name: "listen",
    group: "Network",
    summary: "Address and port to serve on.",
    form: hostAndPort,
    absent: { kind: "default", text: "127.0.0.1:8080" },
    secret: "no",
  }),
  adminListen: setting<HostAndPort | null>({
    name: "adminListen",
    group: "Network",
    summary: "Address and port, or a port of this machine, of the process's own /metrics and health.",
    form: adminAddress,
    absent: { kind: "none", value: null, means: "none" },
    secret: "no",
  }),
  maxConnections: setting<number>({
    name: "maxConnections",
    group: "Network",
    summary: "Connections at once; more are turned away.",
    form: wholeNumber(10, 100_000),
    absent: { kind: "default", text: "2000" },
    secret: "no",
  }),
  uploadMemoryMebibytes: setting<number>({
    name: "uploadMemory",
    group: "Network",
    summary: "MiB that large bodies may hold at once; more are told to come back later.",
    form: wholeNumber(40, 65_536),
    absent: { kind: "default", text: "256" },
    secret: "no",
  }),
  tlsCertificate: setting<string | null>({
    name: "tlsCert",
    group: "Network",
    summary: "File with the certificate and its chain, to serve https; a new one is taken when it changes.",
    form: path,
    absent: { kind: "none", value: null, means: "none; plain http" },
    secret: "no",
  }),
  tlsKey: setting<string | null>({
    name: "tlsKey",
    group: "Network",
    summary: "File with the key of the certificate.",
    form: path,
    absent: { kind: "none", value: null, means: "none; plain http" },
    secret: "no",
  }),
  trustedProxies: setting<readonly string[]>({
    name: "trustedProxies",
    group: "Network",
    summary: "Addresses and networks of proxies whose X-Forwarded-For or Forwarded is believed.",
    form: listOf(network),
    absent: { kind: "none", value: [], means: "none" },
    secret: "no",
  }),
  dataFolder: setting<string>({
    name: "data",
    group: "Storage",
    summary: "Folder for clones, work trees and test outputs.",
    form: path,
    absent: { kind: "default", text: "./merge-queue-data" },
    secret: "no",
  }),
  database: setting<Database>({
    name: "databaseUrl",
    group: "Storage",
    summary: "sqlite:PATH for one process, or postgres://… to share.",
    form: database,
    absent: {
      kind: "inDataFolder",
      shown: "merge-queue.sqlite in the data folder",
      text: (dataFolder) => `sqlite:${join(dataFolder, "merge-queue.sqlite")}`,
    },
    secret: "partly",
  }),
  retentionMs: setting<number>({
    name: "retention",
    group: "Storage",
    summary: "How long what is over stays in the store, such as 90d; or forever.",
    form: retention,
    absent: { kind: "default", text: "90d" },
    secret: "no",
  }),
  forge: setting<"plain-git" | "github">({
    name: "forge",
    group: "Repositories and tests",
    summary: "Code host: plain-git or github.",
    form: oneOf(["plain-git", "github"]),
    absent: { kind: "default", text: "plain-git" },
    secret: "no",
  }),
  gitConfigFile: setting<string | null>({
    name: "gitConfig",
    group: "Repositories and tests",
    summary: "Git configuration file for credentials and ssh; git sees no other.",
    form: path,
    absent: { kind: "none", value: null, means: "none" },
    secret: "no",
  }),
  githubToken: setting<string | null>({
    name: "githubToken",
    group: "GitHub",
    summary: "Fine-grained token of an account that may push; an App is better.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "the App's" },
    secret: "whole",
  }),
  githubAppId: setting<string | null>({
    name: "githubAppId",
    group: "GitHub",
    summary: "Id, or client id, of the GitHub App that is installed on the repositories.",
    form: gitHubAppId,
    absent: { kind: "none", value: null, means: "the token's owner calls" },
    secret: "no",
  }),
  githubAppPrivateKey: setting<string | null>({
    name: "githubAppPrivateKey",
    group: "GitHub",
    summary: "Private key of the App, as PEM.",
    form: privateKey,
    absent: { kind: "none", value: null, means: "the token's owner calls" },
    secret: "whole",
  }),
  githubWebhookSecret: setting<string | null>({
    name: "githubWebhookSecret",
    group: "GitHub",
    summary: "Secret that GitHub signs its webhooks with.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "webhooks are not taken; it looks every 10s" },
    secret: "whole",
  }),
  githubApiUrl: setting<string | null>({
    name: "githubApiUrl",
    group: "GitHub",
    summary: "Address of the API, such as https://HOST/api/v3 of an Enterprise Server.",
    form: apiUrl,
    absent: { kind: "none", value: null, means: "follows from the host of the repositories" },
    secret: "no",
  }),
  githubWriteIntervalMs: setting<number>({
    name: "githubWriteInterval",
    group: "GitHub",
    summary: "Least time between two writes; GitHub asks for a second, an Enterprise Server may not.",
    form: duration,
    absent: { kind: "default", text: "1s" },
    secret: "no",
  }),
  pollIntervalMs: setting<number | null>({
    name: "pollInterval",
    group: "Repositories and tests",
    summary: "How often repositories are looked at.",
    form: duration,
    absent: { kind: "none", value: null, means: "5s; 1m where GitHub sends webhooks" },
    secret: "no",
  }),
  testBranchPrefix: setting<string>({
    name: "testBranchPrefix",
    group: "Repositories and tests",
    summary: "Beginning of test branches' names.",
    form: branchPrefix,
    absent: { kind: "default", text: DEFAULT_TEST_BRANCH_PREFIX },
    secret: "no",
  }),
  stateCase: setting({
    name: "stateCase",
    group: "Answers and logs",
    summary: "Spelling of states in answers: upper or lower.",
    form: oneOf(["upper", "lower"]),
    absent: { kind: "default", text: "upper" },
    secret: "no",
  }),
  publicUrl: setting<string | null>({
    name: "publicUrl",
    group: "Webhooks",
    summary: "Where people reach the service, for links in webhooks.",
    form: publicUrl,
    absent: { kind: "none", value: null, means: "links go to the code host" },
    secret: "no",
  }),
  webhookPrivateAddresses: setting<AllowedPrivate>({
    name: "webhookPrivateAddresses",
    group: "Webhooks",
    summary:
      "Private addresses that webhooks may go to, also by http: 10.0.0.0/8,fd00::/8, or allow for all.",
    form: privateAddresses,
    absent: { kind: "none", value: [], means: "none" },
    secret: "no",
  }),
  logLevel: setting({
    name: "logLevel",
    group: "Answers and logs",
    summary: `One of ${LOG_LEVELS.join(", ")}.`,
    form: oneOf(LOG_LEVELS),
    absent: { kind: "default", text: "info" },
    secret: "no",
  }),
} as const;

/** A setting as the code names it. */
export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey);

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}
