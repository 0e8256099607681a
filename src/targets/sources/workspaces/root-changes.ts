/**
 * What a change of the manifest at a workspace's root means: most fields concern few packages, and their dependencies are
 * in the graph. A file with an uncertain effect is left out.
 */
import { parseYaml } from "../../parse-yaml.js";
import type { Tree } from "../../tree.js";
import type { CompareRoot, RootChange } from "./ecosystem.js";
import { type Doubt, isResolvedAtRoot } from "./lock-changes.js";
import { parseToml } from "./parse-toml.js";
import { asTable, type Table, textOf } from "./parsed-files.js";
import type { LockChanges } from "./workspace-change.js";
import type { WorkspaceTree } from "./workspace-tree.js";

interface Side {
  readonly tree: Tree;
  readonly workspaces: WorkspaceTree;
}

/** Adds to the changes of lock files. */
export async function rootChanges(
  base: Side,
  head: Side,
  paths: readonly string[],
  locks: LockChanges,
  doubt: Doubt = () => undefined,
): Promise<LockChanges> {
  const changes = new Map(locks);
  const changed = new Set(paths);
  for (const path of paths) {
    const before = base.workspaces.rootManifestAt(path);
    const after = head.workspaces.rootManifestAt(path);
    if (before === null || after === null) continue;
    const texts = [await textAt(base.tree, path), await textAt(head.tree, path)];
    const isInBoth = texts[0] !== null && texts[1] !== null;
    if (!isInBoth && (after.compare.takesAbsent !== true || (await isUnreadable([base, head], path))))
      continue;
    const lock = after.workspace.resolution;
    const isLocked =
      lock === before.workspace.resolution &&
      base.workspaces.lockAt(lock) !== null &&
      (!changed.has(lock) || locks.has(lock));
    const touched = await touchedBy(after.compare, {
      path,
      before: texts[0] ?? "",
      after: texts[1] ?? "",
      workspaces: [before.workspace, after.workspace],
      isLocked,
      isLockChanged: isLocked && changed.has(lock),
      isResolved: (one, at) => isResolvedAtRoot(at === 0 ? base : head, lock, one),
      isNamed: (word) => isNamedIn([base.tree, head.tree], word, path),
    });
    if (touched !== null) changes.set(path, touched);
    else doubt(path, `it is the root of the build, and ${readableDifference(path, texts)}`);
  }
  return changes;
}

async function touchedBy(compare: CompareRoot, change: RootChange): Promise<readonly string[] | null> {
  try {
    return await compare(change);
  } catch {
    return null; // The content is not trusted: any error means that the effect is uncertain.
  }
}

async function textAt(tree: Tree, path: string): Promise<string | null> {
  const bytes = (await tree.read([path])).get(path);
  if (bytes === undefined) return null;
  try {
    return textOf(bytes);
  } catch {
    return null;
  }
}

/** A tree has the file, but no text of it. */
async function isUnreadable(sides: readonly Side[], path: string): Promise<boolean> {
  for (const { tree } of sides)
    if ((await tree.entries()).has(path) && (await textAt(tree, path)) === null) return true;
  return false;
}

async function isNamedIn(trees: readonly Tree[], word: string, except: string): Promise<boolean> {
  for (const tree of trees) {
    const naming = await tree.naming([word], [":(exclude)*.md"]);
    if (naming === null || naming.some((path) => path !== except && !/\.(?:md|lock)$/.test(path)))
      return true;
  }
  return false;
}

/** The package in the workspace's root directory; empty without one. */
export function rootPackages({ workspaces }: RootChange): readonly string[] {
  return workspaces.flatMap(({ root, packages }) =>
    packages.flatMap(({ directory, name }) => (directory === root ? [name] : [])),
  );
}

export function allPackages({ workspaces }: RootChange): readonly string[] {
  return workspaces.flatMap(({ packages }) => packages.map(({ name }) => name));
}

/** Keys whose values differ, of two tables. */
export function differingKeys(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)));
}

const MOST_NAMED = 5;

/** Names the fields that differ, as a clause. `texts`: before and after. */
function readableDifference(path: string, texts: readonly (string | null)[]): string {
  const unknown = "which packages its change affects is not known";
  const parse = parserFor(path);
  if (parse === null) return unknown;
  try {
    const [before, after] = texts.map((text) => asTable(parse(text ?? "")) ?? new Map<string, unknown>());
    const fields = differing(before ?? new Map(), after ?? new Map());
    if (fields.length === 0) return unknown;
    const more = fields.length - MOST_NAMED;
    const named = fields.slice(0, MOST_NAMED).map((field) => `\`${field}\``);
    const shown = more > 0 ? [...named, `${more} more`] : named;
    return `which packages a change of ${shown.join(", ")} affects is not known`;
  } catch {
    return unknown; // The content is not trusted.
  }
}

function parserFor(path: string): ((text: string) => unknown) | null {
  if (path.endsWith(".json")) return JSON.parse;
  if (/\.ya?ml$/.test(path)) return parseYaml;
  return path.endsWith(".toml") ? parseToml : null;
}

/** Tables are compared field by field, one level deep: `engines.node` is more helpful than `engines`. */
function differing(before: Table, after: Table): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [inner, outer] = [asTable(one), asTable(other)];
    if (inner === null || outer === null) return [key];
    const inside = [...new Set([...inner.keys(), ...outer.keys()])];
    return inside
      .filter((name) => JSON.stringify(inner.get(name)) !== JSON.stringify(outer.get(name)))
      .map((name) => `${key}.${name}`);
  });
}
