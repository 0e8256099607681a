/** The list that an answer of a source alone leads to. */
import type { SourceAnswer, SourceContext } from "../../src/targets/source.js";

/** Sorted names; a text with the cause where everything is impacted. */
export function listOf(answer: SourceAnswer, { changed }: SourceContext): readonly string[] | string {
  if (answer.kind === "all") return `ALL: ${answer.cause.subject}: ${answer.cause.rule}`;
  const unowned = changed.find(({ path }) => !answer.owned.has(path));
  return unowned === undefined ? [...answer.targets.keys()].sort() : `ALL: ${unowned.path}`;
}
