/**
 * Where tests put their repositories and databases: in memory where the machine has room there, for on a disk each of
 * some ten thousand processes of git takes half as long again. Whoever sets TMPDIR decides for themselves.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "/dev/shm";
const LEAST_BYTES = 4 * 1024 ** 3;

export function useMemoryFolder() {
  if (process.env.TMPDIR === undefined && hasRoom() && runsPrograms()) process.env.TMPDIR = FOLDER;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}

/** Some machines forbid it in such folders. */
function runsPrograms() {
  try {
    const folder = mkdtempSync(join(FOLDER, "merge-queue-"));
    try {
      const program = join(folder, "program");
      writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o700 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}
