/** Compiles the tree of an expression to a program: numbered nodes with links to further nodes. */
import { type Expression, UnsupportedExpression } from "./parse-expression.js";

export type Node =
  /** The text matches here. */
  | { readonly kind: "accept" }
  | { readonly kind: "character"; readonly accepts: (code: number) => boolean; readonly next: number }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | {
      readonly kind: "lookahead";
      readonly section: number;
      readonly isNegated: boolean;
      readonly next: number;
    };

/** The nodes of the expression, or of one lookahead. */
export interface Section {
  readonly entry: number;
  readonly accept: number;
  readonly nodes: readonly number[];
}

export interface Program {
  readonly nodes: readonly Node[];
  /** Inner lookaheads before outer ones; the whole expression is last. */
  readonly sections: readonly Section[];
}

/** Keeps the longest pattern, with its ranges expanded, within some milliseconds for each path. */
const MOST_NODES = 50_000;
const SLASH = 0x2f;

/** Throws `UnsupportedExpression` for a program that would be too large. */
export function programOf(expression: Expression): Program {
  const writer = new ProgramWriter();
  writer.section(expression);
  return writer;
}

class ProgramWriter implements Program {
  readonly nodes: Node[] = [];
  readonly sections: Section[] = [];
  #members: number[] = [];

  /** Returns its number. */
  section(expression: Expression): number {
    const outer = this.#members;
    this.#members = [];
    const accept = this.#add({ kind: "accept" });
    const entry = this.#write(expression, accept);
    this.sections.push({ entry, accept, nodes: this.#members });
    this.#members = outer;
    return this.sections.length - 1;
  }

  /**
   * Writes from end to beginning, so that the node that follows a part exists before the part. Returns the part's
   * entry.
   */
  #write(expression: Expression, next: number): number {
    switch (expression.kind) {
      case "character":
        return this.#add({ kind: "character", accepts: characterTest(expression.atom), next });
      case "start":
      case "end":
        return this.#add({ kind: expression.kind, next });
      case "sequence":
        return expression.parts.reduceRight((after, part) => this.#write(part, after), next);
      case "choice":
        return this.#add({
          kind: "fork",
          next: expression.options.map((option) => this.#write(option, next)),
        });
      case "lookahead":
        return this.#add({
          kind: "lookahead",
          section: this.section(expression.part),
          isNegated: expression.isNegated,
          next,
        });
      case "repeat":
        return this.#repeat(expression, next);
    }
  }

  #repeat({ part, least, most }: Extract<Expression, { kind: "repeat" }>, next: number): number {
    let entry = next;
    let required = least;
    if (most === Number.POSITIVE_INFINITY) {
      const ways = [next];
      entry = this.#add({ kind: "fork", next: ways });
      const again = this.#write(part, entry);
      ways.push(again);
      // The loop itself counts as the last required repetition.
      if (required > 0) entry = again;
      required = Math.max(required - 1, 0);
    } else {
      for (let count = least; count < most; count += 1) {
        entry = this.#add({ kind: "fork", next: [next, this.#write(part, entry)] });
      }
    }
    for (let count = 0; count < required; count += 1) entry = this.#write(part, entry);
    return entry;
  }

  #add(node: Node): number {
    if (this.nodes.length >= MOST_NODES) throw new UnsupportedExpression("expands to too many states");
    this.#members.push(this.nodes.length);
    return this.nodes.push(node) - 1;
  }
}

/** By atom: programs use few different atoms. */
const tests = new Map<string, (code: number) => boolean>();
const MOST_TESTS = 10_000;

function characterTest(atom: string): (code: number) => boolean {
  const known = tests.get(atom);
  if (known !== undefined) return known;
  const test = newTest(atom);
  if (tests.size >= MOST_TESTS) tests.clear();
  tests.set(atom, test);
  return test;
}

/** Tests one character against one atom, so that the regular expression cannot backtrack. */
function newTest(atom: string): (code: number) => boolean {
  if (atom === ".") return () => true;
  if (atom === "[^/]") return (code) => code !== SLASH;
  if (/^\\?[^\w\\[]$/.test(atom) || /^\w$/.test(atom)) {
    const expected = atom.charCodeAt(atom.length - 1);
    return (code) => code === expected;
  }
  const expression = new RegExp(`^(?:${atom})$`, "s");
  return (code) => expression.test(String.fromCharCode(code));
}
