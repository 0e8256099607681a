/**
 * The lanes of the line: for each batch, everybody ahead that it depends on, directly or through others. Nothing of
 * this is stored: the order of the line and the impacted targets of its entries tell it.
 */
import type { BatchId } from "../domain/ids.js";
import type { QueueSettings } from "../domain/queue-settings.js";
import { indexOf } from "./entry-index.js";
import { type TargetNames, type Touched, touchedBy } from "./overlap.js";
import { PlaceSet } from "./place-set.js";
import type { Batch, Queue } from "./queue.js";
import { Holder, TargetChains } from "./target-chains.js";

/** For each place of the line, front to back, the places of its predecessors. */
export type Lanes = readonly PlaceSet[];

/** What a batch touches: that of all its entries. */
export function touchedByBatch(queue: Queue, { entries }: Batch): readonly Touched[] {
  const { byNumber } = indexOf(queue.entries);
  const [first, second] = entries;
  if (first !== undefined && second === undefined) {
    const entry = byNumber.get(first);
    return entry === undefined ? NOTHING : touchedBy(queue.settings.mode, entry);
  }
  return entries.flatMap((pullRequest) => {
    const entry = byNumber.get(pullRequest);
    return entry === undefined ? NOTHING : touchedBy(queue.settings.mode, entry);
  });
}

const NOTHING: readonly Touched[] = [];

/** Of each queue the newest graph, by what stays the same object from decision to decision. */
const graphs = new WeakMap<QueueSettings, LaneGraph>();

export function lanesOf(queue: Queue): Lanes {
  const graph = graphs.get(queue.settings) ?? new LaneGraph();
  graphs.set(queue.settings, graph);
  return graph.lanesOf(queue.line.map((batch) => ({ id: batch.id, touched: touchedByBatch(queue, batch) })));
}

/** Whether anybody with a place in the line shares one of these with it. */
export function meetsLine(queue: Queue, touched: readonly Touched[]): boolean {
  lanesOf(queue);
  return graphs.get(queue.settings)?.meets(touched) === true;
}

/** The queue goes on with other settings. */
export function handLanesOver(from: QueueSettings, to: QueueSettings): void {
  const graph = graphs.get(from);
  if (graph === undefined || from === to) return;
  graphs.delete(from);
  graphs.set(to, graph);
}

interface Stop {
  readonly id: BatchId;
  readonly touched: readonly Touched[];
}

interface Member extends Stop {
  readonly order: number;
  /** Null for one that touches everything. */
  readonly holder: Holder | null;
}

/**
 * Follows a line: only who joined, left or touches something else is looked at. Whatever the line was before, the lanes
 * are those of the line asked for.
 */
class LaneGraph {
  #chains = new TargetChains();
  #members: readonly Member[] = [];
  #lanes: Lanes = [];
  /** False while it is being changed, and ever after when that did not come to its end. */
  #isSound = true;

  lanesOf(line: readonly Stop[]): Lanes {
    if (this.#isSound && this.#isAsBefore(line)) return this.#lanes;
    const followed = this.#isSound ? this.#changing(() => this.#follow(line)) : null;
    this.#members = followed ?? this.#changing(() => this.#startAnew(line));
    this.#lanes = this.#closed();
    return this.#lanes;
  }

  meets(touched: readonly Touched[]): boolean {
    const isAnyone = this.#members.some(({ holder }) => holder === null || holder.links.length > 0);
    const isAll = this.#members.some(({ holder }) => holder === null);
    return touched.some((part) => {
      if (part === "all") return isAnyone;
      return part.names.length > 0 && (isAll || this.#chains.hasAny(part));
    });
  }

  #changing<Result>(change: () => Result): Result {
    this.#isSound = false;
    const result = change();
    this.#isSound = true;
    return result;
  }

  #isAsBefore(line: readonly Stop[]): boolean {
    return (
      line.length === this.#members.length && line.every((stop, place) => isSame(this.#members[place], stop))
    );
  }

  /** Null when nobody stays, those who do are in another order than before, or too many were put between two of them. */
  #follow(line: readonly Stop[]): readonly Member[] | null {
    const wanted = new Map(line.map((stop) => [stop.id, stop]));
    const kept = new Map<BatchId, Member>();
    for (const member of this.#members) {
      if (isSame(member, wanted.get(member.id))) kept.set(member.id, member);
      else if (member.holder !== null) this.#chains.dismiss(member.holder);
    }
    if (kept.size === 0) return null;
    const following = ordersFrom(line, kept);
    const members: Member[] = [];
    let order = -Infinity;
    for (const [place, stop] of line.entries()) {
      const member = kept.get(stop.id) ?? this.#admitted(stop, between(order, following[place] ?? Infinity));
      if (!(member.order > order)) return null;
      ({ order } = member);
      members.push(member);
    }
    return members;
  }

  #startAnew(line: readonly Stop[]): readonly Member[] {
    this.#chains = new TargetChains();
    return line.map((stop, place) => this.#admitted(stop, place));
  }

  #admitted({ id, touched }: Stop, order: number): Member {
    const lists = touched.filter((part): part is TargetNames => part !== "all");
    const holder = lists.length < touched.length ? null : new Holder(order, lists);
    if (holder !== null) this.#chains.admit(holder);
    return { id, touched, order, holder };
  }

  /** One that touches everything depends on all since the last such one, and everybody behind it on that one. */
  #closed(): Lanes {
    const lanes: PlaceSet[] = [];
    const places = new Map<Holder, number>();
    let everything: number | null = null;
    let since: number[] = [];
    for (const [place, { holder }] of this.#members.entries()) {
      const lane = new PlaceSet(place);
      const join = (ahead: number): void => {
        lane.add(ahead);
        const further = lanes[ahead];
        if (further !== undefined) lane.addAll(further);
      };
      const touchesAnything = holder === null || holder.links.length > 0;
      if (touchesAnything && everything !== null) join(everything);
      if (holder === null) {
        for (const ahead of since) join(ahead);
        everything = place;
        since = [];
      } else if (touchesAnything) {
        for (const next of this.#chains.nextAhead(holder)) {
          const ahead = places.get(next);
          if (ahead === undefined) throw new Error("somebody next ahead has no place in the line");
          join(ahead);
        }
        since.push(place);
      }
      if (holder !== null) places.set(holder, place);
      lanes.push(lane);
    }
    return lanes;
  }
}

function isSame(one: Member | undefined, other: Stop | undefined): boolean {
  if (one === undefined || one.id !== other?.id || one.touched.length !== other.touched.length) return false;
  for (let at = 0; at < one.touched.length; at++) if (one.touched[at] !== other.touched[at]) return false;
  return true;
}

/** For each place the order of the first one from there on that was in the line before. */
function ordersFrom(line: readonly Stop[], kept: ReadonlyMap<BatchId, Member>): readonly number[] {
  let order = Infinity;
  return line
    .toReversed()
    .map(({ id }) => (order = kept.get(id)?.order ?? order))
    .reverse();
}

function between(ahead: number, behind: number): number {
  if (behind === Infinity) return ahead === -Infinity ? 0 : ahead + 1;
  return ahead === -Infinity ? behind - 1 : (ahead + behind) / 2;
}
