/** Which packages a change of a lock file affects: packages that reach a changed node. */
import type { Tree } from "../../tree.js";
import { joined } from "../../tree-paths.js";
import {
  type LockGraph,
  type LockNode,
  type RootDependency,
  UNRESOLVED,
  type Workspace,
} from "./ecosystem.js";
import { textOf } from "./parsed-files.js";
import type { LockChanges } from "./workspace-change.js";
import type { WorkspaceTree } from "./workspace-tree.js";

interface Side {
  readonly tree: Tree;
  readonly workspaces: WorkspaceTree;
}

/** Receives why the effect of a changed file is uncertain, as a clause about it. */
export type Doubt = (path: string, because: string) => void;

/**
 * The affected packages of each changed lock file that is in both trees; a file with an uncertain effect is left out.
 */
export async function lockChanges(
  base: Side,
  head: Side,
  paths: readonly string[],
  doubt: Doubt = () => undefined,
): Promise<LockChanges> {
  const changes = new Map<string, readonly string[]>();
  for (const path of paths) {
    if (base.workspaces.lockAt(path) === null || head.workspaces.lockAt(path) === null) continue;
    const uncertain = (because: string) => doubt(path, `it is a lockfile, and ${because}`);
    const before = await lockGraphOf(base, path);
    const after = before === null ? null : await lockGraphOf(head, path);
    if (before === null || after === null) {
      uncertain("its form or some of its entries are unknown");
      continue;
    }
    const seen = whoSees(before, after);
    const owners = namesOf(seen.directories, [base, head], path);
    const doubts = [...seen.doubts, ...owners.doubts];
    if (doubts.length === 0) changes.set(path, owners.names);
    doubts.forEach(uncertain);
  }
  return changes;
}

/** Whether the root gets this package by the lock file; false when that is uncertain, or the file has another range. */
export async function isResolvedAtRoot(
  side: Side,
  path: string,
  { name, range }: RootDependency,
): Promise<boolean> {
  const root = (await lockGraphOf(side, path))?.importers.get("");
  const keys = root?.dependencies ?? [];
  if (root?.requests?.has(`${name}@${range}`) === false) return false;
  const beginnings = [`${name}@`, `/${name}@`, `/${name}/`];
  return keys.some(
    (key) => key === name || key === `node_modules/${name}` || beginnings.some((one) => key.startsWith(one)),
  );
}

const graphs = new WeakMap<Tree, Map<string, Promise<LockGraph | null>>>();

function lockGraphOf(side: Side, path: string): Promise<LockGraph | null> {
  const known = graphs.get(side.tree) ?? new Map<string, Promise<LockGraph | null>>();
  graphs.set(side.tree, known);
  const graph = known.get(path) ?? readLockGraph(side, path);
  known.set(path, graph);
  return graph;
}

async function readLockGraph({ tree, workspaces }: Side, path: string): Promise<LockGraph | null> {
  const lock = workspaces.lockAt(path);
  const bytes = (await tree.read([path])).get(path);
  if (lock === null || bytes === undefined) return null;
  try {
    return lock.read(textOf(bytes), lock.workspace);
  } catch {
    return null; // The content is not trusted: any error means that the effect is uncertain.
  }
}

const MOST_NAMED = 5;

export interface Seen {
  /** Of the packages that the difference affects. */
  readonly directories: ReadonlySet<string>;
  /** Why more packages may be affected, each as a clause; empty when these are all. */
  readonly doubts: readonly string[];
}

export function whoSees(before: LockGraph, after: LockGraph): Seen {
  const doubts = before.rest === after.rest ? [] : ["its settings for all packages differ"];
  const changed = differing(before.nodes, after.nodes);
  changed.delete(UNRESOLVED);
  if (isUsed(UNRESOLVED, [before, after])) changed.add(UNRESOLVED);
  if (after.spreads) {
    const requesting = [...changed].filter(
      (key) => requestsOthers(before.nodes.get(key)) !== requestsOthers(after.nodes.get(key)),
    );
    for (const key of builtAnew(requesting, [before, after])) changed.add(key);
  }
  const seen = differing(before.importers, after.importers);
  const reached = new Set<string>();
  for (const { importers, nodes } of [before, after]) {
    const affected = dependentsIn(nodes, changed);
    for (const [directory, { dependencies }] of importers) {
      if (dependencies.some((key) => affected.has(key))) seen.add(directory);
    }
    const direct = [...importers.values()].flatMap(({ dependencies }) => dependencies);
    for (const key of reachableFrom(direct, nodes)) reached.add(key);
  }
  // A node that no package depends on is there for an unknown reason.
  const stray = [...changed].filter((key) => !reached.has(key));
  if (stray.length > 0) doubts.push(`no package depends on its changed ${entriesInWords(stray)}`);
  // Tools that are installed at the root are used by all packages.
  if (after.sharesRoot && seen.delete(""))
    doubts.push("the change reaches what is installed at the root, which all packages use");
  return { directories: seen, doubts };
}

function entriesInWords(keys: readonly string[]): string {
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : "";
  return `${keys.length === 1 ? "entry" : "entries"} ${keys.slice(0, MOST_NAMED).join(", ")}${more}`;
}

function isUsed(key: string, locks: readonly LockGraph[]): boolean {
  return locks.some(({ importers, nodes }) =>
    [...importers.values(), ...nodes.values()].some(({ dependencies }) => dependencies.includes(key)),
  );
}

function requestsOthers(node: LockNode | undefined): string | undefined {
  return node?.requestsOthers ?? node?.content;
}

/** What changed nodes depend on, directly or indirectly: it may now be requested with other features. */
function builtAnew(changed: readonly string[], locks: readonly LockGraph[]): ReadonlySet<string> {
  return new Set(
    locks.flatMap(({ nodes }) => [
      ...reachableFrom(
        changed.filter((key) => nodes.has(key)),
        nodes,
      ),
    ]),
  );
}

function differing(before: ReadonlyMap<string, LockNode>, after: ReadonlyMap<string, LockNode>): Set<string> {
  return new Set(
    [...before.keys(), ...after.keys()].filter((key) => textOfNode(before, key) !== textOfNode(after, key)),
  );
}

function textOfNode(nodes: ReadonlyMap<string, LockNode>, key: string): string | null {
  const node = nodes.get(key);
  return node === undefined ? null : JSON.stringify([node.content, node.dependencies]);
}

function dependentsIn(nodes: ReadonlyMap<string, LockNode>, keys: ReadonlySet<string>): ReadonlySet<string> {
  const dependents = new Map<string, string[]>();
  for (const [key, { dependencies }] of nodes) {
    for (const dependency of dependencies) {
      const known = dependents.get(dependency);
      if (known === undefined) dependents.set(dependency, [key]);
      else known.push(key);
    }
  }
  const affected = new Set(keys);
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const dependent of dependents.get(key) ?? []) {
      if (affected.has(dependent)) continue;
      affected.add(dependent);
      waiting.push(dependent);
    }
  }
  return affected;
}

/** A node may have other dependencies in the other lock file, so each file is followed separately. */
function reachableFrom(from: readonly string[], nodes: ReadonlyMap<string, LockNode>): ReadonlySet<string> {
  const reachable = new Set(from);
  for (const key of reachable) {
    for (const dependency of nodes.get(key)?.dependencies ?? []) reachable.add(dependency);
  }
  return reachable;
}

function namesOf(
  directories: ReadonlySet<string>,
  sides: readonly Side[],
  path: string,
): { readonly names: readonly string[]; readonly doubts: readonly string[] } {
  const names = new Set<string>();
  const doubts: string[] = [];
  const indexes = sides.map(({ workspaces }) => namesByDirectory(workspaces.lockAt(path)?.workspace ?? null));
  for (const directory of directories) {
    const found = indexes.flatMap((namesAt) => namesAt(directory));
    for (const name of found) names.add(name);
    if (found.length > 0) continue;
    doubts.push(
      `it changes dependencies of ${directory === "" ? "the root" : directory}, which is no package`,
    );
    // One doubt decides; a file may give a reason for thousands.
    if (doubts.length === MOST_NAMED) break;
  }
  return { names: [...names], doubts };
}

function namesByDirectory(workspace: Workspace | null): (directory: string) => readonly string[] {
  const names = new Map<string, string[]>();
  for (const { directory, name } of workspace?.packages ?? []) {
    const beside = names.get(directory);
    if (beside === undefined) names.set(directory, [name]);
    else beside.push(name);
  }
  return (directory) => names.get(joined(workspace?.root ?? "", directory)) ?? [];
}
