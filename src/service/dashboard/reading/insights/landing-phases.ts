/** Where the time of a landed entry went, from its submission to its landing: every millisecond in exactly one phase. */
import type { TestRunId } from "../../../../domain/ids.js";
import type { Transition } from "../../../../engine/model/decision.js";

export const PHASES = {
  readiness: "Waiting for readiness",
  paused: "Queue paused",
  slot: "Waiting for a slot or a batch",
  ownLag: "The service's own lag",
  ciQueue: "CI queue",
  ciRun: "CI run",
  discarded: "Runs whose result was not used",
  predecessors: "Waiting for predecessors",
} as const;
export type Phase = keyof typeof PHASES;

export function isPhase(name: string): name is Phase {
  return Object.hasOwn(PHASES, name);
}

export type PhaseTimes = Readonly<Record<Phase, number>>;

/** When the service and CI did their part of a test run; null: not recorded. */
export interface RunTimes {
  /** CI was started on the test branch. */
  readonly startedAt: number | null;
  /** The first report of a check that had begun. */
  readonly begunAt: number | null;
  /** The newest report. */
  readonly reportedAt: number | null;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Surroundings {
  readonly timesOf: (run: TestRunId) => RunTimes | undefined;
  /** When the queue was paused or draining. */
  readonly pauses: readonly Span[];
  /** The landing before this one on the branch; null: unknown. */
  readonly previousLandingAt: number | null;
}

export const NO_TIMES: PhaseTimes = {
  readiness: 0,
  paused: 0,
  slot: 0,
  ownLag: 0,
  ciQueue: 0,
  ciRun: 0,
  discarded: 0,
  predecessors: 0,
};

/** `moves` are those of one submission, oldest first, up to its landing. */
export function landingPhases(moves: readonly Transition[], around: Surroundings): PhaseTimes {
  const times: Record<Phase, number> = { ...NO_TIMES };
  const add = (phase: Phase, { from, to }: Span) => {
    times[phase] += Math.max(0, to - from);
  };
  const decisive = decisiveRun(moves);
  for (const [index, { at, to: state, run }] of moves.entries()) {
    const until = moves[index + 1]?.at ?? at;
    const span = { from: at, to: Math.max(at, until) };
    switch (state) {
      case "notReady":
        // A queue that is paused admits nothing.
        for (const part of spread(span, around.pauses)) add(part.isPaused ? "paused" : "readiness", part);
        break;
      case "pending":
        for (const part of spread(span, around.pauses)) add(part.isPaused ? "paused" : "slot", part);
        break;
      case "testing":
        if (run !== null && run !== decisive) add("discarded", span);
        else addRun(span, run === null ? undefined : around.timesOf(run), add);
        break;
      case "pendingFailure":
        add("predecessors", span);
        break;
      case "testsPassed":
        for (const part of spread(span, around.pauses)) addPassed(part, around.previousLandingAt, add);
        break;
      case "merged":
      case "failed":
      case "cancelled":
        break;
    }
  }
  return times;
}

/** The run that it landed on, or its newest one if it landed on that of a successor. */
function decisiveRun(moves: readonly Transition[]): TestRunId | null {
  const tested = moves.flatMap(({ to, run }) => (to === "testing" && run !== null ? [run] : []));
  const last = moves.at(-1)?.run ?? null;
  return last !== null && tested.includes(last) ? last : (tested.at(-1) ?? null);
}

type Add = (phase: Phase, span: Span) => void;

function addRun(span: Span, times: RunTimes | undefined, add: Add): void {
  const within = (at: number) => Math.min(Math.max(at, span.from), span.to);
  const startedAt = within(times?.startedAt ?? span.from);
  // Reported once, when it was over: when it began is unknown.
  const seenRunningAt = times?.begunAt === times?.reportedAt ? null : times?.begunAt;
  const begunAt = Math.max(startedAt, within(seenRunningAt ?? startedAt));
  add("ownLag", { from: span.from, to: startedAt });
  add("ciQueue", { from: startedAt, to: begunAt });
  add("ciRun", { from: begunAt, to: span.to });
}

/** A branch lands one after the other: until the one before has landed, it waits for that, and then for the push. */
function addPassed(part: SpreadSpan, previousLandingAt: number | null, add: Add): void {
  if (part.isPaused) {
    add("paused", part);
    return;
  }
  const free = Math.min(Math.max(previousLandingAt ?? part.from, part.from), part.to);
  add("predecessors", { from: part.from, to: free });
  add("ownLag", { from: free, to: part.to });
}

interface SpreadSpan extends Span {
  readonly isPaused: boolean;
}

/** The parts of a span inside and outside pauses, which are in order and do not overlap. */
function spread(span: Span, pauses: readonly Span[]): readonly SpreadSpan[] {
  const parts: SpreadSpan[] = [];
  let { from } = span;
  for (const pause of pauses) {
    if (pause.to <= from || pause.from >= span.to) continue;
    const begin = Math.max(from, pause.from);
    const end = Math.min(span.to, pause.to);
    parts.push({ from, to: begin, isPaused: false }, { from: begin, to: end, isPaused: true });
    from = end;
  }
  return [...parts, { from, to: span.to, isPaused: false }];
}
