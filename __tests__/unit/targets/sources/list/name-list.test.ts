/** A list of names as bytes behaves like a map of strings with one cause. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { NameList } from "../../../../../src/targets/list-source.js";
import { isLine } from "../../../../../src/targets/source.js";

const cause = { kind: "named", by: "names.txt" } as const;

function listOf(names: readonly string[], expectedBytes = 1 << 20): NameList {
  const list = new NameList(cause, expectedBytes);
  for (const [index, name] of names.entries()) {
    if (index % 2 === 0) list.add(name);
    else {
      const bytes = Buffer.from(`(${name})`);
      list.addBytes(bytes, 1, bytes.length - 1);
    }
  }
  return list;
}

const line = fc.string({ unit: "grapheme", maxLength: 12 }).filter(isLine);

describe("a list of names", () => {
  it("has what a map of the same names has, in the same order", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.array(line, { maxLength: 5 }), (names, others) => {
        const list = listOf(names);
        const map = new Map(names.map((name) => [name, cause]));
        expect([...list]).toEqual([...map]);
        expect([...list.keys()]).toEqual([...map.keys()]);
        expect([...list.values()]).toEqual([...map.values()]);
        expect(list.size).toBe(map.size);
        const called: string[] = [];
        list.forEach((_cause, name) => called.push(name));
        expect(called).toEqual([...map.keys()]);
        for (const name of [...names, ...others]) {
          expect(list.has(name)).toBe(map.has(name));
          expect(list.get(name)).toEqual(map.get(name));
        }
        expect(list.size).toBe(map.size);
      }),
    );
  });

  it("is printed as lines, in pieces that end with a line", () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `//services/core_${index % 50_000}:test`);
    names.push("x".repeat(300_000), "last");
    const list = listOf(names);
    const pieces = [...list.texts()].map((piece) => Buffer.from(piece).toString());
    expect(pieces.join("")).toBe([...new Set(names)].map((name) => `${name}\n`).join(""));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
    expect(list.byteLength).toBe(pieces.join("").length);
  });

  it("grows beyond the size that was expected", () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `${"é".repeat(200)}${index}`);
    expect([...listOf(names, 600_000).keys()]).toEqual(names);
  });

  it.each(["a\nb", "a\r", "a\0b", "\ud800"])("cannot have %j", (name) => {
    expect(isLine(name)).toBe(false);
    expect(listOf(["a", "b"]).has(name)).toBe(false);
  });
});
