/** One text for one value, whoever put its fields together and in whatever order. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson } from "../../../../src/service/ports/canonical-json.js";

describe("canonicalJson", () => {
  it("orders fields, and leaves out white space and fields without a value", () => {
    const value = { b: [1, "é\n", null], a: { d: true, c: undefined }, Z: -0.5 };
    expect(canonicalJson(value)).toBe('{"Z":-0.5,"a":{"d":true},"b":[1,"é\\n",null]}');
  });

  it("reads back as the value, and does not depend on the order of fields", () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([",", '","', "\n", "\0"])(
    "takes no two kinds of records for one, with %j in their names",
    (part) => {
      expect(canonicalJson({ [`a${part}b`]: 1, c: 2 })).toBe(`{${JSON.stringify(`a${part}b`)}:1,"c":2}`);
      expect(canonicalJson({ a: 1, [`b${part}c`]: 2 })).toBe(`{"a":1,${JSON.stringify(`b${part}c`)}:2}`);
    },
  );

  it("is the same after more kinds of records than it remembers", () => {
    const kinds = Array.from({ length: 20_000 }, (_, kind) => ({ [`b${kind}`]: 1, a: kind }));
    const texts = kinds.map((record) => canonicalJson(record));
    expect(texts).toEqual(kinds.map((_, kind) => `{"a":${kind},"b${kind}":1}`));
    expect(kinds.map((record) => canonicalJson(record))).toEqual(texts);
  });

  it("orders the fields of a record that has very many", () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `f${999 - index}`);
    const record = Object.fromEntries(names.map((name) => [name, 0]));
    const fields = [...names].sort().map((name) => `"${name}":0`);
    expect(canonicalJson(record)).toBe(`{${fields.join()}}`);
  });

  it("refuses what is nested without end", () => {
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    expect(() => canonicalJson(deep)).toThrow("more than 100 levels deep");
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, reversed(field)]);
  return Object.fromEntries(fields.reverse());
}
