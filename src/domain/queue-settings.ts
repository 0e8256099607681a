/** A queue's settings, written once: the contract, stored rows, inputs of the Action and documents follow from this table. */

export const QUEUE_MODES = ["single", "parallel"] as const;
export type QueueMode = (typeof QUEUE_MODES)[number];

export const MERGE_METHODS = ["squash", "merge_commit", "rebase"] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

/** Who moves the branch: the service by a push, or the code host by merging the pull request. */
export const LANDING_WAYS = ["push", "merge"] as const;
export type LandingWay = (typeof LANDING_WAYS)[number];

export const SKIPPED_CHECK_POLICIES = ["pass", "fail"] as const;
/** By name of a required check, what a check that was only skipped counts as. */
export type SkippedChecks = Readonly<Record<string, (typeof SKIPPED_CHECK_POLICIES)[number]>>;

/** Pull requests that touch a matching target are tested alone. The pattern is exact, or a prefix before one final `*`. */
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
  /** Of a number, the least and the most. */
  readonly range?: readonly [number, number];
  /** Of a word. */
  readonly values?: readonly [string, ...string[]];
  /** What it means that a queue lacks the setting. Each new one needs it: stored queues without it are refused else. */
  readonly absent?: unknown;
  /** The one code host that it takes; `none`: only the default is built. */
  readonly codeHost?: "github" | "none";
  /** Which services answer it, if not all: some, this one, this one `unlessDefault`, or `none`: it is not in the API. */
  readonly api?: "some" | "ours" | "unlessDefault" | "none";
  /** Description of the Action's input, where it has one of its own. */
  readonly input?: string;
}

/** `default` is undefined where a new queue has none; `description` is that of the API. */
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
  concurrency: row("whole", 1, "Test runs at once.", {
    range: [1, 1000],
    input: "How many test runs may run at once.",
  }),
  /** null follows `concurrency`. */
  bisectionConcurrency: row(
    "whole",
    null,
    "Test runs at once while a failed batch is split; 0 shares concurrency.",
    {
      range: [0, 1000],
      input: "How many test runs may run at once while a failed batch is split.",
    },
  ),
  testingTimeoutMinutes: row("whole", 300, "A test run older than this has failed; 0 is no limit.", {
    range: UP_TO_A_WEEK,
    input: "Minutes after which a test run has failed; `0` is no limit.",
  }),
  pendingFailureDepth: row("whole", 0, "Levels of successors that finish before a failure is settled.", {
    range: [0, 1000],
    input: "How many levels of successors finish before a failure is settled.",
  }),
  canOptimisticallyMerge: row("flag", false, "A passing run also lands those ahead that it contains.", {
    input: "`true`: a passing run also lands those ahead that it contains.",
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
  requiredStatuses: row("texts", [], "Checks that decide a run; an empty list is no override.", {
    input: "Names of the checks that decide a test run, one per line.",
  }),
  skippedChecks: row(
    "skippedChecks",
    undefined,
    "What a required check that was only skipped counts as, by its name. One without an entry passes where another required check succeeded.",
    { absent: {}, codeHost: "github", api: "ours" },
  ),
  directMergeMode: row(
    "oneOf",
    "off",
    "always: what is based on the tip and alone lands on its own checks.",
    {
      values: ["off", "always"],
    },
  ),
  optimizationMode: row("oneOf", "off", "Whether a split skips runs whose failure is known.", {
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
  stateLabelsEnabled: row("flag", false, "The pull request is labelled with its state.", SELDOM_ON_GITHUB),
  notReadyTimeoutHours: row("whole", 0, "An entry that is not ready for longer is cancelled; 0 is never.", {
    range: [0, 720],
    api: "some",
  }),
  allowedBotSubmitters: row("texts", [], "Bots that may submit.", SELDOM_ON_GITHUB),
  batchingRules: row("batchingRules", [], "Targets that are tested alone.", { api: "some" }),
  testBranchConstructionMode: row("oneOf", "rename_temp_branch", "How the test branch gets its final name.", {
    values: ["rename_temp_branch", "push_new_branch_from_temp"],
    ...SELDOM_AND_NOT_BUILT,
  }),
  hedging: row(
    "flag",
    false,
    "Spare slots test what follows if one ahead comes out otherwise. Only this service has it.",
    { api: "unlessDefault" },
  ),
  priorityAgeingHours: row(
    "whole",
    24,
    "An entry that has waited so many hours counts as one step more important (low, medium, high; never urgent), and again after as many; 0 is never.",
    { range: [0, Number.MAX_SAFE_INTEGER], api: "none" },
  ),
  landing: row(
    "oneOf",
    undefined,
    "As the service is configured. By merge one pull request lands at a time, each on a pass of its own.",
    { values: LANDING_WAYS, absent: "push", api: "none" },
  ),
  readinessChecks: row(
    "oneOf",
    "reported",
    "reported: a required check on its own head keeps a pull request waiting while it has failed or is running. required: until it has passed. Only this service has it.",
    { values: ["reported", "required"], absent: "reported", codeHost: "github", api: "unlessDefault" },
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
  /** Where it is not that of the setting. */
  readonly description?: string;
}

/** Names that the API has for settings since the service knows them by another; they count more than the older ones. */
export const NEWER_NAMES = {
  testBranchTrigger: {
    of: "createPrsForTestingBranches",
    words: ["push", "draft"],
    description:
      "What starts CI on a test branch. push: the push of the branch. draft: also a draft pull request of it.",
  },
} as const satisfies Readonly<Record<string, OtherName>>;

/** Names the same settings had in older clients; read, never written. */
export const OLDER_NAMES = {
  testingTimeoutMins: { of: "testingTimeoutMinutes" },
  batchingMaxWaitTimeMins: { of: "batchingMaxWaitTimeMinutes" },
  isBatching: { of: "batch" },
  batchingMode: { of: "batch", words: ["NONE", "SPECULATIVE"], description: "SPECULATIVE is batch: true." },
} as const satisfies Readonly<Record<string, OtherName>>;

const OTHER_NAMES: Readonly<Record<string, OtherName>> = { ...NEWER_NAMES, ...OLDER_NAMES };

/** The setting behind a name of the API, and the value that a word of it, in any case, stands for. */
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

/** A queue may be older than the setting. */
export function mayLack(name: SettingName): boolean {
  return settingRow(name).absent !== undefined;
}

export const DEFAULT_QUEUE_SETTINGS = defaults();

/** Typed by the table, whose entries the compiler cannot follow. */
function defaults(): QueueSettings;
function defaults(): object {
  const entries = SETTING_NAMES.map((name) => [name, settingRow(name).default] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
