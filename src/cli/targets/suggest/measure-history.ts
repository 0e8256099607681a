/** The answer for each change of a history, under the rules of today. */
import { answerBetween } from "../../../targets/answer-between.js";
import type { Blocker } from "../../../targets/blockers.js";
import type { TargetRules } from "../../../targets/rules/rules-file.js";
import type { Source } from "../../../targets/source.js";
import type { History } from "./read-history.js";

export interface MeasuredChange {
  readonly commit: string;
  /** Empty if the answer is a list. */
  readonly blockers: readonly Blocker[];
  /** The targets of the files that do not block; null if they are not known. */
  readonly targets: ReadonlySet<string> | null;
}

export interface MeasureQuestion {
  readonly history: History;
  readonly sources: readonly Source[];
  readonly rules: TargetRules;
  readonly signal: AbortSignal;
  /** Called before each change. */
  readonly onProgress: (done: number) => void;
}

export async function measureHistory(question: MeasureQuestion): Promise<readonly MeasuredChange[]> {
  const { history, sources, rules, signal, onProgress } = question;
  const measured: MeasuredChange[] = [];
  for await (const { commit, ...trees } of history.changes()) {
    signal.throwIfAborted();
    onProgress(measured.length);
    const { blockers, unblocked } = await answerBetween(trees, {
      named: sources,
      detect: () => Promise.resolve(sources),
      checkout: null,
      signal,
      wantsEveryBlocker: true,
      rules,
      warn: () => undefined,
      note: () => undefined,
    });
    measured.push({ commit, blockers, targets: unblocked === null ? null : new Set(unblocked.keys()) });
  }
  return measured;
}

/** Pairs of lists that share no name; `ALL`, which is null, shares a name with every list. */
export function pairsApart(lists: readonly (ReadonlySet<string> | null)[]): number {
  let apart = 0;
  for (const [index, one] of lists.entries()) {
    if (one === null) continue;
    for (const other of lists.slice(0, index)) if (other !== null && areDisjoint(one, other)) apart += 1;
  }
  return apart;
}

function areDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const name of few) if (many.has(name)) return false;
  return true;
}
