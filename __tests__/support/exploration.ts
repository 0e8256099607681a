/**
 * Every interleaving of what may happen to a small queue, breadth first, so that a broken truth is found by the
 * shortest story that leads to it. Time stands still here; test runs fail instead of taking too long.
 */
import type { Effect } from "../../src/engine/effect.js";
import type { QueueEvent } from "../../src/engine/event.js";
import { picture } from "../../src/engine/picture.js";
import type { Entry, TestRun } from "../../src/engine/queue.js";
import {
  BrokenTruth,
  type Decide,
  droppedOutside,
  happen,
  type Job,
  newWorld,
  perform,
  pushedOutside,
  type World,
  withoutOrder,
} from "./engine-world.js";
import { headOf } from "./fake-commits.js";
import { aQueue, BEGINNING, factsOf } from "./queue-builder.js";

/** How often each of the things that could go on for ever may happen. */
export interface Budget {
  readonly cancels: number;
  readonly pushes: number;
  readonly restarts: number;
  readonly outsidePushes: number;
  readonly outsideDrops: number;
  readonly pauses: number;
  readonly lostAnswers: number;
}

export interface SmallQueue {
  readonly concurrency: number;
  /** The priorities in which the pull requests 1, 2, … are submitted. */
  readonly priorities: readonly number[];
  readonly conflicts: readonly string[];
  readonly budget: Partial<Budget>;
}

export interface Exploration {
  readonly states: number;
  readonly edges: number;
}

interface State {
  readonly world: World;
  readonly submitted: number;
  readonly budget: Budget;
}

interface Node extends State {
  /** How it came to this; null at the beginning. */
  readonly cause: { readonly move: string; readonly before: Node } | null;
}

type Move = readonly [name: string, make: () => State];

/** Every so many states it is tried whether the queue runs empty from there. */
const DRAIN_EVERY = 7;
const MAX_DRAIN_ROUNDS = 50;
const NOTHING: Budget = {
  cancels: 0,
  pushes: 0,
  restarts: 0,
  outsidePushes: 0,
  outsideDrops: 0,
  pauses: 0,
  lostAnswers: 0,
};

/** Visits every state; throws `BrokenTruth` with the story of the first one in which something is broken. */
export function explore(small: SmallQueue, decide: Decide, maxStates = Infinity): Exploration {
  const explorer = new Explorer(small, decide);
  return explorer.run(maxStates);
}

class Explorer {
  readonly #small: SmallQueue;
  readonly #decide: Decide;

  constructor(small: SmallQueue, decide: Decide) {
    this.#small = small;
    this.#decide = decide;
  }

  run(maxStates: number): Exploration {
    const { concurrency, conflicts, budget } = this.#small;
    const world = newWorld(aQueue({ concurrency }), conflicts);
    const start: Node = { world, submitted: 0, budget: { ...NOTHING, ...budget }, cause: null };
    const seen = new Set([keyOf(start)]);
    let edges = 0;
    // The list grows while it is walked: that is the breadth-first search.
    const found = [start];
    for (const [index, node] of found.entries()) {
      if (index % DRAIN_EVERY === 0) this.#told(node, "drain", () => this.#drain(node));
      for (const [move, make] of this.#moves(node)) {
        const next: Node = { ...this.#told(node, move, make), cause: { move, before: node } };
        edges++;
        const key = keyOf(next);
        if (seen.has(key) || seen.size >= maxStates) continue;
        seen.add(key);
        found.push(next);
      }
    }
    return { states: seen.size, edges };
  }

  #told<Result>(node: Node, move: string, act: () => Result): Result {
    try {
      return act();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new BrokenTruth(`${[...storyOf(node), move].join(", ")}: ${message}`, { cause });
    }
  }

  #moves(node: State): readonly Move[] {
    const { world } = node;
    const { queue } = world;
    return [
      ...this.#submissions(node),
      ...world.orders.flatMap((order) => this.#answers(node, order)),
      ...world.jobs.flatMap((job) => this.#verdicts(node, job)),
      ...queue.entries.flatMap((entry) => this.#wishes(node, entry)),
      ...this.#outside(node),
    ];
  }

  #submissions(node: State): readonly Move[] {
    const number = node.submitted + 1;
    const priority = this.#small.priorities[node.submitted];
    if (priority === undefined) return [];
    const event: QueueEvent = {
      kind: "entrySubmitted",
      at: node.world.queue.now,
      facts: factsOf(number),
      priority,
      usedDefaultPriority: false,
      noBatch: false,
      targets: null,
      earlierEntry: null,
    };
    return [[`submit #${number}`, () => ({ ...this.#after(node, event), submitted: number })]];
  }

  #answers(node: State, order: Effect): readonly Move[] {
    const name = order.kind === "land" ? "land" : `build ${ownOf(order)}`;
    const answered: Move = [
      name,
      () => {
        const { world, answer } = perform(node.world, order);
        return this.#after({ ...node, world: withoutOrder(world, order) }, ...answer);
      },
    ];
    if (order.kind !== "land") return [answered];
    return [
      answered,
      ...this.#spend(node, "lostAnswers", (rest) => [
        [`${name} unheard`, () => ({ ...rest, world: perform(node.world, order).world })],
      ]),
    ];
  }

  #verdicts(node: State, job: Job): readonly Move[] {
    const run = node.world.queue.runs.find(({ id }) => id === job.run);
    if (run?.progress.kind !== "running") return [];
    const { proven } = node.world;
    const passed = { ...node.world, proven: new Set([...proven, job.commit]) };
    return [
      [`pass ${run.own.join("&")}`, () => this.#after({ ...node, world: passed }, verdict(run, "success"))],
      [`fail ${run.own.join("&")}`, () => this.#after(node, verdict(run, "failure"))],
    ];
  }

  #wishes(node: State, { facts }: Entry): readonly Move[] {
    const at = node.world.queue.now;
    const pullRequest = facts.number;
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    const pushed = { ...facts, headSha: headOf(pullRequest, 1) };
    const wishes = [
      ["cancels", "cancel", { kind: "entryCancelled", at, pullRequest, reason }],
      ["pushes", "push", { kind: "pullRequestObserved", at, pullRequest, facts: pushed }],
      ["restarts", "restart", { kind: "testsRestarted", at, pullRequest }],
    ] as const;
    return wishes.flatMap(([cost, name, event]) =>
      this.#spend(node, cost, (rest) => [[`${name} #${pullRequest}`, () => this.#after(rest, event)]]),
    );
  }

  #outside(node: State): readonly Move[] {
    const { world } = node;
    const { queue, tip } = world;
    const at = queue.now;
    const isPaused = queue.state === "paused";
    const turn = (state: "paused" | "running"): QueueEvent => ({
      kind: "settingsChanged",
      at,
      settings: {},
      state,
    });
    const moves: Move[] = [
      ...this.#spend(node, "outsidePushes", (rest) => [
        ["push outside", () => ({ ...rest, world: pushedOutside(world) })],
      ]),
      ...this.#spend(node, "outsideDrops", (rest) => [
        ["drop outside", () => ({ ...rest, world: droppedOutside(world) })],
      ]),
      ...(isPaused
        ? []
        : this.#spend(node, "pauses", (rest) => [["pause", () => this.#after(rest, turn("paused"))]])),
    ];
    if (isPaused) moves.push(["resume", () => this.#after(node, turn("running"))]);
    if (tip !== queue.tip) {
      const seen: QueueEvent = { kind: "tipObserved", at, from: queue.tip, to: tip };
      moves.push(["see the branch", () => this.#after(node, seen)]);
    }
    return moves;
  }

  #spend(node: State, cost: keyof Budget, moves: (rest: State) => readonly Move[]): readonly Move[] {
    const left = node.budget[cost];
    return left === 0 ? [] : moves({ ...node, budget: { ...node.budget, [cost]: left - 1 } });
  }

  /** Discarded runs are stopped at once: when that happens makes no difference to anything else. */
  #after(node: State, ...events: readonly QueueEvent[]): State {
    let { world } = node;
    for (const event of events) world = happen(world, this.#decide, event);
    for (const order of world.orders) {
      if (order.kind === "discardTestRun") world = withoutOrder(perform(world, order).world, order);
    }
    return { ...node, world };
  }

  /** From here on everything is answered and passes: then everybody has to get out. */
  #drain(start: State): void {
    const { now } = start.world.queue;
    let node = this.#after(start, { kind: "settingsChanged", at: now, settings: {}, state: "running" });
    for (let round = 0; round < MAX_DRAIN_ROUNDS; round++) {
      const { queue, orders, jobs, tip } = node.world;
      if (queue.entries.length + orders.length + jobs.length === 0) return;
      node = this.#after(node, { kind: "tipObserved", at: now, from: queue.tip, to: tip });
      for (const order of orders) {
        const { world, answer } = perform(node.world, order);
        node = this.#after({ ...node, world: withoutOrder(world, order) }, ...answer);
      }
      for (const { run: id, commit } of node.world.jobs) {
        const run = node.world.queue.runs.find((live) => live.id === id);
        const world = { ...node.world, proven: new Set([...node.world.proven, commit]) };
        if (run?.progress.kind === "running") node = this.#after({ ...node, world }, verdict(run, "success"));
      }
    }
    throw new BrokenTruth(`stuck: ${picture(node.world.queue)}`);
  }
}

function verdict(run: TestRun, conclusion: "success" | "failure"): QueueEvent {
  const checks = run.requiredStatuses.map(
    (name) => ({ name, url: "", status: "completed", conclusion }) as const,
  );
  return { kind: "checksReported", at: BEGINNING, run: run.id, checks };
}

function ownOf(order: Effect): string {
  return order.kind === "startTestRun" ? order.own.join("&") : order.run;
}

function storyOf(node: Node): readonly string[] {
  return node.cause === null ? [] : [...storyOf(node.cause.before), node.cause.move];
}

/** What makes a difference to the future: ids and numbers that only count up do not. */
function keyOf({ world, submitted, budget }: State): string {
  const { queue, tip, orders, jobs, landed } = world;
  const runs = queue.line.map(({ id }) => {
    const run = queue.runs.find(({ batch }) => batch === id);
    if (run === undefined) return null;
    const isOrdered = orders.some((order) => order.kind === "startTestRun" && order.run === run.id);
    const contains = run.contains.map(({ pullRequest }) => pullRequest);
    return [run.testedOn, contains, run.commits, run.progress.kind, isOrdered];
  });
  return JSON.stringify([
    submitted,
    Object.values(budget),
    tip,
    queue.tip,
    queue.state,
    queue.line.map(({ entries }) => entries),
    runs,
    queue.entries.map(({ facts, state, leaving }) => [facts.number, state, leaving !== null]),
    queue.landing && [queue.landing.newTip, queue.landing.heads.length],
    orders.map(({ kind, run }) => [kind, queue.runs.some(({ id }) => id === run)]),
    jobs.length,
    [...landed].sort(),
  ]);
}
