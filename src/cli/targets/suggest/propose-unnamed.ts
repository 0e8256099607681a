/**
 * Proposes to ignore single files beside the packages that nothing of a test run names, such as scripts that people start,
 * or workflows that no test branch can start. A folder that is named as a whole has none: a pattern may find its files.
 */
import { readersIn } from "../../../targets/inert-readers.js";
import { isProse } from "../../../targets/rules/inert-files.js";
import { directoryOf, fileNameOf } from "../../../targets/tree-paths.js";
import { liveWorkflows } from "../../../targets/workflows/live-workflows.js";
import type { Proposal } from "./proposal.js";
import { literalPattern, type ProposedIgnores, type Refused } from "./propose-ignores.js";
import { isLeaf } from "./propose-maps.js";
import { isProtected } from "./protected-paths.js";
import type { Repository } from "./repository.js";

const MOST_FILES = 2_000;

/** `blocking`: paths that no target owns. Throws `GitFailure`. */
export async function proposeUnnamed(
  blocking: Iterable<string>,
  repository: Repository,
): Promise<ProposedIgnores> {
  const present = await repository.newest.entries();
  const byFolder = new Map<string, string[]>();
  for (const path of blocking) {
    const [folder = ""] = path.split("/", 1);
    const isCandidate =
      path.includes("/") && !isLeaf(folder) && !folder.startsWith(".") && !isProtected(path);
    if (isCandidate && present.has(path)) byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  const proposals: Proposal[] = [];
  const refused: Refused[] = [];
  const running = byFolder.size === 0 ? new Map<string, string>() : await runningTexts(repository);
  for (const [folder, paths] of byFolder) {
    const inside = await unownedIn(folder, repository);
    const reasons =
      inside.length > MOST_FILES
        ? new Map(inside.map((path) => [path, `it has ${inside.length} files, more than ${MOST_FILES}`]))
        : await reasonsToKeep(folder, inside, running, repository);
    for (const path of paths) {
      if (!inside.includes(path) || reasons.has(path)) continue;
      const trusts = `nothing starts or reads ${path} for a required check: no file names it that a test branch uses`;
      proposals.push({
        kind: "ignore",
        pattern: literalPattern(path),
        covers: (other) => other === path,
        trusts,
      });
    }
    const kept = paths.flatMap((path) => reasons.get(path) ?? []);
    // What is outside the folder is the cause of the rest.
    const first = kept.find((because) => !because.startsWith(`${folder}/`)) ?? kept[0];
    const more = kept.length > 1 ? `, as with ${kept.length - 1} more of its files` : "";
    if (first !== undefined) refused.push({ place: `${folder}/`, because: `${first}${more}` });
  }
  return { proposals, refused };
}

async function unownedIn(folder: string, { newest, ownersOf }: Repository): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of (await newest.entries()).keys()) {
    if (!path.startsWith(`${folder}/`) || isProtected(path)) continue;
    if (found.length > MOST_FILES || (await ownersOf(path)).length === 0) found.push(path);
  }
  return found;
}

/** By path: why a test run may use the file, as a clause. Files that only files without a reason name have none. */
async function reasonsToKeep(
  folder: string,
  inside: readonly string[],
  running: ReadonlyMap<string, string>,
  { newest }: Repository,
): Promise<ReadonlyMap<string, string>> {
  const found = await readersIn(newest, inside);
  if (found === null)
    return new Map(inside.map((path) => [path, "files that may read it are not on this machine"]));
  const readers = new Map<string, Set<string>>(inside.map((path) => [path, new Set(found.get(path) ?? [])]));
  for (const [workflow, text] of running)
    for (const path of inside) if (text.includes(fileNameOf(path))) readers.get(path)?.add(workflow);
  for (const [file, text] of await textsNaming(folder, running, newest)) {
    for (const path of inside)
      if (path !== file && foldersAround(path).some((one) => isNamedWhole(one, text)))
        readers.get(path)?.add(file);
  }
  const reasons = new Map<string, string>();
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const path of inside) {
      const reader = [...(readers.get(path) ?? [])].find((one) => !readers.has(one) || reasons.has(one));
      if (reader === undefined || reasons.has(path)) continue;
      reasons.set(path, `${reader} names ${path} or its folder, and does not show what depends on it`);
      hasGrown = true;
    }
  }
  return reasons;
}

async function runningTexts({ newest }: Repository): Promise<ReadonlyMap<string, string>> {
  const running = (await liveWorkflows(newest, null, null))?.running ?? (await newest.entries()).keys();
  const decoder = new TextDecoder();
  const texts = await newest.read([...running].filter((path) => path.startsWith(".github/")));
  return new Map([...texts].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}

async function textsNaming(
  folder: string,
  running: ReadonlyMap<string, string>,
  newest: Repository["newest"],
): Promise<ReadonlyMap<string, string>> {
  const words = [`${folder}/`, `"${folder}"`, `'${folder}'`, `\`${folder}\``];
  const naming = (await newest.naming(words, [":(exclude)*.md"])) ?? [];
  const others = naming.filter((path) => !isProse(path) && !path.startsWith(".github/"));
  const decoder = new TextDecoder();
  const texts = new Map(running);
  for (const [path, bytes] of await newest.read(others)) texts.set(path, decoder.decode(bytes));
  return texts;
}

function foldersAround(path: string): readonly string[] {
  const folders: string[] = [];
  for (let here = directoryOf(path); here !== ""; here = directoryOf(here)) folders.push(here);
  return folders;
}

/** `scripts/*`, `scripts/$name`, `scripts/`, and `"scripts"` that is no key. */
function isNamedWhole(folder: string, text: string): boolean {
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text.slice(at + folder.length, at + folder.length + 20)];
    if (/[\w@-]/.test(before)) continue;
    if (/^\/(?:[^\w.@-]|\.{1,2}\/|$)/.test(after)) return true;
    if (/["'`]/.test(before) && after.startsWith(before) && !/^.\s*:/.test(after)) return true;
  }
  return false;
}
