/** A saved output: its end is bounded, readable and harmless for a terminal; as a whole it is a stream of a file, always closed. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openOutput, readOutputTail } from "../../../../src/service/plain-git/saved-output.js";
import { makeNamedPipe } from "../../../support/named-pipe.js";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-output-"));
  path = join(folder, "run.log");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function tailOf(content: string | Uint8Array): Promise<string | null> {
  writeFileSync(path, content);
  return readOutputTail(path);
}

describe("the end of an output", () => {
  it("is the whole text of a short one, without empty lines", async () => {
    expect(await tailOf("one\r\n\n  two\n\n[merge queue] ended with exit code 1\n")).toBe(
      "one\n  two\n[merge queue] ended with exit code 1",
    );
  });

  it("is missing for no file, an empty file and a pipe without a writer", async () => {
    expect(await readOutputTail(path)).toBeNull();
    expect(await tailOf("\n\n")).toBeNull();
    const pipe = join(folder, "pipe");
    makeNamedPipe(pipe);
    expect(await readOutputTail(pipe)).toBeNull();
  });

  it("is the last 40 lines of a long one, read from its end", async () => {
    const lines = [...Array(200_000).keys()].map((number) => `line ${number}`);
    const tail = (await tailOf(`${lines.join("\n")}\n`)) ?? "";
    expect(tail.split("\n")).toEqual(lines.slice(-40));
  });

  it("has at most 4,000 characters, whole lines, and no line over 400", async () => {
    const tail = (await tailOf(`${"x".repeat(90_000)}\n${"é".repeat(999)}\n`.repeat(20))) ?? "";
    expect(tail.length).toBeLessThanOrEqual(4000);
    expect(tail.split("\n").every((line) => /^(x{400}|é{400})…$/.test(line))).toBe(true);
  });

  it("has no colours, cursor movements, links or characters that reorder text", async () => {
    const hostile =
      "\u001b[31mred\u001b[0m \u001b]8;;https://evil.test\u0007click\u001b]8;;\u0007\u202edesrever\u0000\n";
    expect(await tailOf(hostile)).toBe("red clickdesrever");
    expect(await tailOf("10%\r50%\r100%\nend")).toBe("100%\nend");
  });

  it("replaces bytes that are not UTF-8", async () => {
    expect(await tailOf(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toBe("a\ufffdb");
  });
});

/** Whether this process has the file open; only Linux lists that. */
async function isOpen(): Promise<boolean> {
  const handles = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return targets.includes(path);
}

describe("the whole output of a run", () => {
  it("has every byte that was there when it was asked for", async () => {
    const bytes = Buffer.from(Array.from({ length: 200_001 }, (_, index) => (index * 31) % 256));
    writeFileSync(path, bytes);
    const output = await openOutput(path);
    expect([output?.size, await isOpen()]).toEqual([bytes.length, false]);
    appendFileSync(path, "later");
    const read = Buffer.from(await new Response(output?.bytes).arrayBuffer());
    expect([read.equals(bytes), await isOpen()]).toEqual([true, false]);
  });

  it("is missing for no file, an empty one, a folder, a link and a pipe without a writer", async () => {
    expect(await openOutput(path)).toBeNull();
    writeFileSync(path, "");
    expect(await openOutput(path)).toBeNull();
    const [target, link, pipe] = [join(folder, "secret"), join(folder, "link.log"), join(folder, "pipe")];
    writeFileSync(target, "secret");
    symlinkSync(target, link);
    makeNamedPipe(pipe);
    mkdirSync(join(folder, "folder.log"));
    for (const other of [link, pipe, join(folder, "folder.log")]) expect(await openOutput(other)).toBeNull();
  });

  it("is closed when its reader leaves, and fails when the file has gone", async () => {
    writeFileSync(path, "x".repeat(200_000));
    const reader = (await openOutput(path))?.bytes.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await isOpen()).toBe(false);
    const gone = await openOutput(path);
    rmSync(path);
    await expect(gone?.bytes.getReader().read()).rejects.toThrow("ENOENT");
  });

  it("ends where a file that became shorter ends", async () => {
    writeFileSync(path, "x".repeat(100));
    const output = await openOutput(path);
    writeFileSync(path, "short");
    expect(await new Response(output?.bytes).text()).toBe("short");
  });
});
