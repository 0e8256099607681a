/** Reads the settings of a queue as people write them: YAML, of which JSON is a part. Load it when there are some. */
import { type Document, parseDocument, visit } from "yaml";
import { errorText } from "../domain/thrown.js";

export type QueueConfig =
  /** As they are written; nothing of what they mean is checked here. */
  | { readonly kind: "settings"; readonly settings: ReadonlyMap<string, unknown> }
  | { readonly kind: "otherValue" }
  /** A value that stands for another one: a short text could say very much with it, or turn in circles. */
  | { readonly kind: "alias"; readonly name: string }
  | { readonly kind: "notYaml"; readonly reason: string };

export function readQueueConfig(text: string): QueueConfig {
  let value: unknown;
  try {
    const document = parseDocument(text, { logLevel: "error" });
    const [problem] = document.errors;
    if (problem !== undefined) return { kind: "notYaml", reason: firstLineOf(problem) };
    const name = firstAliasIn(document);
    if (name !== null) return { kind: "alias", name };
    value = document.toJS();
  } catch (error) {
    return { kind: "notYaml", reason: firstLineOf(error) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "otherValue" };
  return { kind: "settings", settings: new Map(Object.entries(value)) };
}

function firstAliasIn(document: Document): string | null {
  let name: string | null = null;
  visit(document, {
    Alias: (_key, { source }) => {
      name = source;
      return visit.BREAK;
    },
  });
  return name;
}

/** Below it the parser draws where in the text that is. */
function firstLineOf(error: unknown): string {
  return errorText(error).replace(/:?\s*\n[^]*/, "");
}
