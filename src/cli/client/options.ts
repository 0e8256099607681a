/** Every option of the client commands, with its description and parser. */
import { duration, type Parse, wholeNumber } from "../../client/parse.js";
import type { CommitId } from "../../domain/ids.js";
import { MAX_PRIORITY, PRIORITIES } from "../../domain/priority.js";
import type { Repository } from "../../domain/repository.js";
import * as forms from "./option-forms.js";

/** An option that takes a text. */
interface TextOption<Value> {
  readonly flags: string;
  readonly description: string;
  /** Used when neither the option nor the variable is set. */
  readonly byDefault?: string;
  /** Environment variable to read when the option is absent. */
  readonly environment?: string;
  readonly parse: Parse<Value>;
}

export interface OptionValues {
  readonly apiUrl: string;
  readonly tokenFile: string;
  readonly timeout: number;
  readonly retries: number;
  readonly repo: Repository | typeof forms.ALL_REPOSITORIES;
  readonly branch: string;
  readonly waitTimeout: number;
  readonly pollInterval: number;
  readonly priority: number | string;
  readonly sha: CommitId;
  readonly file: string;
  readonly config: string;
  readonly checkout: string;
  readonly since: string;
}

export type TextOptionName = keyof OptionValues;

const SHORTEST_POLL_MS = 100;
const MOST_RETRIES = 100;

export const TEXT_OPTIONS: { readonly [Name in TextOptionName]: TextOption<OptionValues[Name]> } = {
  apiUrl: {
    flags: "--api-url <address>",
    description: "base address of the service, including /v1",
    environment: "MERGE_QUEUE_API_URL",
    parse: forms.apiUrl,
  },
  tokenFile: {
    flags: "--token-file <path>",
    description: "file with the API token (default: the variable MERGE_QUEUE_API_TOKEN)",
    parse: forms.anyText,
  },
  timeout: {
    flags: "--timeout <duration>",
    description: "deadline for the whole command (default: 10m; none with --wait, --watch and watch)",
    parse: duration(),
  },
  retries: {
    flags: "--retries <count>",
    description: "how often to retry a request after a temporary failure",
    byDefault: "3",
    parse: wholeNumber(0, MOST_RETRIES),
  },
  repo: {
    flags: "--repo <host/owner/name>",
    description: "the repository; owner/name means github.com",
    environment: "MERGE_QUEUE_REPOSITORY",
    parse: forms.repositoryOrAll,
  },
  branch: {
    flags: "--branch <name>",
    description: "the target branch, which the queue protects",
    parse: forms.branch,
  },
  waitTimeout: {
    flags: "--wait-timeout <duration>",
    description: "maximum time to wait",
    byDefault: "1h",
    parse: duration(),
  },
  pollInterval: {
    flags: "--poll-interval <duration>",
    description: "time between polls while waiting, at least 100ms",
    byDefault: "15s",
    parse: duration(SHORTEST_POLL_MS),
  },
  priority: {
    flags: "--priority <priority>",
    description: `${Object.keys(PRIORITIES).join(", ")}, or 0 (first) to ${MAX_PRIORITY}`,
    parse: forms.priority,
  },
  sha: {
    flags: "--sha <commit>",
    description: "head commit of the pull request that the targets were computed for",
    parse: forms.commit,
  },
  file: {
    flags: "--file <path>",
    description: "target names: one per line, NUL-separated, a JSON array or object; - reads stdin",
    parse: forms.anyText,
  },
  config: {
    flags: "--config <path>",
    description: "settings as YAML or JSON; - reads stdin",
    parse: forms.anyText,
  },
  checkout: {
    flags: "--checkout <folder>",
    description: "a clone with the branch",
    byDefault: ".",
    parse: forms.anyText,
  },
  since: {
    flags: "--since <commit>",
    description: "verify what comes after this commit (default: before the first landing)",
    parse: forms.anyText,
  },
};

/** Options without a value, and repeatable options. */
const OTHER_OPTIONS = {
  json: { flags: "--json", description: "answer with one JSON document on stdout" },
  quiet: { flags: "--quiet", description: "no progress on stderr; problems are still reported" },
  wait: { flags: "--wait", description: "wait until the pull request has left the queue" },
  watch: { flags: "--watch", description: "like --wait, and show the queue around it as it moves" },
  cancelOnAbort: {
    flags: "--cancel-on-abort",
    description: "when interrupted, take the pull request out of the queue",
  },
  /** The parser stores `batch: false` for a flag that begins with `no-`. */
  batch: { flags: "--no-batch", description: "test this pull request alone" },
  all: { flags: "--all", description: "all targets are impacted" },
  /** The parser stores it as `all`, too. */
  allSettings: { flags: "--all", description: "print every setting, also those with default values" },
  set: { flags: "--set <key=value>", description: "one setting; repeatable" },
} as const;

export type OptionName = TextOptionName | keyof typeof OTHER_OPTIONS;

const CONNECTION: readonly OptionName[] = ["apiUrl", "tokenFile", "timeout", "retries"];
const OUTPUT: readonly OptionName[] = ["json", "quiet"];

/** Options that every command accepts. */
export const COMMON_OPTIONS: readonly OptionName[] = [...CONNECTION, ...OUTPUT];

export function flagsOf(name: OptionName): string {
  return isTextOption(name) ? TEXT_OPTIONS[name].flags : OTHER_OPTIONS[name].flags;
}

/** The flag as typed: `--api-url`. */
export function spellingOf(name: OptionName): string {
  return flagsOf(name).replace(/ .*/, "");
}

/** As help shows it. */
export function descriptionOf(name: OptionName): string {
  if (!isTextOption(name)) return OTHER_OPTIONS[name].description;
  const { description, byDefault, environment } = TEXT_OPTIONS[name];
  const more = byDefault === undefined ? environment : `default: ${byDefault}`;
  return more === undefined ? description : `${description} (${more})`;
}

export function isTextOption(name: OptionName): name is TextOptionName {
  return Object.hasOwn(TEXT_OPTIONS, name);
}
