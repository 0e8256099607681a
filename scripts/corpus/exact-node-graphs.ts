/** What npm, pnpm and yarn report about the workspaces of a checkout, from manifests and lock files alone. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseAllDocuments } from "yaml";
import type { ExactGraph, RunTool } from "./exact-graphs.js";

interface NpmWorkspace {
  readonly name: string;
  readonly location: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function askNpm(_folder: string, run: RunTool): ExactGraph | null {
  const text = run("npm", ["query", ".workspace", "--package-lock-only"]);
  if (text === null) return null;
  const workspaces = JSON.parse(text) as readonly NpmWorkspace[];
  const members = new Set(workspaces.map(({ name }) => name));
  return workspaces.map(({ name, location, dependencies, devDependencies }) => ({
    name,
    directory: location,
    dependsOn: Object.keys({ ...dependencies, ...devDependencies }).filter((one) => members.has(one)),
  }));
}

interface PnpmEntry {
  readonly name?: string;
  readonly path?: string;
  readonly dependencies?: Readonly<Record<string, PnpmEntry>>;
  readonly devDependencies?: Readonly<Record<string, PnpmEntry>>;
  readonly optionalDependencies?: Readonly<Record<string, PnpmEntry>>;
}

/** pnpm lists members alone; those behind packages from a registry are in its lock file. */
export function askPnpm(folder: string, run: RunTool): ExactGraph | null {
  const words = ["ls", "-r", "--depth", "Infinity", "--only-projects", "--lockfile-only", "--json"];
  const text = run("pnpm", words);
  if (text === null) return null;
  const projects = JSON.parse(text) as readonly PnpmEntry[];
  const directoryOf = ({ path = folder }: PnpmEntry) => relative(folder, path);
  const names = new Map(projects.map((one) => [directoryOf(one), one.name ?? (directoryOf(one) || ".")]));
  const behind = linksInLock(readFileSync(join(folder, "pnpm-lock.yaml"), "utf8"));
  return projects.map((project) => {
    const directory = directoryOf(project);
    const places = [...placesIn(project)].map((path) => relative(folder, path));
    const dependsOn = [...places, ...(behind.get(directory) ?? [])].flatMap(
      (place) => names.get(place) ?? [],
    );
    return { name: names.get(directory) ?? directory, directory, dependsOn };
  });
}

function placesIn(entry: PnpmEntry, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const field of [entry.dependencies, entry.devDependencies, entry.optionalDependencies]) {
    for (const one of Object.values(field ?? {})) {
      if (one.path !== undefined) found.add(one.path);
      placesIn(one, found);
    }
  }
  return found;
}

interface PnpmLock {
  readonly importers?: Readonly<Record<string, PnpmNode>>;
  readonly snapshots?: Readonly<Record<string, PnpmNode>>;
}

type PnpmNode = Readonly<Record<string, Readonly<Record<string, string | { readonly version?: string }>>>>;

/** By directory of a member: directories that packages from a registry link to. */
function linksInLock(text: string): ReadonlyMap<string, readonly string[]> {
  const lock = parseAllDocuments(text).at(-1)?.toJS() as PnpmLock;
  const uses = (node: PnpmNode | undefined) =>
    ["dependencies", "devDependencies", "optionalDependencies"].flatMap((field) =>
      Object.entries(node?.[field] ?? {}).map(([name, value]) => {
        const version = typeof value === "string" ? value : (value.version ?? "");
        return version.startsWith("link:") ? version : `${name}@${version}`;
      }),
    );
  return new Map(
    Object.entries(lock.importers ?? {}).map(([directory, importer]) => {
      const reached = new Set(uses(importer).filter((key) => !key.startsWith("link:")));
      for (const key of reached) for (const next of uses(lock.snapshots?.[key])) reached.add(next);
      const links = [...reached].flatMap((key) => (key.startsWith("link:") ? key.slice("link:".length) : []));
      return [directory === "." ? "" : directory, links];
    }),
  );
}

interface YarnEntry {
  readonly value: string;
  readonly children: { readonly Dependencies?: readonly { readonly locator: string }[] };
}

/** Also the members that packages from a registry lead to. A virtual package is one with its peers chosen. */
export function askYarn(_folder: string, run: RunTool): ExactGraph | null {
  const text = run("yarn", ["info", "--all", "--recursive", "--json"]);
  if (text === null) return null;
  const entries = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as YarnEntry);
  const uses = new Map<string, Set<string>>();
  for (const { value, children } of entries) {
    const key = plain(value);
    const known = uses.get(key) ?? new Set();
    uses.set(key, known);
    for (const { locator } of children.Dependencies ?? []) known.add(plain(locator));
  }
  const members = [...uses.keys()].filter((key) => key.includes("@workspace:"));
  return members.map((key) => {
    const reached = new Set(uses.get(key));
    for (const one of reached)
      if (!one.includes("@workspace:")) for (const next of uses.get(one) ?? []) reached.add(next);
    const dependsOn = [...reached].filter((one) => one.includes("@workspace:") && one !== key).map(nameIn);
    return { name: nameIn(key), directory: placeIn(key), dependsOn };
  });
}

function plain(locator: string): string {
  return locator.replace(/@virtual:[^#]*#/, "@");
}

function nameIn(locator: string): string {
  return locator.slice(0, locator.indexOf("@", 1));
}

function placeIn(locator: string): string {
  const place = locator.slice(locator.indexOf("@workspace:") + "@workspace:".length);
  return place === "." ? "" : place;
}
