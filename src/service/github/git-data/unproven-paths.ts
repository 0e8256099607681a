/**
 * Finds the paths that prevent a tested change from landing on another tip: paths whose tested content differs there,
 * and untested paths that the landing would change. Walks four trees in parallel, only into folders that their ids do
 * not settle.
 */
import type { TreeId } from "../../../domain/ids.js";
import type { Folder, TreeObjects } from "./tree-objects.js";

/** The tested change leads from `testedOn` to `tested`, the landing change from `onto` to `landing`. */
export interface FourTrees {
  readonly testedOn: TreeId | null;
  readonly tested: TreeId | null;
  readonly onto: TreeId | null;
  readonly landing: TreeId | null;
}

type Four<Item> = readonly [testedOn: Item, tested: Item, onto: Item, landing: Item];

/** Enough for a report. */
const MAX_FILES = 50;
/** Each folder may take four calls. A change that would need more is tested again instead. */
const MAX_FOLDERS = 500;

/** Returns at most MAX_FILES paths. A folder that could not be read counts as unproven. */
export async function unprovenPaths(
  trees: TreeObjects,
  { testedOn, tested, onto, landing }: FourTrees,
): Promise<readonly string[]> {
  const found: string[] = [];
  const open: { readonly path: string; readonly four: Four<TreeId | null> }[] = [];
  const look = (path: string, four: Four<TreeId | null>) => {
    if (!isSettled(four)) open.push({ path, four });
  };
  look("", [testedOn, tested, onto, landing]);
  for (let looked = 0; found.length < MAX_FILES; looked += 1) {
    const next = open.shift();
    if (next === undefined) return found;
    const folders = looked < MAX_FOLDERS ? await readAll(trees, next.four) : null;
    if (folders === null) return [...found, next.path === "" ? "/" : next.path];
    const inside = (name: string) => (next.path === "" ? name : `${next.path}/${name}`);
    for (const name of namesIn(folders, "files")) {
      if (!isProvenFile(folders, name)) found.push(inside(name));
    }
    for (const name of namesIn(folders, "folders")) {
      const below = each(folders, (folder) => folder.folders.get(name) ?? null);
      if (isAmbiguous(folders, name)) found.push(inside(name));
      else look(inside(name), below);
    }
  }
  return found.slice(0, MAX_FILES);
}

/** The tested change touches the file and it lands as tested; or neither change touches it. */
function isProvenFile(folders: Four<Folder>, name: string): boolean {
  const four = each(folders, (folder) => folder.files.get(name) ?? null);
  // An ambiguous name may stand for several files.
  if (isAmbiguous(folders, name)) return false;
  const [testedOn, tested, , landing] = four;
  return isUntouched(four) || (testedOn !== tested && tested === landing);
}

/** No path below the folder can be unproven. */
function isSettled(four: Four<TreeId | null>): boolean {
  const [testedOn, tested, onto, landing] = four;
  return isUntouched(four) || (testedOn === onto && tested === landing);
}

function isUntouched([testedOn, tested, onto, landing]: Four<string | null>): boolean {
  return testedOn === tested && onto === landing;
}

function isAmbiguous(folders: Four<Folder>, name: string): boolean {
  return folders.some(({ ambiguous }) => ambiguous.has(name));
}

async function readAll(trees: TreeObjects, four: Four<TreeId | null>): Promise<Four<Folder> | null> {
  const [testedOn, tested, onto, landing] = await Promise.all([
    trees.read(four[0]),
    trees.read(four[1]),
    trees.read(four[2]),
    trees.read(four[3]),
  ]);
  if (testedOn === "tooLarge" || tested === "tooLarge") return null;
  if (onto === "tooLarge" || landing === "tooLarge") return null;
  return [testedOn, tested, onto, landing];
}

function each<Item, Result>(four: Four<Item>, of: (item: Item) => Result): Four<Result> {
  return [of(four[0]), of(four[1]), of(four[2]), of(four[3])];
}

function namesIn(folders: Four<Folder>, kind: "files" | "folders"): ReadonlySet<string> {
  return new Set(folders.flatMap((folder) => [...folder[kind].keys()]));
}
