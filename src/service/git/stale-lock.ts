/** A git that was killed leaves its lock files behind, and they would be in the way for ever. */
import { rm, stat } from "node:fs/promises";
import { GitError } from "../ports/world-error.js";

/** No git of ours holds a lock for that long. */
const STALE_MS = 60_000;

/** As files are dated, but not when the clock jumped ahead: a lock that a git holds must not look old then. */
function wallNow(): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now());
}

/** Removes the lock that the error complains of, if it lies in the folder and is old; tells whether it did. */
export async function removeStaleLock(error: unknown, folder: string): Promise<boolean> {
  if (!(error instanceof GitError)) return false;
  const lock = /'([^']+\.lock)': File exists/.exec(error.message)?.[1];
  if (lock === undefined || !lock.startsWith(`${folder}/`)) return false;
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined || wallNow() - found.mtimeMs < STALE_MS) return false;
  await rm(lock, { force: true });
  return true;
}
