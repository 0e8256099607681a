/**
 * Completes the answer of a tool. A tool reads one tree: it does not see deleted targets, newly used targets or removed
 * edges, and few edges outside its own files. Both trees show them, as they do to `workspaces`.
 */
import { dependentsOf, firstCauses, type GraphChange, impactedTargets } from "../graph.js";
import { alwaysGlobal } from "../rules/global-inputs.js";
import type { Cause, ChangedFile, SourceAnswer, SourceContext } from "../source.js";
import { changedCode, codeUses, type UsableTree } from "../sources/workspaces/code-uses.js";
import {
  changedResolutions,
  graphChange,
  type WorkspaceChange,
} from "../sources/workspaces/workspace-change.js";
import type { WorkspaceTree } from "../sources/workspaces/workspace-tree.js";
import { sharedEcosystems } from "../sources/workspaces/workspaces.js";
import { directoryOf } from "../tree-paths.js";
import { type FoundEdges, namedProjects, withFoundEdges } from "./found-edges.js";
import { readProjectTree, withTree } from "./project-tree.js";
import { ToolProblem } from "./tool-problem.js";
import { ownerOf, type ReadProjects, type ToolProjects } from "./tool-projects.js";

/** What a tool has printed about the head tree. */
export interface ToolAnswer {
  readonly named: readonly string[];
  /** Null for a tool that is not asked for its graph. */
  readonly found: FoundEdges | null;
}

export interface ProjectReader {
  /** The name of the tool. */
  readonly name: string;
  /** The tool's file that shows its projects. */
  readonly listedIn: string;
  /** Throws `ToolProblem` or `UnreadableManifest`. */
  readonly read: ReadProjects;
}

type Context = Pick<SourceContext, "base" | "head" | "changed">;

/** Throws `ToolProblem` when the tool and the manifests describe different projects, and `UnreadableManifest`. */
export async function completeAnswer(
  reader: ProjectReader,
  { named, found }: ToolAnswer,
  context: Context,
): Promise<SourceAnswer> {
  const { changed } = context;
  const shown = await readSides(reader, context);
  const projects = { base: shown.base.projects, head: shown.head.projects, changed };
  const { owned, disowned, causes } = ownership(projects, [shown.base, shown.head]);
  requireKnownNames(reader.name, named, projects);
  if (named.length === 0) requireNothingToName(reader.name, projects);
  const all = found === null ? projects : await withFoundEdges(projects, found, context);
  const code = codeUses(
    usable(shown.base.tree, all.base, found),
    usable(shown.head.tree, all.head, found),
    await changedCode(context),
    // The tool finds them in files, so a change of what was used until now has the user as a dependent.
    { skipsRemoved: found !== null && found.byFile.size > 0 },
  );
  const trees: WorkspaceChange = {
    base: shown.base.tree,
    head: shown.head.tree,
    changed,
    locks: new Map(),
    code,
  };
  const touched = firstCauses(causes, graphChange(trees).changed);
  const impacted = impactedTargets({ base: all.base.graph, head: all.head.graph, changed: touched });
  const byTool = new Map(named.map((name): [string, Cause] => [name, { kind: "named", by: reader.name }]));
  const targets = firstCauses(impacted, byTool, changedResolutions(trees), code.used, code.asked);
  return { kind: "targets", targets, owned, ...(disowned.size > 0 && { disowned }) };
}

/** Which files have an owner, without the tool: the trees show it. Throws `ToolProblem` or `UnreadableManifest`. */
export async function ownedInTrees(
  reader: ProjectReader,
  context: Context,
): Promise<Extract<SourceAnswer, { readonly kind: "targets" }>> {
  const { base, head } = await readSides(reader, context);
  const projects = { base: base.projects, head: head.projects, changed: context.changed };
  const { owned, disowned } = ownership(projects, [base, head]);
  return { kind: "targets", targets: new Map(), owned, disowned };
}

/** All that depends on these in either tree, as the trees show it. Throws `ToolProblem` or `UnreadableManifest`. */
export async function dependentsInTrees(
  reader: ProjectReader,
  context: Pick<SourceContext, "base" | "head">,
  targets: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Cause>> {
  const { base, head } = await readSides(reader, context);
  const graphs: GraphChange = { base: base.projects.graph, head: head.projects.graph, changed: new Map() };
  return dependentsOf(graphs, targets);
}

/** Projects, and packages outside all projects. Throws `ToolProblem` or `UnreadableManifest`. */
export async function namesInTrees(
  reader: ProjectReader,
  context: Pick<SourceContext, "base" | "head">,
): Promise<ReadonlySet<string>> {
  const { base, head } = await readSides(reader, context);
  return new Set([...base.projects.graph.keys(), ...head.projects.graph.keys()]);
}

interface Side {
  /** With the dependencies that the tree shows. */
  readonly projects: ToolProjects;
  readonly tree: WorkspaceTree;
}

async function readSides(
  { read, listedIn }: ProjectReader,
  { base, head }: Pick<SourceContext, "base" | "head">,
): Promise<{ readonly base: Side; readonly head: Side }> {
  const ecosystemsOf = sharedEcosystems();
  const side = async (tree: Context["base"]): Promise<Side> => {
    const projects = await read(tree);
    const workspaces = await readProjectTree(tree, projects, ecosystemsOf(tree), listedIn);
    return { projects: withTree(projects, workspaces), tree: workspaces };
  };
  return { base: await side(base), head: await side(head) };
}

/** An edge that the tool finds counts like a declared one: then a file that uses it does not put its end into the list. */
function usable(tree: WorkspaceTree, projects: ToolProjects, found: FoundEdges | null): UsableTree {
  return {
    packages: tree.packages,
    graph: projects.graph,
    ownersOf: (path) => tree.ownersOf(path),
    resolutionsAround: (name) => tree.resolutionsAround(name),
    requests: (name, requested) => tree.requests(name, requested),
    aliased: (specifier, path) =>
      found === null ? [] : namedProjects(specifier, path, projects, found.aliases),
  };
}

/** The projects of both trees, and the files that differ. */
interface ProjectChange {
  readonly base: ToolProjects;
  readonly head: ToolProjects;
  readonly changed: readonly ChangedFile[];
}

interface Ownership {
  readonly owned: ReadonlySet<string>;
  /** Files in a project that other projects share, with the reason. */
  readonly disowned: ReadonlyMap<string, readonly string[]>;
  readonly causes: ReadonlyMap<string, Cause>;
}

/**
 * A file is owned if each tree that contains it has an owner for it. It touches the owners of its place in both trees:
 * a project that is added in a folder takes the files there from the project around it, and returns them when it is
 * removed.
 */
function ownership({ base, head, changed }: ProjectChange, sides: readonly Side[]): Ownership {
  const inProjects = new Set<string>();
  const causes = new Map<string, Cause>();
  for (const { path, status } of changed) {
    const before = ownerOf(path, base);
    const after = ownerOf(path, head);
    for (const owner of [after, before]) {
      if (owner !== null && !causes.has(owner)) causes.set(owner, { kind: "file", path });
    }
    if ((status === "added" || before !== null) && (status === "deleted" || after !== null))
      inProjects.add(path);
  }
  const disowned = sharedFiles(inProjects, sides);
  const owned = new Set([...inProjects].filter((path) => !disowned.has(path)));
  return { owned, disowned, causes };
}

const SHARED = "it may concern every package of a workspace that has packages of several projects";

/**
 * Of files that a project owns: those of a workspace, such as its lock file, that also has packages of other projects.
 * Nothing here follows them to these.
 */
function sharedFiles(
  owned: ReadonlySet<string>,
  sides: readonly Side[],
): ReadonlyMap<string, readonly string[]> {
  const tests = sides.map(({ projects, tree }) => sharingTest(projects, tree));
  return new Map([...owned].flatMap((path) => (tests.some((test) => test(path)) ? [[path, [SHARED]]] : [])));
}

function sharingTest(projects: ToolProjects, tree: WorkspaceTree): (path: string) => boolean {
  const namesByRoot = new Map<string, ReadonlySet<string>>();
  const namesAt = (root: string) => {
    const names = namesByRoot.get(root) ?? new Set(tree.packagesOf(root).map(({ name }) => name));
    namesByRoot.set(root, names);
    return names;
  };
  const isOfRoot = (path: string, root: string) =>
    (directoryOf(path) === root && (tree.isShared(path) || tree.lockAt(path) !== null)) ||
    tree.rootManifestAt(path)?.workspace.root === root ||
    (root !== "" && alwaysGlobal(path.slice(root.length + 1)) !== null);
  return (path) => {
    const owner = ownerOf(path, projects);
    for (let root = directoryOf(path); ; root = directoryOf(root)) {
      const hasOthers = [...namesAt(root)].some((name) => name !== owner);
      if (hasOthers && isOfRoot(path, root)) return true;
      if (root === "") return false;
    }
  };
}

function requireKnownNames(tool: string, named: readonly string[], { base, head }: ProjectChange): void {
  const known = new Set([...head.nameByFolder.values(), ...base.nameByFolder.values()]);
  const unknownName = named.find((name) => !known.has(name));
  if (unknownName === undefined) return;
  throw new ToolProblem(
    tool,
    `it names ${JSON.stringify(unknownName)}, which no manifest of the repository names, so the tool may use other names`,
    "Use the source `workspaces`, or `list` with the output of your own command.",
  );
}

function requireNothingToName(tool: string, { head, changed }: ProjectChange): void {
  const file = changed.find(({ path, status }) => status !== "deleted" && ownerOf(path, head) !== null);
  if (file === undefined) return;
  throw new ToolProblem(tool, `it names no project, although ${JSON.stringify(file.path)} belongs to one`);
}
