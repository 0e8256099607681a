/**
 * START HERE for impacted targets: from two trees to the list, or to the one cause that makes everything impacted.
 * Anything unknown counts as everything, and the answer is never an empty list.
 */
import { errorText } from "../domain/thrown.js";
import { detectSource, loadSources } from "./choose-sources.js";
import { type AnsweredSource, addInList, combinedTargets, namespacesOf } from "./combine-answers.js";
import { followExtraEdges, misspeltTargets } from "./follow-extra-edges.js";
import { GitFailure } from "./git/run-git.js";
import { findRevisions } from "./revisions/find-revisions.js";
import type { RevisionQuestion, Revisions } from "./revisions/question.js";
import { alwaysGlobal } from "./rules/global-inputs.js";
import { liveWorkflows, NEVER_RUN } from "./rules/live-workflows.js";
import {
  NO_RULES,
  OTHER_SPELLING,
  RULES_FILE,
  RulesError,
  readRules,
  type TargetRules,
} from "./rules/rules-file.js";
import { settleUnowned } from "./settle-unowned.js";
import type { AllCause, Cause, ChangedFile, Source, SourceContext, SourceMaterial } from "./source.js";
import { SourceError } from "./source.js";
import type { SourceChoices } from "./source-choice.js";
import { USUAL_MAPPING } from "./sources/sources.js";
import type { Tree } from "./tree.js";
import { repositoryPath } from "./tree.js";

export interface TargetsRequest {
  readonly choices: SourceChoices;
  readonly question: RevisionQuestion;
  readonly readFile: SourceMaterial["readFile"];
  /** Why the source may not be used here, as a sentence; null when it may. */
  readonly objection: (source: Source) => string | null;
}

export type TargetsAnswer =
  | { readonly kind: "all"; readonly cause: AllCause }
  /** Has at least one name. */
  | { readonly kind: "targets"; readonly targets: ReadonlyMap<string, Cause> };

export interface ComputedTargets {
  readonly answer: TargetsAnswer;
  /** The commits that were compared; null when they were not found. */
  readonly compared: { readonly base: string; readonly head: string } | null;
  /** Information for the user, one sentence each. */
  readonly notes: readonly string[];
  /** What the user should change, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * The only name in the list of a change that touches no target: services disagree about the meaning of an empty list.
 */
export const NO_TARGET = "merge-queue:no-target";

/** No common system can check out a longer path, and matching a pattern takes time in proportion to the path. */
const LONGEST_PATH = 4_096;

/** The hint for everything that the deadline stops, git included. */
const MORE_TIME = "Raise targets-timeout.";

/** Throws `SourceError` for a request that the user must correct; any other failure is part of the answer. */
export async function computeTargets(request: TargetsRequest): Promise<ComputedTargets> {
  try {
    return await computed(request);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    return everything({ subject: "the computation", rule: `it failed: ${errorText(error)}`, hint: null });
  }
}

async function computed(request: TargetsRequest): Promise<ComputedTargets> {
  const { choices, question, readFile } = request;
  const named = choices === "auto" ? null : await loadSources(choices, readFile);
  for (const source of named ?? []) refuseWhereObjected(source, request);
  const found = await findRevisions(question);
  if (found.kind === "notFound") return everything(notFound(found.because, question.signal));
  const { revisions, store } = found;
  const remarks: Remarks = { notes: [revisions.how], warnings: [] };
  try {
    const answer = await answerFor(revisions, named, request, remarks);
    const compared = { base: revisions.base.commit, head: revisions.head.commit };
    return { answer, compared, ...remarks };
  } finally {
    await store.remove();
  }
}

function refuseWhereObjected(source: Source, { objection }: TargetsRequest): void {
  const because = objection(source);
  if (because !== null) throw new SourceError(because);
}

function everything(cause: AllCause): ComputedTargets {
  return { answer: { kind: "all", cause }, compared: null, notes: [], warnings: [] };
}

interface Remarks {
  readonly notes: string[];
  readonly warnings: string[];
}

function notFound(because: string, signal: AbortSignal): AllCause {
  const hint = signal.aborted
    ? MORE_TIME
    : "Check out the merge of the pull request with fetch-depth: 2, or let git fetch it: github-token, permission contents: read.";
  return { subject: "the two revisions", rule: `they could not be found: ${because}`, hint };
}

async function answerFor(
  revisions: Revisions,
  named: readonly Source[] | null,
  request: TargetsRequest,
  remarks: Remarks,
): Promise<TargetsAnswer> {
  try {
    const read = await rulesOfTrees(revisions);
    if (read.kind === "all") return read;
    const long = revisions.changed.find(({ path }) => path.length > LONGEST_PATH);
    if (long !== undefined) return { kind: "all", cause: tooLong(long) };
    const changed = revisions.changed.filter(({ path }) => !read.rules.isIgnored(path));
    const everywhere =
      mappingChanged(revisions.changed, named) ?? (await touchesEverything(changed, revisions, read.rules));
    if (everywhere !== null) return { kind: "all", cause: everywhere };
    if (changed.length === 0) return nothing(revisions.changed[0]);
    const sources = named ?? (await detected(revisions, request, remarks));
    if ("rule" in sources) return { kind: "all", cause: sources };
    const { checkout, signal } = request.question;
    const context = { base: revisions.base, head: revisions.head, changed, checkout, signal };
    return await askSources(sources, context, read.rules, remarks);
  } catch (error) {
    const cause = failureCause(error, request.question.signal);
    if (cause === null) throw error;
    return { kind: "all", cause };
  }
}

function tooLong({ path }: ChangedFile): AllCause {
  const rule = `its path has ${path.length} characters, and the limit is ${LONGEST_PATH}`;
  return { subject: `${path.slice(0, 100)}…`, rule, hint: "Give the file a shorter path." };
}

/** Null for a bug in this program. */
function failureCause(error: unknown, signal: AbortSignal): AllCause | null {
  const hint = signal.aborted ? MORE_TIME : null;
  if (error instanceof GitFailure) return { subject: "git", rule: error.message, hint };
  if (hint === null) return null;
  return { subject: "the deadline", rule: "it passed before the targets were known", hint };
}

function nothing(ignored: ChangedFile | undefined): TargetsAnswer {
  const cause: Cause =
    ignored === undefined
      ? { kind: "named", by: "the rule that no list is empty" }
      : { kind: "file", path: ignored.path };
  return { kind: "targets", targets: new Map([[NO_TARGET, cause]]) };
}

async function touchesEverything(
  changed: readonly ChangedFile[],
  trees: Trees,
  rules: TargetRules,
): Promise<AllCause | null> {
  const listed = changed.find(({ path }) => rules.isGlobal(path));
  if (listed !== undefined) {
    const hint = "Remove it from global in .github/merge-queue.yml if it does not.";
    return { subject: listed.path, rule: "the rules list it under global", hint };
  }
  const neverRuns = await neverRunning(changed, trees, rules);
  for (const { path } of changed) {
    const rule = rules.isNotGlobal(path) ? null : alwaysGlobal(path);
    if (rule === null || neverRuns(path)) continue;
    const hint = "If it does not, list it under not-global in .github/merge-queue.yml.";
    return { subject: path, rule, hint };
  }
  return null;
}

/** Tests for a workflow or action that no test branch can start, in either tree. */
async function neverRunning(
  changed: readonly ChangedFile[],
  { base, head }: Trees,
  { inert }: TargetRules,
): Promise<(path: string) => boolean> {
  if (!inert.has("code-host") || !changed.some(({ path }) => NEVER_RUN.test(path))) return () => false;
  const live = [await liveWorkflows(base), await liveWorkflows(head)];
  return (path) => NEVER_RUN.test(path) && live.every((paths) => paths !== null && !paths.has(path));
}

/** Applies even to a file that a rule ignores: it decides what the targets are. */
function mappingChanged(changed: readonly ChangedFile[], named: readonly Source[] | null): AllCause | null {
  const given = named?.flatMap(({ decidingFiles }) => decidingFiles ?? []) ?? [USUAL_MAPPING];
  const deciding = given.map((path) => repositoryPath(path));
  // The path may be given as absolute, or relative to a folder that contains the checkout.
  const mapping = changed.find(({ path }) => deciding.some((one) => `/${one}`.endsWith(`/${path}`)));
  if (mapping === undefined) return null;
  const hint = "Change it in a separate pull request.";
  return { subject: mapping.path, rule: "the targets are read from it, and it has changed", hint };
}

async function detected(
  { base, head }: Revisions,
  request: TargetsRequest,
  remarks: Remarks,
): Promise<readonly Source[] | AllCause> {
  const found = await detectSource(base, head, request.readFile);
  if (found.kind === "all") return found.cause;
  refuseWhereObjected(found.source, request);
  remarks.notes.push(found.note);
  return [found.source];
}

async function askSources(
  sources: readonly Source[],
  context: SourceContext,
  rules: TargetRules,
  remarks: Remarks,
): Promise<TargetsAnswer> {
  const answered: AnsweredSource[] = [];
  for (const source of sources) {
    const answer = await source.answer(context);
    if (answer.kind === "all") return answer;
    remarks.warnings.push(...(answer.warnings ?? []));
    remarks.notes.push(...(answer.notes ?? []));
    answered.push({ source, answer, context });
  }
  const unowned = context.changed.filter(
    ({ path }) => !answered.some(({ answer }) => answer.owned.has(path)),
  );
  const settled = await settleUnowned(unowned, answered, context, rules.inert);
  if ("rule" in settled) return { kind: "all", cause: settled };
  const names = namespacesOf(answered);
  const targets = combinedTargets(answered, names);
  for (const { answered: one, targets: readers } of settled.readers)
    addInList(targets, one.source, readers, names);
  const cause = await followExtraEdges(targets, rules.extraEdges, names);
  if (cause !== null) return { kind: "all", cause };
  remarks.warnings.push(...(await misspeltTargets(rules.extraEdges, names)));
  return targets.size === 0 ? nothing(context.changed[0]) : { kind: "targets", targets };
}

type Found =
  | { readonly kind: "rules"; readonly rules: TargetRules }
  | { readonly kind: "all"; readonly cause: AllCause };

interface Trees {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
}

/** Reads the rules of both trees. If they differ, neither can be trusted for this change. */
async function rulesOfTrees({ base, head, changed }: Trees): Promise<Found> {
  try {
    const before = await rulesOf(base);
    await rulesOf(head);
    const isChanged = changed.some(({ path }) => path === RULES_FILE || path === OTHER_SPELLING);
    if (!isChanged) return { kind: "rules", rules: before };
    return all("the rules themselves have changed", "Change the rules in a separate pull request.");
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return all(
      `it cannot be used: ${error.message}`,
      "Correct the file: it may contain ignore, not-global and extra-edges.",
    );
  }
}

async function rulesOf(tree: Tree): Promise<TargetRules> {
  const entry = (await tree.entries()).get(RULES_FILE);
  if ((await tree.entries()).has(OTHER_SPELLING)) {
    throw new RulesError(`it must be called ${RULES_FILE}, not ${OTHER_SPELLING}`);
  }
  if (entry === undefined) return NO_RULES;
  const bytes = (await tree.read([RULES_FILE])).get(RULES_FILE);
  if (bytes === undefined) throw new RulesError("it is not a regular file");
  return readRules(bytes);
}

function all(rule: string, hint: string): Found {
  return { kind: "all", cause: { subject: RULES_FILE, rule, hint } };
}
