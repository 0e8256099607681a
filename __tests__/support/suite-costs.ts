/** What suites cost, as measured. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the slower unit and contract suites cost in seconds of processor time, the programs that they start included, measured
 * on two cores with every test. It need not be exact: `npm run check:quick` plans by it which suites fit into a minute, and
 * `scripts/suite-groups.mjs` runs the cheap ones together.
 */
const SECONDS = JSON.parse(readFileSync(join(import.meta.dirname, "suite-costs.json"), "utf8")) as Readonly<
  Record<string, number>
>;
const OTHER_SECONDS = 1;

/** The suites above, by path. */
export const COSTLY_SUITES: readonly string[] = Object.keys(SECONDS).map(
  (name) => `__tests__/${name}.test.ts`,
);

/** Of a suite by its path from the root of the repository. */
export function costOf(path: string): number {
  return SECONDS[path.replace(/^__tests__\//, "").replace(/\.test\.ts$/, "")] ?? OTHER_SECONDS;
}
