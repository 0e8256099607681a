/**
 * Rules about the commits and files of a push: patterns for messages and addresses, and limits for paths and sizes.
 * They apply to the service's own commits wherever it may not bypass them:
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets
 */
import * as z from "zod/mini";
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import type { RuleAnswer } from "../../github/api/answers.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import { branchMove, isBypassed, readBypass } from "../../github/forge/branch-protection.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import { broken, doubtful, type Found, fine } from "../finding.js";
import { type RuledBranch, rulesOf } from "./push-rules.js";

export interface CommitsMade {
  readonly way: LandingWay;
  /** See `GitHubForgeOptions`. */
  readonly mergesInBackground: boolean;
  readonly methods: readonly (MergeMethod | null)[];
  /** The committer's address of the commits that the service makes. */
  readonly committerEmail: string;
  /** True for a branch that only the service pushes to. */
  readonly isOfTests: boolean;
}

const patternRule = z.object({
  operator: z.string(),
  pattern: z.string(),
  negate: z.optional(z.boolean()),
});
type PatternRule = z.infer<typeof patternRule>;

export async function commitRuleFindings(
  calls: GitHubReads,
  ruled: RuledBranch,
  made: CommitsMade,
): Promise<readonly Found[]> {
  const rules = (await rulesOf(calls, ruled.repository, ruled.branch)) ?? [];
  const move = made.isOfTests ? "push" : branchMove(made.way, made.mergesInBackground);
  const patterns = rules
    .filter(({ type }) => PATTERNS.has(type))
    .map(async (rule) => {
      const bypass = await readBypass(calls, ruled.repository, rule.ruleset_id);
      return patternFinding(ruled, rule, made, { ...bypass, isBypassed: isBypassed(bypass.mode, move) });
    });
  return [
    ...(await Promise.all(patterns)).flat(),
    ...(made.isOfTests ? await fileFindings(calls, ruled, rules) : []),
  ];
}

interface Bypass {
  readonly name: string;
  readonly isBypassed: boolean;
}

/** What a pattern is about, and what to change in the queue or the service so that it is met. */
const PATTERNS: ReadonlyMap<string, readonly [subject: string, remedy: string]> = new Map([
  [
    "commit_message_pattern",
    [
      "the message of each commit",
      "make the repository's commit message settings or the queue's messageTemplate match it",
    ],
  ],
  [
    "commit_author_email_pattern",
    [
      "the author's address of each commit",
      "let the pattern match GitHub's addresses for authors, ID+LOGIN@users.noreply.HOST",
    ],
  ],
  [
    "committer_email_pattern",
    ["the committer's address of each commit", "set `committerEmail` to an address that matches"],
  ],
]);

function patternFinding(
  { called, repository }: RuledBranch,
  { type, parameters }: RuleAnswer,
  made: CommitsMade,
  { name, isBypassed: mayBypass }: Bypass,
): readonly Found[] {
  const [subject, remedy] = PATTERNS.get(type) ?? ["", ""];
  const read = patternRule.safeParse(parameters);
  const pattern = read.success
    ? `${read.data.negate === true ? "not " : ""}${read.data.operator} ${quoted(read.data.pattern)}`
    : "a pattern that the service cannot read";
  const says = `${called}: the rule ${quoted(type)} demands of ${subject}: ${pattern}`;
  if (mayBypass) return [fine(`${says}; the service may bypass it`)];
  // GitHub is the committer of the merges that it makes.
  if (type === "committer_email_pattern" && made.way === "merge" && !made.isOfTests) return [];
  const samples = samplesOf(type, made, repository.host);
  const outcome = read.success && samples.length > 0 ? allMatch(read.data, samples) : null;
  const next = `${remedy}; or let the App bypass ${name === "" ? "its ruleset" : `the ruleset ${quoted(name)}`}`;
  if (outcome === true) return [fine(`${says}, which ${samples.map(quoted).join(" and ")} meets`)];
  if (outcome === false) {
    return [
      broken(
        `${says}, which ${samples.map(quoted).join(" and ")} does not meet, so GitHub refuses the service's commits`,
        next,
      ),
    ];
  }
  return [
    doubtful(
      `${says}; GitHub refuses commits of the service that do not match${samples.length === 0 ? "" : `, and theirs is ${samples.map(quoted).join(" or ")}`}`,
      next,
    ),
  ];
}

/** Texts that stand for all commits; empty: they depend on the pull request. */
function samplesOf(type: string, { methods, committerEmail }: CommitsMade, host: string): readonly string[] {
  if (type === "committer_email_pattern") return [committerEmail];
  if (type !== "commit_author_email_pattern") return [];
  const used = methods.map((method) => method ?? "squash");
  if (used.includes("rebase")) return [];
  return [
    ...(used.includes("squash") ? [`1+octocat@users.noreply.${host}`] : []),
    ...(used.includes("merge_commit") ? [committerEmail] : []),
  ];
}

/** null: a regular expression of GitHub's dialect, which is not evaluated here. */
function allMatch({ operator, pattern, negate }: PatternRule, samples: readonly string[]): boolean | null {
  const matches = MATCHES[operator];
  if (matches === undefined) return null;
  return samples.every((sample) => matches(sample, pattern) !== (negate === true));
}

const MATCHES: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  starts_with: (text, pattern) => text.startsWith(pattern),
  ends_with: (text, pattern) => text.endsWith(pattern),
  contains: (text, pattern) => text.includes(pattern),
};

const FILE_RULES = new Set([
  "file_path_restriction",
  "file_extension_restriction",
  "max_file_path_length",
  "max_file_size",
]);
const LIMITS = [
  ["restricted_file_paths", "paths"],
  ["restricted_file_extensions", "extensions"],
  ["max_file_path_length", "characters of a path"],
  ["max_file_size", "MB of a file"],
] as const;
const MOST_NAMED = 5;

/** These rules apply to every push, and a test branch is the first push of the service. */
async function fileFindings(
  calls: GitHubReads,
  { repository, called }: RuledBranch,
  rules: readonly RuleAnswer[],
): Promise<readonly Found[]> {
  const ofFiles = rules.filter(({ type }) => FILE_RULES.has(type));
  const ids = [...new Set(ofFiles.map(({ ruleset_id: id }) => id))];
  return await Promise.all(
    ids.map(async (id) => {
      const { name, mode } = await readBypass(calls, repository, id);
      const own = ofFiles.filter((rule) => rule.ruleset_id === id);
      const which = name === "" ? "a ruleset" : `the ruleset ${quoted(name)}`;
      const says = `${called}: ${which} limits the files of each push (${own.map(limitInWords).join("; ")})`;
      if (isBypassed(mode, "push")) return fine(`${says}; the service may bypass it`);
      return doubtful(
        `${says}, so a pull request whose files were pushed past it fails at its test branch`,
        `let the App bypass ${which === "a ruleset" ? "it" : which} as the accounts do that push such files, or take those off its bypass list`,
      );
    }),
  );
}

function limitInWords({ type, parameters }: RuleAnswer): string {
  const [found] = LIMITS.flatMap(([key, unit]) => {
    const value = z.object({ [key]: z.unknown() }).safeParse(parameters).data?.[key];
    if (typeof value === "number") return [`at most ${value} ${unit}`];
    if (!Array.isArray(value)) return [];
    const named = value.slice(0, MOST_NAMED).map((each) => quoted(String(each)));
    return [`no ${unit} ${named.join(", ")}${value.length > MOST_NAMED ? ", …" : ""}`];
  });
  return found ?? quoted(type);
}
