/** The reason why an external tool's answer cannot be used; everything then counts as impacted. */
import type { AllCause } from "../source.js";
import { asTable, asTexts, type Table, textAt } from "../sources/workspaces/parsed-files.js";

export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
  readonly allCause: AllCause;

  /** `subject`: a program or a file; `rule`: one clause; `hint`: a sentence that advises the user. */
  constructor(subject: string, rule: string, hint: string | null = null) {
    super(`${subject}: ${rule}`);
    this.allCause = { subject, rule, hint };
  }
}

export interface ToolVersion {
  readonly major: number;
  readonly minor: number;
  readonly text: string;
}

/** The first version in the text; null when there is none. */
export function readVersion(text: string): ToolVersion | null {
  const [, version, major, minor] = /(?<![\w.])v?((\d{1,6})\.(\d{1,6})\.\d[\w.+-]{0,60})/.exec(text) ?? [];
  if (version === undefined) return null;
  return { major: Number(major), minor: Number(minor), text: version };
}

export function isAtLeast(version: ToolVersion, major: number, minor = 0): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}

/** Throws `ToolProblem` for a version whose answers have not been verified. */
export function requireMajor(tool: string, version: ToolVersion, oldest: number, newest: number): void {
  if (version.major >= oldest && version.major <= newest) return;
  throw new ToolProblem(
    tool,
    `its version is ${version.text}, and only the major versions ${oldest} to ${newest} are supported`,
    "Use the source `workspaces`, or `list` with the output of your own command.",
  );
}

/** Thrown for output that does not have exactly the known shape. */
export function unknownShape(tool: string): ToolProblem {
  return new ToolProblem(
    tool,
    "its output has an unknown shape",
    "Check whether this source supports its version.",
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

/** Throws `ToolProblem` unless each item has a non-empty string under the key. */
export function namesAt(items: readonly Table[], key: string, tool: string): readonly string[] {
  return items.map((item) => {
    const name = textAt(item, key);
    if (name === null || name === "") throw unknownShape(tool);
    return name;
  });
}

/** Throws `ToolProblem` unless it is a list of non-empty strings. */
export function namesIn(value: unknown, tool: string): readonly string[] {
  const names = asTexts(value);
  if (names === null || names.includes("")) throw unknownShape(tool);
  return names;
}
