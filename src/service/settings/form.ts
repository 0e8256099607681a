/** How a setting is written: a schema of its value in YAML, which the published one follows from, and as a text. */
import * as z from "zod/mini";

export interface Form<Value> {
  /** Goes on after "is not", such as `host:port, such as 127.0.0.1:8080`. */
  readonly expected: string;
  /** Of the value in YAML. The message of an issue within the value is what was expected there. */
  readonly schema: z.ZodMiniType<Value>;
  /** A flag may be given several times, and the environment holds a comma-separated list. */
  readonly isRepeatable: boolean;
  /** Of the environment and of flags. */
  fromText(text: string): Value | null;
  /** For people; without passwords. */
  show(value: Value): string;
}

/** Names a place inside a value, and what was expected there. */
export type Refuse = (path: readonly string[], expected: string) => void;

/** What `parse` makes of what is written; null is refused as a whole, unless a place in it was. */
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

/** Null for what the schema does not take. */
export function accepted<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value | null {
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** Any text of the pattern that can be made something of. */
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

/** A text that is its own value. */
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

/** In the environment and in flags case does not matter. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
): Form<Values[number]> {
  const expected = values.join(", ").replace(/, ([^,]*)$/, " or $1");
  const schema = z.enum(values, expected);
  const fromText = (text: string) => accepted(schema, text.toLowerCase());
  return { expected, schema, isRepeatable: false, fromText, show: String };
}

/** Comma-separated as a text, a list in YAML, where commas have no meaning; a repetition is kept once. */
export function listOf<Item>(item: Form<Item>): Form<readonly Item[]> {
  const expected = `a list, each of it ${item.expected}`;
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
