/** Takes names out of what a tool has printed, and nothing that is not exactly of the known shape. */
import { asTable, asTexts, type Table, textAt } from "../sources/workspaces/json-shape.js";
import { ToolProblem } from "./tool-problem.js";

export function unknownShape(tool: string): ToolProblem {
  return new ToolProblem(
    tool,
    "its output is not of the shape that is known",
    "Look whether its version is one of those that this source knows.",
  );
}

/** Throws `ToolProblem` unless it is a list of objects. */
export function itemsIn(value: unknown, tool: string): readonly Table[] {
  if (!Array.isArray(value)) throw unknownShape(tool);
  return value.map((item: unknown) => {
    const table = asTable(item);
    if (table === null) throw unknownShape(tool);
    return table;
  });
}

/** Throws `ToolProblem` unless each has a text there that says something. */
export function namesAt(items: readonly Table[], key: string, tool: string): readonly string[] {
  return items.map((item) => {
    const name = textAt(item, key);
    if (name === null || name === "") throw unknownShape(tool);
    return name;
  });
}

/** Throws `ToolProblem` unless it is a list of texts that say something. */
export function namesIn(value: unknown, tool: string): readonly string[] {
  const names = asTexts(value);
  if (names === null || names.includes("")) throw unknownShape(tool);
  return names;
}
