/**
 * Commit messages of squash and merge commits. Titles, descriptions and messages of pull requests are
 * untrusted text. Without a wording of the code host the oldest form applies, so that earlier runs are built as before.
 */
import { assertNever } from "../../../domain/assert-never.js";
import type { CommitWording } from "../../../domain/pull-request.js";
import type { ContainedHead } from "../../../engine/model/queue.js";
import type { CommitRecord, Identity } from "../commit.js";
import { type AuthoredCommit, coAuthorLines } from "./co-authors.js";

/** The commits of the pull request that the message names, oldest first, without merges. */
export type ReadCommits = () => Promise<readonly AuthoredCommit[]>;

export interface WordedCommit {
  readonly message: string;
  readonly author: Identity;
}

const LEGACY: CommitWording = { title: "PR_TITLE", body: "HEAD_MESSAGE" };
const NO_COMMITS: ReadCommits = async () => Promise.resolve([]);
/** Longer lists of messages end with the number of commits that are left out. */
const MAX_LISTED_CHARACTERS = 60_000;

/** The message of a squash commit, and its author. */
export async function squashCommit(
  head: ContainedHead,
  record: Pick<CommitRecord, "author" | "message">,
  readCommits: ReadCommits,
): Promise<WordedCommit> {
  const { wording } = head;
  if (wording === undefined) return { message: squashMessage(head, record.message), author: record.author };
  const commits = await readCommits();
  const author = { ...record.author, ...wording.author };
  const text = worded(head, { wording, commits, headMessage: record.message, coAuthors: [] });
  const closes = (wording.closes ?? []).filter((line) => !namesIssue(text, line));
  const coAuthors = coAuthorLines(commits, author, wording, text);
  const isPlaced = wording.template !== undefined && /\{\{ *coAuthors *\}\}/.test(wording.template);
  const whole = isPlaced ? worded(head, { wording, commits, headMessage: record.message, coAuthors }) : text;
  const parts = [whole, closes.join("\n"), isPlaced ? "" : coAuthors.join("\n")];
  return { message: withoutSkipMarkers(paragraphs(parts)), author };
}

/** The message of a merge commit. */
export async function mergeCommitMessage(
  head: ContainedHead,
  readCommits: ReadCommits = NO_COMMITS,
): Promise<string> {
  const { wording } = head;
  if (wording === undefined) return mergeMessage(head);
  const usesCommits =
    wording.template !== undefined && /\{\{ *(commits|coAuthors) *\}\}/.test(wording.template);
  const commits = usesCommits ? await readCommits() : [];
  const coAuthors = coAuthorLines(commits, { name: "", email: "" }, wording);
  return withoutSkipMarkers(paragraphs([worded(head, { wording, commits, headMessage: "", coAuthors })]));
}

/**
 * `<title> (#<number>)` or the author's chosen title, then the body of the head commit if its subject is the pull
 * request's title.
 */
export function squashMessage(head: ContainedHead, headMessage: string): string {
  const text = worded(head, { wording: LEGACY, commits: [], headMessage, coAuthors: [] });
  return withoutSkipMarkers(paragraphs([text]));
}

/** GitHub's format: `Merge pull request #<number> from <owner>/<branch>`, then the title. */
export function mergeMessage(head: ContainedHead): string {
  const title = oneLine(head.title);
  const chosen = chosenTitle(head);
  if (chosen === null && oneLine(head.headName ?? "") === "")
    return withoutSkipMarkers(`${mergeTitle(head)}${title === "" ? "" : `: ${title}`}\n`);
  return withoutSkipMarkers(paragraphs([chosen ?? mergeTitle(head), title]));
}

interface Material {
  readonly wording: CommitWording;
  readonly commits: readonly AuthoredCommit[];
  readonly headMessage: string;
  readonly coAuthors: readonly string[];
}

function worded(head: ContainedHead, material: Material): string {
  const { wording, commits, headMessage } = material;
  const filled = wording.template === undefined ? "" : fromTemplate(head, wording.template, material);
  const chosen = chosenTitle(head);
  if (filled !== "") {
    if (chosen === null) return filled;
    return paragraphs([chosen, filled.split("\n").slice(1).join("\n")]).trimEnd();
  }
  const [only] = commits;
  const single = commits.length === 1 ? only : undefined;
  const title = chosen ?? titleOf(head, wording, single);
  return paragraphs([title, bodyOf(head, wording, { commits, headMessage })]).trimEnd();
}

function titleOf(
  head: ContainedHead,
  { title: kind }: CommitWording,
  single: AuthoredCommit | undefined,
): string {
  if (kind === "MERGE_MESSAGE") return mergeTitle(head);
  const ofCommit = kind === "COMMIT_OR_PR_TITLE" && single !== undefined ? subjectOf(single.message) : "";
  const title = ofCommit === "" ? oneLine(head.title) : ofCommit;
  const mark = `(#${head.pullRequest})`;
  return title.endsWith(mark) ? title : `${title === "" ? "Pull request" : title} ${mark}`;
}

function bodyOf(
  head: ContainedHead,
  { body, description = "" }: CommitWording,
  { commits, headMessage }: Pick<Material, "commits" | "headMessage">,
): string {
  switch (body) {
    case "BLANK":
      return "";
    case "PR_TITLE":
      return oneLine(head.title);
    case "PR_BODY":
      return normalized(description);
    case "COMMIT_MESSAGES":
      return listed(commits);
    case "HEAD_MESSAGE": {
      const [subject = "", ...rest] = headMessage.split(/\n\s*\n/);
      return oneLine(subject) === oneLine(head.title) ? rest.join("\n\n").trim() : "";
    }
    default:
      return assertNever(body);
  }
}

/** As GitHub does: the body of a single commit, or all messages as a list. */
function listed(commits: readonly AuthoredCommit[]): string {
  const [first, ...more] = commits;
  if (first === undefined) return "";
  if (more.length === 0) return normalized(first.message).split("\n").slice(1).join("\n").trim();
  const messages: string[] = [];
  let left = MAX_LISTED_CHARACTERS;
  for (const { message } of commits) {
    const item = `* ${normalized(message)}`;
    left -= item.length;
    if (left < 0) break;
    messages.push(item);
  }
  const omitted = commits.length - messages.length;
  return [...messages, ...(omitted === 0 ? [] : [`* and ${omitted} more commits`])].join("\n\n");
}

/** Replaces each variable once, so that text of the pull request is never read as a template. Unknown ones remain. */
function fromTemplate(
  head: ContainedHead,
  template: string,
  { wording, commits, coAuthors }: Material,
): string {
  const values = new Map([
    ["title", oneLine(head.title)],
    ["number", String(head.pullRequest)],
    ["description", normalized(wording.description ?? "")],
    ["author", oneLine(wording.login ?? "")],
    ["head", oneLine(head.headName ?? "")],
    ["commits", listed(commits)],
    ["coAuthors", coAuthors.join("\n")],
  ]);
  const filled = template.replaceAll(
    /\{\{ *(\w+) *\}\}/g,
    (variable: string, name: string) => values.get(name) ?? variable,
  );
  return normalized(filled);
}

/** Whether the text already closes the issue of a reference such as `Fixes #12`. */
function namesIssue(text: string, reference: string): boolean {
  const issue = reference.slice(reference.indexOf(" ") + 1).toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .some((word, at, words) => isKeyword(words[at - 1]) && word.replace(/[.,;)]+$/, "") === issue);
}

function isKeyword(word: string | undefined): boolean {
  return word !== undefined && /^\W*(close[sd]?|fix(e[sd])?|resolve[sd]?):?$/.test(word);
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function mergeTitle({ pullRequest, headName = "" }: ContainedHead): string {
  const from = oneLine(headName);
  return `Merge pull request #${pullRequest}${from === "" ? "" : ` from ${from}`}`;
}

function subjectOf(message: string): string {
  return oneLine(message.trimStart().split("\n", 1)[0] ?? "");
}

function normalized(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").trim();
}

function chosenTitle({ mergeTitle }: ContainedHead): string | null {
  const chosen = oneLine(mergeTitle ?? "");
  return chosen === "" ? null : chosen;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** What makes CI skip a commit: https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs */
const IN_BRACKETS = /\[([ \t]*(?:(?:skip|no)[ \t-]+(?:ci|actions?)|(?:ci|actions?)[ \t-]+skip)[ \t]*)\]/giu;
/** Of Azure Pipelines. */
const IN_STARS = /\*\*\*(NO_CI)\*\*\*/giu;
const TRAILER = /^([ \t]*skip-checks[ \t]*:[ \t]*true[ \t]*)$/gimu;

/**
 * The tested commit is the one that lands, so a marker in it would leave the test run without a verdict. Keeps the words
 * for readers: `[skip ci]` becomes `(skip ci)`.
 */
export function withoutSkipMarkers(message: string): string {
  return message.replace(IN_BRACKETS, "($1)").replace(IN_STARS, "($1)").replace(TRAILER, "($1)");
}
