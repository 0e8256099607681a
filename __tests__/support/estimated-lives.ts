/**
 * Lives of queues that measure estimates: pull requests arrive, CI takes its time, some fail and some are flaky. Every
 * few minutes each entry gets its estimate, and at the end each landing is compared with those that it had.
 */
import type { TestRunId } from "../../src/domain/ids.js";
import { targetList } from "../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { decide } from "../../src/engine/decide.js";
import { estimateLandings } from "../../src/engine/explain/estimates/estimate-landings.js";
import { paceOf } from "../../src/engine/explain/estimates/pace.js";
import type { Transition } from "../../src/engine/model/decision.js";
import type { Effect, EffectOf } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { findRun } from "../../src/engine/model/lookup.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { commitsOn, treeOf } from "./fake-commits.js";
import { aQueue, factsOf, startedAsOrdered } from "./queue-builder.js";
import { type Chance, seededChance } from "./seeded-chance.js";
import { bySize } from "./test-size.js";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
/** Answers that follow each other are much the same. */
const ASKED_EVERY_MS = bySize({ reduced: 15, share: 15, all: 5, full: 5 }) * MINUTE_MS;
/** As many moves as the service reads. */
const MOST_MOVES = 2000;

export interface Life {
  readonly settings: Partial<QueueSettings>;
  readonly seed: number;
  readonly pullRequests: number;
  /** Mean time between two submissions. */
  readonly everyMinutes: number;
  /** Median of CI. */
  readonly ciMinutes: number;
  /** Shares of broken pull requests and of runs that fail without a cause. */
  readonly broken: number;
  readonly flaky: number;
}

export interface Measured {
  readonly landed: number;
  /** Estimates of entries that landed, and how many of their ranges have the landing. */
  readonly estimates: number;
  readonly held: number;
  readonly early: number;
  readonly late: number;
  /** Questions about admitted entries that landed, whether they got an estimate or not. */
  readonly asked: number;
  /** Median of the width of a range, and of the time that was left. */
  readonly widthMinutes: number;
  readonly leftMinutes: number;
}

interface Given {
  readonly at: number;
  readonly from: number;
  readonly until: number;
}

type Due = { readonly at: number } & (
  | { readonly kind: "event"; readonly event: (at: number) => QueueEvent }
  | { readonly kind: "start" | "verdict"; readonly run: TestRunId }
  | { readonly kind: "landing"; readonly effect: EffectOf<"land" | "prepareLanding"> }
  | { readonly kind: "question" }
);

export function lifeOf(life: Life): Measured {
  const lived = new LivedQueue(life);
  lived.run();
  return lived.measured();
}

class LivedQueue {
  readonly #life: Life;
  readonly #chance: Chance;
  readonly #due: Due[] = [];
  #queue: Queue;
  readonly #moves: Transition[] = [];
  readonly #given = new Map<number, Given[]>();
  readonly #asked = new Map<number, number>();
  readonly #landedAt = new Map<number, number>();
  readonly #broken = new Set<number>();
  #left: number;

  constructor(life: Life) {
    this.#life = life;
    this.#chance = seededChance(life.seed);
    this.#queue = aQueue(life.settings);
    this.#left = life.pullRequests;
    let at = this.#queue.now;
    this.#due.push({ kind: "question", at });
    for (let number = 1; number <= life.pullRequests; number++) {
      at += -Math.log(1 - this.#chance.next()) * life.everyMinutes * MINUTE_MS;
      if (this.#chance.next() < life.broken) this.#broken.add(number);
      const targets = targetList(
        ["a", "b", "c", "d"].filter(() => this.#chance.next() < 0.35).concat(`own-${number}`),
      );
      this.#due.push({
        kind: "event",
        at: Math.round(at),
        event: (now) => ({
          kind: "entrySubmitted",
          at: now,
          facts: factsOf(number),
          ...{ priority: 100, usedDefaultPriority: true, noBatch: false, earlierEntry: null },
          targets: life.settings.mode === "parallel" ? targets : null,
        }),
      });
    }
  }

  run(): void {
    for (let steps = 0; this.#left > 0 && steps < 100_000; steps++) {
      this.#due.sort((one, other) => one.at - other.at);
      const next = this.#due.shift();
      if (next === undefined) return;
      this.#take(next);
    }
  }

  #take(due: Due): void {
    switch (due.kind) {
      case "event":
        this.#happen(due.event(due.at));
        return;
      case "question":
        this.#ask(due.at);
        this.#due.push({ kind: "question", at: due.at + ASKED_EVERY_MS });
        return;
      case "start":
        this.#report(due.run, due.at, null);
        return;
      case "verdict":
        this.#conclude(due.run, due.at);
        return;
      case "landing":
        this.#land(due.effect, due.at);
        return;
    }
  }

  #happen(event: QueueEvent): void {
    const { queue, effects, transitions, concluded, wakeAt } = decide(this.#queue, event);
    this.#queue = queue;
    this.#moves.push(...transitions);
    this.#left -= concluded.length;
    for (const { facts, ended, stateSince } of concluded)
      if (ended === "merged") this.#landedAt.set(facts.number, stateSince);
    for (const effect of effects) this.#perform(effect, event.at);
    if (wakeAt !== null)
      this.#due.push({ kind: "event", at: wakeAt, event: (at) => ({ kind: "timePassed", at }) });
  }

  #perform(effect: Effect, now: number): void {
    if (effect.kind === "startTestRun") {
      const at = now + this.#chance.whole(10, 40) * SECOND_MS;
      for (const made of startedAsOrdered(at, effect))
        this.#due.push({ kind: "event", at, event: () => made });
      this.#due.push({ kind: "start", at: at + MINUTE_MS, run: effect.run });
      this.#due.push({ kind: "verdict", at: at + this.#ciMs(), run: effect.run });
    }
    if (effect.kind === "land" || effect.kind === "prepareLanding")
      this.#due.push({ kind: "landing", at: now + this.#chance.whole(2, 8) * SECOND_MS, effect });
  }

  /** Lognormal, with a tail as of CI that waits for a machine. */
  #ciMs(): number {
    const [one, other] = [this.#chance.next(), this.#chance.next()];
    const normal = Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
    return Math.round(this.#life.ciMinutes * MINUTE_MS * Math.exp(0.22 * normal));
  }

  #conclude(id: TestRunId, at: number): void {
    const run = findRun(this.#queue, id);
    if (run === undefined) return;
    const isBroken = run.contains.some(({ pullRequest }) => this.#broken.has(pullRequest));
    const isFailed = isBroken || this.#chance.next() < this.#life.flaky;
    this.#report(id, at, isFailed ? "failure" : "success");
  }

  /** null: the checks have begun. */
  #report(id: TestRunId, at: number, conclusion: "failure" | "success" | null): void {
    const run = findRun(this.#queue, id);
    if (run?.progress.kind !== "running") return;
    const status = conclusion === null ? "in_progress" : "completed";
    const checks = run.requiredStatuses.map((name) => ({ name, url: "", status, conclusion }) as const);
    this.#happen({ kind: "checksReported", at, run: id, checks });
  }

  #land({ kind, run }: EffectOf<"land" | "prepareLanding">, at: number): void {
    const { landing } = this.#queue;
    if (landing?.run !== run) return;
    const { expectedTip, heads, mergeMethod, commit } = landing;
    if (kind === "land") {
      if (commit !== null) this.#happen({ kind: "landed", at, run, newTip: commit.newTip });
      return;
    }
    const newTip = commitsOn(expectedTip, heads, mergeMethod).at(-1) ?? expectedTip;
    this.#happen({ kind: "landingPrepared", at, run, newTip, tree: treeOf(newTip) });
  }

  #ask(at: number): void {
    const estimates = estimateLandings(this.#queue, paceOf(this.#moves.slice(-MOST_MOVES)), at);
    for (const { admittedAt, facts } of this.#queue.entries) {
      if (admittedAt === null) continue;
      this.#asked.set(facts.number, (this.#asked.get(facts.number) ?? 0) + 1);
      const estimate = estimates.get(facts.number);
      if (estimate === undefined) continue;
      const given = this.#given.get(facts.number) ?? [];
      given.push({ at, ...estimate });
      this.#given.set(facts.number, given);
    }
  }

  measured(): Measured {
    const all = [...this.#landedAt].flatMap(([number, at]) =>
      (this.#given.get(number) ?? []).map((given) => ({ ...given, landed: at })),
    );
    // As people read them: whole minutes.
    const early = all.filter(({ from, landed }) => landed < Math.floor(from / MINUTE_MS) * MINUTE_MS).length;
    const late = all.filter(({ until, landed }) => landed > Math.ceil(until / MINUTE_MS) * MINUTE_MS).length;
    const middle = (values: readonly number[]) =>
      (values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0) / MINUTE_MS;
    const asked = [...this.#landedAt.keys()].reduce((sum, number) => sum + (this.#asked.get(number) ?? 0), 0);
    return {
      landed: this.#landedAt.size,
      ...{ estimates: all.length, held: all.length - early - late, early, late, asked },
      widthMinutes: middle(all.map(({ from, until }) => until - from)),
      leftMinutes: middle(all.map(({ at, landed }) => landed - at)),
    };
  }
}
