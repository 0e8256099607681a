/** What a change impacts and what tests see in a random ecosystem, worked out in a slow and obvious way. */
import { changesBetween, type MemoryTree } from "./memory-tree.js";
import { codeOf, type EcosystemLayout, type Project, projectsIn, versionsIn } from "./random-ecosystems.js";
import { textsOf } from "./random-workspaces.js";

/** Changed, deleted and newly used projects, and everything that depends on a changed one in either tree. */
export function exactEcosystemList(
  base: MemoryTree,
  head: MemoryTree,
  layout: EcosystemLayout,
): ReadonlySet<string> {
  const before = projectsIn(base, layout);
  const after = projectsIn(head, layout);
  const [was, is] = [edgesOf(before, layout), edgesOf(after, layout)];
  const changed = new Set<string>();
  for (const { path } of changesBetween(base, head))
    for (const projects of [before, after])
      for (const one of ownersOf(path, projects, layout)) changed.add(layout.targetOf(one));
  for (const target of was.keys()) if (!is.has(target)) changed.add(target);
  for (const [target, uses] of is) {
    const old = was.get(target);
    if (old !== undefined && [...uses, ...old].some((one) => uses.has(one) !== old.has(one)))
      changed.add(target);
  }
  const [oldVersions, versions] = [versionsIn(base, layout), versionsIn(head, layout)];
  for (const one of [...before, ...after]) {
    const isBumped = oldVersions.get(one.name) !== versions.get(one.name);
    if (isBumped && isLocked(one, layout)) changed.add(layout.targetOf(one));
  }
  for (const dependent of changed)
    for (const edges of [was, is])
      for (const [target, uses] of edges) if (uses.has(dependent)) changed.add(target);
  for (const [target, uses] of is)
    for (const one of uses)
      if (was.get(target)?.has(one) !== true && (was.has(one) || is.has(one))) changed.add(one);
  return changed;
}

/** By directory: the code that a test of the project reaches, the versions, and the names that lead nowhere. */
export function ecosystemTestInputs(tree: MemoryTree, layout: EcosystemLayout): ReadonlyMap<string, string> {
  const projects = projectsIn(tree, layout);
  const texts = textsOf(tree);
  const versions = versionsIn(tree, layout);
  return new Map(
    projects.map((from) => {
      const reached = new Set([from]);
      const outside: string[] = [];
      for (const one of reached) {
        for (const next of usedBy(one, projects, layout)) reached.add(next);
        for (const use of one.uses)
          if (!projects.some((other) => isMeant(use, other, layout))) outside.push(use);
        const code = texts.get(codeOf(one.directory, layout)) ?? "";
        for (const other of projects)
          if (layout.importOf !== null && code.split("\n").includes(layout.importOf(other)))
            reached.add(other);
      }
      const seen = [...reached].map((one) => [
        one.directory,
        one.name,
        texts.get(codeOf(one.directory, layout)),
        isLocked(one, layout) ? versions.get(one.name) : null,
      ]);
      return [from.directory, JSON.stringify([seen.sort(), outside.sort()])];
    }),
  );
}

function isLocked({ directory }: Project, { lockIsFor }: EcosystemLayout): boolean {
  return (directory === "") === (lockIsFor === "root");
}

function edgesOf(
  projects: readonly Project[],
  layout: EcosystemLayout,
): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const one of projects) {
    const target = layout.targetOf(one);
    const uses = edges.get(target) ?? new Set();
    edges.set(target, uses);
    for (const other of usedBy(one, projects, layout)) uses.add(layout.targetOf(other));
    uses.delete(target);
  }
  return edges;
}

function usedBy(from: Project, projects: readonly Project[], layout: EcosystemLayout): readonly Project[] {
  const isInside = (inner: Project, outer: Project) =>
    outer.directory !== "" && inner.directory.startsWith(`${outer.directory}/`);
  return projects.filter(
    (other) =>
      from.uses.some((use) => isMeant(use, other, layout)) ||
      (layout.seesInner && isInside(other, from)) ||
      (layout.usesOuter && isInside(from, other)),
  );
}

function isMeant(use: string, { name, directory }: Project, { uses }: EcosystemLayout): boolean {
  return use === (uses === "names" ? name : directory);
}

/** The innermost project; at the root only what the root owns. */
function ownersOf(path: string, projects: readonly Project[], layout: EcosystemLayout): readonly Project[] {
  const around = projects.filter(({ directory }) => directory !== "" && path.startsWith(`${directory}/`));
  const [inner] = [...around].sort((one, other) => other.directory.length - one.directory.length);
  if (inner !== undefined) return [inner];
  return path === layout.code ? projects.filter(({ directory }) => directory === "") : [];
}
