/** What an author wants to know first: why the pull request waits or left, and what to do next. */
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { VerdictKind } from "../../../domain/verdict-kinds.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { explainWait } from "../../../engine/explain/wait.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { type ExitReader, readExit } from "../../queue/read-why.js";

export interface Answer {
  /** The same as in comments, the API and `merge-queue why`; contains untrusted names. */
  readonly sentence: string;
  /** What the author does next; null if the sentence has it. */
  readonly next: string | null;
  /** The verdict with its evidence; null while it waits. */
  readonly exit: Exit | null;
  /** null: unknown. */
  readonly expected: Estimate | null;
}

export async function readAnswer(
  queue: Queue,
  entry: Entry,
  now: number,
  history: ExitReader & Pick<QueueStore, "past">,
): Promise<Answer> {
  const exit = await readExit(queue, entry, history);
  if (exit !== null) return { sentence: exit.sentence, next: exit.next, exit, expected: null };
  const estimates = await readEstimates(queue, now, history);
  const { sentence, expected } = explainWait(queue, entry, now, { estimates });
  return { sentence, next: null, exit: null, expected };
}

export function verdictTitle(verdict: VerdictKind): string {
  return VERDICTS[verdict].title;
}
