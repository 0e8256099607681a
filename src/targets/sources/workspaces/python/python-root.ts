/** What a change of the `pyproject.toml` at the root of a uv workspace means. Configuration of tools concerns every project. */
import type { CompareRoot } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, type Table, tableAt } from "../parsed-files.js";
import { differingKeys, rootPackages } from "../root-changes.js";

/** Members and sources are in the graphs; the rest is in the lock file. */
const OF_UV: ReadonlySet<string> = new Set([
  "workspace",
  "sources",
  "constraint-dependencies",
  "override-dependencies",
  "build-constraint-dependencies",
  "dev-dependencies",
]);
/** These concern the root's own package. */
const OF_ROOT: ReadonlySet<string> = new Set(["build-system", "project", "dependency-groups"]);
const OF_BUILDS: ReadonlySet<string> = new Set([
  "hatch",
  "setuptools",
  "poetry",
  "pdm",
  "flit",
  "uv-dynamic-versioning",
]);

export const comparePythonRoot: CompareRoot = (change) => {
  const [before, after] = [tableOf(change.before), tableOf(change.after)];
  const keys = differingKeys(before, after);
  const tools = differingKeys(tableAt(before, "tool"), tableAt(after, "tool"));
  const ofUv = differingKeys(uvIn(before), uvIn(after));
  const isKnown =
    keys.every((key) => key === "tool" || OF_ROOT.has(key)) &&
    tools.every((tool) => tool === "uv" || OF_BUILDS.has(tool)) &&
    ofUv.every((key) => OF_UV.has(key));
  const names = rootPackages(change);
  // Without a lock file the root's requirements decide what all projects get.
  return isKnown && change.isLocked ? names : null;
};

function tableOf(text: string): Table {
  return asTable(parseToml(text)) ?? new Map();
}

function uvIn(manifest: Table): Table {
  return tableAt(tableAt(manifest, "tool"), "uv");
}
