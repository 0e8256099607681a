/** Reads the last bytes of a file that may be large, or still grow. */
import { open } from "node:fs/promises";

const MAX_BYTES = 16 * 1024;

/** null: there is no such file. */
export async function endOfFile(path: string): Promise<string | null> {
  const file = await open(path, "r").catch(nullIfAbsent);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
