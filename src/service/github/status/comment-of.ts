/** The status comment of a pull request. Other numbers are no links, because GitHub would notify each of them. */
import { isDeepStrictEqual } from "node:util";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { testBranchName } from "../../../domain/test-branch.js";
import { expectedInWords, explainWait } from "../../../engine/explain/wait.js";
import { clockTime } from "../../../engine/explain/waits/wait-words.js";
import { admitsEntries } from "../../../engine/model/lookup.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import { STATE_WORDS } from "./draft-of.js";
import { code, link, sentence } from "./markdown.js";
import { FURTHER_BACK } from "./published-positions.js";
import { checkLink, isShown, requiredChecksOf } from "./required-checks.js";
import { COMMENT_MARKER } from "./status.js";
import type { StatusView } from "./status-view.js";

type Row = readonly [title: string, markdown: string];

const MOST_NAMED = 10;

/** Replaces the last comment when comments are disabled, because that one would become outdated. */
export const LAST_COMMENT = [COMMENT_MARKER, "### Merge Queue: No longer reported here"].join("\n");

export function commentOf(view: StatusView): string {
  const { entry, name, exit } = view;
  const rows = [
    ["Queue", code(name.targetBranch)] as const,
    ...waiting(view),
    ...tested(view),
    ...landed(view),
  ];
  const reason = exit !== null || entry.reason === null ? [] : ["", `> ${sentence(entry.reason.sentence)}`];
  return [
    COMMENT_MARKER,
    `### Merge Queue: ${STATE_WORDS[entry.state]}`,
    "",
    sentence(whySentence(view)),
    "",
    "| | |",
    "|:--|:--|",
    ...rows.map(([title, markdown]) => `| ${title} | ${markdown} |`),
    ...reason,
  ].join("\n");
}

/** The queue's one sentence. Only the first places are exact, as in the row of the position. */
export function whySentence({ queue, entry, exit, position }: StatusView): string {
  if (exit !== null) return exit.submitAgain === "unneeded" ? exit.sentence : `${exit.sentence} ${exit.next}`;
  const place = /^[123]$/.test(position ?? "") ? [[entry.facts.number, Number(position)] as const] : [];
  if (entry.ended !== null) return entry.reason?.sentence ?? STATE_WORDS[entry.state];
  return explainWait(queue, entry, queue.now, { isCoarse: true, positions: new Map(place) }).sentence;
}

function waiting({ entry, queue, position, pageUrl, expected }: StatusView): readonly Row[] {
  const details: readonly Row[] = pageUrl === null ? [] : [["Details", link("in the queue", pageUrl)]];
  if (entry.ended !== null) return details;
  if (entry.state === "notReady") {
    const gaps = readinessGaps(queue, entry);
    return gaps.length === 0 ? details : [["Waits for", gaps.join("; ")], ...details];
  }
  return [["Position", position ?? FURTHER_BACK], ...expectedRow(expected), ...details];
}

const EXPECTED = "Expected";

/** Has the time of the estimate, because it is published only together with another change. */
function expectedRow(expected: StatusView["expected"]): readonly Row[] {
  if (expected === null) return [];
  return [[EXPECTED, `${expectedInWords(expected.range)} (estimated at ${clockTime(expected.at)})`]];
}

/** What of a comment makes it worth an edit: an estimate alone does not, because it changes every minute. */
export function worthEditing(comment: string): string {
  return comment
    .split("\n")
    .filter((line) => !line.startsWith(`| ${EXPECTED} |`))
    .join("\n");
}

function tested(view: StatusView): readonly Row[] {
  const { name, entry, run, testBranchPrefix } = view;
  const [first] = run?.own ?? [];
  if (run === null || first === undefined) return [];
  const own = new Set(run.own);
  const ahead = run.contains.flatMap(({ pullRequest }) => (own.has(pullRequest) ? [] : [pullRequest]));
  const beside = run.own.filter((pullRequest) => pullRequest !== entry.facts.number);
  const branch = testBranchName(testBranchPrefix, first, run.id);
  const shown =
    entry.ended === null ? link(code(branch, 200), branchUrl(name.repository, branch)) : code(branch, 200);
  return [
    ["Tested on top of", onTopOf(view, run, ahead)],
    ...(beside.length === 0 ? [] : [["Together with", numbers(beside)] as const]),
    ["Test branch", shown],
    ...requiredChecks(run),
    ...editedSince(view, run),
    ...failedCheck(run),
  ];
}

/** The commit is tested with its message, so a later edit of the pull request cannot change it. */
function editedSince({ entry: { facts } }: StatusView, { contains }: TestRun): readonly Row[] {
  const head = contains.find(({ pullRequest }) => pullRequest === facts.number);
  if (head === undefined || head.headSha !== facts.headSha || isWordedAlike(head, facts)) return [];
  return [["Message", "as when the test began; the title or description was edited since then"]];
}

type Worded = Pick<Entry["facts"], "title" | "mergeTitle" | "wording">;

function isWordedAlike(one: Worded, other: Worded): boolean {
  const partsOf = ({ title, mergeTitle, wording }: Worded) => [
    title,
    mergeTitle,
    wording?.description,
    wording?.closes,
  ];
  return isDeepStrictEqual(partsOf(one), partsOf(other));
}

function onTopOf({ name }: StatusView, run: TestRun, ahead: readonly PullRequestNumber[]): string {
  const base = `${code(name.targetBranch)} at ${link(code(short(run.testedOn)), commitUrl(name.repository, run.testedOn))}`;
  return ahead.length === 0 ? base : `${base}, then ${numbers(ahead)}`;
}

function requiredChecks(run: TestRun): readonly Row[] {
  const checks = requiredChecksOf(run);
  return checks.length === 0 ? [] : [["Required checks", checks.join("<br>")]];
}

/** Only if the list of the required checks does not have it. */
function failedCheck(run: TestRun): readonly Row[] {
  const { progress } = run;
  if (progress.kind !== "failed" || progress.failure.kind !== "check") return [];
  const { name: check, url } = progress.failure;
  return isShown(run, check) ? [] : [["Failed check", checkLink({ name: check, url })]];
}

function landed({ name, queue, entry, landedAs }: StatusView): readonly Row[] {
  if (entry.ended !== "merged" || landedAs === null) return [];
  const commit = link(code(short(landedAs)), commitUrl(name.repository, landedAs));
  const { mergeMethod, landing } = queue.settings;
  const isMergedHere = landing === "merge" || mergeMethod === "merge_commit" || entry.shownAs !== undefined;
  const isClosed = !isMergedHere && landedAs !== entry.facts.headSha;
  const why = isClosed
    ? ", the exact commit that was tested; GitHub shows a pull request that landed by push as closed, not merged"
    : "";
  return [["Landed as", `${commit}${why}`]];
}

function numbers(pullRequests: readonly PullRequestNumber[]): string {
  const named = pullRequests
    .slice(0, MOST_NAMED)
    .map((number: Entry["facts"]["number"]) => code(`#${number}`));
  const left = pullRequests.length - named.length;
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
}

function short(commit: string): string {
  return commit.slice(0, 8);
}

/** The unmet conditions for admission. Markdown. */
function readinessGaps(queue: Queue, { facts, targets }: Entry): readonly string[] {
  const gaps = [
    admitsEntries(queue) ? null : "the queue to admit entries again",
    facts.draft ? "the pull request to be marked as ready for review" : null,
    facts.baseBranch === queue.targetBranch
      ? null
      : `its base branch to be ${code(queue.targetBranch)} instead of ${code(facts.baseBranch)}`,
    ...mergeabilityGaps(facts),
    queue.settings.mode === "single" || targets !== null ? null : "its impacted targets to be uploaded",
  ];
  return gaps.filter((gap) => gap !== null);
}

function mergeabilityGaps({ mergeability, unmetRules = [] }: Entry["facts"]): readonly string[] {
  if (mergeability === "mergeable") return [];
  if (unmetRules.length > 0) return unmetRules.map(({ words }) => sentence(words));
  return ["GitHub to report it as mergeable (reviews, required checks, conflicts)"];
}

function branchUrl(repository: Repository, branch: string): string {
  return `${repositoryUrl(repository)}/tree/${branch.split("/").map(encodeURIComponent).join("/")}`;
}

function commitUrl(repository: Repository, commit: string): string {
  return `${repositoryUrl(repository)}/commit/${encodeURIComponent(commit)}`;
}

function repositoryUrl({ host, owner, name }: Repository): string {
  return `https://${host}/${owner}/${name}`;
}
