/** Reads the end of a saved test output, without its older part. */
import { open } from "node:fs/promises";
import { codeOf } from "../../domain/thrown.js";
import type { OutputTail } from "../ports/forge.js";

/** null: there is no such file, for example because another machine ran the tests or it was removed. */
export async function readOutputTail(path: string, maxBytes: number): Promise<OutputTail | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, maxBytes)), 0, undefined, from);
    return { text: buffer.subarray(0, bytesRead).toString("utf8"), isCut: from > 0 };
  } finally {
    await file.close();
  }
}
