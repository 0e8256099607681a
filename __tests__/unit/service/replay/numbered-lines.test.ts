/** Lines come out whole and numbered, however the bytes arrive, and never more of them than may be in memory. */
import { describe, expect, it } from "@jest/globals";
import { numberedLines } from "../../../../src/service/replay/read-log.js";

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function textsOf(text: string, size: number, maxBytes?: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of numberedLines("a.log", chunksOf(Buffer.from(text), size), maxBytes)) {
    expect(line.lineNumber).toBe(lines.length + 1);
    lines.push(line.text);
  }
  return lines;
}

describe("numbered lines", () => {
  it.each([1, 2, 3, 7, 100])("are the same in chunks of %i bytes", async (size) => {
    expect(await textsOf("one\n\nzwölf 🚀\nend", size)).toEqual(["one", "", "zwölf 🚀", "end"]);
  });

  it("need no line feed at the end, and give no empty line for one", async () => {
    expect(await textsOf("one\ntwo\n", 3)).toEqual(["one", "two"]);
    expect(await textsOf("", 3)).toEqual([]);
  });

  it("stop at a line that is too long before it is in memory", async () => {
    let taken = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("short\n"));
      for (;;) {
        taken += 1;
        yield Buffer.alloc(10, "x");
      }
    }
    const lines = numberedLines("a.log", endless(), 25);
    expect(await lines.next()).toMatchObject({ value: { text: "short" } });
    await expect(lines.next()).rejects.toThrow("a.log, line 2: expected at most 25 bytes; give a log");
    expect(taken).toBe(3);
  });

  it("say where there is no text", async () => {
    const bytes = Buffer.concat([Buffer.from("one\n"), Buffer.from([0x1f, 0x8b, 0xff])]);
    const lines = numberedLines("a.log", chunksOf(bytes, 100));
    await lines.next();
    await expect(lines.next()).rejects.toThrow("a.log, line 2: expected UTF-8 text");
  });
});
