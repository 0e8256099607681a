/** Versions of tools: read from what a tool says of itself, and held against those whose answers are known. */
import { ToolProblem } from "./tool-problem.js";

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

/** Throws `ToolProblem` for a version whose answers nobody has looked at. */
export function requireMajor(tool: string, version: ToolVersion, oldest: number, newest: number): void {
  if (version.major >= oldest && version.major <= newest) return;
  throw new ToolProblem(
    tool,
    `its version is ${version.text}, and answers are known of ${oldest} to ${newest} only`,
    "Use the source `workspaces`, or `list` with the output of a command of your own.",
  );
}
