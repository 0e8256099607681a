/** The list of a source that asks a tool has all that `workspaces` lists for the same random change. */
import { expect, it } from "@jest/globals";
import { moon } from "../../src/targets/sources/moon.js";
import { nx } from "../../src/targets/sources/nx.js";
import { pnpm } from "../../src/targets/sources/pnpm.js";
import { readWorkspaceTree } from "../../src/targets/sources/workspaces/workspace-tree.js";
import { sharedEcosystems, workspacesSource } from "../../src/targets/sources/workspaces/workspaces.js";
import { moonProjects } from "../../src/targets/tools/moon-projects.js";
import { nodeProjects } from "../../src/targets/tools/node-projects.js";
import { ownerOf, type ReadProjects, type ToolProjects } from "../../src/targets/tools/tool-projects.js";
import type { ToolSource } from "../../src/targets/tools/tool-source.js";
import { listOf } from "../support/list-of-answer.js";
import { changesBetween, type MemoryTree } from "../support/memory-tree.js";
import { type Kind, ONE_WORKSPACE, SEVERAL_ECOSYSTEMS } from "../support/pairs-of-pull-requests.js";
import { seededChance } from "../support/seeded-chance.js";
import { countOf } from "../support/test-size.js";
import { listOfTool } from "../support/tool-answers.js";

const REPOSITORIES = countOf("TOOL_LISTS_REPOSITORIES", { reduced: 8, share: 40, all: 100, full: 2000 });
const CHANGES = 6;

/** Both trees, with the project of each name of a package in them. */
async function projectsByName(trees: readonly MemoryTree[], projects: readonly ToolProjects[]) {
  const byName = new Map<string, Set<string>>();
  for (const [index, tree] of trees.entries()) {
    const here = projects[index];
    for (const { name, directory } of (await readWorkspaceTree(tree, sharedEcosystems()(tree))).packages) {
      const project =
        here === undefined ? null : (here.nameByFolder.get(directory) ?? ownerOf(`${directory}/`, here));
      byName.set(name, (byName.get(name) ?? new Set()).add(project ?? name));
    }
  }
  return byName;
}

interface Tools {
  readonly sources: readonly ToolSource[];
  readonly read: ReadProjects;
  /** Projects are listed by folders, and keep their names where a manifest is deleted or has a new name. */
  readonly listsFolders?: true;
}

function nameIn(tree: MemoryTree, path: string): string | undefined {
  return /"name":"[^"]+"|^name = .+|^module .+/m.exec(String(tree.files.get(path)))?.[0];
}

const MANIFEST = /(?:^|\/)(?:package\.json|Cargo\.toml|go\.mod)$/;

/** Names that the list of a tool lacks; null if there is nothing to compare. */
async function missing(base: MemoryTree, head: MemoryTree, tools: Tools): Promise<readonly string[] | null> {
  const changed = changesBetween(base, head);
  const isRenamed = changed.some(
    ({ path }) => MANIFEST.test(path) && nameIn(base, path) !== nameIn(head, path),
  );
  if (tools.listsFolders === true && isRenamed) return null;
  const { signal } = new AbortController();
  const context = { base, head, changed, checkout: null, signal };
  const expected = listOf(await workspacesSource().answer(context), context);
  const projects = [await tools.read(base), await tools.read(head)];
  const owners = changed.map(({ path }) =>
    projects.map((one) => ownerOf(path, one)).find((one) => one !== null),
  );
  const [named] = owners.filter((name) => name !== undefined);
  if (typeof expected === "string" || named === undefined) return null;
  const byName = await projectsByName([base, head], projects);
  const lacking: string[] = [];
  for (const source of tools.sources) {
    const list = await listOfTool(source, base, head, { named: [named] });
    if (typeof list === "string") continue;
    for (const name of expected)
      if (![...(byName.get(name) ?? [name])].some((one) => list.includes(one)))
        lacking.push(`${source.name}: ${name}`);
  }
  return lacking;
}

/** The packages of the tree as projects of moon, which lists them by their folders. */
async function moonFile(tree: MemoryTree): Promise<Record<string, string>> {
  const { packages } = await readWorkspaceTree(tree, sharedEcosystems()(tree));
  const folders = new Set(packages.map(({ directory }) => directory).filter((directory) => directory !== ""));
  const projects = Object.fromEntries([...folders].map((folder) => [folder.replaceAll("/", "-"), folder]));
  return { ".moon/workspace.yml": JSON.stringify({ projects }) };
}

it.each<readonly [string, Kind, Tools, (tree: MemoryTree) => Promise<Record<string, string>>]>([
  [
    "of one workspace",
    ONE_WORKSPACE,
    { sources: [nx, pnpm], read: (tree) => nodeProjects()(tree) },
    () => Promise.resolve({}),
  ],
  [
    "of several ecosystems",
    SEVERAL_ECOSYSTEMS,
    { sources: [moon], read: moonProjects, listsFolders: true },
    moonFile,
  ],
])("has every name, for changes %s", async (_name, kind, tools, filesFor) => {
  let compared = 0;
  for (let seed = 1; seed <= REPOSITORIES; seed += 1) {
    const chance = seededChance(seed);
    const base = kind.repository(chance);
    const files = await filesFor(base);
    for (let number = 1; number <= CHANGES; number += 1) {
      const head = kind.pullRequest(base, chance, `#${number}`).with(files);
      const lacking = await missing(base.with(files), head, tools).catch(refused);
      if (lacking === null) continue;
      compared += 1;
      expect({ seed, number, lacking }).toEqual({ seed, number, lacking: [] });
    }
  }
  expect(compared).toBeGreaterThan(REPOSITORIES);
});

/** Two projects of one name are refused by the tools' sources, which are then ALL. */
function refused(error: unknown): null {
  if (error instanceof Error && error.message.includes("another project is named")) return null;
  throw error;
}
