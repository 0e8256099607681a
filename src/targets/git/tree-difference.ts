/**
 * The differences of two commits from the trees that differ: for a small change, a few questions to a process that runs
 * anyway take less time than the start of `git diff-tree`. Lists the same differences in the same order.
 */
import type { ChangedFile, FileStatus } from "../source.js";
import type { TreeEntry } from "../tree.js";
import { pathText } from "./git-tree.js";
import { kindOf } from "./listed-entries.js";

export interface Difference {
  readonly file: ChangedFile;
  /** The entry of the base tree at the path; null when there is none. */
  readonly before: TreeEntry | null;
  /** The object of the head tree at the path; zeros when there is none. */
  readonly afterId: string;
}

/** The type and the bytes of objects, in the order of their names; null for what is missing. */
export type ReadTrees = (
  names: readonly string[],
) => Promise<readonly ({ readonly type: string; readonly bytes: Buffer } | null)[] | null>;

/** With more trees than these, git is faster. */
const MOST_TREES = 200;

interface Item {
  readonly mode: string;
  readonly name: Buffer;
  readonly id: string;
}

/** A folder whose trees differ; `found` is filled when they are read. */
interface Folder {
  /** With a slash at the end; empty for the root. */
  readonly path: Buffer;
  /** The names of its trees; null for one that does not exist. */
  readonly trees: readonly [string | null, string | null];
  readonly found: (Difference | Folder)[];
}

/** Null where git has to compare them. */
export async function treeDifferences(
  read: ReadTrees,
  base: string,
  head: string,
): Promise<readonly Difference[] | null> {
  const root: Folder = { path: Buffer.alloc(0), trees: [`${base}^{tree}`, `${head}^{tree}`], found: [] };
  let count = 0;
  for (let level: readonly Folder[] = [root]; level.length > 0; ) {
    const names = level.flatMap(({ trees }) => trees.filter((name) => name !== null));
    count += names.length;
    const objects = count > MOST_TREES ? null : await read(names);
    if (objects === null) return null;
    let next = 0;
    for (const folder of level) {
      const [before, after] = folder.trees.map((name) =>
        name === null ? [] : itemsIn(objects[next++] ?? null, base.length / 2),
      );
      if (before == null || after == null) return null;
      compareItems(folder, before, after);
    }
    level = level.flatMap(({ found }) => found.filter((one) => "trees" in one));
  }
  return flat(root);
}

function flat({ found }: Folder): readonly Difference[] {
  return found.flatMap((one) => ("trees" in one ? flat(one) : [one]));
}

const [SPACE, NUL, SLASH] = [0x20, 0, 0x2f];
const FOLDER = "040000";
const SUBMODULE = "160000";

/** `<mode> <name>`, a NUL and the bytes of the id, for each entry. Null for anything else. */
function itemsIn(
  tree: { readonly type: string; readonly bytes: Buffer } | null,
  idLength: number,
): readonly Item[] | null {
  if (tree?.type !== "tree") return null;
  const { bytes } = tree;
  const items: Item[] = [];
  for (let start = 0; start < bytes.length; ) {
    const space = bytes.indexOf(SPACE, start);
    const nul = bytes.indexOf(NUL, space);
    const end = nul + 1 + idLength;
    if (space === -1 || nul === -1 || end > bytes.length) return null;
    const mode = usualMode(bytes.toString("latin1", start, space));
    if (mode === null) return null;
    items.push({ mode, name: bytes.subarray(space + 1, nul), id: bytes.toString("hex", nul + 1, end) });
    start = end;
  }
  return items;
}

/** Like git, which reads old modes of files as one of two. */
function usualMode(written: string): string | null {
  const mode = Number.parseInt(written, 8);
  const kind = mode & 0o170000;
  if (kind === 0o100000) return (mode & 0o100) === 0 ? "100644" : "100755";
  if (mode === 0o040000) return FOLDER;
  return mode === 0o120000 || mode === 0o160000 ? mode.toString(8) : null;
}

/** Both are in git's order, in which the name of a folder ends with a slash. */
function compareItems(folder: Folder, before: readonly Item[], after: readonly Item[]): void {
  let [was, is] = [0, 0];
  while (was < before.length || is < after.length) {
    const [one, other] = [before[was], after[is]];
    const order = one === undefined ? 1 : other === undefined ? -1 : orderOf(one, other);
    if (order <= 0) was += 1;
    if (order >= 0) is += 1;
    addDifference(folder, order <= 0 ? one : undefined, order >= 0 ? other : undefined);
  }
}

function orderOf(one: Item, other: Item): number {
  const length = Math.min(one.name.length, other.name.length);
  const order = one.name.compare(other.name, 0, length, 0, length);
  return order === 0 ? characterAt(one, length) - characterAt(other, length) : order;
}

function characterAt({ name, mode }: Item, index: number): number {
  return name[index] ?? (mode === FOLDER ? SLASH : 0);
}

function addDifference({ path, found }: Folder, before: Item | undefined, after: Item | undefined): void {
  const { name = null } = before ?? after ?? {};
  if (name === null || (before?.id === after?.id && before?.mode === after?.mode)) return;
  const here = Buffer.concat([path, name]);
  if ((before ?? after)?.mode === FOLDER) {
    const inside = Buffer.concat([here, Buffer.from("/")]);
    found.push({ path: inside, trees: [before?.id ?? null, after?.id ?? null], found: [] });
    return;
  }
  const text = pathText(here);
  const isSubmodule = before?.mode === SUBMODULE || after?.mode === SUBMODULE;
  found.push({
    file: { path: text, status: statusOf(before?.mode, after?.mode), isSubmodule },
    before: before === undefined ? null : { path: text, kind: kindOf(before.mode), id: before.id },
    afterId: after?.id ?? "0".repeat(before?.id.length ?? 0),
  });
}

function statusOf(before: string | undefined, after: string | undefined): FileStatus {
  if (before === undefined) return "added";
  if (after === undefined) return "deleted";
  return before.slice(0, 3) === after.slice(0, 3) ? "modified" : "typeChanged";
}
