/** START HERE: the table of the service's settings. Parsing, checks, help, schema and documents are derived from it. */
import { join } from "node:path";
import { LANDING_WAYS, type LandingWay } from "../../domain/queue-settings.js";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../../domain/test-branch.js";
import type { SigningKey } from "../git/signing-key.js";
import { LOG_LEVELS } from "../ports/log.js";
import type { Database } from "../store/database.js";
import type { AllowedPrivate } from "../webhooks/private-addresses.js";
import { listOf, oneOf, wholeNumber } from "./form.js";
import {
  adminAddress,
  anyText,
  apiUrl,
  branchPrefix,
  commandPrefix,
  database,
  duration,
  emailAddress,
  gitHubAppId,
  gitHubClientId,
  type HostAndPort,
  hostAndPort,
  network,
  path,
  personName,
  privateAddresses,
  privateKey,
  publicUrl,
  type Repositories,
  repositories,
  retention,
  signingKey,
  visibleAscii,
  writeInterval,
} from "./forms.js";
import { setting } from "./setting.js";

/** The key is the name in the code; `name` is the name for operators. */
export const SETTINGS = {
  apiToken: setting<string | null>("apiToken", "Access", {
    summary: "Token with every scope; make it long and random.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "only the tokens of `merge-queue tokens create`" },
    secret: "whole",
  }),
  repositories: setting<Repositories>("repositories", "Repositories and tests", {
    summary:
      "host/owner/name=PATH_OR_URL, comma-separated; in YAML a map. On GitHub host/owner/name is enough.",
    form: repositories,
    absent: { kind: "required" },
    secret: "partly",
  }),
  testCommand: setting<string | null>("testCommand", "Repositories and tests", {
    summary: "Shell command that tests a checked-out commit: exit 0 passes.",
    form: anyText,
    absent: { kind: "none", value: null, means: "none; no pull request lands" },
  }),
  parallelTests: setting<number>("parallelTests", "Repositories and tests", {
    summary: "Number of test commands that run in parallel on this machine.",
    form: wholeNumber(1, 9999),
    absent: {
      kind: "none",
      value: Number.POSITIVE_INFINITY,
      means: "the sum of the queues' concurrency",
    },
  }),
  listen: setting("listen", "Network", {
    summary: "Address and port to listen on.",
    form: hostAndPort,
    absent: { kind: "default", text: "127.0.0.1:8080" },
  }),
  adminListen: setting<HostAndPort | null>("adminListen", "Network", {
    summary: "Address and port, or a port on 127.0.0.1, for the process's own /metrics and health endpoints.",
    form: adminAddress,
    absent: { kind: "none", value: null, means: "none" },
  }),
  maxConnections: setting<number>("maxConnections", "Network", {
    summary: "Limit of open connections; further ones are refused.",
    form: wholeNumber(10, 100_000),
    absent: { kind: "default", text: "2000" },
  }),
  uploadMemoryMebibytes: setting<number>("uploadMemory", "Network", {
    summary: "Limit in MiB of memory for large request bodies; beyond it, clients are asked to retry later.",
    form: wholeNumber(40, 65_536),
    absent: { kind: "default", text: "256" },
  }),
  tlsCertificate: setting<string | null>("tlsCert", "Network", {
    summary: "File with the certificate and its chain, to serve https; read again when it changes.",
    form: path,
    absent: { kind: "none", value: null, means: "none; plain http" },
  }),
  tlsKey: setting<string | null>("tlsKey", "Network", {
    summary: "File with the certificate's private key.",
    form: path,
    absent: { kind: "none", value: null, means: "none; plain http" },
  }),
  trustedProxies: setting<readonly string[]>("trustedProxies", "Network", {
    summary: "Addresses and networks of proxies whose X-Forwarded-For or Forwarded header is trusted.",
    form: listOf(network),
    absent: { kind: "none", value: [], means: "none" },
  }),
  dataFolder: setting<string>("data", "Storage", {
    summary: "Folder for clones, work trees and test outputs.",
    form: path,
    absent: { kind: "default", text: "./merge-queue-data" },
  }),
  database: setting<Database>("databaseUrl", "Storage", {
    summary: "sqlite:PATH for one process, or postgres://… for several replicas.",
    form: database,
    absent: {
      kind: "inDataFolder",
      shown: "merge-queue.sqlite in the data folder",
      text: (dataFolder) => `sqlite:${join(dataFolder, "merge-queue.sqlite")}`,
    },
    secret: "partly",
  }),
  retentionMs: setting<number>("retention", "Storage", {
    summary: "How long the store keeps finished entries and other history, such as 90d; or forever.",
    form: retention,
    absent: { kind: "default", text: "90d" },
  }),
  forge: setting<"plain-git" | "github">("forge", "Repositories and tests", {
    summary: "Code host: plain-git or github.",
    form: oneOf(["plain-git", "github"]),
    absent: { kind: "default", text: "plain-git" },
  }),
  signingKey: setting<SigningKey | null>("signingKey", "Repositories and tests", {
    summary: "SSH or PGP private key that signs the commits of the service; needs committerEmail.",
    form: signingKey,
    absent: { kind: "none", value: null, means: "none; commits are not signed" },
    secret: "whole",
    isPrivate: true,
  }),
  committerName: setting<string | null>("committerName", "Repositories and tests", {
    summary: "Committer's name in the commits that the service makes.",
    form: personName,
    absent: { kind: "none", value: null, means: "Merge Queue" },
  }),
  committerEmail: setting<string | null>("committerEmail", "Repositories and tests", {
    summary: "Committer's address in these commits, such as that of the account that has the signing key.",
    form: emailAddress,
    absent: { kind: "none", value: null, means: "merge-queue@localhost" },
  }),
  gitConfigFile: setting<string | null>("gitConfig", "Repositories and tests", {
    summary: "Git configuration file for credentials and ssh; git reads no other.",
    form: path,
    absent: { kind: "none", value: null, means: "none" },
  }),
  githubToken: setting<string | null>("githubToken", "GitHub", {
    summary: "Fine-grained token of an account that may push; prefer an App.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "the App's token" },
    secret: "whole",
  }),
  githubAppId: setting<string | null>("githubAppId", "GitHub", {
    summary: "Id, or client id, of the GitHub App that is installed on the repositories.",
    form: gitHubAppId,
    absent: { kind: "none", value: null, means: "none; calls use the token" },
  }),
  githubAppPrivateKey: setting<string | null>("githubAppPrivateKey", "GitHub", {
    summary: "Private key of the App, as PEM.",
    form: privateKey,
    absent: { kind: "none", value: null, means: "none; calls use the token" },
    secret: "whole",
  }),
  githubClientId: setting<string | null>("githubClientId", "GitHub", {
    summary: "Client id of the App, so that people sign in on the web pages with GitHub.",
    form: gitHubClientId,
    absent: { kind: "none", value: null, means: "none; people sign in with tokens" },
  }),
  githubClientSecret: setting<string | null>("githubClientSecret", "GitHub", {
    summary: "Client secret of the App.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "none; people sign in with tokens" },
    secret: "whole",
  }),
  githubWebhookSecret: setting<string | null>("githubWebhookSecret", "GitHub", {
    summary: "Secret that GitHub signs its webhooks with.",
    form: visibleAscii,
    absent: {
      kind: "none",
      value: null,
      means: "none; webhooks are refused, and the service polls every 10s",
    },
    secret: "whole",
  }),
  githubEarlierWebhookSecret: setting<string | null>("githubEarlierWebhookSecret", "GitHub", {
    summary: "The previous webhook secret, also accepted while you change the secret on both sides.",
    form: visibleAscii,
    absent: { kind: "none", value: null, means: "none" },
    secret: "whole",
  }),
  githubCommandPrefix: setting<string>("githubCommandPrefix", "GitHub", {
    summary:
      "Prefix of commands in comments, such as the / of /merge; a word such as @queue is followed by a space.",
    form: commandPrefix,
    absent: { kind: "default", text: "/" },
  }),
  githubLanding: setting<LandingWay>("githubLanding", "GitHub", {
    summary: "How a branch is moved: push lands the tested commit itself; merge lets GitHub merge.",
    form: oneOf(LANDING_WAYS),
    absent: { kind: "default", text: "push" },
  }),
  githubGit: setting<"clone" | "api">("githubGit", "GitHub", {
    summary:
      "How commits are created and landed: clone uses git on this machine; api uses GitHub, without a clone.",
    form: oneOf(["clone", "api"]),
    absent: { kind: "default", text: "clone" },
  }),
  githubScratchPrefix: setting<string>("githubScratchPrefix", "GitHub", {
    summary: "Name prefix of the branches on which merges are built when githubGit is api.",
    form: branchPrefix,
    absent: { kind: "default", text: "mq-scratch/" },
  }),
  githubApiUrl: setting<string | null>("githubApiUrl", "GitHub", {
    summary: "Address of the API, such as https://HOST/api/v3 of an Enterprise Server.",
    form: apiUrl,
    absent: { kind: "none", value: null, means: "derived from the repositories' host" },
  }),
  githubWriteIntervalMs: setting<number>("githubWriteInterval", "GitHub", {
    summary: "Minimum time between two writes; GitHub asks for a second, an Enterprise Server may not.",
    form: writeInterval,
    absent: { kind: "default", text: "1s" },
  }),
  pollIntervalMs: setting<number | null>("pollInterval", "Repositories and tests", {
    summary: "How often repositories are polled.",
    form: duration,
    absent: { kind: "none", value: null, means: "5s; 10s on GitHub, or 1m when it sends webhooks" },
  }),
  testBranchPrefix: setting<string>("testBranchPrefix", "Repositories and tests", {
    summary: "Name prefix of test branches.",
    form: branchPrefix,
    absent: { kind: "default", text: DEFAULT_TEST_BRANCH_PREFIX },
  }),
  stateCase: setting("stateCase", "Answers and logs", {
    summary: "Spelling of states in answers: upper or lower.",
    form: oneOf(["upper", "lower"]),
    absent: { kind: "default", text: "upper" },
  }),
  publicUrl: setting<string | null>("publicUrl", "Webhooks", {
    summary:
      "Public address of the service and its web pages, for links in webhooks, in answers of the API and on GitHub.",
    form: publicUrl,
    absent: { kind: "none", value: null, means: "none; links lead to the code host" },
  }),
  dashboardAccess: setting("dashboardAccess", "Access", {
    summary: "Who may read the web pages: signed-in, or public for every visitor. Actions need a sign-in.",
    form: oneOf(["signed-in", "public"]),
    absent: { kind: "default", text: "signed-in" },
  }),
  webhookPrivateAddresses: setting<AllowedPrivate>("webhookPrivateAddresses", "Webhooks", {
    summary:
      "Private addresses that webhooks may go to, also by http: 10.0.0.0/8,fd00::/8, or allow for all.",
    form: privateAddresses,
    absent: { kind: "none", value: [], means: "none" },
  }),
  logLevel: setting("logLevel", "Answers and logs", {
    summary: `One of ${LOG_LEVELS.join(", ")}.`,
    form: oneOf(LOG_LEVELS),
    absent: { kind: "default", text: "info" },
  }),
} as const;

/** The name of a setting in the code. */
export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey);

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}
