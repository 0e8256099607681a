/**
 * Follows the extra edges that users declare: adds the targets that depend on impacted ones, directly or indirectly.
 */
import { type AnsweredSource, addInList, type Namespaces } from "./combine-answers.js";
import { type ExtraEdge, nearest, RULES_FILE } from "./rules/rules-file.js";
import type { AllCause, Cause } from "./source.js";

/**
 * Changes `targets`. An edge with an unknown name, or into a source that cannot list dependents, makes everything
 * impacted.
 */
export async function followExtraEdges(
  targets: Map<string, Cause>,
  edges: readonly ExtraEdge[],
  names: Namespaces,
): Promise<AllCause | null> {
  const wrong = await wrongName(edges, names);
  if (wrong !== null) return wrong;
  const waiting = new Set(edges);
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const edge of waiting) {
      const on = edge.dependsOn.find((name) => targets.has(name));
      if (on === undefined) continue;
      waiting.delete(edge);
      hasGrown = true;
      // Also for a target that is listed already: if it is only newly used, its dependents are not listed yet.
      if (!targets.has(edge.target)) targets.set(edge.target, { kind: "declared", on });
      const cause = await addDependents(targets, edge.target, names);
      if (cause !== null) return cause;
    }
  }
  return null;
}

/** Rejects an edge that can never apply: it looks like a working edge, and its author relies on it. */
async function wrongName(edges: readonly ExtraEdge[], names: Namespaces): Promise<AllCause | null> {
  const declared = new Set(edges.map(({ target }) => target));
  for (const { target, dependsOn } of edges) {
    for (const name of [target, ...dependsOn]) {
      if (names.bySource(name).length > 0) continue;
      return inRules(
        `an extra edge names ${JSON.stringify(name)} without its source`,
        "With several sources, write names as in the list, such as workspaces:core.",
      );
    }
    for (const name of dependsOn) {
      if (declared.has(name) || !(await isUnknown(name, names))) continue;
      return inRules(
        `an extra edge depends on ${JSON.stringify(name)}, which is not a target`,
        "Correct the name, or remove the edge.",
      );
    }
  }
  return null;
}

/** Whether every source that may know the name reports that it does not. */
async function isUnknown(name: string, names: Namespaces): Promise<boolean> {
  for (const { answered, name: own } of names.bySource(name)) {
    const known = await answered.source.knownNames?.(answered.context);
    if (known === undefined || known.has(own)) return false;
  }
  return true;
}

/** The target of an edge may be the user's own word, so a name that only resembles a known one is just a warning. */
export async function misspeltTargets(
  edges: readonly ExtraEdge[],
  names: Namespaces,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { target } of edges) {
    if (!(await isUnknown(target, names))) continue;
    for (const { answered, name } of names.bySource(target)) {
      const meant = nearest(name, [...((await answered.source.knownNames?.(answered.context)) ?? [])]);
      if (meant === null) continue;
      const advice = `did you mean ${JSON.stringify(names.inList(answered.source, meant))}?`;
      warnings.push(`No target is called ${JSON.stringify(target)}, which an extra edge adds; ${advice}`);
    }
  }
  return warnings;
}

function inRules(rule: string, hint: string): AllCause {
  return { subject: RULES_FILE, rule, hint };
}

async function addDependents(
  targets: Map<string, Cause>,
  target: string,
  names: Namespaces,
): Promise<AllCause | null> {
  for (const { answered, name } of names.bySource(target)) {
    const dependents = await dependentsOf(answered, name);
    if (dependents === null) return withoutDependents(answered, target);
    addInList(targets, answered.source, dependents, names);
  }
  return null;
}

async function dependentsOf(
  { source, context }: AnsweredSource,
  name: string,
): Promise<ReadonlyMap<string, Cause> | null> {
  return source.dependents === undefined ? null : source.dependents(context, new Set([name]));
}

function withoutDependents({ source }: AnsweredSource, target: string): AllCause {
  return inRules(
    `an extra edge makes ${JSON.stringify(target)} impacted, and the source ${source.name} cannot list what depends on it`,
    `Declare the edge where ${source.name} itself reads it.`,
  );
}
