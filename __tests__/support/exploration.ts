/**
 * Every interleaving of what may happen to a small queue, breadth first, so that a broken truth is found by the
 * shortest story that leads to it. And from every state the queue runs empty once the world does what it owes, whether
 * CI passes everything from then on or nothing.
 */
import { picture } from "../../src/engine/explain/picture.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { type Decide, newWorld } from "./engine-world.js";
import { aQueue } from "./queue-builder.js";
import { type Move, nextOwed, SmallMoves, type Verdict } from "./small-moves.js";
import { NO_BUDGET, type SmallQueue, type State } from "./small-queue.js";
import { BrokenTruth } from "./small-world.js";
import { StateKeys } from "./state-key.js";
import { bySize } from "./test-size.js";

/** Looking at every decision twice takes three times as long. */
const EVERY = bySize({ reduced: 200, share: 200, full: 1 });

/** Now and then decides on a copy of the queue as well, of which the engine can know nothing. */
function decideAlike(decide: Decide): Decide {
  let count = 0;
  return (queue, event) => {
    const decision = decide(queue, event);
    count += 1;
    if (count % EVERY !== 0) return decision;
    if (JSON.stringify(decide(structuredClone(queue), event)) !== JSON.stringify(decision)) {
      throw new BrokenTruth(`${event.kind} leads to another decision on a copy of the queue`);
    }
    return decision;
  };
}

export interface Exploration {
  readonly states: number;
  readonly edges: number;
  /** False when there were more states than asked for. */
  readonly isComplete: boolean;
}

/** Where the queue is empty, or nobody in it can be admitted. */
const END = -1;

/** How one way of what CI says in the end goes on from each state. */
interface Drain {
  readonly verdict: Verdict;
  /** The state that each one comes to when the world does the next thing it owes; the end when it owes nothing. */
  readonly next: number[];
  /** The same for states that are beyond those asked for. */
  readonly beyond: Map<string, number>;
}

/** Visits every state; throws `BrokenTruth` with the story of the first one in which something is broken. */
export function explore(small: SmallQueue, decide: Decide, maxStates = Infinity): Exploration {
  return new Explorer(small, decide, maxStates).run();
}

class Explorer {
  readonly #moves: SmallMoves;
  readonly #maxStates: number;
  readonly #keys = new StateKeys();
  readonly #found = new Map<string, number>();
  /** Gone once everything that may follow was tried, since there is not room for all of them. */
  readonly #states: (State | null)[] = [];
  /** How each state was reached first. */
  readonly #before: number[] = [];
  readonly #stories: string[] = [];
  readonly #drains = (["pass", "fail"] as const).map(
    (verdict): Drain => ({ verdict, next: [], beyond: new Map() }),
  );
  #edges = 0;
  #isComplete = true;

  constructor(small: SmallQueue, decide: Decide, maxStates: number) {
    this.#moves = new SmallMoves(small, decideAlike(decide));
    this.#maxStates = maxStates;
    const world = newWorld(aQueue(small.settings), small.pairs);
    const start: State = { world, submitted: 0, budget: { ...NO_BUDGET, ...small.budget }, echo: [] };
    this.#keep(this.#keys.keyOf(start), start, END, "");
  }

  run(): Exploration {
    for (let index = 0; index < this.#states.length; index++) this.#expand(index);
    for (const drain of this.#drains) this.#drainAll(drain);
    return { states: this.#states.length, edges: this.#edges, isComplete: this.#isComplete };
  }

  #expand(index: number): void {
    const state = this.#states[index];
    if (state == null) return;
    this.#states[index] = null;
    const moves = [...this.#moves.owed(state), ...this.#moves.possible(state)];
    const first = this.#drains.map(({ verdict }) => nextOwed(moves, verdict));
    if (moves[0]?.isOwed !== true) this.#told(index, "drain", () => expectNobody(state.world.queue));
    for (const move of moves) {
      const next = this.#told(index, move.name, move.make);
      this.#edges += 1;
      const key = this.#keys.keyOf(next);
      let reached = this.#found.get(key);
      if (reached === undefined && this.#states.length < this.#maxStates) {
        reached = this.#keep(key, next, index, move.name);
      }
      if (reached === undefined) this.#isComplete = false;
      for (const [at, drain] of this.#drains.entries()) {
        if (move === first[at]) drain.next[index] = reached ?? this.#drainBeyond(drain, index, move, next);
      }
    }
  }

  #keep(key: string, state: State, before: number, move: string): number {
    const index = this.#states.length;
    this.#found.set(key, index);
    this.#states.push(state);
    this.#before.push(before);
    this.#stories.push(move);
    return index;
  }

  /** Goes on until it meets a state that is known. */
  #drainBeyond({ verdict, beyond }: Drain, index: number, move: Move, from: State): number {
    const story = `${move.name}, drain`;
    const met = new Set<string>();
    let state = from;
    for (;;) {
      const key = this.#keys.keyOf(state);
      const known = this.#found.get(key) ?? beyond.get(key);
      const owed = known === undefined ? this.#moves.owedWith(state, verdict) : undefined;
      if (owed === undefined) {
        const { queue } = state.world;
        if (known === undefined) this.#told(index, story, () => expectNobody(queue));
        for (const passed of met) beyond.set(passed, known ?? END);
        return known ?? END;
      }
      if (met.has(key)) throw this.#stuck(index, state.world.queue);
      met.add(key);
      state = this.#told(index, story, owed.make);
    }
  }

  /** Whoever comes to a state that is drained is so too; whoever comes back to where it was never will be. */
  #drainAll({ next }: Drain): void {
    const drained = new Uint8Array(this.#states.length);
    for (let start = 0; start < drained.length; start++) {
      const path: number[] = [];
      let at = start;
      while (at !== END && drained[at] === 0) {
        drained[at] = 2;
        path.push(at);
        at = next[at] ?? END;
      }
      if (at !== END && drained[at] === 2) throw this.#stuck(start, null);
      for (const passed of path) drained[passed] = 1;
    }
  }

  #stuck(index: number, queue: Queue | null): BrokenTruth {
    return new BrokenTruth(`${this.#storyOf(index)}: stuck${queue === null ? "" : `: ${picture(queue)}`}`);
  }

  #told<Result>(index: number, move: string, act: () => Result): Result {
    try {
      return act();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const story = [this.#storyOf(index), move].filter((part) => part !== "").join(", ");
      throw new BrokenTruth(`${story}: ${message}`, { cause });
    }
  }

  #storyOf(index: number): string {
    const story: string[] = [];
    for (let at = index; at > 0; at = this.#before[at] ?? 0) story.unshift(this.#stories[at] ?? "");
    return story.join(", ");
  }
}

/** Nothing is owed any more: whoever is still there must be one that cannot be admitted, and is waited for. */
function expectNobody(queue: Queue): void {
  const { mode, notReadyTimeoutHours } = queue.settings;
  const held = queue.entries.filter(
    ({ admittedAt, facts, targets }) =>
      admittedAt !== null ||
      notReadyTimeoutHours > 0 ||
      (facts.baseBranch === queue.targetBranch && (mode === "single" || targets !== null)),
  );
  if (held.length > 0) throw new BrokenTruth(`stuck: ${picture(queue)}`);
}
