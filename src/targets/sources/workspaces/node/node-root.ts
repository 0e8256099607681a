/** What `pnpm-workspace.yaml` defines, and what a change of it or of the root's `package.json` means. */
import { parseYaml, YamlError } from "../../../parse-yaml.js";
import { type CompareRoot, importedName, type RootChange } from "../ecosystem.js";
import { asTable, asTexts, ManifestProblem, type Table, tableAt, textAt } from "../parsed-files.js";
import { differingKeys, rootPackages } from "../root-changes.js";
import type { Dependency } from "./node-manifest.js";

/** For people, for publishing, and for the programs that run when a person commits. */
const WITHOUT_EFFECT = [
  "version",
  "description",
  "keywords",
  "author",
  "contributors",
  "license",
  "repository",
  "bugs",
  "homepage",
  "funding",
  "private",
  "publishConfig",
  "lint-staged",
  "husky",
  "simple-git-hooks",
];
/** The graphs show which packages these bring or lead to. */
const IN_GRAPH = ["name", "workspaces", "files"];
/** The lock file records what these lead to. */
const IN_LOCK = ["overrides", "resolutions", "peerDependencies"];
/** The change of the lock file shows what these lead to: a version that the root gets is `ALL` there. */
const IN_CHANGED_LOCK = ["dependencies", "devDependencies", "optionalDependencies"];
/** npm, yarn and pnpm run these by themselves. */
const LIFECYCLE =
  /^(?:pre|post)?(?:install|prepare|publish|pack|test|start|restart|stop|version|dependencies|rebuild|update)$|^(?:pre|post)/;

/** These decide which versions may be chosen, and the lock file has the choice. */
const PNPM_IN_LOCK =
  /^(?:catalogs?|overrides|minimumReleaseAge\w*|trustPolicy\w*|peerDependencyRules|updateConfig|auditConfig)$/;

export const compareNodeRoot: CompareRoot = async (change) => {
  const before = jsonTable(change.before);
  const after = jsonTable(change.after);
  if (before === null || after === null) return null;
  for (const key of differingKeys(before, after)) {
    if (WITHOUT_EFFECT.includes(key) || IN_GRAPH.includes(key)) continue;
    if (IN_LOCK.includes(key) && change.isLocked) continue;
    if (
      IN_CHANGED_LOCK.includes(key) &&
      (await isFollowed(tableAt(before, key), tableAt(after, key), change))
    )
      continue;
    if (key === "packageManager" && hasSameManager(textAt(before, key), textAt(after, key))) continue;
    if (key === "scripts" && !(await isRun(tableAt(before, key), tableAt(after, key), change))) continue;
    if (key === "pnpm" && change.isLocked && hasOnlyLocked(tableAt(before, key), tableAt(after, key)))
      continue;
    return null;
  }
  return rootPackages(change);
};

function jsonTable(text: string): Table | null {
  const value: unknown = JSON.parse(text);
  return asTable(value);
}

/** A stale lock file has no entry, or another range, so its change does not show what is installed. */
async function isFollowed(before: Table, after: Table, change: RootChange): Promise<boolean> {
  if (!change.isLockChanged) return false;
  const members = new Set(change.workspaces.flatMap(({ packages }) => packages.map(importedName)));
  for (const name of differingKeys(before, after)) {
    if (members.has(name)) continue;
    for (const [side, requests] of [[0, before] as const, [1, after] as const]) {
      const range = String(requests.get(name));
      if (requests.has(name) && !(await change.isResolved({ name, range }, side))) return false;
    }
  }
  return true;
}

/** `pnpm@10.1.0+sha512.…`: the hash verifies the download, and the version alone decides how packages are installed. */
function hasSameManager(before: string | null, after: string | null): boolean {
  return before !== null && after !== null && before.split("+sha", 1)[0] === after.split("+sha", 1)[0];
}

/** Whether a changed script may run for a test: something in the repository names it, or a package manager runs it. */
async function isRun(before: Table, after: Table, { isNamed }: RootChange): Promise<boolean> {
  for (const name of differingKeys(before, after)) {
    if (LIFECYCLE.test(name)) return true;
    const others = [...before, ...after].filter(([other]) => other !== name);
    if (others.some(([, text]) => String(text).includes(name)) || (await isNamed(name))) return true;
  }
  return false;
}

function hasOnlyLocked(before: Table, after: Table): boolean {
  return differingKeys(before, after).every((key) => PNPM_IN_LOCK.test(key));
}

export const comparePnpmWorkspace: CompareRoot = (change) => {
  const before = asTable(parseYaml(change.before));
  const after = asTable(parseYaml(change.after));
  if (before === null || after === null) return null;
  const isFollowed = (key: string) => key === "packages" || (change.isLocked && PNPM_IN_LOCK.test(key));
  return differingKeys(before, after).every(isFollowed) ? [] : null;
};

export interface PnpmWorkspace {
  readonly patterns: readonly string[] | null;
  readonly overrides: readonly Dependency[];
}

/** Throws `ManifestProblem`. */
export function parsePnpmWorkspace(text: string): PnpmWorkspace {
  const settings = asTable(parsedYaml(text));
  const packages = settings?.get("packages");
  const patterns = packages === undefined || packages === null ? null : asTexts(packages);
  if (patterns === null && packages !== undefined && packages !== null) {
    throw new ManifestProblem("its `packages` are not a list of patterns");
  }
  const overrides = [...(asTable(settings?.get("overrides")) ?? [])];
  return {
    patterns,
    overrides: overrides.map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" })),
  };
}

function parsedYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new ManifestProblem(error.problem);
    throw error;
  }
}
