/**
 * A decision in 64 digits, so that another version of the engine can be held against it. It is made in every commit,
 * where ten thousand entries may wait, so of entries and runs only what the decision changes goes into it.
 */
import { hash } from "node:crypto";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { Decision } from "../../engine/decision.js";
import type { Entry, Queue } from "../../engine/queue.js";
import { canonicalJson } from "./canonical-json.js";

/** Names what goes into a digest. It changes with that, so that digests of two definitions are never compared. */
const DEFINITION = "v2";
const FORM = /^(v[1-9]\d{0,8}):[0-9a-f]{64}$/;

/** Digests of the lists seen lately: a list may hold half a million names, and is carried through many decisions. */
const digests = new WeakMap<ImpactedTargets, string>();

type Digestible = Omit<Entry, "targets" | "earlierTargets"> & {
  readonly targets: unknown;
  readonly earlierTargets: unknown;
};

/** A part of the earlier list, from one place up to before another, or an item that was not there. */
type Passage<Item> = readonly [from: number, to: number] | Item;

/**
 * SHA-256 of the canonical JSON of the decision, behind the name of this definition. Entries, batches and runs are told
 * as passages of the lists in `before`, the queue that was decided on, and lists of target names by their own digest.
 * Objects count as the same when their content is.
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
      asItIs,
    ),
    endedAt: endedRuns.map(({ endedAt }) => endedAt),
    queue: {
      ...queue,
      entries: passages(before.entries, queue.entries, ({ sequence }) => sequence, digestible),
      line: passages(before.line, queue.line, idOf, asItIs),
      beside: passages(before.beside, queue.beside, idOf, asItIs),
      runs: passages(before.runs, queue.runs, idOf, asItIs),
      hedges: passages(before.hedges, queue.hedges, idOf, asItIs),
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

/** Also one of another definition, as a newer program makes. */
export function isDecisionDigest(value: unknown): value is string {
  return typeof value === "string" && FORM.test(value);
}

/** What two digests say of two decisions. */
export type Comparison = "same" | "otherwise" | "notRecorded" | "otherDefinition";

/** Null stands for a decision of which no digest was kept. */
export function compareDigests(one: string | null, other: string | null): Comparison {
  if (one === null || other === null) return "notRecorded";
  if (definitionOf(one) !== definitionOf(other)) return "otherDefinition";
  return one === other ? "same" : "otherwise";
}

function definitionOf(digest: string): string | undefined {
  return FORM.exec(digest)?.[1];
}

/** What was before is looked for further on only: order counts, and most items stand where the last one ended. */
function passages<Item extends object, Told extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => number | string,
  tell: (item: Item) => Told,
): readonly Passage<Told>[] {
  const told: Passage<Told>[] = [];
  let [from, to] = [0, 0];
  for (const item of after) {
    // Nearly every turn ends here: ten thousand entries, of which one changed.
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
