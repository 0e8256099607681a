/** Reads single values out of GitHub's answers, which are untrusted. */
import { isRecord } from "../../../../domain/is-record.js";
import { ForgeError } from "../../../ports/world-error.js";

/** The value at the end of a path of names; undefined where there is none. */
export function valueAt(answer: unknown, ...path: readonly string[]): unknown {
  let value = answer;
  for (const name of path) {
    if (!isRecord(value)) return undefined;
    value = value[name];
  }
  return value;
}

export function textAt(answer: unknown, ...path: readonly string[]): string {
  const value = valueAt(answer, ...path);
  return typeof value === "string" ? value : "";
}

/** Of something that was created, or found. */
export function numberAt(answer: unknown, name: string): number {
  const value = valueAt(answer, name);
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw new ForgeError(`GitHub answered without a usable ${name}`, true);
}

export function messageOf(answer: unknown): string {
  return `${textAt(answer, "message")} ${JSON.stringify(valueAt(answer, "errors") ?? "")}`;
}
