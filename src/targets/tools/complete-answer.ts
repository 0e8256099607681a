/**
 * Completes the answer of a tool. A tool reads one tree: it does not see deleted targets, newly used targets or removed
 * edges. The manifests of both trees show them.
 */
import { firstCauses, type GraphChange, impactedTargets } from "../graph.js";
import type { Cause, ChangedFile, SourceAnswer } from "../source.js";
import { ToolProblem } from "./tool-problem.js";
import { ownerOf, type ToolProjects } from "./tool-projects.js";

export interface ProjectChange {
  readonly base: ToolProjects;
  readonly head: ToolProjects;
  readonly changed: readonly ChangedFile[];
  /** Targets for the resolution of names, which are shared by all changes that add a name or begin to request one. */
  readonly resolutions: ReadonlyMap<string, Cause>;
}

/** Throws `ToolProblem` when the tool and the manifests describe different projects. */
export function completeAnswer(tool: string, named: readonly string[], change: ProjectChange): SourceAnswer {
  const { owned, causes } = ownership(change);
  requireKnownNames(tool, named, change);
  if (named.length === 0) requireNothingToName(tool, change);
  const impacted = impactedTargets(graphChange(change, causes));
  const byTool = new Map(named.map((name): [string, Cause] => [name, { kind: "named", by: tool }]));
  return { kind: "targets", targets: firstCauses(impacted, byTool, change.resolutions), owned };
}

export function graphChange(
  { base, head }: Pick<ProjectChange, "base" | "head">,
  changed: ReadonlyMap<string, Cause>,
): GraphChange {
  return { base: base.graph, head: head.graph, changed };
}

interface Ownership {
  readonly owned: ReadonlySet<string>;
  readonly causes: ReadonlyMap<string, Cause>;
}

/**
 * A file is owned if each tree that contains it has an owner for it. It touches the owners of its place in both trees:
 * a project that is added in a folder takes the files there from the project around it, and returns them when it is
 * removed.
 */
export function ownership({ base, head, changed }: Omit<ProjectChange, "resolutions">): Ownership {
  const owned = new Set<string>();
  const causes = new Map<string, Cause>();
  for (const { path, status } of changed) {
    const before = ownerOf(path, base);
    const after = ownerOf(path, head);
    for (const owner of [after, before]) {
      if (owner !== null && !causes.has(owner)) causes.set(owner, { kind: "file", path });
    }
    if ((status === "added" || before !== null) && (status === "deleted" || after !== null)) owned.add(path);
  }
  return { owned, causes };
}

function requireKnownNames(tool: string, named: readonly string[], { base, head }: ProjectChange): void {
  const unknownName = named.find((name) => !head.graph.has(name) && !base.graph.has(name));
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
