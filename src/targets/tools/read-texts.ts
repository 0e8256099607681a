/** Parses files of a tree, whose content is not trusted. */
import type { Tree } from "../tree.js";
import { ToolProblem } from "./tool-problem.js";

/** By path; a path that the tree does not have is left out. Throws `ToolProblem` for what cannot be parsed. */
export async function readParsed<Value>(
  tree: Tree,
  paths: readonly string[],
  parse: (text: string, path: string) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const contents = await tree.read(paths);
  return new Map([...contents].map(([path, bytes]) => [path, parse(textOf(bytes, path), path)]));
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ToolProblem(path, "it is not UTF-8 text");
  }
}

/** Undefined for invalid JSON, since JSON has no such value. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Strings are kept; an unclosed string ends at the end of the file, so that a hostile file is read only once. */
const COMMENTS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const LAST_COMMAS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|,(?=\s*[\]}])/g;

/** Allows comments and trailing commas. Undefined for text that is not JSON even then. */
export function parseRelaxedJson(text: string): unknown {
  return parseJson(
    text
      .replace(/^\uFEFF/, "")
      .replace(COMMENTS, (_, quoted?: string) => quoted ?? " ")
      .replace(LAST_COMMAS, (_, quoted?: string) => quoted ?? ""),
  );
}
