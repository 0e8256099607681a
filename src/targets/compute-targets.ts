/**
 * START HERE for impacted targets: from a question about revisions to the list, or to the one cause that makes everything
 * impacted. Anything unknown counts as everything, and the answer is never an empty list.
 */
import { errorText } from "../domain/thrown.js";
import { type Answered, answerBetween, MORE_TIME } from "./answer-between.js";
import { detectSource, loadSources } from "./choose-sources.js";
import { findRevisions } from "./revisions/find-revisions.js";
import type { FoundRevisions, RevisionQuestion, Revisions } from "./revisions/question.js";
import type { AllCause, Source, SourceMaterial } from "./source.js";
import { SourceError, UnknownRevision } from "./source.js";
import type { SourceChoices } from "./source-choice.js";
import type { Tree } from "./tree.js";

export { NO_TARGET, type TargetsAnswer } from "./answer-between.js";

export interface TargetsRequest {
  readonly choices: SourceChoices;
  readonly question: RevisionQuestion;
  readonly readFile: SourceMaterial["readFile"];
  /** Why the source may not be used here, as a sentence; null when it may. */
  readonly objection: (source: Source) => string | null;
  /** Finds each cause of `ALL` instead of the first. */
  readonly wantsEveryBlocker?: boolean;
}

export interface ComputedTargets extends Pick<Answered, "answer"> {
  /** Each cause of `ALL`, on request. */
  readonly blockers?: readonly AllCause[];
  /** The commits that were compared; null when they were not found. */
  readonly compared: { readonly base: string; readonly head: string } | null;
  /** Information for the user, one sentence each. */
  readonly notes: readonly string[];
  /** What the user should change, one sentence each. */
  readonly warnings: readonly string[];
}

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
  const onHead = (head: Tree) => {
    for (const source of named ?? []) source.readAhead?.(head);
  };
  const found = await findRevisions({ onHead, ...question });
  if (found.kind === "notFound") {
    if (found.unknown !== undefined) throw new UnknownRevision(found.unknown.role, found.unknown.name);
    return everything(notFound(found, question.signal));
  }
  const { revisions, store } = found;
  try {
    return await between(revisions, named, request);
  } finally {
    await store.remove();
  }
}

async function between(
  revisions: Revisions,
  named: readonly Source[] | null,
  request: TargetsRequest,
): Promise<ComputedTargets> {
  const notes = [revisions.how];
  const warnings: string[] = [];
  const { wanted } = request.question;
  const targetBranch = wanted.kind === "pullRequest" ? wanted.baseBranch : null;
  const { answer, blockers } = await answerBetween(
    { ...revisions, targetBranch },
    {
      named,
      detect: (base, head) => detected(base, head, request, notes),
      checkout: request.question.checkout,
      signal: request.question.signal,
      wantsEveryBlocker: request.wantsEveryBlocker === true,
      warn: (sentence) => warnings.push(sentence),
      note: (sentence) => notes.push(sentence),
    },
  );
  const compared = { base: revisions.base.commit, head: revisions.head.commit };
  const every = request.wantsEveryBlocker === true ? { blockers: blockers.map(withoutMark) } : {};
  return { answer, ...every, compared, notes, warnings };
}

function withoutMark({ subject, rule, hint }: AllCause): AllCause {
  return { subject, rule, hint };
}

function refuseWhereObjected(source: Source, { objection }: TargetsRequest): void {
  const because = objection(source);
  if (because !== null) throw new SourceError(because);
}

type NotFound = Extract<FoundRevisions, { kind: "notFound" }>;

function everything(cause: AllCause): ComputedTargets {
  return { answer: { kind: "all", cause }, compared: null, notes: [], warnings: [] };
}

const FETCH_MORE =
  "Check out the merge of the pull request with fetch-depth: 2, or let git fetch it: github-token, permission contents: read.";

function notFound({ because, hint }: NotFound, signal: AbortSignal): AllCause {
  const rule = `they could not be found: ${because}`;
  return { subject: "the two revisions", rule, hint: signal.aborted ? MORE_TIME : (hint ?? FETCH_MORE) };
}

async function detected(
  base: Tree,
  head: Tree,
  request: TargetsRequest,
  notes: string[],
): Promise<readonly Source[] | AllCause> {
  const found = await detectSource(base, head, request.readFile);
  if (found.kind === "all") return found.cause;
  refuseWhereObjected(found.source, request);
  notes.push(found.note);
  return [found.source];
}
