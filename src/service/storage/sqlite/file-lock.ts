/** One process serves a store file at a time. The lock is a file beside it, so that the store itself can be read. */
import { StoreError } from "../../ports/world-error.js";
import { holdFile } from "./exclusive-file.js";
import { sqliteFailure } from "./sqlite-failure.js";

/** Two starting processes look at the lock for moments only; the one that has it keeps it. */
const TIMEOUT_MS = 500;

/** Gives back how to release the lock; releasing twice is harmless. */
export function lockFile(path: string): () => void {
  const file = held(`${path}.lock`);
  if (file.kind === "held") return file.release;
  throw new StoreError(
    `the store ${path} is already served by ${file.holder}: stop that process first, or give this one a store of its own`,
    true,
    { cause: file.cause },
  );
}

function held(lockPath: string): ReturnType<typeof holdFile> {
  try {
    return holdFile(lockPath, TIMEOUT_MS);
  } catch (error) {
    throw sqliteFailure(error, lockPath);
  }
}
