/** What has to happen in a queue until its entries land, as stages: batches in the line, then those that will form. */
import { MINUTE_MS } from "../../../domain/duration.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import { isRetry, landsOneByOne, liveEntry, occupiesSlot, runOf } from "../../model/lookup.js";
import type { Batch, Entry, Queue, TestRun } from "../../model/queue.js";
import type { Place } from "../../planning/place.js";
import { planOf } from "../../planning/plan.js";
import { firstWaiting } from "../../planning/waiting-entries.js";
import { silenceOf } from "../waits/wait-words.js";

export interface Stage {
  readonly entries: readonly PullRequestNumber[];
  /** Earlier stages that have to land or leave first. */
  readonly ahead: readonly number[];
  readonly state:
    | { readonly kind: "passed" }
    | { readonly kind: "running"; readonly elapsedMs: number }
    /** `notBefore`: when its batch is complete at the latest. */
    | { readonly kind: "unstarted"; readonly notBefore: number }
    /** Its failure is not settled: it may leave, or land after one more run. */
    | { readonly kind: "failing" }
    /** Depends on CI or the code host, which do not answer. */
    | { readonly kind: "stuck" };
}

/** Entries further back have no estimate: too much happens before. */
const MOST_STAGES = 60;

export function stagesOf(queue: Queue, now: number): readonly Stage[] {
  const { places } = planOf(queue);
  const inLine = places.slice(0, MOST_STAGES).map(
    (place): Stage => ({
      entries: place.batch.entries,
      ahead: [...place.predecessors].filter((at) => at < MOST_STAGES),
      state: stateOfPlace(queue, place, now),
    }),
  );
  return places.length > MOST_STAGES ? inLine : [...inLine, ...waitingStages(queue, inLine, now)];
}

/** Retries beside the line use its slots, and nothing waits for them. Returns how long each has run. */
export function retriesOf(queue: Queue, now: number): readonly number[] {
  return queue.beside.filter(isRetry).flatMap((batch) => {
    const run = runOf(queue, batch.id);
    return run !== undefined && occupiesSlot(run) ? [Math.max(0, now - run.createdAt)] : [];
  });
}

function stateOfPlace(queue: Queue, place: Place, now: number): Stage["state"] {
  const { run, batch } = place;
  if (batch.entries.some((number) => liveEntry(queue, number)?.trouble !== undefined))
    return { kind: "stuck" };
  if (place.isLanding) return { kind: "passed" };
  if (run === null) return { kind: "unstarted", notBefore: now };
  switch (run.progress.kind) {
    case "building":
      return { kind: "unstarted", notBefore: now };
    case "passed":
      return { kind: "passed" };
    case "running":
      return silenceOf(run, now) === null && run.trouble === undefined
        ? { kind: "running", elapsedMs: Math.max(0, now - beganAt(queue, batch, run)) }
        : { kind: "stuck" };
    case "failed":
    case "conflicted":
      return { kind: "failing" };
  }
}

/** `startedAt` of the run moves to the first report of a check. */
function beganAt(queue: Queue, { entries: [first] }: Batch, run: TestRun): number {
  const entry = first === undefined ? undefined : liveEntry(queue, first);
  return entry?.state === "testing" ? entry.stateSince : run.createdAt;
}

function waitingStages(queue: Queue, inLine: readonly Stage[], now: number): readonly Stage[] {
  const room = MOST_STAGES - inLine.length;
  const { settings } = queue;
  const size = settings.batch && !landsOneByOne(queue) ? settings.batchingMinSize : 1;
  const waiting = firstWaiting(queue, room * size);
  const stages: Stage[] = [];
  const touched = inLine.map(({ entries }) => targetsOf(queue, entries));
  for (let at = 0; at < waiting.length; at += size) {
    const group = waiting.slice(at, at + size);
    const entries = group.map(({ facts }) => facts.number);
    const own = targetsOf(queue, entries);
    const ahead = touched.flatMap((other, index) => (doOverlap(own, other) ? [index] : []));
    touched.push(own);
    const notBefore = group.length < size ? Math.max(now, fullAt(queue, group)) : now;
    stages.push({ entries, ahead, state: { kind: "unstarted", notBefore } });
  }
  return stages;
}

function fullAt({ settings }: Queue, group: readonly Entry[]): number {
  const since = group.map(({ admittedAt, submittedAt }) => admittedAt ?? submittedAt);
  return Math.min(...since) + settings.batchingMaxWaitTimeMinutes * MINUTE_MS;
}

/** A longer list counts as everything, because it is compared with every other one. */
const MOST_NAMES = 500;

/** null: everything. */
function targetsOf(queue: Queue, numbers: readonly PullRequestNumber[]): ReadonlySet<string> | null {
  if (queue.settings.mode === "single") return null;
  const names = new Set<string>();
  for (const number of numbers) {
    const targets = liveEntry(queue, number)?.targets ?? null;
    if (targets === null || targets.kind === "all") return null;
    for (const name of targets.names) names.add(name);
    if (names.size > MOST_NAMES) return null;
  }
  return names;
}

function doOverlap(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  if (one === null || other === null) return (one?.size ?? 1) > 0 && (other?.size ?? 1) > 0;
  for (const name of one) if (other.has(name)) return true;
  return false;
}
