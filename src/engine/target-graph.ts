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

  /**
   * The row is `ids` from now on, each of which touches `touched` at the same index. Gives the first place from which
   * on it is another row than before, null when it is the same.
   */
  follow(ids: readonly Id[], touched: readonly Lists[]): number | null {
    const first = this.#isSound ? this.#firstChange(ids, touched) : 0;
    if (first === ids.length && first === this.#members.length) return null;
    const followed = this.#isSound ? this.#changing(() => this.#followed(ids, touched, first)) : null;
    this.#members = followed ?? this.#changing(() => this.#startedAnew(ids, touched));
    return first;
  }

  /**
   * For each place from `first` on those next ahead of it: everybody it depends on is one of them, or ahead of one of
   * them. One that touches everything depends on all since the last such one, and everybody behind it on that one.
   */
  nextAhead(first: number): readonly (readonly number[])[] {
    const found: (readonly number[])[] = [];
    let everything: number | null = null;
    let since: number[] = [];
    for (let place = 0; place < this.#members.length; place++) {
      const holder = this.#members[place]?.holder;
      if (holder === undefined) throw new Error("a row has a gap");
      const isAsked = place >= first;
      if (holder === null) {
        if (isAsked) found.push(everything === null ? since : [everything, ...since]);
        everything = place;
        since = [];
      } else if (holder.links.length === 0) {
        if (isAsked) found.push(NOBODY);
      } else {
        if (isAsked) {
          const next = this.#chains.nextAhead(holder).map((other) => other.place);
          found.push(everything === null ? next : [everything, ...next]);
        }
        holder.place = place;
        since.push(place);
      }
    }
    return found;
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

  #firstChange(ids: readonly Id[], touched: readonly Lists[]): number {
    let place = 0;
    for (; place < ids.length; place++) {
      const member = this.#members[place];
      if (member?.id !== ids[place] || !areSame(member?.touched, touched[place])) break;
    }
    return place;
  }

  /** Null when nobody stays, those who do are in another order than before, or too many were put between two of them. */
  #followed(ids: readonly Id[], touched: readonly Lists[], first: number): readonly Member<Id>[] | null {
    const same = this.#sameAtEnd(ids, touched, first);
    const behind = this.#members.slice(this.#members.length - same);
    const end = ids.length - same;
    this.#dismissAllBut(ids, touched, { first, end, endBefore: this.#members.length - same });
    if (this.#byId.size === 0) return null;
    const members = this.#members.slice(0, first);
    const following = this.#ordersWithin(ids, { first, end, behind: behind[0]?.order ?? Infinity });
    let order = members.at(-1)?.order ?? -Infinity;
    for (let place = first; place < end; place++) {
      const id = ids[place];
      if (id === undefined) throw new Error("a row has a gap");
      const member =
        this.#byId.get(id) ??
        this.#admitted(id, touched[place] ?? NOTHING, between(order, following[place - first] ?? Infinity));
      if (!(member.order > order)) return null;
      ({ order } = member);
      members.push(member);
    }
    return behind[0] === undefined || behind[0].order > order ? members.concat(behind) : null;
  }

  /** How many of the last ones are what they were, those before `first` not counted. */
  #sameAtEnd(ids: readonly Id[], touched: readonly Lists[], first: number): number {
    const most = Math.min(ids.length, this.#members.length) - first;
    let same = 0;
    for (; same < most; same++) {
      const member = this.#members[this.#members.length - 1 - same];
      const place = ids.length - 1 - same;
      if (member?.id !== ids[place] || !areSame(member?.touched, touched[place])) break;
    }
    return same;
  }

  #dismissAllBut(
    ids: readonly Id[],
    touched: readonly Lists[],
    { first, end, endBefore }: { readonly first: number; readonly end: number; readonly endBefore: number },
  ): void {
    const places = new Map<Id, number>();
    for (let place = first; place < end; place++) {
      const id = ids[place];
      if (id !== undefined) places.set(id, place);
    }
    for (let place = first; place < endBefore; place++) {
      const member = this.#members[place];
      if (member === undefined || areSame(member.touched, touched[places.get(member.id) ?? -1])) continue;
      this.#byId.delete(member.id);
      if (member.holder !== null) this.#chains.dismiss(member.holder);
    }
  }

  /** For each place the order of the first one from there on that was in the row before; `behind` that of the one at the end. */
  #ordersWithin(
    ids: readonly Id[],
    { first, end, behind }: { readonly first: number; readonly end: number; readonly behind: number },
  ): readonly number[] {
    const orders = new Array<number>(end - first).fill(behind);
    let order = behind;
    for (let place = end - 1; place >= first; place--) {
      const id = ids[place];
      order = (id === undefined ? undefined : this.#byId.get(id)?.order) ?? order;
      orders[place - first] = order;
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
const NOBODY: readonly number[] = [];

function areSame(some: Lists | undefined, others: Lists | undefined): boolean {
  if (some === others) return some !== undefined;
  if (some?.length !== others?.length) return false;
  return some?.every((part, at) => part === others?.[at]) === true;
}

function between(ahead: number, behind: number): number {
  if (behind === Infinity) return ahead === -Infinity ? 0 : ahead + 1;
  return ahead === -Infinity ? behind - 1 : (ahead + behind) / 2;
}
