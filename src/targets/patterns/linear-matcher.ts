/**
 * Whether a text matches a regular expression, in time that grows with the one and with the other and never with a power
 * of them. The text is read once, from its end to its beginning: so what a lookahead asks of a place is known when the
 * places in front of it are looked at. Seen sets of nodes are kept, so that usual paths cost one step per character.
 */
import { parseExpression } from "./parse-expression.js";
import { type Node, type Program, programOf, type Section } from "./program.js";

/** Which nodes lead to a match from one place of the text. */
interface Place {
  readonly leads: Uint8Array;
  /** Nothing in front of it can match any more. */
  readonly isDead: boolean;
  readonly before: Map<number, Place>;
  readonly first: Map<number, boolean>;
}

/** What is kept for one pattern; with more it is forgotten, and found again. */
const MOST_BYTES_KEPT = 64 * 1024;
const MOST_STEPS_KEPT = 4096;

/** Throws `UnsupportedExpression`. Flags: none but `s`. */
export function linearMatcher({ source }: RegExp): (text: string) => boolean {
  parseExpression(source);
  let matcher: LinearMatcher | null = null;
  return (text) => {
    // Of many patterns most are never asked: they are checked, and take no room.
    matcher ??= new LinearMatcher(programOf(parseExpression(source)));
    return matcher.matches(text);
  };
}

class LinearMatcher {
  readonly #program: Program;
  readonly #whole: Section;
  /** The nodes that lead to a node without taking a character, by node. */
  readonly #waysTo: readonly (readonly number[])[];
  readonly #end: Place;
  readonly #ofEmptyText: boolean;
  #places = new Map<string, Place>();
  #steps = 0;

  constructor(program: Program) {
    this.#program = program;
    const whole = program.sections.at(-1);
    if (whole === undefined) throw new Error("a program has a section");
    this.#whole = whole;
    this.#waysTo = waysTo(program.nodes);
    const nothing = new Uint8Array(program.nodes.length);
    this.#end = this.#place(this.#leads(nothing, { code: -1, isStart: false, isEnd: true }));
    this.#ofEmptyText = this.#leads(nothing, { code: -1, isStart: true, isEnd: true })[whole.entry] === 1;
  }

  matches(text: string): boolean {
    if (text === "") return this.#ofEmptyText;
    let place = this.#end;
    for (let index = text.length - 1; index > 0; index -= 1) {
      place = this.#before(place, text.charCodeAt(index));
      if (place.isDead) return false;
    }
    return this.#matchesFirst(place, text.charCodeAt(0));
  }

  #before(place: Place, code: number): Place {
    const seen = place.before.get(code);
    if (seen !== undefined) return seen;
    const found = this.#place(this.#leads(place.leads, { code, isStart: false, isEnd: false }));
    this.#count();
    place.before.set(code, found);
    return found;
  }

  #matchesFirst(place: Place, code: number): boolean {
    const seen = place.first.get(code);
    if (seen !== undefined) return seen;
    const leads = this.#leads(place.leads, { code, isStart: true, isEnd: false });
    const isMatch = leads[this.#whole.entry] === 1;
    this.#count();
    place.first.set(code, isMatch);
    return isMatch;
  }

  #place(leads: Uint8Array): Place {
    const key = Buffer.from(leads.buffer).toString("latin1");
    const seen = this.#places.get(key);
    if (seen !== undefined) return seen;
    const isDead = this.#whole.nodes.every((node) => leads[node] === 0);
    const place = { leads, isDead, before: new Map(), first: new Map() };
    this.#places.set(key, place);
    return place;
  }

  #count(): void {
    this.#steps += 1;
    const bytes = this.#places.size * this.#program.nodes.length;
    if (this.#steps <= MOST_STEPS_KEPT && bytes <= MOST_BYTES_KEPT) return;
    this.#steps = 0;
    this.#places = new Map();
    this.#end.before.clear();
    this.#end.first.clear();
  }

  /** `behind` is what leads to a match from the place behind the character. */
  #leads(
    behind: Uint8Array,
    at: { readonly code: number; readonly isStart: boolean; readonly isEnd: boolean },
  ): Uint8Array {
    const { nodes, sections } = this.#program;
    const leads = new Uint8Array(nodes.length);
    const isOpen = (node: Node): boolean => {
      if (node.kind === "start") return at.isStart;
      if (node.kind === "end") return at.isEnd;
      if (node.kind !== "lookahead") return true;
      return (leads[sections[node.section]?.entry ?? 0] === 1) !== node.isNegated;
    };
    for (const section of sections) {
      // A whole text is matched up to its end, a lookahead only as far as it goes.
      const reached = section === this.#whole && !at.isEnd ? [] : [section.accept];
      for (const index of section.nodes) {
        const node = nodes[index];
        if (node?.kind === "character" && behind[node.next] === 1 && node.accepts(at.code))
          reached.push(index);
      }
      for (const index of reached) leads[index] = 1;
      for (let index = reached.pop(); index !== undefined; index = reached.pop()) {
        for (const way of this.#waysTo[index] ?? []) {
          const node = nodes[way];
          if (leads[way] === 1 || node === undefined || !isOpen(node)) continue;
          leads[way] = 1;
          reached.push(way);
        }
      }
    }
    return leads;
  }
}

function waysTo(nodes: readonly Node[]): readonly (readonly number[])[] {
  const ways: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => {
    if (node.kind === "accept" || node.kind === "character") return;
    for (const next of [node.next].flat()) ways[next]?.push(index);
  });
  return ways;
}
