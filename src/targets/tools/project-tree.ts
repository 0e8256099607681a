/**
 * What a tree shows of a tool's projects besides the tool's own files, read as `workspaces` reads it: dependencies in the
 * manifests of all ecosystems, links, and configurations of TypeScript. A package is part of the project around it.
 */
import type { TargetGraph } from "../graph.js";
import {
  type Ecosystem,
  importedName,
  type Package,
  packageOf,
  type Reading,
  type Workspace,
  withInnerPackages,
} from "../sources/workspaces/ecosystem.js";
import { readWorkspaceTree, type WorkspaceTree } from "../sources/workspaces/workspace-tree.js";
import type { Tree } from "../tree.js";
import { joined } from "../tree-paths.js";
import { readPackageManifests, usedNames } from "./node-projects.js";
import { ownerOf, type ToolProjects } from "./tool-projects.js";

type Ecosystems = readonly (Ecosystem | Promise<Ecosystem>)[];

/**
 * A package in no project keeps its own name. `listedIn`: the tool's file that names the resolution of project names, if
 * no package manager does. Throws `UnreadableManifest` or `ToolProblem`.
 */
export async function readProjectTree(
  tree: Tree,
  projects: ToolProjects,
  ecosystems: Ecosystems,
  listedIn: string,
): Promise<WorkspaceTree> {
  const [node, ...others] = ecosystems.map((one) => withTargets(one, projects));
  const all = node === undefined ? [] : [withOtherProjects(node, projects, listedIn), ...others];
  return readWorkspaceTree(tree, all);
}

/** The dependencies that the tool's files show, and those of the tree. */
export function withTree(projects: ToolProjects, { graph }: WorkspaceTree): ToolProjects {
  const all = new Map<string, ReadonlySet<string>>(graph);
  for (const [name, uses] of projects.graph) {
    const more = graph.get(name);
    all.set(name, more === undefined ? uses : new Set([...uses, ...more]));
  }
  return { ...projects, graph: all satisfies TargetGraph };
}

/** The ecosystem with its packages under the names of their projects. */
async function withTargets(
  ecosystem: Ecosystem | Promise<Ecosystem>,
  projects: ToolProjects,
): Promise<Ecosystem> {
  const own = await ecosystem;
  return { ...own, read: async (tree) => renamed(await own.read(tree), projects) };
}

function renamed({ workspaces, outsiders }: Reading, projects: ToolProjects): Reading {
  const targetsByName = new Map<string, Set<string>>();
  for (const one of workspaces.flatMap(({ packages }) => packages))
    targetsByName.set(one.name, (targetsByName.get(one.name) ?? new Set()).add(targetOf(one, projects)));
  const targets = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => [...(targetsByName.get(name) ?? [name])]));
  return {
    workspaces: workspaces.map((workspace): Workspace => {
      const { readers } = workspace;
      const packages = workspace.packages.map((one) => inProject(one, targetOf(one, projects), targets));
      if (readers === undefined) return { ...workspace, packages };
      return { ...workspace, packages, readers: (path) => [...targets(readers(path))] };
    }),
    outsiders: outsiders.map((one) => ({ ...one, names: targets(one.names) })),
  };
}

/** The project of its folder, or of a folder around it; the root's project has the package at the root alone. */
function targetOf({ name, directory }: Package, projects: ToolProjects): string {
  return projects.nameByFolder.get(directory) ?? ownerOf(joined(directory, "package"), projects) ?? name;
}

function inProject(
  one: Package,
  name: string,
  targets: (names: Iterable<string>) => ReadonlySet<string>,
): Package {
  const dependsOn = new Set(targets(one.dependsOn));
  dependsOn.delete(name);
  const builds = new Map<string, ReadonlySet<string>>();
  for (const [used, requests] of one.builds)
    for (const target of targets([used]))
      builds.set(target, new Set([...(builds.get(target) ?? []), ...requests]));
  return { ...one, name, importedAs: importedName(one), dependsOn, builds };
}

/**
 * Adds the projects that are no members to the workspace at the root of the repository, or a workspace of their own: then
 * files in them have an owner, and paths can lead there.
 */
async function withOtherProjects(
  node: Promise<Ecosystem>,
  projects: ToolProjects,
  listedIn: string,
): Promise<Ecosystem> {
  const own = await node;
  return {
    ...own,
    async read(tree) {
      const { workspaces, outsiders } = await own.read(tree);
      const known = new Set(workspaces.flatMap(({ packages }) => packages.map(({ directory }) => directory)));
      const others = [...projects.nameByFolder].filter(([folder]) => !known.has(folder));
      if (others.length === 0) return { workspaces, outsiders };
      const packages = await packagesOf(tree, others, projects);
      const atRoot = workspaces.find(({ root }) => root === "");
      const rest = workspaces.filter((one) => one !== atRoot);
      const workspace: Workspace =
        atRoot === undefined
          ? {
              root: "",
              packages: [...(await rootPackage(tree, projects)), ...packages],
              claims: null,
              resolution: listedIn,
              overridden: new Set(),
            }
          : { ...atRoot, packages: [...atRoot.packages, ...packages] };
      return { workspaces: [workspace, ...rest], outsiders };
    },
  };
}

async function packagesOf(
  tree: Tree,
  folders: readonly (readonly [string, string])[],
  { graph, missing }: ToolProjects,
): Promise<readonly Package[]> {
  const manifests = await readPackageManifests(
    tree,
    folders.map(([folder]) => folder),
  );
  const packages = folders.map(([directory, name]) => {
    const importedAs = manifests.get(directory)?.name ?? null;
    return packageOf({
      name,
      directory,
      // A project without a manifest is shown by its folder.
      manifest: manifests.has(directory) ? joined(directory, "package.json") : directory,
      dependsOn: graph.get(name) ?? new Set(),
      external: missing.get(name) ?? new Set(),
      ...(importedAs !== null && { importedAs }),
    });
  });
  return withInnerPackages(packages);
}

/** What it requests is installed for all projects. */
async function rootPackage(tree: Tree, projects: ToolProjects): Promise<readonly Package[]> {
  const manifest = projects.nameByFolder.has("")
    ? undefined
    : (await readPackageManifests(tree, [""])).get("");
  if (manifest === undefined) return [];
  const name = manifest.name ?? ".";
  return [
    packageOf({ name, directory: "", manifest: "package.json", external: new Set(usedNames(manifest)) }),
  ];
}
