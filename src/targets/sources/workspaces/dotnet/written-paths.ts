/** Which files of the repository a path in an MSBuild file may mean. */
import { compilePattern, PatternError } from "../../../path-patterns.js";
import { directoryOf, joined, resolved } from "../../../tree-paths.js";

export interface WrittenPath {
  readonly matches: (path: string) => boolean;
  /** The only path that it can mean; null for several. */
  readonly exact: string | null;
}

const HERE = /^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)\/?/i;
const VARIABLE = /[$@%]\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const NEVER: WrittenPath = { matches: () => false, exact: null };

/** `from`: the file that contains it. Null for a path outside the repository. */
export function writtenPath(written: string, from: string): WrittenPath {
  const here = written.replace(HERE, "./");
  const path = here.replace(VARIABLE, "\0");
  if (path.includes("\0")) return computed(path.replace(/^\.\//, ""), from);
  const place = resolved(directoryOf(from), path.replace(/^\.\//, ""));
  if (place === null || /^[A-Za-z]:|^\//.test(path)) return NEVER;
  if (!/[*?]/.test(place)) return { matches: (other) => other === place, exact: place };
  return matchingAny([place]);
}

/** A property in front may be any folder; one behind a folder is one name, without a slash. */
function computed(path: string, from: string): WrittenPath {
  const front = path.slice(0, path.indexOf("\0"));
  if (front === "") {
    const end = path
      .slice(1)
      .replace(/^.*\.\.\//s, "")
      .replaceAll("\0", "*");
    return matchingAny([`**/${end.replace(/^\//, "")}`, `**/*${end}`]);
  }
  const folder = resolved(directoryOf(from), front.slice(0, front.lastIndexOf("/") + 1) || ".");
  if (folder === null) return NEVER;
  const behind = path.slice(front.lastIndexOf("/") + 1).replaceAll("\0", "*");
  return matchingAny([joined(folder, behind)]);
}

function matchingAny(patterns: readonly string[]): WrittenPath {
  try {
    const tests = patterns.map((pattern) => compilePattern(escaped(pattern)));
    return { matches: (path) => tests.some((test) => test(path)), exact: null };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { matches: () => true, exact: null };
  }
}

/** Stars and question marks are special to MSBuild, and nothing else. */
function escaped(path: string): string {
  return path.replace(/[[\]{}()!+@\\]/g, "\\$&");
}
