/** One decision of a log: what happened, which rules fired, what each changed, and the queue before and after. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { picture } from "../../../engine/explain/picture.js";
import type { Transition } from "../../../engine/model/decision.js";
import type { Effect } from "../../../engine/model/effect.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { Comparison } from "../../ports/decision-digest.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { LogOfQueue, Visit } from "../../replay/travel-log.js";
import { effectWords, eventWords, type RunName, ruleWords, runNames } from "./decision-words.js";
import { type GraphView, graphView } from "./graph-view.js";
import { NO_FILTER, type QueueView, queueView } from "./queue-view.js";

export interface LogStep {
  /** As the engine names it. */
  readonly rule: string;
  readonly words: string;
  readonly moves: readonly Transition[];
  readonly effects: readonly string[];
  readonly picture: string;
}

/** What the decision changed, in numbers of pull requests. */
export interface LogChanges {
  readonly entered: readonly PullRequestNumber[];
  readonly left: readonly PullRequestNumber[];
  readonly landed: readonly PullRequestNumber[];
  readonly started: readonly PullRequestNumber[];
  readonly stopped: readonly PullRequestNumber[];
}

/** A decision nearby. */
export interface Neighbour {
  readonly version: number;
  readonly at: number;
  readonly words: string;
}

export interface LogView {
  readonly name: QueueName;
  readonly version: number;
  readonly newest: number;
  readonly at: number;
  readonly eventKind: string;
  readonly words: string;
  readonly before: string;
  readonly after: Queue;
  readonly queue: QueueView;
  readonly graph: GraphView;
  readonly steps: readonly LogStep[];
  readonly changes: LogChanges;
  readonly comparison: Comparison;
  /** The version of the program that decided; null: not recorded. */
  readonly engine: string | null;
  /** The nearest decisions that moved an entry. */
  readonly earlierMove: number | null;
  readonly laterMove: number | null;
  readonly neighbours: readonly Neighbour[];
}

const NEIGHBOURS_BEFORE = 4;
const NEIGHBOURS = 9;
/** One decision may start a hundred runs. */
const MOST_EFFECTS = 50;

export async function logViewOf(
  stored: StoredQueue,
  visit: Extract<Visit, { readonly kind: "decision" }>,
  log: LogOfQueue,
  testBranchPrefix: string,
): Promise<LogView> {
  const { version, before, explanation, comparison } = visit;
  const { event, recorded } = visit.stored;
  const { decision } = explanation;
  const { id } = stored.queue;
  const start = Math.max(0, version - NEIGHBOURS_BEFORE - 1);
  const near = await log.events(id, start, NEIGHBOURS);
  const after = decision.queue;
  const names = runNames(before, after);
  return {
    ...{ name: stored.name, newest: stored.version, version, after, comparison },
    ...{ at: after.now, eventKind: event.kind, words: eventWords(event, names) },
    before: picture(before),
    queue: queueView({ name: stored.name, queue: after, version, wakeAt: null }, NO_FILTER),
    graph: graphView(after, after.now, testBranchPrefix),
    steps: explanation.steps.map(({ by, transitions, effects, picture: drawn }) => ({
      ...{ rule: by, words: ruleWords(by), moves: transitions, picture: drawn },
      effects: effectsInWords(effects, names),
    })),
    changes: changesOf(decision),
    engine: recorded?.engine ?? null,
    earlierMove: await log.past.nearestMove(id, version, "before"),
    laterMove: await log.past.nearestMove(id, version, "after"),
    neighbours: near.map((one) => ({
      version: one.version,
      at: one.event.at,
      words: eventWords(one.event, names),
    })),
  };
}

function effectsInWords(effects: readonly Effect[], names: RunName): readonly string[] {
  const words = effects.slice(0, MOST_EFFECTS).map((effect) => effectWords(effect, names));
  const more = effects.length - words.length;
  return more === 0 ? words : [...words, `and ${more} more`];
}

type DecisionOf = Extract<Visit, { readonly kind: "decision" }>["explanation"]["decision"];

function changesOf({ transitions, effects, concluded, endedRuns, landed }: DecisionOf): LogChanges {
  return {
    entered: transitions.flatMap(({ from, pullRequest }) => (from === null ? [pullRequest] : [])),
    left: concluded.flatMap(({ ended, facts }) => (ended === "merged" ? [] : [facts.number])),
    landed: landed?.heads.map(({ pullRequest }) => pullRequest) ?? [],
    started: effects.flatMap((effect) => (effect.kind === "startTestRun" ? effect.own : [])),
    stopped: endedRuns.flatMap(({ run }) => (run.progress.kind === "passed" ? [] : run.own)),
  };
}
