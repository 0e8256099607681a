/** Prints suggestions for a person, or as one JSON document. */
import { errorText } from "../../../domain/thrown.js";
import { GitFailure } from "../../../targets/git/run-git.js";
import { SourceError } from "../../../targets/source.js";
import { UsageError } from "../../client/option-reader.js";
import { Screen } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import type { MeasuredChange } from "./measure-history.js";
import type { Weighed } from "./proposal.js";
import { type Figures, type Suggestions, suggestTargets } from "./suggest-targets.js";
import { narrows } from "./suggested-files.js";

export interface SuggestFlags {
  readonly commits: string;
  readonly head: string;
  readonly checkout: string;
  readonly from: string;
  readonly json: boolean;
}

const COMMAND = "targets suggest";
const MOST_COMMITS = 10_000;
const MOST_REASONS = 30;

export async function printSuggestions(flags: SuggestFlags, surroundings: Surroundings): Promise<ExitCode> {
  const screen = new Screen(surroundings, { command: COMMAND, isJson: flags.json, isQuiet: false });
  const interruption = surroundings.interruption();
  const problem = (sentence: string, exitCode: ExitCode, errorKind: string) => {
    screen.end({ kind: "problem", sentence, exitCode, errorKind, facts: {} });
    return exitCode;
  };
  try {
    const commits = Number(flags.commits);
    if (!/^\d+$/.test(flags.commits) || commits < 1 || commits > MOST_COMMITS)
      throw new UsageError(
        `--commits: expected a whole number from 1 to ${MOST_COMMITS}, got ${flags.commits}`,
      );
    const suggestions = await suggestTargets({
      folder: flags.checkout,
      revision: flags.head,
      commits,
      from: flags.from,
      signal: interruption,
      onProgress: (sentence) => screen.live(sentence),
    });
    const text = textOf(suggestions, commits);
    const facts = documentOf(suggestions);
    if (flags.json)
      screen.end({ kind: "answer", sentence: shortly(suggestions), exitCode: EXIT.done, facts });
    else screen.end({ kind: "text", text, exitCode: EXIT.done, facts });
    return EXIT.done;
  } catch (error) {
    if (interruption.aborted) return problem("interrupted", EXIT.refused, "aborted");
    const isWrongUse =
      error instanceof SourceError || error instanceof UsageError || error instanceof GitFailure;
    if (!isWrongUse) throw error;
    return problem(errorText(error), EXIT.wrongUse, "wrong-use");
  }
}

interface Reason {
  readonly place: string;
  readonly rule: string;
  readonly changes: number;
  /** Changes that have no other reason. */
  readonly alone: number;
}

const NAMED_FIELDS = /`[^`]*`(?:, (?:`[^`]*`|\d+ more))*/;

/** Files of one folder with one rule count as one reason, also if different fields of them changed. */
function reasonsOf(changes: readonly MeasuredChange[]): readonly Reason[] {
  const counted = new Map<string, Reason>();
  for (const { blockers } of changes) {
    const own = new Map(
      blockers.map(({ subject, rule }) => {
        const place = placeOf(subject);
        const general = rule.replace(NAMED_FIELDS, "some fields");
        return [JSON.stringify([place, general]), { place, rule: general }] as const;
      }),
    );
    for (const [key, reason] of own) {
      const { changes: all = 0, alone = 0 } = counted.get(key) ?? {};
      counted.set(key, { ...reason, changes: all + 1, alone: alone + (own.size === 1 ? 1 : 0) });
    }
  }
  return [...counted.values()].sort((one, other) => other.changes - one.changes || other.alone - one.alone);
}

interface Combination {
  readonly places: readonly string[];
  readonly changes: number;
}

const MOST_COMBINATIONS = 5;

/** Places that make the same changes `ALL`: a rule for one of them narrows none. */
function combinationsOf(changes: readonly MeasuredChange[]): readonly Combination[] {
  const counted = new Map<string, Combination>();
  for (const { blockers } of changes) {
    const places = [...new Set(blockers.map(({ subject }) => placeOf(subject)))].sort();
    if (places.length < 2) continue;
    const key = JSON.stringify(places);
    counted.set(key, { places, changes: (counted.get(key)?.changes ?? 0) + 1 });
  }
  const repeated = [...counted.values()].filter((one) => one.changes > 1);
  return repeated.sort((one, other) => other.changes - one.changes).slice(0, MOST_COMBINATIONS);
}

/** By words of a rule: what a team can do about a frequent reason. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /installed at the root/,
    "Declare a tool in the packages that use it, not at the root: then its update concerns only these.",
  ],
  [
    /CI workflow/,
    "Give a workflow `paths` if it tests only some packages, or whole names of branches if it runs on others only.",
  ],
];
/** A reason below this share of the answers needs no advice. */
const FREQUENT = 0.1;

function adviceFor(reasons: readonly Reason[], answers: number): readonly string[] {
  return ADVICE.flatMap(([words, sentence]) => {
    const isFrequent = ({ rule, changes }: Reason) => words.test(rule) && changes >= FREQUENT * answers;
    return reasons.some(isFrequent) ? [`  ${sentence}`] : [];
  });
}

function placeOf(subject: string): string {
  return subject.startsWith(".github/") ? subject : subject.replace(/\/.*$/s, "/");
}

function textOf(suggestions: Suggestions, commits: number): string {
  const { changes, now, proposed, proposals, refused, files, isCut } = suggestions;
  const lines = [shortly(suggestions)];
  if (isCut)
    lines.push(
      `The checkout is shallow and has no older commits: git fetch --deepen=${commits - changes.length} brings more.`,
    );
  const reasons = reasonsOf(changes);
  if (reasons.length > 0) lines.push("", "Reasons for ALL, in changes (of which it is the only reason):");
  for (const { place, rule, changes: count, alone } of reasons.slice(0, MOST_REASONS))
    lines.push(`  ${count} (${alone})  ${place}: ${rule}`);
  if (reasons.length > MOST_REASONS) lines.push(`  … and ${reasons.length - MOST_REASONS} more, with --json`);
  const combinations = combinationsOf(changes);
  if (combinations.length > 0) lines.push("", "Reasons that occur together, in changes without any other:");
  for (const { places, changes: count } of combinations) lines.push(`  ${count}  ${places.join(", ")}`);
  const advice = adviceFor(reasons, now.all);
  if (advice.length > 0)
    lines.push("", "What no rule can narrow, but a change of the repository:", ...advice);
  if (now.all > 0 && proposals.length === 0)
    lines.push(
      "",
      "No rule is proposed: nothing shows that these files touch no target, or which targets use them.",
    );
  if (proposals.length > 0) {
    lines.push("", `With the files below: ${figures(proposed, suggestions)}.`);
    for (const one of proposals) lines.push(`  ${summary(one, now.all)}`);
  }
  if (refused.length > 0)
    lines.push("", "Not proposed, with the number of answers that are ALL because of it:");
  for (const { place, because, answers } of refused) lines.push(`  ${answers}  ${place}: ${because}`);
  const shown = lines.map((line) => (line.startsWith("  ") ? `  ${plainText(line)}` : plainText(line)));
  const written = files.map(({ path, text }) => `\n# ---- ${path} ----\n${text}`);
  return `${shown.join("\n")}\n${written.join("")}`;
}

function summary(one: Weighed, answers: number): string {
  const { proposal } = one;
  const head = proposal.kind === "ignore" ? `ignore ${proposal.pattern}` : `map ${proposal.target}`;
  return `${head}: ${narrows(one, answers)}; trusts that ${proposal.trusts}`;
}

function shortly(suggestions: Suggestions): string {
  const { changes, newest, now, sources } = suggestions;
  return `${changes.length} changes up to ${newest.slice(0, 12)}, by ${sources.join(" and ")}: ${figures(now, suggestions)}.`;
}

function figures({ all, pairsApart }: Figures, { changes, pairs }: Suggestions): string {
  return `${all} (${percent(all, changes.length)}) are ALL, and ${percent(pairsApart, pairs)} of pairs share no target`;
}

function percent(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const share = (100 * part) / whole;
  return `${share < 10 && share > 0 ? share.toFixed(1) : Math.round(share)} %`;
}

function documentOf(suggestions: Suggestions): Readonly<Record<string, unknown>> {
  const { newest, sources, isCut, changes, pairs, now, proposed, proposals, refused, files } = suggestions;
  return {
    newest,
    sources,
    isShallow: isCut,
    changes: changes.length,
    pairs,
    now,
    proposed,
    reasons: reasonsOf(changes),
    combinations: combinationsOf(changes),
    proposals: proposals.map(({ proposal, alone, together }) => ({
      ...(proposal.kind === "ignore"
        ? { kind: "ignore", pattern: proposal.pattern }
        : {
            kind: "map",
            target: proposal.target,
            patterns: proposal.patterns,
            uses: proposal.uses,
            readers: proposal.readers,
          }),
      trusts: proposal.trusts,
      narrows: together,
      narrowsAlone: alone,
    })),
    notProposed: refused,
    files,
    answers: changes.map(({ commit, blockers, targets }) => ({
      commit,
      reasons: blockers.map(({ subject, rule }) => ({ subject, rule })),
      impactedTargets: blockers.length > 0 || targets === null ? "ALL" : [...targets],
    })),
  };
}
