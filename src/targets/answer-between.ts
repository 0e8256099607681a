/** From two trees and the files that differ between them to the list, or to what makes everything impacted. */
import {
  type Blocker,
  Blockers,
  changedMappings,
  changedWorkflows,
  globalChanges,
  isTooLong,
  type Trees,
  tooLong,
  unfollowedWorkflows,
} from "./blockers.js";
import { type AnsweredSource, addInList, combinedTargets, namespacesOf } from "./combine-answers.js";
import { followExtraEdges, misspeltTargets } from "./follow-extra-edges.js";
import { GitFailure } from "./git/run-git.js";
import { globalUnlessFollowed } from "./rules/global-inputs.js";
import { RULES_FILE, type TargetRules } from "./rules/rules-file.js";
import { rulesOfTrees } from "./rules/rules-of-trees.js";
import { settleUnowned } from "./settle-unowned.js";
import type { AllCause, Cause, ChangedFile, Source, SourceContext } from "./source.js";
import type { Tree } from "./tree.js";
import type { WorkflowEffects } from "./workflows/workflow-effects.js";

export type TargetsAnswer =
  | { readonly kind: "all"; readonly cause: AllCause }
  /** Has at least one name. */
  | { readonly kind: "targets"; readonly targets: ReadonlyMap<string, Cause> };

export interface Answered {
  readonly answer: TargetsAnswer;
  /** What makes everything impacted: the first cause, or each of them on request; empty for a list. */
  readonly blockers: readonly Blocker[];
  /** The targets of the files that do not block, when each blocker was requested; null if they are not known. */
  readonly unblocked: ReadonlyMap<string, Cause> | null;
}

export interface BetweenQuestion {
  /** Null: `detect` chooses. */
  readonly named: readonly Source[] | null;
  readonly detect: (base: Tree, head: Tree) => Promise<readonly Source[] | AllCause>;
  readonly checkout: string | null;
  readonly signal: AbortSignal;
  /** Finds each blocker instead of the first. */
  readonly wantsEveryBlocker: boolean;
  /** Instead of the rules of the base tree. */
  readonly rules?: TargetRules;
  /** Receives what the user should change. */
  readonly warn: (sentence: string) => void;
  readonly note: (sentence: string) => void;
}

/**
 * The only name in the list of a change that touches no target: services disagree about the meaning of an empty list.
 */
export const NO_TARGET = "merge-queue:no-target";

/** The hint for everything that the deadline stops, git included. */
export const MORE_TIME = "Raise targets-timeout.";

/** Throws `SourceError`. A failure of git, and a deadline, are part of the answer. */
export async function answerBetween(trees: Trees, question: BetweenQuestion): Promise<Answered> {
  const blockers = new Blockers(question.wantsEveryBlocker);
  try {
    const targets = await unblockedTargets(trees, question, blockers);
    return answered(blockers, targets);
  } catch (error) {
    const cause = failureCause(error, question.signal);
    if (cause === null) throw error;
    blockers.add([cause]);
    return answered(blockers, null);
  }
}

function answered({ found }: Blockers, unblocked: ReadonlyMap<string, Cause> | null): Answered {
  const [blocker] = found;
  if (blocker !== undefined) {
    const { subject, rule, hint } = blocker;
    return { answer: { kind: "all", cause: { subject, rule, hint } }, blockers: found, unblocked };
  }
  if (unblocked === null) throw new Error("targets are unknown only where a blocker has the reason");
  return { answer: { kind: "targets", targets: unblocked }, blockers: found, unblocked };
}

/** Null for a bug in this program. */
function failureCause(error: unknown, signal: AbortSignal): AllCause | null {
  const hint = signal.aborted ? MORE_TIME : null;
  if (error instanceof GitFailure) return { subject: "git", rule: error.message, hint };
  if (hint === null) return null;
  return { subject: "the deadline", rule: "it passed before the targets were known", hint };
}

/** Null when they are not known; a blocker then has the reason. */
async function unblockedTargets(
  trees: Trees,
  question: BetweenQuestion,
  blockers: Blockers,
): Promise<ReadonlyMap<string, Cause> | null> {
  const read = await rulesOfTrees(trees);
  if (blockers.add(read.cause === null ? [] : [read.cause])) return null;
  const rules = question.rules ?? read.rules;
  if (rules === null) return null;
  const { named } = question;
  if (blockers.add(trees.changed.filter(isTooLong).map(tooLong))) return null;
  const changed = trees.changed.filter((file) => !rules.isIgnored(file.path) && !isTooLong(file));
  if (blockers.add(changedMappings(trees.changed, named))) return null;
  const effects = await changedWorkflows(changed, trees, rules);
  if (blockers.add(globalChanges(changed, rules, effects))) return null;
  const blocking = new Set(blockers.found.map(({ subject }) => subject));
  const open = changed.filter(({ path }) => !blocking.has(path) && path !== RULES_FILE);
  if (open.length === 0) return nothing(trees.changed[0]);
  const sources = named ?? (await question.detect(trees.base, trees.head));
  if ("rule" in sources) {
    blockers.add([sources]);
    return null;
  }
  const { checkout, signal } = question;
  const { base, head } = trees;
  const wantsEveryCause = question.wantsEveryBlocker;
  const workflows = limitedIn(effects);
  const context = { base, head, changed: open, checkout, workflows, wantsEveryCause, signal };
  const alone = [...effects].flatMap(([path, { kind }]) => (kind === "alone" ? path : []));
  return askSources(sources, context, { rules, blockers, alone, warn: question.warn, note: question.note });
}

function nothing(ignored: ChangedFile | undefined): ReadonlyMap<string, Cause> {
  const cause: Cause =
    ignored === undefined
      ? { kind: "named", by: "the rule that no list is empty" }
      : { kind: "file", path: ignored.path };
  return new Map([[NO_TARGET, cause]]);
}

function limitedIn(effects: WorkflowEffects): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...effects].flatMap(([path, effect]) =>
      effect.kind === "limited" ? [[path, effect.places] as const] : [],
    ),
  );
}

interface Asking {
  readonly rules: TargetRules;
  readonly blockers: Blockers;
  /** Changed files that are a target for each other alone. */
  readonly alone: readonly string[];
  readonly warn: (sentence: string) => void;
  readonly note: (sentence: string) => void;
}

async function askSources(
  sources: readonly Source[],
  context: SourceContext,
  { rules, blockers, alone, warn, note }: Asking,
): Promise<ReadonlyMap<string, Cause> | null> {
  const answers: AnsweredSource[] = [];
  let isComplete = true;
  for (const source of sources) {
    const answer = await source.answer(context);
    if (answer.kind === "all") {
      isComplete = false;
      if (blockers.add([answer.cause, ...(answer.rest?.causes ?? [])])) return null;
      if (answer.rest?.known != null) answers.push({ source, ...answer.rest.known });
      continue;
    }
    answer.warnings?.forEach(warn);
    answer.notes?.forEach(note);
    answers.push({ source, answer, context });
  }
  if (answers.length < sources.length) return null;
  const given = answers.map(({ answer }) => answer);
  if (blockers.add(unfollowedWorkflows(context.workflows?.keys() ?? [], given))) return null;
  // One source knows the readers among its own targets only.
  const isFollowed = (path: string, followed?: ReadonlySet<string>) =>
    answers.length === 1 && followed?.has(path) === true;
  const isAccounted = (path: string, { owned, followed }: AnsweredSource["answer"]) =>
    owned.has(path) &&
    (globalUnlessFollowed(path) === null || rules.isNotGlobal(path) || isFollowed(path, followed));
  const unowned = context.changed.filter(
    ({ path }) => !answers.some(({ answer }) => isAccounted(path, answer)),
  );
  const settled = await settleUnowned(unowned, answers, context, {
    allowed: rules.inert,
    wantsEvery: blockers.wantsEvery,
  });
  const isKnown = blockers.add(settled.unowned, true);
  if (blockers.add(settled.protected) || isKnown || !isComplete) return null;
  const [only] = answers;
  // A long list is not copied.
  const more = settled.readers.length + rules.extraEdges.length + alone.length;
  if (only !== undefined && answers.length === 1 && more === 0)
    return only.answer.targets.size === 0 ? nothing(context.changed[0]) : only.answer.targets;
  const names = namespacesOf(answers);
  const targets = combinedTargets(answers, names);
  for (const { answered: one, targets: readers } of settled.readers)
    addInList(targets, one.source, readers, names);
  for (const path of alone) if (!targets.has(path)) targets.set(path, { kind: "file", path });
  const cause = await followExtraEdges(targets, rules.extraEdges, names);
  if (cause !== null) {
    blockers.add([cause]);
    return null;
  }
  for (const warning of await misspeltTargets(rules.extraEdges, names)) warn(warning);
  return targets.size === 0 ? nothing(context.changed[0]) : targets;
}
