/** A list in any of its forms, in pieces of any size. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ListFormatError, readTargetList } from "../../../../../src/targets/sources/list/list.js";

async function read(content: string | Uint8Array, pieceBytes = 7, atMost = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(content);
  const names: string[] = [];
  const pieces = function* () {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      yield bytes.subarray(start, start + pieceBytes);
  };
  const end = await readTargetList(pieces(), (name) => {
    names.push(name);
    return names.length < atMost;
  });
  return { end, names };
}

describe("lines", () => {
  it.each([
    ["a\nb", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["\n \n a b \n\t\n", [" a b "]],
    ["é\n日本\n😀", ["é", "日本", "😀"]],
    ["a\na\nb", ["a", "a", "b"]],
    ["ALL\na", ["ALL", "a"]],
    ["a\nALL\n", ["a", "ALL"]],
    ["all\nb\n", ["all", "b"]],
    ["x [a]\n", ["x [a]"]],
    ["-a\n--b\n", ["-a", "--b"]],
    ["none\nNull\nnull:a\nundefined x\n", ["none", "Null", "null:a", "undefined x"]],
    [`a"\n"b\n'c'd\n`, ['a"', '"b', "'c'd"]],
    ["a<b>\n", ["a<b>"]],
    ["my-impactedTargets: a\n", ["my-impactedTargets: a"]],
  ])("of %j are %j", async (content, names) => {
    expect(await read(content)).toEqual({ end: "complete", names });
  });

  it.each([
    "ALL",
    "ALL\n",
    "\n\nALL\r\n \n",
    "ALL\nALL\n",
    '"ALL"',
    "\ufeffALL\n",
    "all",
    "All\nALL\n'all'\n",
    "'ALL'",
    '"all"',
    " ALL\t",
    "IMPACTS_ALL",
  ])("of %j mean all", async (content) => {
    expect(await read(content)).toEqual({ end: "all", names: [] });
  });

  it.each([
    ["a\nnull", /^line 2 is `null`/],
    ["undefined", /^line 1 is `undefined`/],
    [" None \n", /^line 1 is `None`/],
    ["true", /^line 1 is `true`/],
    ["\n'a'\n", /^line 2 is in quotes/],
    ["'ALL'\na\n", /^line 1 is in quotes/],
    ["- a", /^line 1 is an entry of a YAML list/],
    ["a\n  -\n", /^line 2 is an entry of a YAML list/],
    ["--- # x\na", /^line 1 begins a YAML document/],
    ["impactedTargets: [a, b]", /^line 1 is a key of YAML/],
    ["'impactedTargets' : ALL", /^line 1 is a key of YAML/],
    ["a\rb", /^line 1 contains a carriage return/],
    ["a\r\r\n", /^line 1 contains a carriage return/],
    ["a\n\rb\n", /^line 2 contains a carriage return/],
    ["<html>", /^line 1 begins like HTML or XML/],
  ])("are none in %j", async (content, problem) => {
    await expect(read(content)).rejects.toThrow(problem);
    await expect(read(content)).rejects.toBeInstanceOf(ListFormatError);
  });

  it.each(["", "\n", " \r\n\t\n", "\ufeff"])("of %j are none", async (content) => {
    expect(await read(content)).toEqual({ end: "empty", names: [] });
  });
});

describe("NUL-separated names", () => {
  it("may hold line breaks and carriage returns", async () => {
    expect(await read("a\0b\nc\r\0")).toEqual({ end: "complete", names: ["a", "b\nc\r"] });
  });

  it("need no NUL behind the last", async () => {
    expect(await read("a\0b")).toEqual({ end: "complete", names: ["a", "b"] });
  });

  it("mean all when the only one is ALL", async () => {
    expect(await read("ALL\0")).toEqual({ end: "all", names: [] });
  });

  it.each([
    ["UTF-16", Buffer.from("core\nui\n", "utf16le")],
    ["UTF-16 of Windows", Buffer.from("a\r\nb\r\n", "utf16le")],
    ["UTF-16 in the other order", Buffer.from("core\nui", "utf16le").swap16()],
    ["UTF-16 of one name", Buffer.from("core", "utf16le")],
    ["UTF-16 of ALL", Buffer.from("ALL", "utf16le")],
    ["UTF-32", Buffer.from("c\0\0\0o\0\0\0")],
  ])("are not taken out of %s", async (_form, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/looks like UTF-16/);
  });

  it("may be of one character", async () => {
    expect(await read("a\0")).toEqual({ end: "complete", names: ["a"] });
    expect(await read("a\0b\0c")).toEqual({ end: "complete", names: ["a", "b", "c"] });
    expect(await read("a\0b\0core\0ui\0")).toEqual({ end: "complete", names: ["a", "b", "core", "ui"] });
  });

  it("are none where they stand for nothing, or are quoted", async () => {
    await expect(read("a\0null\0")).rejects.toThrow(/^name 2 is `null`/);
    await expect(read('"a"\0')).rejects.toThrow(/^name 1 is in quotes/);
  });

  it("are not mixed with lines", async () => {
    await expect(read("a\nb\0c\0")).rejects.toThrow(/both lines and NUL/);
  });
});

describe("a JSON array", () => {
  it.each([
    ['["a","b"]', ["a", "b"]],
    [' \n["a"]', ["a"]],
    ['\ufeff["a"]', ["a"]],
    ['[ "a" ,\n"b" ]\n', ["a", "b"]],
    ['["a,b","]","\\"","\\\\","\\u00e9"]', ["a,b", "]", '"', "\\", "é"]],
    ['["ALL"]', ["ALL"]],
    ['[{"label":"//a","deps":[{"x":"]"}]},{"label":"//b"}]', ["//a", "//b"]],
  ])("%j holds %j", async (content, names) => {
    expect(await read(content)).toEqual({ end: "complete", names });
  });

  it.each(["[]", " []\n"])("%j says that nothing is impacted", async (content) => {
    expect(await read(content)).toEqual({ end: "emptyArray", names: [] });
  });

  it.each(["[ ]", "[\n]"])("%j is an empty list that nobody wrote out", async (content) => {
    expect(await read(content)).toEqual({ end: "empty", names: [] });
  });

  it("of nothing but empty names is an empty list", async () => {
    expect(await read('["",""]')).toEqual({ end: "empty", names: ["", ""] });
  });

  it.each([
    ["[1]", /element 1 .* neither/],
    ['["a",null]', /element 2 .* neither/],
    ['["a",]', /element 2 .* neither/],
    ['[,"a"]', /element 1 .* neither/],
    ['["a" "b"]', /element 1 .* neither/],
    ["[a]", /element 1 .* neither/],
    ['[{"name":"a"}]', /element 1 .* neither/],
    ['[["a"]]', /element 1 .* neither/],
    ['["a"', /is not closed/],
    ['["a', /is not closed/],
    ["[", /is not closed/],
    ['["a"]x', /continues after/],
    ['["a"]["b"]', /continues after/],
  ])("is none as %j", async (content, problem) => {
    await expect(read(content)).rejects.toThrow(problem);
    await expect(read(content)).rejects.toBeInstanceOf(ListFormatError);
  });
});

describe("a JSON object", () => {
  it.each([
    ['{"impactedTargets":["a","b"]}', ["a", "b"]],
    [' \n{ "impactedTargets": [ "a", {"label": "//b"} ] }\n', ["a", "//b"]],
    ['{"repo":{"name":"x"},"pr":{"number":1},"targetBranch":"main","impactedTargets":["a"]}', ["a"]],
    ['{"impactedTargets":["ALL"]}', ["ALL"]],
  ])("%j holds %j", async (content, names) => {
    expect(await read(content)).toEqual({ end: "complete", names });
  });

  it.each([
    ['{"impactedTargets":"ALL"}', "all"],
    ['{"impactedTargets":"all"}', "all"],
    ['{"impactedTargets":[]}', "emptyArray"],
    ['{"impactedTargets":[ ]}', "empty"],
    ['{"impactedTargets":[""]}', "empty"],
  ])("%j ends as %s", async (content, end) => {
    expect(await read(content)).toMatchObject({ end });
  });

  it.each([
    ["{}", /keys other than/],
    ['{"targets":["a"]}', /keys other than/],
    ['{"format":"merge-queue-impacted-targets/1","impactedTargets":["a"]}', /keys other than/],
    ['{"impactedTargets":null}', /neither an array nor "ALL"/],
    ['{"impactedTargets":{"a":1}}', /neither an array nor "ALL"/],
    ['{"impactedTargets":"a"}', /neither an array nor "ALL"/],
    ['{"impactedTargets":["a",1]}', /element 2 /],
    ['{"label":"a"}\n{"label":"b"}', /begins like a JSON object but is not one/],
    ["{impactedTargets: [a]}", /begins like a JSON object but is not one/],
    ['{"impactedTargets":["a"]', /begins like a JSON object but is not one/],
  ])("is none as %j", async (content, problem) => {
    await expect(read(content)).rejects.toThrow(problem);
    await expect(read(content)).rejects.toBeInstanceOf(ListFormatError);
  });

  it("stops as soon as no more is wanted", async () => {
    expect(await read('{"impactedTargets":["a","b","c"]}', 7, 2)).toEqual({
      end: "stopped",
      names: ["a", "b"],
    });
  });

  it("is refused where it is longer than any request", async () => {
    const endless = function* () {
      yield Buffer.from('{"impactedTargets":["');
      for (;;) yield Buffer.alloc(1024 * 1024, "x");
    };
    await expect(readTargetList(endless(), () => true)).rejects.toThrow(/more than \d+ characters/);
  });
});

describe("reading", () => {
  it("refuses what is no UTF-8, also when only the end is missing", async () => {
    await expect(read(Buffer.from([0x61, 0xff]))).rejects.toThrow(/UTF-8/);
    await expect(read(Buffer.from([0x61, 0xc3]))).rejects.toThrow(/UTF-8/);
    await expect(read(Buffer.from("\ufeffa\nb", "utf16le"))).rejects.toThrow(/UTF-8/);
  });

  it.each(["a\nb\nc", "a\0b\0c", '["a","b","c"]'])(
    "stops as soon as no more is wanted: %j",
    async (content) => {
      expect(await read(content, 2, 2)).toEqual({ end: "stopped", names: ["a", "b"] });
    },
  );

  it.each([
    ["line", "x"],
    ["element of an array", '["x'],
    ["element that is no name", "[{"],
  ])("hands over a %s that is too long for any request without waiting for its end", async (_what, start) => {
    const piece = Buffer.alloc(1024 * 1024, "x");
    let pieces = 0;
    const endless = function* () {
      yield Buffer.from(start);
      for (;;) {
        pieces++;
        yield piece;
      }
    };
    expect(await readTargetList(endless(), () => false)).toBe("stopped");
    expect(pieces).toBeLessThan(40);
  });

  it.each([" ", "\n"])("reads as much white space as there is: %j", async (space) => {
    const pieces = [
      ...Array.from({ length: 34 }, () => Buffer.alloc(1024 * 1024, space)),
      Buffer.from("\na"),
    ];
    const names: string[] = [];
    expect(await readTargetList(pieces, (name) => names.push(name) > 0)).toBe("complete");
    expect(names).toEqual(["a"]);
  });

  it("does not depend on where the pieces are cut", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "é", "😀", "[", "]", '"', "\\", ",", " ", "A", "L"),
      maxLength: 6,
    });
    const content = fc
      .tuple(fc.array(name), fc.constantFrom("\n", "\0", "\r\n", "json"))
      .map(([names, separator]) => (separator === "json" ? JSON.stringify(names) : names.join(separator)));
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 5 }), async (text, pieceBytes) => {
        const outcome = (bytes: number) => read(text, bytes).catch((error: unknown) => String(error));
        expect(await outcome(pieceBytes)).toEqual(await outcome(1_000_000));
      }),
    );
  });

  it("takes each name of lines once, as bytes or as text", async () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "n", "u", "l", "-", " ", "é", "😀", "<", "'", ":", "\u00a0", "A", "L"),
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(name), fc.integer({ min: 1, max: 30 }), async (names, pieceBytes) => {
        const bytes = Buffer.from(names.map((one) => `${one}\n`).join(""));
        const taken: string[] = [];
        const take = (one: string) => taken.push(one) > 0;
        const takeBytes = (from: Buffer, start: number, end: number) =>
          take(from.subarray(start, end).toString());
        const pieces = function* () {
          const reused = Buffer.alloc(pieceBytes);
          for (let start = 0; start < bytes.length; start += pieceBytes)
            yield reused.subarray(0, bytes.copy(reused, 0, start, start + pieceBytes));
        };
        const outcome = (end: Promise<unknown>) => end.catch((error: unknown) => String(error));
        const end = await outcome(readTargetList(pieces(), take, takeBytes));
        const whole = await outcome(read(bytes, 1_000_000));
        expect(typeof end === "string" && end.startsWith("List") ? end : { end, names: taken }).toEqual(
          whole,
        );
        if (end === "complete") expect(taken).toEqual(names.filter((one) => one.trim() !== ""));
      }),
    );
  });

  it("gives back the names of any JSON array", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1 }),
        async (names) => {
          expect(await read(JSON.stringify(names, null, 2), 3)).toEqual({ end: "complete", names });
        },
      ),
    );
  });
});
