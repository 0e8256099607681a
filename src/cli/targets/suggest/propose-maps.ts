/**
 * Proposes targets for paths that no source owns: folders of tests, examples and sites, with the packages that their code
 * names; and single files that only packages read. A folder that a test without an owner reads is
 * refused, and so is one whose code reaches the root of the repository.
 */
import { readersIn } from "../../../targets/inert-readers.js";
import { compilePattern } from "../../../targets/path-patterns.js";
import { isProse } from "../../../targets/rules/inert-files.js";
import { directoryOf, resolved } from "../../../targets/tree-paths.js";
import { folderUses } from "./folder-uses.js";
import type { MapProposal } from "./proposal.js";
import { literalPattern, namingWorkflow, type Refused } from "./propose-ignores.js";
import { isProtected, protectedIn } from "./protected-paths.js";
import type { Repository } from "./repository.js";

/** Names of folders whose code uses packages, and that packages do not use. */
const LEAF =
  /^(?:e2e|tests?|integration|(?:e2e|integration|acceptance|smoke|system|functional|browser)[-_]?tests?|test[-_](?:e2e|integration)|examples?|samples?|demos?|playgrounds?|benchmarks?|bench|website|site|docs?|documentation)$/i;

export interface ProposedMaps {
  readonly proposals: readonly MapProposal[];
  readonly refused: readonly Refused[];
}

/** Throws `GitFailure`. */
export async function proposeMaps(blocking: Iterable<string>, repository: Repository): Promise<ProposedMaps> {
  const proposals: MapProposal[] = [];
  const refused: Refused[] = [];
  const open = [...blocking].filter((path) => !isProtected(path));
  const folders = new Set(open.flatMap((path) => /^([^/]+)\//.exec(path)?.[1] ?? []));
  for (const folder of folders) {
    if (!LEAF.test(folder)) {
      refused.push({ place: `${folder}/`, because: "its name does not show what its files affect" });
      continue;
    }
    const proposal = await folderMap(folder, repository);
    if ("because" in proposal) refused.push(proposal);
    else proposals.push(proposal);
  }
  const present = await repository.newest.entries();
  const files = open.filter((path) => !path.includes("/") && present.has(path));
  const readers = files.length === 0 ? null : await readersIn(repository.newest, files);
  for (const path of files) {
    const proposal = await fileMap(path, [...(readers?.get(path) ?? [])], repository);
    if (proposal === null) continue;
    if ("because" in proposal) refused.push(proposal);
    else proposals.push(proposal);
  }
  return { proposals: proposals.filter(({ target }) => !repository.mapped.has(target)), refused };
}

async function folderMap(folder: string, repository: Repository): Promise<MapProposal | Refused> {
  const { newest, ownersOf, dependentsOf } = repository;
  const inside = [...(await newest.entries()).keys()].filter((path) => path.startsWith(`${folder}/`));
  for (const path of inside) {
    const [owner] = await ownersOf(path);
    if (owner !== undefined) return { place: `${folder}/`, because: `${path} belongs to ${owner}` };
  }
  const found = await readersOfFolder(folder, repository);
  if (typeof found === "string") return { place: `${folder}/`, because: found };
  const readers = [...found].sort();
  const uses = await folderUses(folder, repository);
  if (typeof uses === "string") return { place: `${folder}/`, because: uses };
  const [includes, excludes] = [compilePattern(`${folder}/**`), compilePattern(protectedIn(folder))];
  return {
    kind: "map",
    target: folder,
    patterns: [`${folder}/**`, `!${protectedIn(folder)}`],
    covers: (path) => includes(path) && !excludes(path) && !isProtected(path),
    uses: [...uses].sort(),
    readers,
    affected: new Set([...readers, ...(await dependentsOf(readers))]),
    trusts: `the code in ${folder}/ uses no package that it does not name, and no package reads ${folder}/ without naming it`,
  };
}

const MOST_NAMED = 3;

function namedByUnowned(files: readonly string[]): string {
  if (files.length === 1) return `${files[0]} names it, and no target owns that file`;
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
  return `${files.slice(0, MOST_NAMED).join(", ")}${more} name it, and no target owns these files`;
}

/** Null without readers: nothing shows what the file is for. */
async function fileMap(
  path: string,
  files: readonly string[],
  { newest, ownersOf, dependentsOf }: Repository,
): Promise<MapProposal | Refused | null> {
  if (files.length === 0) return null;
  const readers = new Set<string>();
  const unowned: string[] = [];
  for (const file of files) {
    const owners = await ownersOf(file);
    if (owners.length === 0) unowned.push(file);
    for (const owner of owners) readers.add(owner);
  }
  if (unowned.length > 0) return { place: path, because: namedByUnowned(unowned) };
  const workflow = await namingWorkflow(new Set([path]), newest);
  if (workflow !== null) return { place: path, because: `the workflow ${workflow} names it` };
  const names = [...readers].sort();
  return {
    kind: "map",
    target: path,
    patterns: [literalPattern(path)],
    covers: (other) => other === path,
    uses: [],
    readers: names,
    affected: new Set([...names, ...(await dependentsOf(names))]),
    trusts: `no file reads it but those that name it: ${files.slice(0, 3).join(", ")}${files.length > 3 ? `, and ${files.length - 3} more` : ""}`,
  };
}

const SEARCHED = ["*.md", "*.markdown", "*.rst", "*.adoc", "*.png", "*.jpg", "*.svg", "*.snap"].map(
  (pattern) => `:(exclude)${pattern}`,
);
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|integration[-_]tests?|__fixtures__|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$/;
const WRITTEN = /["'`]([^"'`\n]{1,300})["'`]/g;

/** Targets whose files read from the folder. A string is a clause: why they are not known. Throws `GitFailure`. */
async function readersOfFolder(
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
