/** The verdicts on entries that left, as their own pages show them. Evidence is read once and then remembered. */
import { VERDICT_OF_CODE } from "../../../domain/exit-verdict.js";
import type { EntryId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { REASON_CODES, type ReasonCode } from "../../../domain/reason.js";
import type { VerdictKind } from "../../../domain/verdict-kinds.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { type ExitReader, readExit } from "../../queue/read-exit.js";

/** For a day, later exits of other entries may change a verdict; the hour more is for safety. */
const SETTLED_MS = 25 * 3_600_000;
const RECENT_KEPT_MS = 60_000;
const MOST_KEPT = 20_000;

interface Kept {
  readonly verdict: VerdictKind;
  readonly until: number;
}

export class ExitJudge {
  readonly #history: ExitReader;
  readonly #now: () => number;
  readonly #kept = new Memo<Kept, EntryId>(MOST_KEPT);

  constructor(history: ExitReader, now: () => number) {
    this.#history = history;
    this.#now = now;
  }

  async verdictOn(queue: Queue, entry: Entry): Promise<VerdictKind> {
    const known = verdictOfCode(entry.reason?.code ?? null);
    if (known !== null) return known;
    const now = this.#now();
    const kept = this.#kept.get(entry.id);
    if (kept !== undefined && kept.until > now) return kept.verdict;
    const exit = await readExit(queue, entry, this.#history);
    const verdict = exit?.verdict ?? "withdrawn";
    const isSettled = now - entry.stateSince > SETTLED_MS;
    const until = isSettled ? Number.POSITIVE_INFINITY : now + RECENT_KEPT_MS;
    this.#kept.set(entry.id, { verdict, until });
    return verdict;
  }
}

/** null: the evidence decides. */
export function verdictOfCode(code: ReasonCode | null): VerdictKind | null {
  if (code === null) return "withdrawn";
  const row = VERDICT_OF_CODE[code];
  if (row.kind === "one") return row.verdict;
  return row.kind === "remains" ? "withdrawn" : null;
}

/** The codes whose verdict depends on evidence. */
export const CODES_TO_JUDGE: readonly ReasonCode[] = REASON_CODES.filter(
  (code) => verdictOfCode(code) === null,
);

/** The codes that may have this verdict. */
export function codesOfVerdict(verdict: VerdictKind): readonly ReasonCode[] {
  return REASON_CODES.filter((code) => [verdict, null].includes(verdictOfCode(code)));
}
