/**
 * Reads all refs of a bare repository from its files (gitrepository-layout(5)), many times faster than a process could
 * say them.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommitId, commitId } from "../../src/domain/ids.js";

/** A ref that stands in a file of its own hides the packed one. */
export async function readRefs(folder: string): Promise<ReadonlyMap<string, CommitId>> {
  // Loose ones first: what is packed meanwhile is then seen twice rather than never.
  const loose = await looseRefs(folder);
  const refs = new Map<string, CommitId>();
  for (const line of (await textOf(join(folder, "packed-refs"))).split("\n")) {
    const [, id, name] = /^([0-9a-f]{40,64}) (\S+)$/.exec(line) ?? [];
    if (id !== undefined && name !== undefined) refs.set(name, commitId(id));
  }
  for (const [name, id] of loose) refs.set(name, id);
  return new Map([...refs].sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function looseRefs(folder: string): Promise<readonly (readonly [string, CommitId])[]> {
  const found: (readonly [string, CommitId])[] = [];
  for (const name of await filesBelow(folder, "refs")) {
    const text = (await textOf(join(folder, name))).trim();
    if (/^[0-9a-f]{40,64}$/.test(text)) found.push([name, commitId(text)]);
  }
  return found;
}

/** Git removes folders that have become empty, also while they are read. */
async function filesBelow(folder: string, path: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
  const below = entries.map(async (entry) => {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(folder, name);
    return name.endsWith(".lock") ? [] : [name];
  });
  return (await Promise.all(below)).flat();
}

/** Empty when there is no such file (any more). */
function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
