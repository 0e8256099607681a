/** How a setting is written: as a text in the environment and in flags, as a value in YAML, as a pattern in the schema. */

/** Names a place inside a YAML value, and what was expected there. */
export type Refuse = (path: readonly string[], expected: string) => void;

export interface Form<Value> {
  /** Goes on after "is not", such as `host:port, such as 127.0.0.1:8080`. */
  readonly expected: string;
  /** JSON Schema of the value in YAML; whatever is read conforms to it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A flag may be given several times, and the environment holds a comma-separated list. */
  readonly isRepeatable: boolean;
  fromText(text: string): Value | null;
  /** Null for what it does not take; where that is not the value as a whole, it was refused by its place. */
  fromYaml(value: unknown, refuse: Refuse): Value | null;
  /** For people; without passwords. */
  show(value: Value): string;
}

export interface TextForm<Value> {
  readonly expected: string;
  /** Of the schema, where a text has one. */
  readonly pattern?: string;
  readonly parse: (text: string) => Value | null;
  readonly show: (value: Value) => string;
}

/** Any text that can be made something of. */
export function textForm<Value>({ expected, pattern, parse, show }: TextForm<Value>): Form<Value> {
  const accepted = pattern === undefined ? null : new RegExp(pattern, "u");
  const fromText = (text: string) => (accepted === null || accepted.test(text) ? parse(text) : null);
  return {
    expected,
    schema: { type: "string", minLength: 1, ...(pattern === undefined ? {} : { pattern }) },
    isRepeatable: false,
    fromText,
    fromYaml: (value) => (typeof value === "string" && value !== "" ? fromText(value) : null),
    show,
  };
}

export function wholeNumber(from: number, to: number): Form<number> {
  const isWithin = (value: number) => Number.isInteger(value) && value >= from && value <= to;
  return {
    expected: `a whole number from ${from} to ${to}`,
    schema: { type: "integer", minimum: from, maximum: to },
    isRepeatable: false,
    fromText: (text) => (/^\d{1,15}$/.test(text) && isWithin(Number(text)) ? Number(text) : null),
    fromYaml: (value) => (typeof value === "number" && isWithin(value) ? value : null),
    show: String,
  };
}

/** In the environment and in flags case does not matter. */
export function oneOf<const Values extends readonly string[]>(values: Values): Form<Values[number]> {
  const known = (text: string): Values[number] | null => values.find((value) => value === text) ?? null;
  const [last = "", ...others] = [...values].reverse();
  return {
    expected: others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`,
    schema: { enum: values },
    isRepeatable: false,
    fromText: (text) => known(text.toLowerCase()),
    fromYaml: (value) => (typeof value === "string" ? known(value) : null),
    show: String,
  };
}

/** Yes or no; in the environment and in flags `true` or `false`. */
export function yesOrNo(): Form<boolean> {
  const known = (text: string) => (text === "true" ? true : text === "false" ? false : null);
  return {
    expected: "true or false",
    schema: { type: "boolean" },
    isRepeatable: false,
    fromText: (text) => known(text.toLowerCase()),
    fromYaml: (value) => (typeof value === "boolean" ? value : null),
    show: String,
  };
}

/** Comma-separated as a text, a list in YAML, where commas have no meaning; a repetition is kept once. */
export function listOf<Item>(item: Form<Item>): Form<readonly Item[]> {
  return {
    expected: `a list, each of it ${item.expected}`,
    schema: { type: "array", items: item.schema, minItems: 1 },
    isRepeatable: true,
    fromText: (text) => {
      const words = text.split(",").map((word) => word.trim());
      return allOf([...new Set(words.filter((word) => word !== ""))].map((word) => item.fromText(word)));
    },
    fromYaml: (value, refuse) => {
      if (!Array.isArray(value)) return null;
      const items: readonly unknown[] = value;
      const read = items.map((one, index) => {
        const known = item.fromYaml(one, (path, expected) => refuse([String(index), ...path], expected));
        if (known === null) refuse([String(index)], item.expected);
        return known;
      });
      return allOf(read);
    },
    show: (items) => items.map((one) => item.show(one)).join(","),
  };
}

function allOf<Item>(items: readonly (Item | null)[]): readonly Item[] | null {
  const known = items.filter((item) => item !== null);
  return known.length > 0 && known.length === items.length ? known : null;
}
