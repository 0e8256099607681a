/**
 * One trace per entry, from its submission to its end, across all processes: the spans come from the store and from
 * decisions, never from memory. Nothing waits for tracing.
 */
import type { PullRequestNumber, QueueId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { repositoryKey } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import type { Decision } from "../../engine/model/decision.js";
import type { Effect } from "../../engine/model/effect.js";
import type { Queue } from "../../engine/model/queue.js";
import type { Log } from "../ports/log.js";
import { type Move, movesOf } from "../ports/moves.js";
import type { QueueStore } from "../ports/queue-store.js";
import type { SpanAttributes, TraceContext, Tracer } from "../ports/tracer.js";
import type { Obstacle, Performer } from "../work/attempt-effect.js";
import type { Queues } from "./queues.js";

type Traces = ReadonlyMap<PullRequestNumber, TraceContext>;

const ATTRIBUTES = {
  pullRequest: "merge_queue.pull_request",
  run: "merge_queue.run",
  reason: "merge_queue.reason",
} as const;

export class SubmissionTracer {
  readonly #store: QueueStore;
  readonly #tracer: Tracer;
  readonly #log: Log;

  constructor(store: QueueStore, tracer: Tracer, log: Log) {
    this.#store = store;
    this.#tracer = tracer;
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#tracer.isOn();
  }

  /** Records what a committed decision ended: states, test runs, landings. */
  async decided(name: QueueName, before: Queue, decision: Decision): Promise<void> {
    if (!this.isOn) return;
    const moves = movesOf(before, decision);
    const landed = decision.landed?.heads.map(({ pullRequest }) => pullRequest) ?? [];
    const told = [...moves.map(({ pullRequest }) => pullRequest), ...ownOf(decision), ...landed];
    const traces = await this.#tracesOf(decision.queue.id, told);
    if (traces.size === 0) return;
    const common = attributesOf(name);
    for (const move of moves) this.#moved(common, decision, move, traces.get(move.pullRequest));
    this.#ranTests(common, decision, traces);
    this.#landed(common, decision, traces);
  }

  /** The span of an effect for several entries belongs to the trace of the first and links to the others. */
  async effect(
    name: QueueName,
    queueId: QueueId,
    { kind, run }: Effect,
    pullRequests: readonly PullRequestNumber[],
    work: () => Promise<void>,
  ): Promise<void> {
    const traces = await this.#tracesOf(queueId, pullRequests);
    const [parent, ...links] = traces.values();
    if (parent === undefined) return work();
    const attributes = {
      ...attributesOf(name),
      [ATTRIBUTES.run]: run,
      "merge_queue.pull_requests": pullRequests.map(String),
    };
    const span = this.#tracer.begin(`order ${kind}`, { parent, links, kind: "internal", attributes });
    try {
      await span.around(work);
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  }

  #moved(common: SpanAttributes, decision: Decision, move: Move, parent: TraceContext | undefined): void {
    const { at, from, to, entry: id, pullRequest, run, reason, lastedMs } = move;
    if (parent === undefined || from === null || lastedMs === null) return;
    const attributes = {
      ...common,
      [ATTRIBUTES.pullRequest]: pullRequest,
      "merge_queue.entry": id,
      "merge_queue.next_state": to,
      ...(run !== null && { [ATTRIBUTES.run]: run }),
      ...(reason !== null && { [ATTRIBUTES.reason]: reason.code }),
    };
    this.#addSpan(`state ${from}`, parent, at - lastedMs, at, attributes);
    const entry = decision.concluded.find((concluded) => concluded.id === id);
    if (entry === undefined || to !== entry.ended) return;
    const failure = to === "failed" ? new Error(reason?.code ?? "failed") : null;
    this.#addSpan("submission", parent, entry.submittedAt, at, attributes, failure);
  }

  #ranTests(common: SpanAttributes, { endedRuns }: Decision, traces: Traces): void {
    for (const { run, endedAt } of endedRuns) {
      const { progress } = run;
      const attributes = { ...common, [ATTRIBUTES.run]: run.id, "merge_queue.verdict": progress.kind };
      const failure = progress.kind === "failed" ? new Error(`failed by ${progress.failure.kind}`) : null;
      for (const pullRequest of run.own) {
        const parent = traces.get(pullRequest);
        if (parent === undefined) continue;
        const more = { ...attributes, [ATTRIBUTES.pullRequest]: pullRequest };
        this.#addSpan("test run", parent, run.createdAt, endedAt, more, failure);
      }
    }
  }

  #landed(common: SpanAttributes, { landed }: Decision, traces: Traces): void {
    if (landed === null) return;
    for (const { pullRequest } of landed.heads) {
      const parent = traces.get(pullRequest);
      if (parent === undefined) continue;
      const attributes = {
        ...common,
        [ATTRIBUTES.pullRequest]: pullRequest,
        [ATTRIBUTES.run]: landed.run,
        "merge_queue.from": landed.from,
        "merge_queue.to": landed.to,
        "merge_queue.proof": landed.proof.kind,
      };
      this.#addSpan("landed", parent, landed.at, landed.at, attributes);
    }
  }

  #addSpan(
    name: string,
    parent: TraceContext,
    startedAt: number,
    endedAt: number,
    attributes: SpanAttributes,
    failure: Error | null = null,
  ): void {
    const span = this.#tracer.begin(name, { parent, kind: "internal", attributes, startedAt });
    if (failure !== null) span.fail(failure);
    span.end(endedAt);
  }

  /** A failure to read traces must not fail the work itself. */
  async #tracesOf(queueId: QueueId, pullRequests: readonly PullRequestNumber[]): Promise<Traces> {
    if (!this.isOn || pullRequests.length === 0) return new Map();
    try {
      return await this.#store.loadTraces(queueId, [...new Set(pullRequests)]);
    } catch (error) {
      this.#log.warn({ error: errorText(error) }, "the traces of pull requests could not be read");
      return new Map();
    }
  }
}

/** Adds a span to each effect that `performer` performs. */
export function tracedPerformer(
  performer: Performer,
  queues: Queues,
  submissions: SubmissionTracer,
): Performer {
  return {
    giveUp: async (name: QueueName, effect: Effect, obstacle: Obstacle) =>
      performer.giveUp(name, effect, obstacle),
    perform: async (name, effect, permit) => {
      const queue = submissions.isOn ? (await queues.read(name))?.queue : undefined;
      const work = async () => performer.perform(name, effect, permit);
      if (queue === undefined) return work();
      return submissions.effect(name, queue.id, effect, subjectsOf(effect, queue), work);
    },
  };
}

function subjectsOf(effect: Effect, { landing }: Queue): readonly PullRequestNumber[] {
  if (effect.kind === "startTestRun" || effect.kind === "discardTestRun") return effect.own;
  const heads =
    effect.kind === "prepareLanding" ? effect.heads : landing?.run === effect.run ? landing.heads : [];
  return heads.map(({ pullRequest }) => pullRequest);
}

function ownOf({ endedRuns }: Decision): readonly PullRequestNumber[] {
  return endedRuns.flatMap(({ run }) => run.own);
}

function attributesOf(name: QueueName): SpanAttributes {
  return {
    "merge_queue.queue": queueKey(name),
    "merge_queue.repository": repositoryKey(name.repository),
    "merge_queue.target_branch": name.targetBranch,
  };
}
