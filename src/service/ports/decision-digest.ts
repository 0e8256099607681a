/**
 * A digest of a decision, for comparison with another version of the engine. Every commit computes one, with up to ten
 * thousand entries in the queue, so it covers only the entries and runs that the decision changes.
 */

import { hash } from "node:crypto";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { Decision } from "../../engine/model/decision.js";
import type { Entry, Queue } from "../../engine/model/queue.js";
import { canonicalJson } from "./canonical-json.js";
import { storedRun } from "./stored-run.js";

/**
 * Version of the digest's definition. Change it with the definition, so that digests of two definitions are never
 * compared.
 */
const DEFINITION = "v2";
const FORM = /^(v[1-9]\d{0,8}):[0-9a-f]{64}$/;

/** Cached digests of lists: a list may have half a million names and pass through many decisions. */
const digests = new WeakMap<ImpactedTargets, string>();

type Digestible = Omit<Entry, "targets" | "earlierTargets"> & {
  readonly targets: unknown;
  readonly earlierTargets: unknown;
};

/** A range of the earlier list, end exclusive, or an item that was not in it. */
type Passage<Item> = readonly [from: number, to: number] | Item;

/**
 * SHA-256 of the decision's canonical JSON, prefixed with the definition. Entries, batches and runs are written as
 * ranges of the lists in `before`, the queue that the decision was based on, and target lists as their digests. Objects
 * are equal if their contents are.
 */
export function decisionDigest(before: Queue, decision: Decision): string {
  const { queue, concluded, endedRuns } = decision;
  const told = {
    ...decision,
    concluded: concluded.map(digestible),
    endedRuns: passages(
      [...before.runs, ...before.hedges],
      endedRuns.map(({ run }) => run),
      idOf,
      storedRun,
    ),
    endedAt: endedRuns.map(({ endedAt }) => endedAt),
    queue: {
      ...queue,
      entries: passages(before.entries, queue.entries, ({ sequence }) => sequence, digestible),
      line: passages(before.line, queue.line, idOf, asItIs),
      beside: passages(before.beside, queue.beside, idOf, asItIs),
      runs: passages(before.runs, queue.runs, idOf, storedRun),
      hedges: passages(before.hedges, queue.hedges, idOf, storedRun),
    },
  };
  return `${DEFINITION}:${sha256(canonicalJson(told))}`;
}

function idOf({ id }: { readonly id: number | string }): number | string {
  return id;
}

function asItIs<Item>(item: Item): Item {
  return item;
}

/** Also accepts digests of other definitions, which a newer program writes. */
export function isDecisionDigest(value: unknown): value is string {
  return typeof value === "string" && FORM.test(value);
}

/** The result of comparing the digests of two decisions. */
export type Comparison = "same" | "otherwise" | "notRecorded" | "otherDefinition";

/** null: no digest was recorded. */
export function compareDigests(one: string | null, other: string | null): Comparison {
  if (one === null || other === null) return "notRecorded";
  if (definitionOf(one) !== definitionOf(other)) return "otherDefinition";
  return one === other ? "same" : "otherwise";
}

function definitionOf(digest: string): string | undefined {
  return FORM.exec(digest)?.[1];
}

/** Searches forward only: order matters, and most items directly follow the previous one. */
function passages<Item extends object, Told extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => number | string,
  tell: (item: Item) => Told,
): readonly Passage<Told>[] {
  const told: Passage<Told>[] = [];
  let [from, to] = [0, 0];
  for (const item of after) {
    // The common case: of ten thousand entries, one changed.
    if (before[to] === item) {
      to += 1;
      continue;
    }
    const place = placeFrom(before, to, keyOf(item), keyOf);
    const earlier = before[place];
    const isKept = earlier !== undefined && isSame(earlier, item, tell);
    if (isKept && place === to) {
      to += 1;
      continue;
    }
    if (to > from) told.push([from, to]);
    if (!isKept) told.push(tell(item));
    from = isKept ? place : earlier === undefined ? to : place + 1;
    to = isKept ? place + 1 : from;
  }
  if (to > from) told.push([from, to]);
  return told;
}

function placeFrom<Item>(
  items: readonly Item[],
  start: number,
  key: number | string,
  keyOf: (item: Item) => number | string,
): number {
  for (let place = start; place < items.length; place++) {
    const item = items[place];
    if (item !== undefined && keyOf(item) === key) return place;
  }
  return items.length;
}

function isSame<Item extends object>(one: Item, other: Item, tell: (item: Item) => object): boolean {
  return one === other || canonicalJson(tell(one)) === canonicalJson(tell(other));
}

function digestible(entry: Entry): Digestible {
  const { targets, earlierTargets } = entry;
  return { ...entry, targets: shortTargets(targets), earlierTargets: shortTargets(earlierTargets) };
}

function shortTargets(targets: ImpactedTargets | null): unknown {
  if (targets === null || targets.kind === "all") return targets;
  const digest = digests.get(targets) ?? sha256(JSON.stringify(targets.names));
  digests.set(targets, digest);
  return { kind: targets.kind, digest };
}

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
