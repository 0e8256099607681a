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
  if (path.includes("\0")) return computed(path);
  const place = resolved(directoryOf(from), path.replace(/^\.\//, ""));
  if (place === null || /^[A-Za-z]:|^\//.test(path)) return NEVER;
  if (!/[*?]/.test(place)) return { matches: (other) => other === place, exact: place };
  try {
    return { matches: compilePattern(joined("", escaped(place))), exact: null };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { matches: () => true, exact: null };
  }
}

/** A computed part may be any text, so only the text behind the last one is compared, up to its first star. */
function computed(path: string): WrittenPath {
  const end = path.slice(path.lastIndexOf("\0") + 1);
  const behindStar = end.slice(end.lastIndexOf("*") + 1);
  const last = behindStar.replace(/^(?:\.{0,2}\/)+/, "/").toLowerCase();
  return {
    matches: (other) => `/${other}`.toLowerCase().endsWith(last),
    exact: null,
  };
}

/** Stars and question marks are special to MSBuild, and nothing else. */
function escaped(path: string): string {
  return path.replace(/[[\]{}()!+@\\]/g, "\\$&");
}
