/** The list of a change over the tools' graphs of both trees: changed, deleted, dependent and newly used members. */
import { NO_TARGET, type TargetsAnswer } from "../../src/targets/compute-targets.js";
import { impactedTargets, type TargetGraph } from "../../src/targets/graph.js";
import type { Cause } from "../../src/targets/source.js";
import type { ExactGraph, ExactMember } from "./exact-graphs.js";

export interface ExactChange {
  readonly base: ExactGraph;
  readonly head: ExactGraph;
  readonly changed: readonly string[];
}

/** What follows from the files of members alone: a list that lacks one of these is wrong. */
export function exactlyImpacted(change: ExactChange): ReadonlySet<string> {
  return impacted(
    change,
    change.changed.flatMap((path) => ownersOf(path, change)),
  );
}

/**
 * The list to compare pairs with; null for everything. No tool knows which members a file outside all of them affects,
 * so the answer's own seeds count for such files.
 */
export function exactList(change: ExactChange, answer: TargetsAnswer): ReadonlySet<string> | null {
  const isOutside = (path: string) => ownersOf(path, change).length === 0;
  if (answer.kind === "all" && isOutside(answer.cause.subject)) return null;
  const seeds = change.changed.flatMap((path) => ownersOf(path, change));
  const given = answer.kind === "all" ? [] : [...answer.targets];
  const members = new Set([...change.base, ...change.head].map(({ name }) => name));
  for (const [name, cause] of given) {
    if (cause.kind === "file" && isOutside(cause.path) && members.has(name)) seeds.push(name);
  }
  const list = impacted(change, seeds);
  return list.size === 0 && given.some(([name]) => name === NO_TARGET) ? new Set([NO_TARGET]) : list;
}

function impacted({ base, head }: ExactChange, seeds: readonly string[]): ReadonlySet<string> {
  const cause: Cause = { kind: "named", by: "the owner of a changed file" };
  const changed = new Map(seeds.map((name) => [name, cause] as const));
  return new Set(impactedTargets({ base: graphOf(base), head: graphOf(head), changed }).keys());
}

function graphOf(members: ExactGraph): TargetGraph {
  const graph = new Map<string, ReadonlySet<string>>();
  for (const { name, dependsOn } of members) {
    graph.set(name, new Set([...(graph.get(name) ?? []), ...dependsOn]));
  }
  return graph;
}

function ownersOf(path: string, { base, head }: ExactChange): readonly string[] {
  return [base, head].flatMap((members) => ownerIn(members, path)?.name ?? []);
}

/** The innermost member around the file. */
function ownerIn(members: ExactGraph, path: string): ExactMember | null {
  let found: ExactMember | null = null;
  for (const member of members) {
    const { directory, ownsAtRoot } = member;
    const owns = directory === "" ? ownsAtRoot?.(path) === true : path.startsWith(`${directory}/`);
    if (owns && (found === null || directory.length > found.directory.length)) found = member;
  }
  return found;
}
