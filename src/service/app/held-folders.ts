/**
 * Folders with work trees or clones, which one process at a time may use. A process holds them from its start to its
 * end; the next one waits for as long as the process before it may take to stop.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorText } from "../../domain/thrown.js";
import { WorldError } from "../ports/world-error.js";
import { makeFolder } from "../store/make-folder.js";
import { type ExclusiveFile, holdFile } from "../store/sqlite/exclusive-file.js";
import { STOP_DEADLINE_MS } from "./stop-deadline.js";

export interface HoldOptions {
  /** Called when a folder is in use. */
  readonly onWait: (folder: string, holder: string) => void;
  /** For all folders together. */
  readonly patienceMs?: number;
}

/** In the folder itself, so that two paths to one folder give one lock. No clone and no shelf of work trees is called so. */
const LOCK_NAME = ".lock";
/** A process that has not stopped by its deadline ends itself. */
const PATIENCE_MS = STOP_DEADLINE_MS + 5000;
const LOOK_AGAIN_MS = 100;

/** Holds all of them or none, and returns how to release them. Makes those that are missing. */
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
    await pause(LOOK_AGAIN_MS);
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
      `the lock ${path} cannot be had (${errorText(error)}): let this user write that file and its folder, or name ` +
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
