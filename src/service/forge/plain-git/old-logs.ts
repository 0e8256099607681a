/** Outputs of tests are kept for people to read, but not for ever. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Keeps the newest of those whose runs are over and forgotten. */
export async function removeOldLogs(folder: string, keptLogs: number): Promise<void> {
  const names = await readdir(folder);
  const remembered = new Set(names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5)));
  const logs = names.filter((name) => name.endsWith(".log") && !remembered.has(name.slice(0, -4)));
  if (logs.length <= keptLogs) return;
  const dated = await Promise.all(
    logs.map(async (name) => ({ name, writtenAt: (await stat(join(folder, name))).mtimeMs })),
  );
  dated.sort((a, b) => b.writtenAt - a.writtenAt);
  for (const { name } of dated.slice(keptLogs)) await rm(join(folder, name), { force: true });
}
