/** Removes what tests left behind, also folders that they made read-only, as package caches do. */
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
