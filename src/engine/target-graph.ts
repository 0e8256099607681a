/**
 * Who in a row depends on whom, by what they touch. It follows the row: only who joined, left or touches something else
 * is looked at. Whatever the row was before, the answer is that of the row asked about.
 */
import type { TargetNames, Touched } from "./overlap.js";
import { Holder, TargetChains } from "./target-chains.js";

type Lists = readonly Touched[];

interface Member<Id> {
  readonly id: Id;
  readonly touched: Lists;
  /** Those further back have a greater one. */
  readonly order: number;
  /** Null for one that touches everything. */
  readonly holder: Holder | null;
}

export class TargetGraph<Id> {
  #chains = new TargetChains();
  #members: readonly Member<Id>[] = [];
  #byId = new Map<Id, Member<Id>>();
  /** False while it is being changed, and ever after when that did not come to its end. */
  #isSound = true;

  /** The row is `ids` from now on, each of which touches `touched` at the same index. False when it was that before. */
  follow(ids: readonly Id[], touched: readonly Lists[]): boolean {
    if (this.#isSound && this.#isAsBefore(ids, touched)) return false;
    const followed = this.#isSound ? this.#changing(() => this.#followed(ids, touched)) : null;
    this.#members = followed ?? this.#changing(() => this.#startedAnew(ids, touched));
    return true;
  }

  /**
   * For each place those next ahead of it: everybody it depends on is one of them, or ahead of one of them. One that
   * touches everything depends on all since the last such one, and everybody behind it on that one.
   */
  nextAhead(): readonly (readonly number[])[] {
    let everything: number | null = null;
    let since: number[] = [];
    return this.#members.map(({ holder }, place): readonly number[] => {
      const ahead: number[] = [];
      if (holder !== null && holder.links.length === 0) return ahead;
      if (everything !== null) ahead.push(everything);
      if (holder === null) {
        ahead.push(...since);
        everything = place;
        since = [];
        return ahead;
      }
      for (const next of this.#chains.nextAhead(holder)) ahead.push(next.place);
      holder.place = place;
      since.push(place);
      return ahead;
    });
  }

  /** Whether anybody in the row shares one of these. */
  meets(touched: Lists): boolean {
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

  #isAsBefore(ids: readonly Id[], touched: readonly Lists[]): boolean {
    if (ids.length !== this.#members.length) return false;
    for (let place = 0; place < ids.length; place++) {
      const member = this.#members[place];
      if (member?.id !== ids[place] || !areSame(member?.touched, touched[place])) return false;
    }
    return true;
  }

  /** Null when nobody stays, those who do are in another order than before, or too many were put between two of them. */
  #followed(ids: readonly Id[], touched: readonly Lists[]): readonly Member<Id>[] | null {
    this.#dismissAllBut(ids, touched);
    if (this.#byId.size === 0) return null;
    const following = this.#ordersFrom(ids);
    const members: Member<Id>[] = [];
    let order = -Infinity;
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place];
      if (id === undefined) throw new Error("a row has a gap");
      const member =
        this.#byId.get(id) ??
        this.#admitted(id, touched[place] ?? NOTHING, between(order, following[place] ?? Infinity));
      if (!(member.order > order)) return null;
      ({ order } = member);
      members.push(member);
    }
    return members;
  }

  #dismissAllBut(ids: readonly Id[], touched: readonly Lists[]): void {
    const places = new Map<Id, number>();
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place];
      if (id !== undefined) places.set(id, place);
    }
    for (const member of this.#members) {
      if (areSame(member.touched, touched[places.get(member.id) ?? -1])) continue;
      this.#byId.delete(member.id);
      if (member.holder !== null) this.#chains.dismiss(member.holder);
    }
  }

  /** For each place the order of the first one from there on that was in the row before. */
  #ordersFrom(ids: readonly Id[]): readonly number[] {
    const orders = new Array<number>(ids.length).fill(Infinity);
    let order = Infinity;
    for (let place = ids.length - 1; place >= 0; place--) {
      const id = ids[place];
      order = (id === undefined ? undefined : this.#byId.get(id)?.order) ?? order;
      orders[place] = order;
    }
    return orders;
  }

  #startedAnew(ids: readonly Id[], touched: readonly Lists[]): readonly Member<Id>[] {
    this.#chains = new TargetChains();
    this.#byId = new Map();
    return ids.map((id, place) => this.#admitted(id, touched[place] ?? NOTHING, place));
  }

  #admitted(id: Id, touched: Lists, order: number): Member<Id> {
    const lists = touched.filter((part): part is TargetNames => part !== "all");
    const holder = lists.length < touched.length ? null : new Holder(order, lists);
    if (holder !== null) this.#chains.admit(holder);
    const member = { id, touched, order, holder };
    this.#byId.set(id, member);
    return member;
  }
}

const NOTHING: Lists = [];

function areSame(some: Lists | undefined, others: Lists | undefined): boolean {
  if (some === others) return some !== undefined;
  if (some?.length !== others?.length) return false;
  return some?.every((part, at) => part === others?.[at]) === true;
}

function between(ahead: number, behind: number): number {
  if (behind === Infinity) return ahead === -Infinity ? 0 : ahead + 1;
  return ahead === -Infinity ? behind - 1 : (ahead + behind) / 2;
}
