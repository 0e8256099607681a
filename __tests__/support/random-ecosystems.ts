/**
 * Random repositories of the ecosystems beside npm, Cargo, Go and Maven, and random pull requests in them. A line in each
 * manifest has what it declares in plain words: the judge reads these, and what is judged reads the manifest.
 */
import { MemoryTree } from "./memory-tree.js";
import { textsOf } from "./random-workspaces.js";
import { type Chance, pick } from "./seeded-chance.js";

export interface Project {
  readonly directory: string;
  readonly name: string;
  /** Names of other projects, or their directories where an ecosystem refers to these. */
  readonly uses: readonly string[];
}

export interface EcosystemLayout {
  /** The manifest of a project. */
  manifest(project: Project, all: readonly Project[]): { readonly path: string; readonly text: string };
  /** Matches the path of a manifest; the first group is the directory. */
  readonly manifestPath: RegExp;
  /** Files at the root that list the projects, or define them. */
  root(all: readonly Project[]): Readonly<Record<string, string>>;
  /** In the directory of a project; the root's code is in a folder that the root owns. */
  readonly code: string;
  readonly uses: "names" | "directories";
  /** An outer project sees the files of those inside it, except for the one at the root. */
  readonly seesInner: boolean;
  /** An inner project uses the one around it. */
  readonly usesOuter: boolean;
  readonly mayRepeatNames: boolean;
  /** Where the directory decides the name. */
  readonly nameOf?: (directory: string) => string;
  targetOf(project: Project): string;
  /** A line of code that uses a project without a declaration; null where no such line is read. */
  readonly importOf: ((project: Project) => string) | null;
  /** The file with the version that each name gets; null without one that is followed. */
  readonly lock: ((versions: ReadonlyMap<string, number>, all: readonly Project[]) => string) | null;
  readonly lockPath: string;
  readonly lockIsFor: "members" | "root";
}

const SPEC = /spec name=(\S+) uses=(\S*);/;
const NAMES = ["pa", "pb", "pc", "pd", "pe", "pf", "pg"];
const ROOT = "shop";

export function specOf({ name, uses }: Project): string {
  return `spec name=${name} uses=${uses.join(",")};`;
}

/** What the manifests of a tree declare, by their lines in plain words. */
export function projectsIn(tree: MemoryTree, { manifestPath }: EcosystemLayout): readonly Project[] {
  return [...textsOf(tree)].flatMap(([path, text]) => {
    const [, directory = ""] = manifestPath.exec(path) ?? [];
    const [, name, uses = ""] = manifestPath.test(path) ? (SPEC.exec(text) ?? []) : [];
    return name === undefined ? [] : [{ directory, name, uses: uses.split(",").filter((one) => one !== "") }];
  });
}

export function versionsIn(tree: MemoryTree, { lockPath }: EcosystemLayout): ReadonlyMap<string, number> {
  const text = textsOf(tree).get(lockPath) ?? "";
  const entries = text.matchAll(/ext[-_](\w+)"?,?\s+(?:version = )?"(\d+)"/g);
  return new Map([...entries].map(([, name = "", version]) => [name, Number(version)]));
}

export function randomEcosystem(layout: EcosystemLayout, chance: Chance): MemoryTree {
  const directories = new Set<string>();
  for (let count = chance.whole(3, 6); count > 0; count -= 1) {
    const depth = chance.next() < 0.3 ? 2 : 1;
    directories.add(Array.from({ length: depth }, () => `d${"abc"[chance.whole(0, 2)] ?? "a"}`).join("/"));
  }
  // The folders between are projects, too: an inner one is inside of its outer one.
  for (const directory of [...directories]) directories.add(directory.split("/")[0] ?? directory);
  const projects: Project[] = [{ directory: "", name: ROOT, uses: [] }];
  for (const directory of directories) {
    const repeats = layout.mayRepeatNames && chance.next() < 0.15 && projects.length > 1;
    const free = repeats ? (projects[1]?.name ?? ROOT) : (NAMES[projects.length - 1] ?? ROOT);
    projects.push({ directory, name: layout.nameOf?.(directory) ?? free, uses: [] });
  }
  const files = new Map<string, string>();
  const used = projects.map((one) => ({ ...one, uses: randomUses(one, projects, layout, chance) }));
  write(files, used, new Map(NAMES.map((name) => [name, 1])), layout);
  for (const { directory } of projects) files.set(codeOf(directory, layout), "0\n");
  return new MemoryTree(files);
}

export function randomChange(
  base: MemoryTree,
  layout: EcosystemLayout,
  chance: Chance,
  label: string,
): MemoryTree {
  const files = new Map(textsOf(base));
  const projects = projectsIn(base, layout);
  const one = pick(projects, chance);
  const move = chance.next();
  const rewritten = (changed: readonly Project[]) => write(files, changed, versionsIn(base, layout), layout);
  if (move < 0.35) edit(files, codeOf(one.directory, layout), label);
  else if (move < 0.5)
    rewritten(
      projects.map((project) =>
        project === one ? { ...one, uses: randomUses(one, projects, layout, chance) } : project,
      ),
    );
  else if (move < 0.6) {
    for (const path of [...files.keys()]) if (isInside(path, one.directory)) files.delete(path);
    rewritten(
      projects.filter(({ directory }) => directory === "" || !isInside(`${directory}/`, one.directory)),
    );
  } else if (move < 0.7) {
    const directory = `n${label.slice(1)}`;
    const drawn = pick([...NAMES, "new"], chance);
    const added = { directory, name: layout.nameOf?.(directory) ?? drawn, uses: [] };
    const isFree = layout.mayRepeatNames || projects.every(({ name }) => name !== added.name);
    if (isFree) {
      files.set(codeOf(added.directory, layout), "0\n");
      rewritten([...projects, added]);
    } else edit(files, codeOf(one.directory, layout), label);
  } else if (move < 0.85 && layout.lock !== null) {
    const versions = new Map([...versionsIn(base, layout), [one.name, chance.whole(2, 9)]]);
    write(files, projects, versions, layout);
  } else {
    edit(files, codeOf(one.directory, layout), label);
    const other = pick(projects, chance);
    if (layout.importOf !== null && other.directory !== "" && other !== one)
      files.set(codeOf(one.directory, layout), `${layout.importOf(other)}\n`);
  }
  return new MemoryTree(files);
}

export function codeOf(directory: string, { code }: EcosystemLayout): string {
  return directory === "" ? code : `${directory}/${code}`;
}

function edit(files: Map<string, string>, path: string, label: string): void {
  files.set(path, `${files.get(path) ?? ""}edited by ${label}\n`);
}

function isInside(path: string, directory: string): boolean {
  return directory !== "" && path.startsWith(`${directory}/`);
}

function randomUses(
  from: Project,
  projects: readonly Project[],
  layout: EcosystemLayout,
  chance: Chance,
): readonly string[] {
  const others = projects.filter(({ directory, name }) => directory !== "" && name !== from.name);
  const used = others.filter(() => chance.next() < 0.3);
  return [...new Set(used.map((one) => (layout.uses === "names" ? one.name : one.directory)))];
}

/** Only what differs is written, so a change touches few files. */
function write(
  files: Map<string, string>,
  projects: readonly Project[],
  versions: ReadonlyMap<string, number>,
  layout: EcosystemLayout,
): void {
  for (const project of projects) {
    const { path, text } = layout.manifest(project, projects);
    files.set(path, text);
  }
  for (const [path, text] of Object.entries(layout.root(projects))) files.set(path, text);
  if (layout.lock !== null) files.set(layout.lockPath, layout.lock(versions, projects));
}
