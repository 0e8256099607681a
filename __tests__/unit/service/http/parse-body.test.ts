/** Bodies are parsed the same on this thread and on another one, and what cannot be a request is refused early. */
import { describe, expect, it } from "@jest/globals";
import { parseBody } from "../../../../src/service/http/check-body.js";
import { pack, parseJson, unpack } from "../../../../src/service/http/parse-json.js";
import { seededChance } from "../../../support/seeded-chance.js";

const TOO_MUCH =
  "the body contains too many values: expected at most 10000 values in 20 levels besides lists of strings";
const BLANKS = " ".repeat(1024 * 1024);

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function parsed(text: string) {
  return parseJson(bytesOf(text));
}

describe("a body", () => {
  it("is the object it spells", () => {
    expect(parsed('{"a":["x"],"b":{"c":1}}')).toEqual({ ok: true, value: { a: ["x"], b: { c: 1 } } });
  });

  it("may begin with a byte order mark", () => {
    expect(parsed("\ufeff{}")).toEqual({ ok: true, value: {} });
  });

  it.each([
    ["", "the body is not valid JSON: Unexpected end of JSON input"],
    ['{"pr": abc}', `the body is not valid JSON: Unexpected token 'a', "{"pr": abc}" is not valid JSON`],
    [
      "{pr: 1}",
      "the body is not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
    ],
    ["[1]", "the body: expected an object"],
    ["null", "the body: expected an object"],
    ['"text"', "the body: expected an object"],
  ])("is refused when it is %j", (text, problem) => {
    expect(parsed(text)).toEqual({ ok: false, problem });
  });

  it("is refused when it is not UTF-8", () => {
    expect(parseJson(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual({
      ok: false,
      problem: "the body is not UTF-8 text",
    });
  });

  it("may hold any number of texts in lists, and 10000 other values", () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `t${index}`);
    const values = Array.from({ length: 9998 }, (_, index) => index);
    expect(parsed(JSON.stringify({ texts, values })).ok).toBe(true);
    expect(parsed(JSON.stringify({ texts, values: [...values, 1] }))).toEqual({
      ok: false,
      problem: TOO_MUCH,
    });
  });

  it.each([
    [
      "a text and a number too many",
      JSON.stringify({ a: [...Array.from({ length: 10_000 }, () => "t"), 1] }),
    ],
    ["10001 fields", JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, []])))],
    ["lists in lists without end", `{"a":${"[".repeat(300_000)}${"]".repeat(300_000)}}`],
    ["objects in objects without end", `{"a":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
  ])("is refused when it holds %s", (_what, text) => {
    expect(parsed(text)).toEqual({ ok: false, problem: TOO_MUCH });
  });

  it("may be 20 levels deep and no more", () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(parsed(nested(20)).ok).toBe(true);
    expect(parsed(nested(21))).toEqual({ ok: false, problem: TOO_MUCH });
  });
});

describe("a body on its way between threads", () => {
  it("arrives as it was", () => {
    const chance = seededChance(42);
    const text = () => ["", "a", "b\nc", "\0", "d\0e", "ä\ud83d\ude00"][chance.whole(0, 5)] ?? "";
    for (let round = 0; round < 300; round += 1) {
      const texts = Array.from({ length: chance.whole(0, 4) }, text);
      const value = { texts, more: text(), mixed: [1, ...texts], inner: { texts } };
      const travelled = unpack(structuredClone(pack({ ok: true, value })));
      expect({ seed: chance.seed, travelled }).toEqual({ seed: chance.seed, travelled: { ok: true, value } });
    }
  });

  it("keeps a field called __proto__ a field", () => {
    const text = '{"a":1,"__proto__":["b","c"]}';
    expect(JSON.stringify(unpack(pack(parsed(text))))).toBe(`{"ok":true,"value":${text}}`);
  });
});

describe("a large body", () => {
  it("is parsed like a small one", async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `//some/package:target-${index}\n`);
    const value = { repo: { host: "github.com" }, impactedTargets: names, none: [], pr: { number: 1 } };
    const text = JSON.stringify(value);
    expect(text.length).toBeGreaterThan(1024 * 1024);
    expect(await parseBody(bytesOf(text))).toEqual({ ok: true, value });
  });

  it.each([
    [
      `{"a": 1,}${BLANKS}`,
      "the body is not valid JSON: Expected double-quoted property name in JSON at position 8 (line 1 column 9)",
    ],
    [`[]${BLANKS}`, "the body: expected an object"],
    [`{"a":${"[".repeat(700_000)}${"]".repeat(700_000)}}`, TOO_MUCH],
  ])("is refused like a small one (%#)", async (text, problem) => {
    expect(await parseBody(bytesOf(text))).toEqual({ ok: false, problem });
  });

  it("waits for its turn, and all are answered", async () => {
    const texts = Array.from({ length: 5 }, (_, index) => `{"index":${index}}${BLANKS}`);
    expect(await Promise.all(texts.map(async (text) => parseBody(bytesOf(text))))).toEqual(
      texts.map((_, index) => ({ ok: true, value: { index } })),
    );
  });

  it("leaves no thread behind", async () => {
    const parsing = parseBody(bytesOf(`{}${BLANKS}`));
    await new Promise(setImmediate);
    expect(threads()).toBeGreaterThan(0);
    await parsing;
    expect(threads()).toBe(0);
  });
});

function threads(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "MessagePort").length;
}
