/** What an author wants to know first: why the pull request waits or left, and what to do next. */
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { VerdictKind } from "../../../domain/verdict-kinds.js";
import { explainWait } from "../../../engine/explain/wait.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { type ExitReader, readExit } from "../../queue/read-why.js";

export interface Answer {
  /** The same as in comments, the API and `merge-queue why`; contains untrusted names. */
  readonly sentence: string;
  /** What the author does next; null if the sentence has it. */
  readonly next: string | null;
  /** null while it waits. */
  readonly verdict: VerdictKind | null;
}

export async function readAnswer(
  queue: Queue,
  entry: Entry,
  now: number,
  history: ExitReader,
): Promise<Answer> {
  const exit = await readExit(queue, entry, history);
  if (exit !== null) return { sentence: exit.sentence, next: exit.next, verdict: exit.verdict };
  return { sentence: explainWait(queue, entry, now).sentence, next: null, verdict: null };
}

export function verdictTitle(verdict: VerdictKind): string {
  return VERDICTS[verdict].title;
}
