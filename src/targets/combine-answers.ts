/** Several sources' answers as one list, each source's names in a namespace of its own where there are several. */
import type { Cause, Source, SourceAnswer, SourceContext } from "./source.js";

export interface AnsweredSource {
  readonly source: Source;
  readonly answer: Extract<SourceAnswer, { kind: "targets" }>;
  readonly context: SourceContext;
}

export interface Namespaces {
  /** The name in the list of a name that a source uses, and of a cause that tells such names. */
  inList(source: Source, name: string): string;
  /** The sources that may know a name of the list, with the name as they use it. */
  bySource(name: string): readonly { readonly answered: AnsweredSource; readonly name: string }[];
}

/** A source alone keeps its names as they are. */
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

/** Adds what is not there yet; the first cause is the one to show. True when something was added. */
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
    case "deleted":
    case "named":
      return cause;
  }
}
