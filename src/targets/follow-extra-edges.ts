/** Adds what depends on the impacted targets by edges that a person declared, and what depends on that in turn. */
import { type AnsweredSource, addInList, type Namespaces } from "./combine-answers.js";
import { type ExtraEdge, RULES_FILE } from "./rules/rules-file.js";
import type { AllCause, Cause } from "./source.js";

/** Changes `targets`. An edge into a source that cannot say what depends on a target makes everything impacted. */
export async function followExtraEdges(
  targets: Map<string, Cause>,
  edges: readonly ExtraEdge[],
  names: Namespaces,
): Promise<AllCause | null> {
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
  return {
    subject: RULES_FILE,
    rule: `an extra edge makes ${JSON.stringify(target)} impacted, and the source ${source.name} cannot say what depends on it`,
    hint: `Declare the edge where ${source.name} itself reads it.`,
  };
}
