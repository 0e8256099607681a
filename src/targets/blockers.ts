/**
 * What makes everything impacted before a source is asked: the rules, a mapping, or a file that every target depends on.
 * The search ends with the first blocker, unless the caller wants each of them.
 */
import { alwaysGlobal } from "./rules/global-inputs.js";
import type { TargetRules } from "./rules/rules-file.js";
import type { AllCause, ChangedFile, Source, SourceAnswer } from "./source.js";
import { USUAL_MAPPING } from "./sources/sources.js";
import { repositoryPath, type Tree } from "./tree.js";
import { type WorkflowEffects, workflowEffects } from "./workflows/workflow-effects.js";

export interface Blocker extends AllCause {
  /** The subject is a changed file that no target owns, and that no rule protects. */
  readonly isUnowned: boolean;
}

export interface Trees {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
  /** Of the queue; without it, any branch may be. */
  readonly targetBranch?: string | null;
}

export class Blockers {
  readonly found: Blocker[] = [];
  readonly wantsEvery: boolean;
  readonly #known = new Set<string>();

  constructor(wantsEvery: boolean) {
    this.wantsEvery = wantsEvery;
  }

  /** Returns whether the answer is known, and nothing else is wanted. Several sources may have found the same. */
  add(causes: readonly AllCause[], isUnowned = false): boolean {
    for (const cause of causes) {
      const key = JSON.stringify([cause.subject, cause.rule]);
      if (!this.#known.has(key)) this.found.push({ ...cause, isUnowned });
      this.#known.add(key);
    }
    return this.found.length > 0 && !this.wantsEvery;
  }
}

/** No common system can check out a longer path, and matching a pattern takes time in proportion to the path. */
const LONGEST_PATH = 4_096;

export function isTooLong({ path }: ChangedFile): boolean {
  return path.length > LONGEST_PATH;
}

export function tooLong({ path }: ChangedFile): AllCause {
  const rule = `its path has ${path.length} characters, and the limit is ${LONGEST_PATH}`;
  return { subject: `${path.slice(0, 100)}…`, rule, hint: "Give the file a shorter path." };
}

/** Applies even to a file that a rule ignores: it decides what the targets are. */
export function changedMappings(
  changed: readonly ChangedFile[],
  named: readonly Source[] | null,
): readonly AllCause[] {
  const given = named?.flatMap(({ decidingFiles }) => decidingFiles ?? []) ?? [USUAL_MAPPING];
  const deciding = given.map((path) => repositoryPath(path));
  // The path may be given as absolute, or relative to a folder that contains the checkout.
  const mappings = changed.filter(({ path }) => deciding.some((one) => `/${one}`.endsWith(`/${path}`)));
  const hint = "Change it in a separate pull request.";
  return mappings.map(({ path }) => ({
    subject: path,
    rule: "the targets are read from it, and it has changed",
    hint,
  }));
}

/** Files that affect all targets; those of the rules come first. */
export function globalChanges(
  changed: readonly ChangedFile[],
  rules: TargetRules,
  workflows: WorkflowEffects,
): readonly AllCause[] {
  const listed = changed.filter(({ path }) => rules.isGlobal(path));
  const causes: AllCause[] = listed.map(({ path }) => ({
    subject: path,
    rule: "the rules list it under global",
    hint: "Remove it from global in .github/merge-queue.yml if it does not.",
  }));
  const others = listed.length === 0 ? changed : changed.filter((file) => !listed.includes(file));
  for (const { path } of others) {
    const effect = workflows.get(path);
    const rule = rules.isNotGlobal(path) ? null : (alwaysGlobal(path) ?? (effect ? "it is an action" : null));
    if (rule === null || (effect !== undefined && effect.kind !== "everything")) continue;
    const difference = effect?.difference ?? null;
    causes.push(globalCause(path, difference === null ? rule : `${rule}; ${difference}`));
  }
  return causes;
}

function globalCause(path: string, rule: string): AllCause {
  const hint = "If it does not, list it under not-global in .github/merge-queue.yml.";
  return { subject: path, rule, hint };
}

/** Of changed files of GitHub Actions; empty where the rules give them none. Rules of the user come first. */
export async function changedWorkflows(
  changed: readonly ChangedFile[],
  { base, head, targetBranch = null }: Trees,
  rules: TargetRules,
): Promise<WorkflowEffects> {
  if (!rules.inert.has("code-host")) return new Map();
  const open = changed.filter(({ path }) => !rules.isGlobal(path) && !rules.isNotGlobal(path));
  return workflowEffects(open, [base, head], targetBranch);
}

/** Workflows that only some paths start, whose targets no source has found; one source knows its own targets only. */
export function unfollowedWorkflows(
  limited: Iterable<string>,
  answers: readonly Extract<SourceAnswer, { kind: "targets" }>[],
): readonly AllCause[] {
  const [only, ...others] = answers;
  return [...limited].flatMap((path) => {
    const [rule = alwaysGlobal(path)] = only?.disowned?.get(path) ?? [];
    const isFollowed = others.length === 0 && only?.followed?.has(path) === true;
    return isFollowed || rule === null ? [] : [globalCause(path, rule)];
  });
}
