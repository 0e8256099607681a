/**
 * Matches a text against a regular expression without backtracking, in time linear in the text and in the expression.
 * It reads the text once, from end to beginning, so that the result of a lookahead is known before the places in front
 * of it are processed. Sets of nodes are cached, so that usual paths cost one step per character.
 */
import { type Expression, parseExpression } from "./parse-expression.js";
import { type Node, type Program, programOf, type Section } from "./program.js";

/** The nodes that lead to a match from one place of the text. */
interface Place {
  readonly leads: Uint8Array;
  /** Nothing in front of this place can match any more. */
  readonly isDead: boolean;
  /** By the character in front: the next place there, and whether a text that begins with that character matches. */
  before: Map<number, Place> | null;
  first: Map<number, boolean> | null;
}

/** Estimated sizes of a node, a place and a step between places; all patterns share `MOST_BYTES`. */
const [NODE_BYTES, PLACE_BYTES, STEP_BYTES] = [150, 700, 40];
const MOST_BYTES_OF_ONE = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
/** The first texts are matched without a cache: many patterns are tested on a few paths only. */
const TEXTS_UNTIL_KEPT = 4;

/** Throws `UnsupportedExpression`. The only supported flag is `s`. */
export function linearMatcher({ source }: RegExp): (text: string) => boolean {
  parseExpression(source);
  let matcher: LinearMatcher | null = null;
  const forget = () => {
    matcher = null;
  };
  return (text) => {
    // Most patterns are never used on a text: they are only checked, and take no memory.
    matcher ??= new LinearMatcher(programOf(asWholeText(parseExpression(source))));
    const isMatch = matcher.matches(text);
    ROOM.give(forget, matcher.takeNewBytes());
    return isMatch;
  };
}

/**
 * `RegExp` finds a match anywhere in a text. The library anchors its expressions at both ends, except for patterns with
 * unclosed parentheses: their `|` divides the whole expression, anchors included.
 */
function asWholeText(expression: Expression): Expression {
  const parts = expression.kind === "sequence" ? expression.parts : [];
  if (parts[0]?.kind === "start" && parts.at(-1)?.kind === "end") return expression;
  return { kind: "sequence", parts: [ANYTHING, expression, ANYTHING] };
}

const ANYTHING: Expression = {
  kind: "repeat",
  part: { kind: "character", atom: "." },
  least: 0,
  most: Number.POSITIVE_INFINITY,
};

/** The memory of all caches. When it is full, all matchers clear their caches and fill them again as needed. */
const ROOM = {
  bytes: 0,
  holders: new Set<() => void>(),
  give(forget: () => void, bytes: number): void {
    if (bytes === 0) return;
    this.bytes += bytes;
    this.holders.add(forget);
    if (this.bytes <= MOST_BYTES) return;
    for (const holder of this.holders) holder();
    this.holders.clear();
    this.bytes = 0;
  },
};

class LinearMatcher {
  readonly #program: Program;
  readonly #whole: Section;
  /** By node: the nodes that lead to it without consuming a character. */
  readonly #waysTo: readonly (readonly number[])[];
  readonly #end: Place;
  readonly #ofEmptyText: boolean;
  #places = new Map<string, Place>();
  /** Counted since the places were cleared, and since the last report. */
  #bytes = 0;
  #newBytes: number;
  #texts = 0;

  constructor(program: Program) {
    this.#program = program;
    const whole = program.sections.at(-1);
    if (whole === undefined) throw new Error("a program has a section");
    this.#whole = whole;
    this.#waysTo = waysTo(program.nodes);
    this.#newBytes = program.nodes.length * NODE_BYTES;
    const nothing = new Uint8Array(program.nodes.length);
    this.#end = this.#place(this.#leads(nothing, { code: -1, isStart: false, isEnd: true }));
    this.#ofEmptyText = this.#leads(nothing, { code: -1, isStart: true, isEnd: true })[whole.entry] === 1;
  }

  matches(text: string): boolean {
    if (text === "") return this.#ofEmptyText;
    this.#texts += 1;
    if (this.#texts <= TEXTS_UNTIL_KEPT) return this.#matchesOnce(text);
    let place = this.#end;
    for (let index = text.length - 1; index > 0; index -= 1) {
      if (place.isDead) return false;
      place = this.#before(place, text.charCodeAt(index));
    }
    return !place.isDead && this.#matchesFirst(place, text.charCodeAt(0));
  }

  #matchesOnce(text: string): boolean {
    let { leads } = this.#end;
    for (let index = text.length - 1; index >= 0; index -= 1) {
      if (this.#isDead(leads)) return false;
      leads = this.#leads(leads, { code: text.charCodeAt(index), isStart: index === 0, isEnd: false });
    }
    return leads[this.#whole.entry] === 1;
  }

  /** Approximate growth of the cache since the last call. */
  takeNewBytes(): number {
    const bytes = this.#newBytes;
    this.#newBytes = 0;
    return bytes;
  }

  #before(place: Place, code: number): Place {
    const seen = place.before?.get(code);
    if (seen !== undefined) return seen;
    const found = this.#place(this.#leads(place.leads, { code, isStart: false, isEnd: false }));
    this.#count(STEP_BYTES);
    place.before ??= new Map();
    place.before.set(code, found);
    return found;
  }

  #matchesFirst(place: Place, code: number): boolean {
    const seen = place.first?.get(code);
    if (seen !== undefined) return seen;
    const leads = this.#leads(place.leads, { code, isStart: true, isEnd: false });
    const isMatch = leads[this.#whole.entry] === 1;
    this.#count(STEP_BYTES);
    place.first ??= new Map();
    place.first.set(code, isMatch);
    return isMatch;
  }

  #place(leads: Uint8Array): Place {
    const key = Buffer.from(leads.buffer).toString("latin1");
    const seen = this.#places.get(key);
    if (seen !== undefined) return seen;
    const place = this.#newPlace(leads);
    this.#count(PLACE_BYTES + 2 * leads.length);
    this.#places.set(key, place);
    return place;
  }

  #newPlace(leads: Uint8Array): Place {
    return { leads, isDead: this.#isDead(leads), before: null, first: null };
  }

  #isDead(leads: Uint8Array): boolean {
    return this.#whole.nodes.every((node) => leads[node] === 0);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#newBytes += bytes;
    if (this.#bytes <= MOST_BYTES_OF_ONE) return;
    this.#bytes = 0;
    this.#places = new Map();
    this.#end.before = null;
    this.#end.first = null;
  }

  /** `behind`: the nodes that lead to a match from the place behind the character. */
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
      // The whole expression must match up to the end of the text, a lookahead only as far as it goes.
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
