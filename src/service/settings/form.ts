/** The written form of a setting: a schema of its YAML value, published as JSON Schema, and a parser of its text. */
import * as z from "zod/mini";

export interface Form<Value> {
  /** Completes a sentence after "is not", like `host:port, such as 127.0.0.1:8080`. */
  readonly expected: string;
  /** The schema of the YAML value. The message of an issue within the value is what was expected there. */
  readonly schema: z.ZodMiniType<Value>;
  /** A repeatable flag may be given several times; in the environment, the value is a comma-separated list. */
  readonly isRepeatable: boolean;
  /** Parses the text of the environment or of a flag; null when invalid. */
  fromText(text: string): Value | null;
  /** The value for display, without passwords. */
  show(value: Value): string;
}

/** Reports a problem at a place inside a value, with what was expected there. */
export type Refuse = (path: readonly string[], expected: string) => void;

/** Parses the written value. If `parse` returns null and reported no place, the whole value is the problem. */
export function meaning<Written, Value>(
  written: z.ZodMiniType<Written>,
  expected: string,
  parse: (value: Written, refuse: Refuse) => Value | null,
): z.ZodMiniType<Value> {
  const meant = z.transform((input: Written, { issues }): Value => {
    const refuse: Refuse = (path, message) =>
      issues.push({ code: "custom", input, path: [...path], message });
    const value = parse(input, refuse);
    if (value !== null) return value;
    if (issues.length === 0) refuse([], expected);
    return z.NEVER;
  });
  return z.pipe(written, meant);
}

/** Null when the schema does not accept the value. */
export function accepted<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value | null {
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** A text that matches the pattern and that `parse` accepts. */
export function textForm<Value>(
  expected: string,
  pattern: RegExp | null,
  parse: (text: string) => Value | null,
  show: (value: Value) => string,
): Form<Value> {
  const checks = [z.minLength(1, expected), ...(pattern === null ? [] : [z.regex(pattern, expected)])];
  const schema = meaning(z.string(expected).check(...checks), expected, parse);
  return { expected, schema, isRepeatable: false, fromText: (text) => accepted(schema, text), show };
}

/** A text that is itself the value. */
export function plainText(
  expected: string,
  pattern: RegExp | null = null,
  parse: (text: string) => string | null = (text) => text,
): Form<string> {
  return textForm(expected, pattern, parse, (text) => text);
}

export function wholeNumber(from: number, to: number): Form<number> {
  const expected = `a whole number from ${from} to ${to}`;
  const schema = z.int(expected).check(z.minimum(from, expected), z.maximum(to, expected));
  const fromText = (text: string) => (/^\d{1,15}$/.test(text) ? accepted(schema, Number(text)) : null);
  return { expected, schema, isRepeatable: false, fromText, show: String };
}

/** The environment and flags ignore case. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
): Form<Values[number]> {
  const expected = values.join(", ").replace(/, ([^,]*)$/, " or $1");
  const schema = z.enum(values, expected);
  const fromText = (text: string) => accepted(schema, text.toLowerCase());
  return { expected, schema, isRepeatable: false, fromText, show: String };
}

/** Comma-separated as text. In YAML a list, where commas have no meaning. Text drops repetitions. */
export function listOf<Item>(item: Form<Item>): Form<readonly Item[]> {
  const expected = `a list with items of the form ${item.expected}`;
  return {
    expected,
    schema: z.array(item.schema, expected).check(z.minLength(1, expected)),
    isRepeatable: true,
    fromText: (text) => {
      const words = text.split(",").map((word) => word.trim());
      const items = [...new Set(words)].filter((word) => word !== "").map((word) => item.fromText(word));
      const known = items.filter((one) => one !== null);
      return known.length > 0 && known.length === items.length ? known : null;
    },
    show: (items) => items.map((one) => item.show(one)).join(","),
  };
}
