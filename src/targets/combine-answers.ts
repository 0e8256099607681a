/**
 * Combines the answers of several sources into one list. With several sources, each source has its own prefix for
 * names.
 */
import type { Cause, Source, SourceAnswer, SourceContext } from "./source.js";

export interface AnsweredSource {
  readonly source: Source;
  readonly answer: Extract<SourceAnswer, { kind: "targets" }>;
  readonly context: SourceContext;
}

export interface Namespaces {
  /** The list's spelling of a name that a source uses. */
  inList(source: Source, name: string): string;
  /** The sources that may know a name of the list, each with its own spelling of the name. */
  bySource(name: string): readonly { readonly answered: AnsweredSource; readonly name: string }[];
}

/** A single source keeps its names unchanged. */
export function namespacesOf(answered: readonly AnsweredSource[]): Namespaces {
  const isAlone = answered.length === 1;
  const prefix = (source: Source) => (isAlone ? "" : `${source.name}:`);
  return {
    inList: (source, name) => `${prefix(source)}${name}`,
    bySource: (name) =>
      answered.flatMap((one) => {
        const start = prefix(one.source);
        return name.startsWith(start) ? [{ answered: one, name: name.slice(start.length) }] : [];
      }),
  };
}

export function combinedTargets(answered: readonly AnsweredSource[], names: Namespaces): Map<string, Cause> {
  const targets = new Map<string, Cause>();
  for (const { source, answer } of answered) addInList(targets, source, answer.targets, names);
  return targets;
}

/** Adds the names that are missing; the first cause is kept for display. Returns true when something was added. */
export function addInList(
  targets: Map<string, Cause>,
  source: Source,
  more: ReadonlyMap<string, Cause>,
  names: Namespaces,
): boolean {
  const before = targets.size;
  for (const [name, cause] of more) {
    const inList = names.inList(source, name);
    if (!targets.has(inList))
      targets.set(
        inList,
        causeInList(cause, (other) => names.inList(source, other)),
      );
  }
  return targets.size > before;
}

function causeInList(cause: Cause, inList: (name: string) => string): Cause {
  switch (cause.kind) {
    case "dependsOn":
    case "declared":
      return { kind: cause.kind, on: inList(cause.on) };
    case "newlyUsed":
      return { kind: "newlyUsed", by: inList(cause.by) };
    case "file":
    case "imported":
    case "deleted":
    case "named":
      return cause;
  }
}
