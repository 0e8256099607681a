/**
 * Parses the source of a regular expression to a tree. It supports what the glob library writes, which has neither
 * backreferences nor lookbehind.
 */

export type Expression =
  /** One character, as an atom of a regular expression. */
  | { readonly kind: "character"; readonly atom: string }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly options: readonly Expression[] }
  | { readonly kind: "repeat"; readonly part: Expression; readonly least: number; readonly most: number }
  | { readonly kind: "lookahead"; readonly part: Expression; readonly isNegated: boolean };

/** The message is a clause about the pattern: `has a backreference`. */
export class UnsupportedExpression extends Error {
  override readonly name = "UnsupportedExpression";
}

/** Each level of nesting takes a few frames of the call stack. */
const DEEPEST = 500;
const QUANTIFIER = /([*+?]|\{(\d{1,3})(,(\d{0,3}))?\})\??/y;
const GROUP = /\((?:\?(?:([:=!])|(.?)))?/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[^])/y;
const CLASS = /\[(?:[^\]\\]|\\[^])*\]/y;

/** `source` must be valid for `RegExp` without the flags `u` and `v`. Throws `UnsupportedExpression`. */
export function parseExpression(source: string): Expression {
  return new Parser(source).whole();
}

class Parser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Expression {
    return this.#choice();
  }

  #choice(): Expression {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at += 1;
      options.push(this.#sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    for (let next = this.#source[this.#at]; next !== undefined; next = this.#source[this.#at]) {
      if (next === "|" || next === ")") break;
      parts.push(this.#quantified(this.#atom(next)));
    }
    return { kind: "sequence", parts };
  }

  /** Greedy or lazy makes no difference to whether a text matches. */
  #quantified(part: Expression): Expression {
    if (!"*+?{".includes(this.#source[this.#at] ?? "end")) return part;
    const found = this.#take(QUANTIFIER);
    if (found === null) return part;
    const [, sign, least = "", range, most = ""] = found;
    if (sign === "*") return { kind: "repeat", part, least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === "+") return { kind: "repeat", part, least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === "?") return { kind: "repeat", part, least: 0, most: 1 };
    if (range === undefined) return { kind: "repeat", part, least: Number(least), most: Number(least) };
    const limit = most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: "repeat", part, least: Number(least), most: limit };
  }

  #atom(character: string): Expression {
    if (character === "(") return this.#group();
    if (character === "[") return { kind: "character", atom: this.#required(CLASS) };
    if (character === "\\") return { kind: "character", atom: this.#escape() };
    this.#at += 1;
    if (character === "^") return { kind: "start" };
    if (character === "$") return { kind: "end" };
    if (character === ".") return { kind: "character", atom: character };
    return { kind: "character", atom: "{}]".includes(character) ? `\\${character}` : character };
  }

  #group(): Expression {
    const [, sign, other] = this.#take(GROUP) ?? [];
    if (other !== undefined) throw new UnsupportedExpression("has a lookbehind or a named group");
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new UnsupportedExpression(`has more than ${DEEPEST} nested groups`);
    const part = this.#choice();
    this.#depth -= 1;
    this.#at += 1;
    return sign === "=" || sign === "!" ? { kind: "lookahead", part, isNegated: sign === "!" } : part;
  }

  #escape(): string {
    const escape = this.#required(ESCAPE);
    if (/^\\[1-9k]/.test(escape)) throw new UnsupportedExpression("has a backreference");
    if (/^\\[bB]/.test(escape)) throw new UnsupportedExpression(`has ${escape}, a word boundary`);
    return escape;
  }

  #required(what: RegExp): string {
    const found = this.#take(what);
    if (found === null) throw new UnsupportedExpression("has syntax that is not supported");
    return found[0];
  }

  #take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at;
    const found = what.exec(this.#source);
    if (found !== null) this.#at = what.lastIndex;
    return found;
  }
}
