/** Which test suites a change can affect: by imports at run time, by programs that a suite starts, by files it names. */
import { dirname, join } from "node:path/posix";
import type { SourceFile } from "./source-files.js";

/** Programs that suites start are named relative to the file or to the folder of the support files. */
const PROGRAM = /["'`](\.{1,2}\/[\w./-]+\.(?:ts|mjs))["'`]/g;
const PROGRAM_FOLDERS = ["__tests__/support"];

/** Paths of `*.test.ts` files, sorted. `changed` are paths from the root of the repository. */
export function reachedSuites(files: readonly SourceFile[], changed: readonly string[]): readonly string[] {
  const dependents = dependentsOf(files);
  const reached = new Set<string>();
  const next = [...changed, ...changed.flatMap((path) => namedBy(files, path))];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    next.push(...(dependents.get(path) ?? []));
  }
  const suites = files.filter(({ path }) => path.endsWith(".test.ts") && reached.has(path));
  return suites.map(({ path }) => path).sort();
}

/** Types that are only imported as types are gone at run time: the type check covers them. */
function dependentsOf(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  const add = (dependency: string, path: string) => {
    const known = dependents.get(dependency);
    if (known === undefined) dependents.set(dependency, [path]);
    else known.push(path);
  };
  for (const { path, text, imports } of files) {
    for (const { file, isTypeOnly } of imports) if (file !== null && !isTypeOnly) add(file, path);
    for (const [, program = ""] of text.matchAll(PROGRAM)) {
      for (const folder of [dirname(path), ...PROGRAM_FOLDERS]) add(join(folder, program), path);
    }
  }
  return dependents;
}

/** A file that is no source, such as a document or a workflow, reaches the sources that name it. */
function namedBy(files: readonly SourceFile[], changed: string): readonly string[] {
  if (/\.tsx?$/.test(changed)) return [];
  const name = changed.slice(changed.lastIndexOf("/") + 1);
  return files.flatMap(({ path, text }) => (text.includes(name) ? [path] : []));
}
