/** The bytes of many objects, from one process; those that are not on the machine are fetched together before. */
import { GitFailure } from "./git-failure.js";
import type { ObjectStore } from "./object-store.js";

/** Throws `GitFailure` when one of them cannot be had. */
export async function readObjects(
  store: ObjectStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = await readBatch(store, ids);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  await fetchObjects(store, missing);
  const fetched = await readBatch(store, missing);
  const absent = missing.find((id) => !fetched.has(id));
  if (absent !== undefined) throw new GitFailure(`the object ${absent} cannot be had`);
  return new Map([...found, ...fetched]);
}

async function readBatch(store: ObjectStore, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const { stdout } = await store.local(["cat-file", "--batch"], { input: `${ids.join("\n")}\n` });
  const found = new Map<string, Uint8Array>();
  let start = 0;
  while (start < stdout.length) {
    const end = stdout.indexOf(0x0a, start);
    const [id = "", type = "", size = ""] = stdout.toString("latin1", start, end).split(" ");
    start = end + 1;
    if (type === "missing") continue;
    const bytes = Number(size);
    if (end === -1 || !Number.isSafeInteger(bytes))
      throw new GitFailure("git cat-file answered something else");
    found.set(id, stdout.subarray(start, start + bytes));
    start += bytes + 1;
  }
  return found;
}

/** As git itself does it for a partial clone, but all at once. */
async function fetchObjects(store: ObjectStore, ids: readonly string[]): Promise<void> {
  if (!store.hasRemote) throw new GitFailure(`the object ${ids[0] ?? ""} is not in the checkout`);
  const words = ["--filter=blob:none", "--stdin", "origin"];
  await store.fetch(words, { input: `${ids.join("\n")}\n` });
}
