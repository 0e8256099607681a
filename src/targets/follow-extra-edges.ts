/** Adds what depends on the impacted targets by edges that a person declared, and what depends on that in turn. */
import { type AnsweredSource, addInList, type Namespaces } from "./combine-answers.js";
import { type ExtraEdge, nearest, RULES_FILE } from "./rules/rules-file.js";
import type { AllCause, Cause } from "./source.js";

/** Changes `targets`. An edge by a name that nobody has, or into a source that cannot say what depends on it, makes everything impacted. */
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
      // Also of a target that is listed already: where it is merely used, what depends on it is not.
      if (!targets.has(edge.target)) targets.set(edge.target, { kind: "declared", on });
      const cause = await addDependents(targets, edge.target, names);
      if (cause !== null) return cause;
    }
  }
  return null;
}

/** An edge that can never be met looks like one that is: who wrote it relies on it. */
async function wrongName(edges: readonly ExtraEdge[], names: Namespaces): Promise<AllCause | null> {
  const declared = new Set(edges.map(({ target }) => target));
  for (const { target, dependsOn } of edges) {
    for (const name of [target, ...dependsOn]) {
      if (names.bySource(name).length > 0) continue;
      return inRules(
        `an extra edge names ${JSON.stringify(name)} without saying of which source`,
        "With several sources write names as they stand in the list, such as workspaces:core.",
      );
    }
    for (const name of dependsOn) {
      if (declared.has(name) || !(await isUnknown(name, names))) continue;
      return inRules(
        `an extra edge depends on ${JSON.stringify(name)}, which is no target`,
        "Correct the name, or take the edge out.",
      );
    }
  }
  return null;
}

/** Whether all that might know the name say that they do not. */
async function isUnknown(name: string, names: Namespaces): Promise<boolean> {
  for (const { answered, name: own } of names.bySource(name)) {
    const known = await answered.source.knownNames?.(answered.context);
    if (known === undefined || known.has(own)) return false;
  }
  return true;
}

/** Targets of edges may be anyone's own words, so that one that looks like a name and is none is only told. */
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
    if (dependents === null) return cannotSay(answered, target);
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

function cannotSay({ source }: AnsweredSource, target: string): AllCause {
  return inRules(
    `an extra edge makes ${JSON.stringify(target)} impacted, and the source ${source.name} cannot say what depends on it`,
    `Declare the edge where ${source.name} itself reads it.`,
  );
}
