/** The table of queue settings: the contract, stored rows, inputs of the Action and documents are derived from it. */

export const QUEUE_MODES = ["single", "parallel"] as const;
export type QueueMode = (typeof QUEUE_MODES)[number];

export const MERGE_METHODS = ["squash", "merge_commit", "rebase"] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

/** How the branch moves: by a push of the service, or by a merge that the code host performs. */
export const LANDING_WAYS = ["push", "merge"] as const;
export type LandingWay = (typeof LANDING_WAYS)[number];

export const SKIPPED_CHECK_POLICIES = ["pass", "fail"] as const;
/** What a skipped result counts as, by name of the required check. */
export type SkippedChecks = Readonly<Record<string, (typeof SKIPPED_CHECK_POLICIES)[number]>>;

/** Pull requests that impact a matching target are tested alone. The pattern is a name, or a prefix and a final `*`. */
export interface BatchingRule {
  readonly targetPattern: string;
  readonly policy: "isolate";
}

interface Values {
  readonly flag: boolean;
  readonly whole: number;
  readonly text: string;
  readonly texts: readonly string[];
  readonly batchingRules: readonly BatchingRule[];
  readonly skippedChecks: SkippedChecks;
}

interface Facts {
  /** Smallest and largest value of a number. */
  readonly range?: readonly [number, number];
  /** Accepted words. */
  readonly values?: readonly [string, ...string[]];
  /** The value for a queue that lacks the setting. Required for new settings: stored queues are refused otherwise. */
  readonly absent?: unknown;
  /** The only code host that supports it; `none`: only the default value is implemented. */
  readonly codeHost?: "github" | "none";
  /** Which services report it, if not all: some, only ours, only ours `unlessDefault`; `none`: it is not in the API. */
  readonly api?: "some" | "ours" | "unlessDefault" | "none";
  /** Description of the Action's input for this setting, if there is one. */
  readonly input?: string;
}

/** `default` is undefined if a new queue has no value; `description` appears in the API reference. */
interface Row<Kind extends string, Default> extends Facts {
  readonly kind: Kind;
  readonly default: Default;
  readonly description: string;
}

export type SettingRow =
  | Row<"flag", boolean>
  | Row<"text", string>
  | Row<"texts", readonly string[]>
  | Row<"batchingRules", readonly BatchingRule[]>
  | Row<"skippedChecks", undefined>
  | (Row<"oneOf", string | undefined> & Required<Pick<Facts, "values">>)
  | (Row<"whole", number | null> & Required<Pick<Facts, "range">>);

const UP_TO_A_WEEK = [0, 10_080] as const;
const ON_GITHUB = { codeHost: "github" } as const;
const SELDOM_ON_GITHUB = { codeHost: "github", api: "some" } as const;
const SELDOM_AND_NOT_BUILT = { codeHost: "none", api: "some" } as const;

export const QUEUE_SETTINGS = {
  mode: row("oneOf", "single", "single: one line. parallel: lanes by impacted targets.", {
    values: QUEUE_MODES,
    input: "`single` (one line) or `parallel` (lanes by impacted targets).",
  }),
  concurrency: row("whole", 1, "Concurrent test runs.", {
    range: [1, 1000],
    input: "Maximum number of concurrent test runs.",
  }),
  /** null follows `concurrency`. */
  bisectionConcurrency: row(
    "whole",
    null,
    "Concurrent test runs for the bisection of failed batches; 0 shares the slots of concurrency.",
    {
      range: [0, 1000],
      input: "Maximum number of concurrent test runs for the bisection of failed batches.",
    },
  ),
  testingTimeoutMinutes: row("whole", 300, "Minutes after which a test run fails; 0 disables the limit.", {
    range: UP_TO_A_WEEK,
    input: "Minutes after which a test run fails; `0` disables the limit.",
  }),
  pendingFailureDepth: row("whole", 0, "Levels of successors that finish before a failure is settled.", {
    range: [0, 1000],
    input: "How many levels of successors finish before a failure is settled.",
  }),
  canOptimisticallyMerge: row("flag", false, "A passed run also lands the predecessors that it contains.", {
    input: "`true`: a passed run also lands the predecessors that it contains.",
  }),
  batch: row("flag", false, "Several pull requests are tested in one run.", {
    input: "`true`: several pull requests are tested in one run.",
  }),
  batchingMaxWaitTimeMinutes: row("whole", 5, "Longest wait to fill a batch; 0 never waits.", {
    range: UP_TO_A_WEEK,
    input: "Minutes to wait at most for a batch to fill; `0` never waits.",
  }),
  batchingMinSize: row("whole", 4, "The size a batch aims for and never exceeds.", {
    range: [1, 1000],
    input: "The size a batch aims for.",
  }),
  createPrsForTestingBranches: row(
    "flag",
    false,
    "The older name of testBranchTrigger: true is draft, false is push.",
    ON_GITHUB,
  ),
  commentsEnabled: row("flag", true, "The queue comments on pull requests.", ON_GITHUB),
  commandsEnabled: row("flag", true, "Comments may submit.", ON_GITHUB),
  statusCheckEnabled: row("flag", true, "The queue publishes a check on the pull request.", ON_GITHUB),
  requiredStatuses: row("texts", [], "Checks that decide a run; an empty list overrides nothing.", {
    input: "Names of the checks that decide a test run, one per line.",
  }),
  skippedChecks: row(
    "skippedChecks",
    undefined,
    "By name of a required check: whether a skipped result counts as a pass or a failure. Without an entry it passes if another required check succeeded.",
    { absent: {}, codeHost: "github", api: "ours" },
  ),
  directMergeMode: row(
    "oneOf",
    "off",
    "The older name of landWithoutRetest. always: a pull request that contains the tip and has no predecessor lands without a test run, if its own checks stand for one. Only on GitHub.",
    {
      values: ["off", "always"],
    },
  ),
  optimizationMode: row("oneOf", "off", "Whether bisection skips runs whose failure is already known.", {
    values: ["off", "bisection_skip_redundant_tests"],
  }),
  mergeMethod: row("oneOf", "squash", "How a pull request becomes commits of the target branch.", {
    values: MERGE_METHODS,
    input: "`squash`, `merge_commit` or `rebase`.",
  }),
  extensionEnabled: row("flag", true, "The browser extension may show the queue.", SELDOM_AND_NOT_BUILT),
  enqueueingLabel: row(
    "text",
    "merge-queue-submit",
    "The label that submits a pull request.",
    SELDOM_ON_GITHUB,
  ),
  labelCommandsEnabled: row("flag", true, "Adding the label submits, removing it cancels.", SELDOM_ON_GITHUB),
  stateLabelsEnabled: row(
    "flag",
    false,
    "The queue labels the pull request with its state.",
    SELDOM_ON_GITHUB,
  ),
  notReadyTimeoutHours: row(
    "whole",
    0,
    "Hours after which an entry that is not ready is cancelled; 0 disables the limit.",
    {
      range: [0, 720],
      api: "some",
    },
  ),
  allowedBotSubmitters: row("texts", [], "Bots that may submit.", SELDOM_ON_GITHUB),
  batchingRules: row("batchingRules", [], "Targets that are tested alone.", { api: "some" }),
  testBranchConstructionMode: row("oneOf", "rename_temp_branch", "How the test branch gets its final name.", {
    values: ["rename_temp_branch", "push_new_branch_from_temp"],
    ...SELDOM_AND_NOT_BUILT,
  }),
  hedging: row(
    "flag",
    false,
    "Spare slots test what follows if one predecessor ends otherwise than planned. Only this service has it.",
    { api: "unlessDefault" },
  ),
  priorityAgeingHours: row(
    "whole",
    24,
    "Hours of waiting after which an entry rises by one priority step (low, medium, high; never urgent), repeatedly; 0 disables ageing.",
    { range: [0, Number.MAX_SAFE_INTEGER], api: "none" },
  ),
  landing: row(
    "oneOf",
    undefined,
    "Default: as the service is configured. With merge, one pull request lands at a time, on its own passed run.",
    { values: LANDING_WAYS, absent: "push", api: "none" },
  ),
  readinessChecks: row(
    "oneOf",
    "reported",
    "reported: a pull request waits while a required check on its head has failed or is running. required: it waits until all of them have passed. Only this service has it.",
    { values: ["reported", "required"], absent: "reported", codeHost: "github", api: "unlessDefault" },
  ),
  messageTemplate: row(
    "text",
    "",
    "Message of squash and merge commits, with {{title}}, {{number}}, {{description}}, {{author}}, {{head}}, {{commits}} and {{coAuthors}}; empty: by the repository's settings. Only this service has it.",
    { absent: "", codeHost: "github", api: "unlessDefault" },
  ),
  showAsMerged: row(
    "oneOf",
    "off",
    "head-push: before a squash or rebase lands by push, the head branch is pushed to the commit that it becomes, so that GitHub shows the pull request as merged instead of closed. Only this service has it.",
    { values: ["off", "head-push"], absent: "off", codeHost: "github", api: "unlessDefault" },
  ),
  checkGraceMinutes: row(
    "whole",
    10,
    "Minutes without any required check on a test branch after which the reason of the entry names them; after the same time again the run fails. 0 disables both. Only this service has it.",
    { range: UP_TO_A_WEEK, absent: 10, codeHost: "github", api: "unlessDefault" },
  ),
  pauseOnRedTarget: row(
    "flag",
    true,
    "The queue tests its target branch alone before it evicts a third pull request in a row for one check, or several without a result of CI; it pauses while that fails. Only this service has it.",
    { absent: false, api: "unlessDefault" },
  ),
} as const satisfies Readonly<Record<string, SettingRow>>;

function row<Kind extends string, const Default, const More extends Facts>(
  kind: Kind,
  byDefault: Default,
  description: string,
  more: More,
) {
  return { kind, default: byDefault, description, ...more } as const;
}

export interface OtherName {
  readonly of: SettingName;
  /** The words for false and for true. */
  readonly words?: readonly [string, string];
  /** Replaces the description of the setting. */
  readonly description?: string;
}

/** Newer API names of settings that are stored under an older name; they take precedence over the older ones. */
export const NEWER_NAMES = {
  testBranchTrigger: {
    of: "createPrsForTestingBranches",
    words: ["push", "draft"],
    description:
      "What starts CI on a test branch. push: the push of the branch. draft: also a draft pull request of it.",
  },
  landWithoutRetest: {
    of: "directMergeMode",
    description:
      "always: a pull request that contains the tip and has no predecessor lands without a test run, if each required check succeeded on its head, in workflows of which the last ten test branches executed the same jobs. Only on GitHub.",
  },
} as const satisfies Readonly<Record<string, OtherName>>;

/** Names of settings in older clients: read, never written. */
export const OLDER_NAMES = {
  testingTimeoutMins: { of: "testingTimeoutMinutes" },
  batchingMaxWaitTimeMins: { of: "batchingMaxWaitTimeMinutes" },
  isBatching: { of: "batch" },
  batchingMode: { of: "batch", words: ["NONE", "SPECULATIVE"], description: "SPECULATIVE is batch: true." },
} as const satisfies Readonly<Record<string, OtherName>>;

const OTHER_NAMES: Readonly<Record<string, OtherName>> = { ...NEWER_NAMES, ...OLDER_NAMES };

/** Translates another API name and its word, in any case, to the setting and its value. */
export function underOwnName(name: string, value: unknown): readonly [string, unknown] {
  const other = OTHER_NAMES[name];
  if (other === undefined) return [name, value];
  const isWord = (word: string) => word.toLowerCase() === String(value).toLowerCase();
  return [other.of, other.words === undefined ? value : isWord(other.words[1])];
}

type Table = typeof QUEUE_SETTINGS;
export type SettingName = keyof Table;

type ValueOf<Row> = Row extends { readonly values: readonly (infer Word)[] }
  ? Word
  : Row extends { readonly kind: infer Kind extends keyof Values; readonly default: infer Default }
    ? Values[Kind] | (null extends Default ? null : never)
    : never;

type Optional = {
  [Name in SettingName]: Table[Name] extends { readonly absent: unknown } ? Name : never;
}[SettingName];

export type QueueSettings = { readonly [Name in Exclude<SettingName, Optional>]: ValueOf<Table[Name]> } & {
  readonly [Name in Optional]?: ValueOf<Table[Name]>;
};

export const SETTING_NAMES: readonly SettingName[] = Object.keys(QUEUE_SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(QUEUE_SETTINGS, name);
}

/** The row, typed as a union. */
export function settingRow(name: SettingName): SettingRow {
  return QUEUE_SETTINGS[name];
}

/** Whether a stored queue may lack the setting because it is older. */
export function mayLack(name: SettingName): boolean {
  return settingRow(name).absent !== undefined;
}

export const DEFAULT_QUEUE_SETTINGS = defaults();

/** Typed by the overload: the compiler cannot derive the type from `Object.fromEntries`. */
function defaults(): QueueSettings;
function defaults(): object {
  const entries = SETTING_NAMES.map((name) => [name, settingRow(name).default] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Shown also with their default values: they decide how fast the queue is. */
const ALWAYS_SHOWN: readonly string[] = ["mode", "concurrency"];

/** Whether people see it without asking for all settings. `shown` are the settings as the API returns them. */
export function isNotableSetting(
  name: string,
  value: unknown,
  shown: Readonly<Record<string, unknown>>,
): boolean {
  return ALWAYS_SHOWN.includes(name) || !isDefault(name, value, shown);
}

function isDefault(name: string, value: unknown, shown: Readonly<Record<string, unknown>>): boolean {
  if (name === "bisectionConcurrency") return value === shown["concurrency"];
  if (name === "testBranchTrigger") return value === "push";
  const byDefault = Object.entries(DEFAULT_QUEUE_SETTINGS).find(([known]) => known === name)?.[1];
  const isEmpty = JSON.stringify(value) === "{}" && byDefault === undefined;
  return isEmpty || JSON.stringify(value) === JSON.stringify(byDefault);
}
