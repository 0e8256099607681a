/** Which test suites a change can affect: by imports at run time, by programs that a suite starts, by files it names. */
import { dirname, join } from "node:path/posix";
import type { SourceFile } from "./source-files.js";

/** Programs that suites start are named relative to the file or to the folder of the support files. */
const PROGRAM = /["'`](\.{1,2}\/[\w./-]+\.(?:ts|mjs))["'`]/g;
const PROGRAM_FOLDERS = ["__tests__/support"];

export interface ReachedSuite {
  readonly path: string;
  /** How many imports lie between it and the nearest change; 0 for a suite that is itself changed. */
  readonly distance: number;
}

/** Nearest first, then by path. `changed` are paths from the root of the repository. */
export function reachedSuites(
  files: readonly SourceFile[],
  changed: readonly string[],
): readonly ReachedSuite[] {
  const dependents = dependentsOf(files);
  // A map is walked in the order of its entries, those added on the way included: nearest first.
  const distances = new Map(changed.map((path) => [path, 0]));
  const add = (path: string, distance: number) => {
    if (!distances.has(path)) distances.set(path, distance);
  };
  for (const path of changed.flatMap((name) => namedBy(files, name))) add(path, 1);
  for (const [path, distance] of distances) {
    for (const dependent of dependents.get(path) ?? []) add(dependent, distance + 1);
  }
  return files
    .flatMap(({ path }) => {
      const distance = distances.get(path);
      return path.endsWith(".test.ts") && distance !== undefined ? [{ path, distance }] : [];
    })
    .sort((one, other) => one.distance - other.distance || (one.path < other.path ? -1 : 1));
}

export interface SuitePlan {
  readonly run: readonly string[];
  /** What does not fit. */
  readonly leftOut: readonly string[];
}

/**
 * The nearest suites that cost no more than the budget together, in the unit of `costOf`; of equally near ones the cheapest
 * first. A suite that is itself changed may take up to twice the budget.
 */
export function withinBudget(
  reached: readonly ReachedSuite[],
  costOf: (path: string) => number,
  budget: number,
): SuitePlan {
  const run: string[] = [];
  const leftOut: string[] = [];
  let spent = 0;
  const nearAndCheapFirst = reached.toSorted(
    (one, other) => one.distance - other.distance || costOf(one.path) - costOf(other.path),
  );
  for (const { path, distance } of nearAndCheapFirst) {
    const cost = costOf(path);
    const fits = spent + cost <= (distance === 0 ? 2 * budget : budget);
    if (fits) spent += cost;
    (fits ? run : leftOut).push(path);
  }
  return { run, leftOut };
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
