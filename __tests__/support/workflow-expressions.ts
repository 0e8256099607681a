/**
 * Evaluates the part of GitHub's expression language that the examples use, as GitHub does: loose equality, texts
 * compared without case. What is not known here is refused, never guessed; so is a property that is not there, which
 * GitHub takes for empty, but for what may be absent in a workflow without mistakes.
 */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface ExpressionScope {
  /** Throws for a context that does not exist at this place. */
  context(name: string): Value;
  /** `success()`, `failure()`, `always()`, `cancelled()`; throws where they are not allowed. */
  status(name: string): boolean;
}

type Token =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "sign"; readonly text: string };

const TOKEN = /\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(==|!=|&&|\|\||[!().,*]))/y;
const MAY_BE_ABSENT = /^(?:github\.event|secrets|inputs)\./;
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const STATUS_FUNCTIONS: readonly string[] = ["success", "failure", "always", "cancelled"];
const FUNCTIONS: Readonly<Record<string, (first: Value, second: Value) => boolean>> = {
  contains: (where, what) =>
    isList(where)
      ? where.some((item) => looselyEqual(item, what))
      : asText(where).toLowerCase().includes(asText(what).toLowerCase()),
  startsWith: (text, start) => asText(text).toLowerCase().startsWith(asText(start).toLowerCase()),
};

/** Text with `${{ … }}` in it, filled in. */
export function interpolate(text: string, scope: ExpressionScope): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_whole, expression: string) =>
    asText(evaluate(expression, scope)),
  );
}

/** The condition of a job or step: without a status function in it, `success()` is part of it. */
export function holds(condition: string, scope: ExpressionScope): boolean {
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition;
  const names = tokensOf(expression).map((token) => (token.kind === "name" ? token.text : ""));
  if (!names.some((name) => STATUS_FUNCTIONS.includes(name)) && !scope.status("success")) return false;
  return isTruthy(evaluate(expression, scope));
}

function evaluate(expression: string, scope: ExpressionScope): Value {
  return new Evaluation(expression, scope).result();
}

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const [matched, quoted, number, name, sign] = TOKEN.exec(text) ?? [];
    if (matched === undefined)
      throw new Error(`the expression ${expression} has unknown ${text.slice(from)}`);
    if (quoted !== undefined) tokens.push({ kind: "literal", value: quoted.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: "literal", value: Number(number) });
    else if (name !== undefined) tokens.push(nameToken(name));
    else tokens.push({ kind: "sign", text: sign ?? "" });
  }
  return tokens;
}

function nameToken(text: string): Token {
  const literal = LITERALS[text];
  return literal === undefined ? { kind: "name", text } : { kind: "literal", value: literal };
}

/** Both sides of `&&` and `||` are evaluated, so that a mistake in either is noticed. */
class Evaluation {
  readonly #expression: string;
  readonly #scope: ExpressionScope;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(expression: string, scope: ExpressionScope) {
    this.#expression = expression;
    this.#scope = scope;
    this.#tokens = tokensOf(expression);
  }

  result(): Value {
    const value = this.#either();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return value;
  }

  #either(): Value {
    let left = this.#both();
    while (this.#takes("||")) {
      const right = this.#both();
      left = isTruthy(left) ? left : right;
    }
    return left;
  }

  #both(): Value {
    let left = this.#compared();
    while (this.#takes("&&")) {
      const right = this.#compared();
      left = isTruthy(left) ? right : left;
    }
    return left;
  }

  #compared(): Value {
    let left = this.#negated();
    for (;;) {
      if (this.#takes("==")) left = looselyEqual(left, this.#negated());
      else if (this.#takes("!=")) left = !looselyEqual(left, this.#negated());
      else return left;
    }
  }

  #negated(): Value {
    return this.#takes("!") ? !isTruthy(this.#negated()) : this.#operand();
  }

  #operand(): Value {
    if (this.#takes("(")) {
      const value = this.#either();
      this.#expects(")");
      return value;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || token.kind === "sign") throw this.#unexpected();
    this.#at += 1;
    if (token.kind === "literal") return token.value;
    if (this.#takes("(")) return this.#called(token.text);
    return this.#reached(token.text);
  }

  #called(name: string): Value {
    if (STATUS_FUNCTIONS.includes(name)) {
      this.#expects(")");
      return this.#scope.status(name);
    }
    const call = FUNCTIONS[name];
    if (call === undefined) throw new Error(`the expression ${this.#expression} calls unknown ${name}()`);
    const first = this.#either();
    this.#expects(",");
    const second = this.#either();
    this.#expects(")");
    return call(first, second);
  }

  /** Follows `.name` and `.*`; after a star, names are looked up in every item. */
  #reached(context: string): Value {
    let value = this.#scope.context(context);
    let path = context;
    let isSpread = false;
    while (this.#takes(".")) {
      if (this.#takes("*")) {
        value = isList(value) ? value : Object.values(asObject(value));
        isSpread = true;
        continue;
      }
      const token = this.#tokens[this.#at];
      if (token?.kind !== "name") throw this.#unexpected();
      this.#at += 1;
      path = `${path}.${token.text}`;
      value =
        isSpread && isList(value)
          ? value.map((item) => property(item, token.text, path))
          : property(value, token.text, path);
    }
    return value;
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at];
    const isIt = token?.kind === "sign" && token.text === sign;
    if (isIt) this.#at += 1;
    return isIt;
  }

  #expects(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected();
  }

  #unexpected(): Error {
    return new Error(`the expression ${this.#expression} is not understood at its word ${this.#at + 1}`);
  }
}

function property(value: Value, name: string, path: string): Value {
  const wanted = name.toLowerCase();
  const found = Object.entries(asObject(value)).find(([key]) => key.toLowerCase() === wanted);
  if (found === undefined && !MAY_BE_ABSENT.test(path)) throw new Error(`there is no ${path}`);
  return found?.[1] ?? null;
}

function asObject(value: Value): { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== 0 && value !== "" && !Number.isNaN(value);
}

function looselyEqual(left: Value, right: Value): boolean {
  if (typeof left === "string" && typeof right === "string")
    return left.toLowerCase() === right.toLowerCase();
  if (typeof left === "object" && left !== null) return left === right;
  return typeof left === typeof right ? left === right : asNumber(left) === asNumber(right);
}

function asNumber(value: Value): number {
  return typeof value === "object" && value !== null ? Number.NaN : Number(value ?? 0);
}

function asText(value: Value): string {
  if (typeof value === "object" && value !== null) throw new Error("an object has no text in an expression");
  return value === null ? "" : String(value);
}
