/**
 * When entries will probably land, as a range. The queue is played forward many times with durations and
 * failures drawn from its newest runs; the range has the middle of these futures. Pure: equal input, equal estimate.
 */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { mergesOptimistically } from "../../model/lookup.js";
import type { Queue } from "../../model/queue.js";
import { isPausedByItself } from "../../model/target-health.js";
import { LEAST_RUNS, type Pace } from "./pace.js";
import { retriesOf, type Stage, stagesOf } from "./stages.js";

/** Milliseconds since 1970; `middle` is between the two. */
export interface Estimate {
  readonly from: number;
  readonly middle: number;
  readonly until: number;
}

export type Estimates = ReadonlyMap<PullRequestNumber, Estimate>;

export const NO_ESTIMATES: Estimates = new Map();

const FUTURES = 100;
/** The shares of the futures that are left out at the beginning and at the end. */
const EARLIEST_SHARE = 0.06;
const LATEST_SHARE = 0.94;
/** A later time would need a date, and is hardly known. */
const LATEST_MS = 24 * 3_600_000;
/** A run that takes longer than nearly all others says nothing about its end. */
const LEAST_LONGER = 2;
/** How often a retried failure lands after all: without knowledge, half of them. */
const FLAKY_SHARE = 0.5;

/** Empty while the queue does not run or too little is known; lacks entries of which that is true. */
export function estimateLandings(queue: Queue, pace: Pace, now: number): Estimates {
  const isOpen = queue.state === "running" || queue.state === "draining";
  if (!isOpen || isPausedByItself(queue) || pace.passedMs.length < LEAST_RUNS) return NO_ESTIMATES;
  const stages = stagesOf(queue, now);
  const landings = stages.map((): number[] => []);
  const seen = { queue, pace, now, stages, retries: retriesOf(queue, now) };
  for (let future = 0; future < FUTURES; future++) playForward(seen, future, landings);
  const estimates = new Map<PullRequestNumber, Estimate>();
  for (const [index, { entries, state }] of stages.entries()) {
    const estimate = state.kind === "failing" ? null : rangeOf(landings[index] ?? [], now);
    if (estimate !== null) for (const number of entries) estimates.set(number, estimate);
  }
  return estimates;
}

function rangeOf(landings: number[], now: number): Estimate | null {
  if (landings.length < FUTURES / 2) return null;
  landings.sort((one, other) => one - other);
  const at = (share: number) => landings[Math.floor(share * landings.length)] ?? Number.POSITIVE_INFINITY;
  const range = { from: at(EARLIEST_SHARE), middle: at(0.5), until: at(LATEST_SHARE) };
  return range.until - now <= LATEST_MS ? range : null;
}

interface Seen {
  readonly queue: Queue;
  readonly pace: Pace;
  readonly now: number;
  readonly stages: readonly Stage[];
  readonly retries: readonly number[];
}

/** One possible future. Adds the time at which each stage lands; stages that leave are not added. */
function playForward(seen: Seen, future: number, landings: readonly number[][]): void {
  const { queue, pace, now, stages } = seen;
  const slots = slotsOf(seen, future);
  const settledAt: number[] = [];
  const failures: Failure[] = [];
  const isOptimistic = mergesOptimistically(queue);
  const failShare = pace.failedMs.length / (pace.failedMs.length + pace.passedMs.length);
  for (const [index, { entries, ahead, state }] of stages.entries()) {
    const key = entries[0] ?? index;
    const chance = (what: number) => drawn(future, key, what);
    let end = endOf(seen, state, slots, chance);
    for (const [time, restart] of restartsBehind(failures, ahead).entries()) {
      // A pass of everything ahead of it clears the failure.
      if (isOptimistic && end <= restart) continue;
      end = Math.max(end, restart + pick(pace.passedMs, chance(10 + time)));
    }
    if (state.kind !== "passed") slots.push(end);
    let settled = Math.max(end, now);
    for (const at of ahead) settled = Math.max(settled, settledAt[at] ?? settled);
    const isFailing = state.kind === "failing" || (state.kind !== "passed" && chance(1) < failShare);
    if (isFailing) {
      const rounds = 1 + Math.ceil(Math.log2(Math.max(1, entries.length)));
      let decided = settled;
      for (let round = 0; round < rounds; round++) decided += pick(pace.passedMs, chance(30 + round));
      const isLanding = entries.length > 1 || chance(2) < FLAKY_SHARE;
      if (isLanding) landings[index]?.push(decided);
      settledAt.push(entries.length > 1 ? decided : settled);
      failures.push({ stage: index, restarts: isLanding ? [end, decided] : [end] });
      continue;
    }
    const landed = settled + (pace.landingMs.length === 0 ? 0 : pick(pace.landingMs, chance(3)));
    landings[index]?.push(landed);
    settledAt.push(landed);
  }
}

interface Failure {
  readonly stage: number;
  /** When the runs of the stages behind begin again. */
  readonly restarts: readonly number[];
}

/** In order of time. */
function restartsBehind(failures: readonly Failure[], ahead: readonly number[]): readonly number[] {
  if (failures.length === 0) return NONE;
  const restarts: number[] = [];
  for (const { stage, restarts: own } of failures) if (ahead.includes(stage)) restarts.push(...own);
  return restarts.sort((one, other) => one - other);
}

const NONE: readonly number[] = [];

/** When each free slot, or one of a retry, takes the next run. */
function slotsOf({ queue, pace, now, stages, retries }: Seen, future: number): number[] {
  const used = stages.filter(({ state }) => state.kind === "running" || state.kind === "stuck").length;
  const taken = retries.map(
    (elapsedMs, index) => now + remaining(pace.passedMs, elapsedMs, drawn(future, index, 4)),
  );
  const free = Math.max(0, queue.settings.concurrency - used - taken.length);
  return [...taken, ...Array.from({ length: free }, () => now)];
}

function endOf(
  { pace, now }: Seen,
  state: Stage["state"],
  slots: number[],
  chance: (what: number) => number,
): number {
  switch (state.kind) {
    case "passed":
    case "failing":
      return now;
    case "running":
      return now + remaining(pace.passedMs, state.elapsedMs, chance(0));
    case "unstarted":
      return Math.max(takeSlot(slots, now), state.notBefore) + pick(pace.passedMs, chance(0));
    case "stuck":
      return Number.POSITIVE_INFINITY;
  }
}

/** Removes the slot that is free first. */
function takeSlot(slots: number[], now: number): number {
  let first = 0;
  for (const [index, freeAt] of slots.entries()) if (freeAt < (slots[first] ?? freeAt)) first = index;
  const [freeAt = now] = slots.splice(first, 1);
  return freeAt;
}

function pick(ascending: readonly number[], chance: number): number {
  return ascending[Math.floor(chance * ascending.length)] ?? 0;
}

/** Of a run that has taken so long already, among those that took longer. */
function remaining(ascending: readonly number[], elapsedMs: number, chance: number): number {
  const first = ascending.findIndex((tookMs) => tookMs > elapsedMs);
  const longer = first === -1 ? 0 : ascending.length - first;
  if (longer < LEAST_LONGER) return Number.POSITIVE_INFINITY;
  return (ascending[first + Math.floor(chance * longer)] ?? elapsedMs) - elapsedMs;
}

/** At least 0, below 1: the same for one entry in one future whenever it is drawn, so that estimates keep still. */
function drawn(future: number, key: number, what: number): number {
  let hash = Math.imul(future + 1, 0x9e3779b1) ^ Math.imul(key + 0x7f4a7c15, 0x85ebca6b);
  hash ^= Math.imul(what + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}
