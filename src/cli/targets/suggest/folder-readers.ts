/** The targets whose files read from a folder. Configuration of the root, workflows and prose are no readers. */
import { isProse } from "../../../targets/rules/inert-files.js";
import { directoryOf, resolved } from "../../../targets/tree-paths.js";
import { isProtected } from "./protected-paths.js";
import type { Repository } from "./repository.js";

const SEARCHED = ["*.md", "*.markdown", "*.rst", "*.adoc", "*.png", "*.jpg", "*.svg", "*.snap"].map(
  (pattern) => `:(exclude)${pattern}`,
);
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|integration[-_]tests?|__fixtures__|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$/;
const WRITTEN = /["'`]([^"'`\n]{1,300})["'`]/g;

/** A string is a clause: why the readers are not known. Throws `GitFailure`. */
export async function readersOfFolder(
  folder: string,
  { newest, ownersOf }: Repository,
): Promise<ReadonlySet<string> | string> {
  const naming = await newest.naming([`${folder}/`, `'${folder}'`, `"${folder}"`], SEARCHED);
  if (naming === null) return "files that may read it are not on this machine";
  const others = naming.filter(
    (path) => !path.startsWith(`${folder}/`) && !isProse(path) && !path.startsWith(".github/"),
  );
  const decoder = new TextDecoder();
  const readers = new Set<string>();
  for (const [path, bytes] of await newest.read(others)) {
    const text = decoder.decode(bytes);
    const written = [...text.matchAll(WRITTEN)].map(([, one = ""]) => one);
    if (!written.some((one) => leadsInto(one, directoryOf(path), folder))) continue;
    const owners = await ownersOf(path);
    for (const owner of owners) readers.add(owner);
    if (owners.length === 0 && TEST.test(path) && !isProtected(path))
      return `${path}, which no target owns, names it`;
  }
  return readers;
}

/** A path from the file's folder, or from the root of the repository. */
function leadsInto(written: string, directory: string, folder: string): boolean {
  const isRelative = /^\.{1,2}(?:\/|$)/.test(written);
  const place = isRelative
    ? resolved(directory, written)
    : written.replace(/^(?:<rootDir>|\$\{?\w+\}?)?\/+/, "");
  return place !== null && `${place}/`.startsWith(`${folder}/`);
}
