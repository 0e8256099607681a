/** Output that cannot be kept costs the output and nothing else. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { OutputFile } from "../../../../src/service/plain-git/test-environment.js";

it("keeps exactly as much as the limit allows, and says so only when there was more", async () => {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-output-"));
  for (const [text, expected] of [
    ["12345", "12345"],
    ["123456", "12345\n[merge queue] only the first 5 bytes of output are kept\n"],
  ] as const) {
    const output = new OutputFile(join(folder, "out"), 5);
    for (const byte of text) output.write(Buffer.from(byte));
    output.write(Buffer.alloc(0));
    expect(await output.close()).toBeUndefined();
    expect(await readFile(join(folder, "out"), "utf8")).toBe(expected);
  }
  await rm(folder, { recursive: true });
});

it("tells at the end what kept it from being written", async () => {
  const output = new OutputFile("/nonexistent/folder/out", 5);
  output.write(Buffer.from("abc"));
  output.note("words");
  expect(String(await output.close())).toContain("ENOENT");
  output.write(Buffer.from("late"));
  expect(String(await output.close())).toContain("ENOENT"); // also long after the file broke
});
