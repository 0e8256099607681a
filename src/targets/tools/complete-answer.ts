/**
 * Completes what a tool answered. Tools look at one tree: they know nothing of what is deleted, of what somebody has
 * begun to depend on, or of edges that are gone. The manifests of both trees do.
 */
import { firstCauses, type GraphChange, impactedTargets } from "../graph.js";
import type { Cause, ChangedFile, SourceAnswer } from "../source.js";
import { ToolProblem } from "./tool-problem.js";
import { ownerOf, type ToolProjects } from "./tool-projects.js";

export interface ProjectChange {
  readonly base: ToolProjects;
  readonly head: ToolProjects;
  readonly changed: readonly ChangedFile[];
  /** Targets for how names are resolved, which everybody shares who brings a name or begins to ask for one. */
  readonly resolutions: ReadonlyMap<string, Cause>;
}

/** Throws `ToolProblem` where the tool and the manifests do not speak of the same projects. */
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
 * A file is owned where each tree that has it has an owner for it. It touches the owners of its place in both trees: a
 * project that is brought into a folder takes what is there from the project around it, and gives it back when it goes.
 */
function ownership({ base, head, changed }: ProjectChange): Ownership {
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
  const strange = named.find((name) => !head.graph.has(name) && !base.graph.has(name));
  if (strange === undefined) return;
  throw new ToolProblem(
    tool,
    `it names ${JSON.stringify(strange)}, which no manifest of the repository does, so that its names and ours may differ`,
    "Use the source `workspaces`, or `list` with the output of a command of your own.",
  );
}

function requireNothingToName(tool: string, { head, changed }: ProjectChange): void {
  const file = changed.find(({ path, status }) => status !== "deleted" && ownerOf(path, head) !== null);
  if (file === undefined) return;
  throw new ToolProblem(tool, `it names no project, although ${JSON.stringify(file.path)} belongs to one`);
}
