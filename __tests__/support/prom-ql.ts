/** Reads PromQL as far as our dashboard and alerts use it: anything else is an error, so that nothing goes unlooked at. */

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** Labels that something around it groups by. */
  readonly groupedBy: readonly string[];
}

interface Token {
  readonly kind: "name" | "number" | "string" | "duration" | "sign";
  readonly text: string;
}

const AGGREGATIONS = new Set(["sum", "min", "max", "avg", "count"]);
const FUNCTIONS = new Set(["rate", "increase", "histogram_quantile", "absent"]);
const OPERATORS = new Set(["+", "-", "*", "/", "==", "!=", ">", "<", ">=", "<=", "and", "or", "unless"]);
const TOKEN =
  /\s*(?:(?<duration>\[\d+[smhd]\])|(?<number>\d+(?:\.\d+)?)|(?<name>[a-zA-Z_:][\w:]*)|(?<string>"(?:[^"\\]|\\.)*")|(?<sign>==|!=|>=|<=|=~|!~|[-+*/(){},=<>]))/y;

export function selectorsIn(expression: string): readonly Selector[] {
  const reader = new Reader(tokensOf(expression.trim()), expression);
  const found = reader.expression([]);
  reader.end();
  return found;
}

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(expression)?.groups;
    if (groups === undefined) throw new Error(`${expression}: cannot be read from ${expression.slice(at)}`);
    for (const kind of ["name", "number", "string", "duration", "sign"] as const) {
      const text = groups[kind];
      if (text !== undefined) tokens.push({ kind, text });
    }
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #expression: string;
  #at = 0;

  constructor(tokens: readonly Token[], expression: string) {
    this.#tokens = tokens;
    this.#expression = expression;
  }

  expression(groupedBy: readonly string[]): readonly Selector[] {
    let found = this.#operand(groupedBy);
    while (OPERATORS.has(this.#next)) {
      this.#take();
      found = [...found, ...this.#operand(groupedBy)];
    }
    return found;
  }

  end(): void {
    if (this.#at < this.#tokens.length) this.#fail("the end");
  }

  #operand(groupedBy: readonly string[]): readonly Selector[] {
    const token = this.#take();
    if (token.kind === "number") return [];
    if (token.text === "(") return this.#closed(groupedBy);
    if (token.kind !== "name") return this.#fail("a metric, a function or a number");
    if (AGGREGATIONS.has(token.text)) return this.#aggregation(groupedBy);
    if (!FUNCTIONS.has(token.text)) return [this.#selector(token.text, groupedBy)];
    this.#expect("(");
    return this.#closed(groupedBy);
  }

  #aggregation(groupedBy: readonly string[]): readonly Selector[] {
    let labels: readonly string[] = [];
    if (this.#next === "by") {
      this.#take();
      this.#expect("(");
      labels = this.#list(() => this.#take().text, ")");
    }
    this.#expect("(");
    return this.#closed([...groupedBy, ...labels]);
  }

  /** Arguments up to the bracket that closes. */
  #closed(groupedBy: readonly string[]): readonly Selector[] {
    return this.#list(() => this.expression(groupedBy), ")").flat();
  }

  #selector(metric: string, groupedBy: readonly string[]): Selector {
    let matchers: Selector["matchers"] = [];
    if (this.#next === "{") {
      this.#take();
      matchers = this.#list(() => {
        const label = this.#take().text;
        const operator = this.#take().text;
        if (!["=", "!=", "=~", "!~"].includes(operator)) this.#fail("a matcher");
        const value: unknown = JSON.parse(this.#take().text);
        return { label, operator, value: String(value) };
      }, "}");
    }
    if (this.#tokens[this.#at]?.kind === "duration") this.#take();
    return { metric, matchers, groupedBy };
  }

  #list<Item>(item: () => Item, end: string): readonly Item[] {
    const items = [item()];
    while (this.#next === ",") {
      this.#take();
      items.push(item());
    }
    this.#expect(end);
    return items;
  }

  get #next(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #take(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) return this.#fail("more");
    this.#at += 1;
    return token;
  }

  #expect(text: string): void {
    if (this.#take().text !== text) this.#fail(text);
  }

  #fail(expected: string): never {
    const before = this.#tokens.slice(0, this.#at).map(({ text }) => text);
    throw new Error(`${this.#expression}: expected ${expected} after ${before.join(" ")}`);
  }
}
