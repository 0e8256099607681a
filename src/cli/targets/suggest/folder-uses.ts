/** The packages that the code of a folder uses: by their names, and by paths that lead out of the folder. */
import { isLink, isOrdinary } from "../../../targets/git/git-tree.js";
import type { Tree } from "../../../targets/tree.js";
import { directoryOf, joined, resolved } from "../../../targets/tree-paths.js";
import type { Repository } from "./repository.js";

const MOST_FILES = 10_000;
const BINARY = /\.(?:png|jpe?g|gif|svg|webp|ico|pdf|woff2?|ttf|eot|mp4|webm|zip|t?gz|jar|wasm|node|snap)$/i;
const QUOTED = /["'`]([^"'`\n]{1,300})["'`]/g;
/** `"..", "..", "packages"`, as arguments of a function that joins paths. */
const JOINED = /["'`]\.\.["'`](?:\s*,\s*["'`][^"'`\n]{1,100}["'`])*/g;
/** Paths in files whose texts need no quotes. */
const BARE = /(?:^|[\s=:(])((?:\.\.?\/)[^\s"'`),;<>]*|\.\.)(?=[\s"'`),;]|$)/g;
const NEEDS_QUOTES =
  /\.(?:[cm]?[jt]sx?|vue|svelte|json5?|jsonc|go|rs|java|kt|py|rb|cs|c|h|cc|cpp|hpp|swift|md|mdx)$/;

/** A string is a clause: why the packages are not known. Throws `GitFailure`. */
export async function folderUses(
  folder: string,
  { newest, ownersOf, targets }: Repository,
): Promise<ReadonlySet<string> | string> {
  const entries = [...(await newest.entries()).values()].filter(({ path }) => path.startsWith(`${folder}/`));
  const links = await newest.readLinks(entries.filter(isLink).map(({ path }) => path));
  const hidden = entries.find(
    ({ path, kind }) => kind === "submodule" || leadsOut(path, links.get(path), folder),
  );
  if (hidden !== undefined) return `${hidden.path} is a submodule, or a link out of the folder`;
  if (entries.length > MOST_FILES) return `it has ${entries.length} files, more than ${MOST_FILES}`;
  const paths = entries
    .filter(isOrdinary)
    .map(({ path }) => path)
    .filter((path) => !BINARY.test(path));
  const places = new Map<string, string>();
  const uses = new Set<string>();
  const tops = await topFolders(newest);
  for (const [path, bytes] of await newest.read(paths)) {
    const text = Buffer.from(bytes).toString("latin1");
    for (const written of writtenIn(path, text)) {
      for (const name of namesIn(written, targets)) uses.add(name);
      const place = placeOf(written, path, { folder, tops });
      if (place === "") return `${path} reaches the root of the repository`;
      if (place !== null) places.set(place, path);
    }
  }
  for (const place of places.keys()) for (const name of await usedAt(place, newest, ownersOf)) uses.add(name);
  return uses;
}

function leadsOut(path: string, link: string | undefined, folder: string): boolean {
  if (link === undefined) return false;
  const target = resolved(directoryOf(path), link);
  return target === null || !target.startsWith(`${folder}/`);
}

function* writtenIn(path: string, text: string): Generator<string> {
  for (const [, written = ""] of text.matchAll(QUOTED)) yield written;
  for (const [sequence] of text.matchAll(JOINED)) {
    yield Array.from(sequence.matchAll(QUOTED), ([, part = ""]) => part).join("/");
  }
  if (NEEDS_QUOTES.test(path)) return;
  for (const [, written = ""] of text.matchAll(BARE)) yield written;
  for (const word of text.split(/[\s"'`=:,;()<>]+/)) yield word;
}

/** The name itself, or a path in the package. */
function namesIn(written: string, targets: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (let end = written.length; end > 0; end = written.lastIndexOf("/", end - 1)) {
    const name = written.slice(0, end);
    if (targets.has(name)) found.push(name);
  }
  return found;
}

interface Around {
  readonly folder: string;
  readonly tops: ReadonlySet<string>;
}

/** A place outside the folder; null for a place inside, or for a text that is no path. */
function placeOf(written: string, path: string, { folder, tops }: Around): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(written)) {
    const place = resolved(directoryOf(path), written.replace(/[?#].*$/, ""));
    if (place === null) return null;
    return place === folder || place.startsWith(`${folder}/`) ? null : place;
  }
  const [top = "", ...rest] = written.replace(/^\/+/, "").split("/");
  return rest.length > 0 && top !== folder && tops.has(top) ? joined(top, rest.join("/")) : null;
}

async function topFolders(tree: Tree): Promise<ReadonlySet<string>> {
  const tops = new Set<string>();
  for (const path of (await tree.entries()).keys()) {
    const slash = path.indexOf("/");
    if (slash > 0) tops.add(path.slice(0, slash));
  }
  return tops;
}

/** The owner of the place, or of everything in it; a place without any is no path of the repository. */
async function usedAt(
  place: string,
  tree: Tree,
  ownersOf: (path: string) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const used = new Set(await ownersOf(place));
  for (const name of await ownersOf(joined(place, "any"))) used.add(name);
  if (used.size > 0) return used;
  for (const path of (await tree.entries()).keys()) {
    if (path.startsWith(`${place}/`)) for (const name of await ownersOf(path)) used.add(name);
  }
  return used;
}
