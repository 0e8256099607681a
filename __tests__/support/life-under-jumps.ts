/**
 * One life of a queue whose clock jumps, corrected by the rule of the service. A second clock, which is never set, shows
 * whether a deadline came before its time, or much later.
 */
import { decide } from "../../src/engine/decide.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { brokenInvariants } from "../../src/engine/model/invariants.js";
import { allRuns } from "../../src/engine/model/lookup.js";
import type { Batch, Entry, Queue, TestRun } from "../../src/engine/model/queue.js";
import { clockCorrection } from "../../src/service/work/background.js";
import { ForwardSteps } from "../../src/service/work/steady-clock.js";
import type { Decide } from "./engine-world.js";
import { aQueue, BEGINNING, factsOf, startedAsOrdered } from "./queue-builder.js";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const TIMEOUT_MINUTES = 30;
const WAIT_MINUTES = 10;
const NOT_READY_HOURS = 1;
/** The loop looks at every queue once in so long. */
const POLL_MS = MINUTE_MS;
/** A clock that is wrong by less is not corrected, and may make a deadline so much earlier or later. */
const UNCORRECTED_MS = 5 * SECOND_MS;

export type JumpStep =
  | { readonly kind: "pass"; readonly minutes: number }
  /** The clock is set. */
  | { readonly kind: "jump"; readonly byMs: number }
  /** The clock is elsewhere for half a second, in which a pull request may be submitted. */
  | { readonly kind: "blip"; readonly byMs: number; readonly submits: boolean }
  | { readonly kind: "submit"; readonly isReady: boolean }
  /** Another process takes over, which knows nothing of earlier steps of the clock. */
  | { readonly kind: "restart" };

/** What a life broke, in sentences; its events lead from the first queue to the last one. */
export interface LifeUnderJumps {
  readonly broken: readonly string[];
  readonly first: Queue;
  readonly events: readonly QueueEvent[];
  readonly last: Queue;
}

export function liveUnderJumps(steps: readonly JumpStep[], engine: Decide = decide): LifeUnderJumps {
  const life = new Life(engine);
  for (const step of steps) life.live(step);
  return life;
}

class Life implements LifeUnderJumps {
  readonly broken: string[] = [];
  readonly events: QueueEvent[] = [];
  readonly first: Queue = aQueue({
    ...{ batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: WAIT_MINUTES, concurrency: 50 },
    ...{ testingTimeoutMinutes: TIMEOUT_MINUTES, notReadyTimeoutHours: NOT_READY_HOURS },
  });
  last: Queue = this.first;
  readonly #engine: Decide;
  /** By the clock that is never set. */
  #elapsedMs = 0;
  #offsetMs = BEGINNING;
  #forward = new ForwardSteps();
  #jumpedAt = 0;
  #wakeAt: number | null = null;
  #submitted = 0;
  readonly #startedAt = new Map<TestRun["id"], number>();
  readonly #submittedAt = new Map<Entry["id"], number>();

  constructor(engine: Decide) {
    this.#engine = engine;
  }

  live(step: JumpStep): void {
    switch (step.kind) {
      case "pass":
        this.#pass(step.minutes * MINUTE_MS);
        return;
      case "jump":
        this.#jump(step.byMs);
        return;
      case "blip":
        this.#jump(step.byMs);
        if (step.submits) this.#submit(true);
        this.#elapsedMs += SECOND_MS / 2;
        this.#jump(-step.byMs);
        return;
      case "submit":
        this.#submit(step.isReady);
        return;
      case "restart":
        this.#poll();
        this.#forward = new ForwardSteps();
    }
  }

  #now(): number {
    return this.#offsetMs + this.#elapsedMs;
  }

  #jump(byMs: number): void {
    this.#offsetMs += byMs;
    this.#forward.set(this.#now(), byMs);
    this.#jumpedAt = this.#elapsedMs;
  }

  #pass(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= POLL_MS) {
      this.#elapsedMs += Math.min(left, POLL_MS);
      this.#poll();
      this.broken.push(...this.#late());
    }
  }

  #poll(): void {
    this.#correct();
    if (this.#wakeAt !== null && this.#wakeAt <= this.#now())
      this.#record({ kind: "timePassed", at: this.#now() });
  }

  #submit(isReady: boolean): void {
    this.#submitted += 1;
    this.#record({
      kind: "entrySubmitted",
      at: this.#now(),
      facts: { ...factsOf(this.#submitted), draft: !isReady },
      priority: 100,
      usedDefaultPriority: true,
      noBatch: false,
      targets: null,
      earlierEntry: null,
    });
  }

  /** As the service does it: a correction of the clock comes before the event. */
  #record(event: QueueEvent): void {
    this.#correct();
    this.#decide(event);
    const awayMs = Math.abs(this.last.now - this.#now());
    if (awayMs > UNCORRECTED_MS) this.broken.push(`the queue's time is ${awayMs} ms from the clock`);
  }

  #correct(): void {
    const clock = { now: () => this.#now(), setForwardSince: (at: number) => this.#forward.since(at) };
    const correction = clockCorrection(this.last, clock);
    if (correction !== null) this.#decide(correction);
  }

  #decide(event: QueueEvent): void {
    const before = this.last;
    const decision = this.#engine(before, event);
    this.events.push(event);
    this.last = decision.queue;
    this.#wakeAt = decision.wakeAt;
    this.broken.push(...brokenInvariants(decision.queue, decision));
    if (event.kind === "testRunStarted") this.#startedAt.set(event.run, this.#elapsedMs);
    for (const { id } of decision.queue.entries)
      if (!this.#submittedAt.has(id)) this.#submittedAt.set(id, this.#elapsedMs);
    this.broken.push(...this.#early(before, decision));
    for (const effect of decision.effects) {
      if (effect.kind !== "startTestRun") continue;
      for (const answer of startedAsOrdered(this.#now(), effect)) this.#record(answer);
    }
  }

  *#early(before: Queue, { queue, endedRuns, concluded }: Decision): Iterable<string> {
    const running = new Set(allRuns(before).flatMap((run) => (isRunning(run) ? [run.id] : [])));
    for (const run of [...allRuns(queue), ...endedRuns.map((ended) => ended.run)]) {
      const ranMs = this.#sinceMs(this.#startedAt.get(run.id));
      if (running.has(run.id) && isTimedOut(run) && ranMs + UNCORRECTED_MS < TIMEOUT_MINUTES * MINUTE_MS)
        yield `a test run timed out after ${ranMs} ms`;
    }
    const known = new Set([...before.line, ...before.beside].map(({ id }) => id));
    for (const batch of queue.line.filter(({ id, splitFrom }) => !known.has(id) && splitFrom === null)) {
      const waitedMs = Math.max(
        ...this.#entriesOf(batch).map(({ id }) => this.#sinceMs(this.#submittedAt.get(id))),
      );
      const isFull = batch.entries.length === queue.settings.batchingMinSize;
      if (!isFull && waitedMs + UNCORRECTED_MS < WAIT_MINUTES * MINUTE_MS)
        yield `a batch that was not full began after ${waitedMs} ms`;
    }
    for (const { id, ended } of concluded) {
      const waitedMs = this.#sinceMs(this.#submittedAt.get(id));
      if (ended === "cancelled" && waitedMs + UNCORRECTED_MS < NOT_READY_HOURS * 60 * MINUTE_MS)
        yield `an entry that was not ready expired after ${waitedMs} ms`;
    }
  }

  /** However often the clock jumped, each deadline comes after its time, counted from the last jump at the latest. */
  *#late(): Iterable<string> {
    const isLate = (since: number | undefined, minutes: number): boolean => {
      const from = Math.max(since ?? 0, this.#jumpedAt);
      return this.#elapsedMs - from > minutes * MINUTE_MS + POLL_MS + UNCORRECTED_MS;
    };
    for (const run of allRuns(this.last).filter(isRunning))
      if (isLate(this.#startedAt.get(run.id), TIMEOUT_MINUTES)) yield `a test run never times out`;
    const placed = new Set([...this.last.line, ...this.last.beside].flatMap(({ entries }) => entries));
    for (const { id, facts, admittedAt } of this.last.entries) {
      const since = this.#submittedAt.get(id);
      const isWaiting = admittedAt !== null && !placed.has(facts.number);
      if (isWaiting && isLate(since, WAIT_MINUTES)) yield `#${facts.number} waits for its batch for ever`;
      if (admittedAt === null && isLate(since, NOT_READY_HOURS * 60)) yield `#${facts.number} never expires`;
    }
  }

  #sinceMs(at: number | undefined): number {
    return this.#elapsedMs - (at ?? this.#elapsedMs);
  }

  #entriesOf({ entries }: Batch): readonly Entry[] {
    return this.last.entries.filter(({ facts }) => entries.includes(facts.number));
  }
}

function isRunning({ progress }: TestRun): boolean {
  return progress.kind === "running";
}

function isTimedOut({ progress }: TestRun): boolean {
  return progress.kind === "failed" && progress.failure.kind === "timeout";
}
