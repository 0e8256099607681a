/**
 * Locks folders with work trees or clones, which only one process may use. A process holds the locks from its start to
 * its end; the next process waits at most as long as the previous one may take to stop.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorText } from "../../domain/thrown.js";
import { WorldError } from "../ports/world-error.js";
import { makeFolder } from "../store/make-folder.js";
import { type ExclusiveFile, holdFile } from "../store/sqlite/exclusive-file.js";
import { STOP_DEADLINE_MS } from "./startup.js";

export interface HoldOptions {
  /** Called when a folder is in use. */
  readonly onWait: (folder: string, holder: string) => void;
  /** The longest wait for all folders together. */
  readonly patienceMs?: number;
}

/** Lies in the folder, so that two paths to one folder share the lock. No clone or work tree has this name. */
const LOCK_NAME = ".lock";
/** Longer than a process may take to stop: it ends itself at its deadline. */
const PATIENCE_MS = STOP_DEADLINE_MS + 5000;
const RETRY_MS = 100;

/** Locks all folders or none, and returns the function that releases them. Creates missing folders. */
export async function holdFolders(
  folders: readonly string[],
  { onWait, patienceMs = PATIENCE_MS }: HoldOptions,
): Promise<() => void> {
  const releases: (() => void)[] = [];
  const releaseAll = () => {
    for (const release of releases) release();
  };
  const givenUpAt = performance.now() + patienceMs;
  try {
    for (const folder of folders) {
      releases.push(await holdFolder(folder, givenUpAt, (holder) => onWait(folder, holder)));
    }
  } catch (error) {
    releaseAll();
    throw error;
  }
  return releaseAll;
}

async function holdFolder(
  folder: string,
  givenUpAt: number,
  onWait: (holder: string) => void,
): Promise<() => void> {
  let lock = lockIn(folder);
  if (lock.kind === "taken") onWait(lock.holder);
  while (lock.kind === "taken") {
    if (performance.now() >= givenUpAt) throw inUse(folder, lock.holder, lock.cause);
    await pause(RETRY_MS);
    lock = lockIn(folder);
  }
  return lock.release;
}

function lockIn(folder: string): ExclusiveFile {
  const path = join(folder, LOCK_NAME);
  try {
    makeFolder(folder);
    return holdFile(path, 0);
  } catch (error) {
    throw new WorldError(
      `cannot lock ${path} (${errorText(error)}): let this user write that file and its folder, or name ` +
        "another data folder with --data",
      false,
      { cause: error },
    );
  }
}

function inUse(folder: string, holder: string, cause: unknown): WorldError {
  return new WorldError(
    `the folder ${folder} is in use by ${holder}: stop that process first, or name another data folder with --data`,
    true,
    { cause },
  );
}
