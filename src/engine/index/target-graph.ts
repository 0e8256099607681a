/**
 * The dependencies among the members of a row, by their targets. Updated incrementally: only members that joined, left
 * or changed targets are processed. The result never depends on earlier rows.
 */

import { listsOf, type TargetNames, type Touched } from "../planning/overlap.js";
import { lookUpInOrder } from "./look-up-in-order.js";
import { Holder, TargetChains } from "./target-chains.js";

type Lists = readonly Touched[];

interface Member<Id> {
  readonly id: Id;
  readonly touched: Lists;
  /** Increases from front to back. */
  readonly order: number;
  /** One per list that is not empty; null for a member with `ALL`. */
  readonly holders: readonly Holder[] | null;
}

export class TargetGraph<Id> {
  #chains = new TargetChains();
  #members: readonly Member<Id>[] = [];
  #byId = new Map<Id, Member<Id>>();
  /** false during a change, and after a change that threw. */
  #isSound = true;

  /**
   * Sets the row to `ids`, with the targets in `touched` at the same index. Returns the index of the first difference
   * to the previous row, or null.
   */
  follow(ids: readonly Id[], touched: readonly Lists[]): number | null {
    const first = this.#isSound ? firstChange(this.#members, ids, touched) : 0;
    if (first === ids.length && first === this.#members.length) return null;
    const followed = this.#isSound ? this.#changing(() => this.#followed(ids, touched, first)) : null;
    this.#members = followed ?? this.#changing(() => this.#startedAnew(ids, touched));
    return first;
  }

  /**
   * The direct dependencies of each place from `first` on; the indirect ones are reachable from them. A member with
   * `ALL` depends on all members since the previous `ALL`, and every member behind it depends on it.
   */
  nextAhead(first: number): readonly (readonly number[])[] {
    const found: (readonly number[])[] = [];
    let everything: number | null = null;
    let since: number[] = [];
    this.#members.forEach(({ holders }, place) => {
      const isAsked = place >= first;
      if (holders === null) {
        if (isAsked) found.push(everything === null ? since : [everything, ...since]);
        everything = place;
        since = [];
      } else if (holders.length === 0) {
        if (isAsked) found.push(NOBODY);
      } else {
        if (isAsked) {
          const next = this.#placesNextAhead(holders);
          found.push(everything === null ? next : [everything, ...next]);
        }
        for (const holder of holders) holder.place = place;
        since.push(place);
      }
    });
    return found;
  }

  #placesNextAhead(holders: readonly Holder[]): readonly number[] {
    const places: number[] = [];
    for (const holder of holders) for (const { place } of this.#chains.nextAhead(holder)) places.push(place);
    return places;
  }

  /** Whether a member of the row shares one of these targets. */
  meets(touched: Lists): boolean {
    const isAnyone = this.#members.some(({ holders }) => holders === null || holders.length > 0);
    const isAll = this.#members.some(({ holders }) => holders === null);
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

  /** null if no member remains, their order changed, or no order value is left between two neighbours. */
  #followed(ids: readonly Id[], touched: readonly Lists[], first: number): readonly Member<Id>[] | null {
    let same = 0;
    while (isStill(this.#members.at(-1 - same), ids.at(-1 - same), touched.at(-1 - same))) same += 1;
    const end = this.#members.length - same;
    const wanted = lookUpInOrder(ids, touched, first);
    const before = this.#members.slice(first, end);
    const touchedNow = before.map(({ id }) => wanted(id));
    if (before.length === this.#members.length && touchedNow.every((now) => now === undefined)) return null;
    before.forEach((member, at) => {
      const now = touchedNow[at];
      if (now === undefined) this.#dismiss(member);
      else if (!areSame(member.touched, now)) this.#exchange(member, now);
    });
    const joining = { ids: ids.slice(first, ids.length - same), touched: touched.slice(first) };
    return this.#joined(this.#members.slice(0, first), joining, this.#members.slice(end));
  }

  #joined(
    inFront: readonly Member<Id>[],
    { ids, touched }: { readonly ids: readonly Id[]; readonly touched: readonly Lists[] },
    behind: readonly Member<Id>[],
  ): readonly Member<Id>[] | null {
    const end = behind[0]?.order ?? Infinity;
    const known = ids.map((id) => this.#byId.get(id));
    const following = ordersFollowing(known, end);
    const members = [...inFront];
    let order = inFront.at(-1)?.order ?? -Infinity;
    for (const [at, id] of ids.entries()) {
      const member =
        known[at] ?? this.#admitted(id, touched[at] ?? NOTHING, between(order, following[at] ?? end));
      if (!(member.order > order)) return null;
      ({ order } = member);
      members.push(member);
    }
    return order < end ? members.concat(behind) : null;
  }

  #startedAnew(ids: readonly Id[], touched: readonly Lists[]): readonly Member<Id>[] {
    this.#chains = new TargetChains();
    this.#byId = new Map();
    return ids.map((id, place) => this.#admitted(id, touched[place] ?? NOTHING, place));
  }

  #admitted(id: Id, touched: Lists, order: number, present: readonly Holder[] = NO_HOLDERS): Member<Id> {
    const lists = filledListsOf(touched);
    const holders =
      lists?.map(
        (list) => present.find((holder) => holder.list === list) ?? this.#admittedList(order, list),
      ) ?? null;
    const member = { id, touched, order, holders };
    this.#byId.set(id, member);
    return member;
  }

  #admittedList(order: number, list: TargetNames): Holder {
    const holder = new Holder(order, list);
    this.#chains.admit(holder);
    return holder;
  }

  /** Replaces the targets of a member, keeping its position and unchanged lists. */
  #exchange({ id, order, holders }: Member<Id>, touched: Lists): void {
    const lists = filledListsOf(touched);
    const remaining = (holders ?? NO_HOLDERS).filter(({ list }) => lists?.includes(list) === true);
    for (const holder of holders ?? NO_HOLDERS) {
      if (!remaining.includes(holder)) this.#chains.dismiss(holder);
    }
    this.#admitted(id, touched, order, remaining);
  }

  #dismiss({ id, holders }: Member<Id>): void {
    this.#byId.delete(id);
    for (const holder of holders ?? NO_HOLDERS) this.#chains.dismiss(holder);
  }
}

const NOTHING: Lists = [];
const NOBODY: readonly number[] = [];
const NO_HOLDERS: readonly Holder[] = [];

/** The distinct lists that are not empty; null for `ALL`. */
function filledListsOf(touched: Lists): readonly TargetNames[] | null {
  const lists = listsOf(touched)?.filter(({ names }) => names.length > 0);
  return lists === undefined ? null : [...new Set(lists)];
}

/** The first index where id or targets differ. */
function firstChange<Id>(
  members: readonly Member<Id>[],
  ids: readonly Id[],
  touched: readonly Lists[],
): number {
  const first = ids.findIndex((id, place) => !isStill(members[place], id, touched[place]));
  return first === -1 ? ids.length : first;
}

function isStill<Id>(
  member: Member<Id> | undefined,
  id: Id | undefined,
  touched: Lists | undefined,
): boolean {
  return member !== undefined && member.id === id && areSame(member.touched, touched);
}

/** For each index, the order of the next known member from there on; `end` if there is none. */
function ordersFollowing<Id>(known: readonly (Member<Id> | undefined)[], end: number): readonly number[] {
  let order = end;
  const orders = known.toReversed().map((member) => {
    order = member?.order ?? order;
    return order;
  });
  return orders.reverse();
}

function areSame(some: Lists, others: Lists | undefined): boolean {
  if (some === others) return true;
  return some.length === others?.length && some.every((part, at) => part === others[at]);
}

/** An order value between two neighbours; infinite without one on that side. */
function between(ahead: number, behind: number): number {
  if (behind === Infinity) return ahead + 1;
  return ahead === -Infinity ? behind - 1 : (ahead + behind) / 2;
}
