/**
 * `yarn.lock` in two forms: the form of yarn 1, which does not list workspaces, and the YAML of yarn 2 and later, which
 * does.
 */
import { parseYaml, YamlError } from "../../../parse-yaml.js";
import {
  importedName,
  type LockGraph,
  type LockNode,
  UNRESOLVED,
  type Workspace,
  withUnresolved,
} from "../ecosystem.js";
import { asTable, type Table, tableAt, textAt } from "../parsed-files.js";
import { requestsIn } from "./package-lock.js";

export function readYarnLock(text: string, workspace: Workspace): LockGraph | null {
  if (/^# yarn lockfile v1$/m.test(text)) return readClassic(text, workspace);
  const lock = berryTable(text);
  return lock?.has("__metadata") === true ? readBerry(lock, text, workspace.overridden) : null;
}

/** Null for the form of yarn 1. */
export function readBerryLock(text: string, overridden: ReadonlySet<string>): LockGraph | null {
  if (/^# yarn lockfile v1$/m.test(text)) return null;
  const lock = berryTable(text);
  return lock?.has("__metadata") === true ? readBerry(lock, text, overridden) : null;
}

const MOST_BLOCKS = 50_000;
/** Entries by their text: two lock files of a repository have most of them in common. */
const blocks = new Map<string, Table>();

/** Throws `YamlError`. */
function berryTable(text: string): Table | null {
  return tableOfBlocks(text) ?? asTable(parseYaml(text));
}

/** Parses the entries one by one; null for a file that is not a plain list of them. */
function tableOfBlocks(text: string): Table | null {
  if (/^(?:---|\.\.\.|%)/m.test(text)) return null;
  const lock = new Map<string, unknown>();
  for (const block of text.split(/\n\n+(?=\S)/)) {
    const entries = tableOfBlock(block);
    if (entries === null) return null;
    for (const [key, value] of entries) {
      if (lock.has(key)) return null;
      lock.set(key, value);
    }
  }
  return lock;
}

function tableOfBlock(block: string): Table | null {
  const known = blocks.get(block);
  if (known !== undefined) return known;
  try {
    const value = parseYaml(block);
    const table = value === null ? new Map<string, unknown>() : asTable(value);
    if (table === null) return null;
    if (blocks.size >= MOST_BLOCKS) blocks.clear();
    blocks.set(block, table);
    return table;
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

/** The file does not list members: what they get follows from the requests in their manifests. */
function readClassic(text: string, { packages, root }: Workspace): LockGraph | null {
  const entries = parseClassicLock(text);
  if (entries === null) return null;
  const keys = keysOfEntries(entries);
  const nodes = new Map<string, LockNode>();
  for (const { descriptors, content, dependencies } of entries) {
    const found = dependencies.flatMap((descriptor) => keys.get(descriptor) ?? []);
    if (found.length < dependencies.length) return null;
    for (const descriptor of descriptors)
      nodes.set(keys.get(descriptor) ?? descriptor, { content, dependencies: found });
  }
  const names = new Set(packages.map(importedName));
  // For a member's name that also comes from a registry, it is unknown which of the two a package gets.
  if ([...nodes.keys()].some((key) => names.has(nameIn(key)))) return null;
  const importers = new Map<string, LockNode>();
  for (const { directory, external } of packages) {
    const inside = root === "" ? directory : directory.slice(root.length + 1);
    // A peer dependency is not locked for the member that requests it.
    const dependencies = [...external].flatMap((descriptor) => keys.get(descriptor) ?? []);
    importers.set(directory === root ? "" : inside, { content: "", dependencies });
  }
  return { importers, nodes, rest: "", sharesRoot: true, spreads: false };
}

/** By descriptor. Ranges decide nothing once they are resolved, so the key is the name with the version. */
function keysOfEntries(entries: readonly ClassicEntry[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const contents = new Map<string, string>();
  for (const { descriptors, content } of entries) {
    const [, version = ""] = /^ {2}version "?([^"\n]*)/m.exec(content) ?? [];
    for (const descriptor of descriptors) {
      const usual = `${nameIn(descriptor)}@${version}`;
      const isOther = (contents.get(usual) ?? content) !== content;
      const key = isOther ? `${usual} for ${descriptor}` : usual;
      keys.set(descriptor, key);
      contents.set(key, content);
    }
  }
  return keys;
}

function readBerry(lock: Table, text: string, overridden: ReadonlySet<string>): LockGraph | null {
  const importers = new Map<string, LockNode>();
  const nodes = new Map<string, LockNode>();
  const resolve = new BerryDescriptors(lock, overridden);
  for (const [key, value] of lock) {
    if (key === "__metadata") continue;
    const entry = asTable(value);
    if (entry === null) return null;
    const directory = memberAt(entry);
    const isRoot = directory === "";
    const content = isRoot ? withoutRanges(entry) : JSON.stringify(value);
    const requests = isRoot ? { requests: berryRequests(entry) } : {};
    const node = { content, ...resolve.dependenciesOf(entry), ...requests };
    // A member's descriptors change with its users, whose manifests record that.
    if (directory !== null) importers.set(directory, node);
    else for (const one of resolve.keysOf(key)) nodes.set(one, node);
  }
  return {
    importers,
    nodes: withUnresolved(nodes, text),
    rest: JSON.stringify(lock.get("__metadata")),
    sharesRoot: true,
    spreads: false,
  };
}

/** Ranges of the root decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function withoutRanges(entry: Table): string {
  return JSON.stringify(
    [...entry].map(([field, value]) =>
      RANGES.has(field) ? [field, [...tableAt(entry, field).keys()]] : [field, value],
    ),
  );
}

/** Yarn writes `npm:` in front of a range that has no protocol. */
function berryRequests(entry: Table): ReadonlySet<string> {
  const written = [...requestsIn(entry, [...RANGES])];
  return new Set(written.flatMap((one) => [one, one.replace("@npm:", "@")]));
}

const RANGES: ReadonlySet<string> = new Set(["dependencies", "peerDependencies"]);

/** The entries that a request may lead to: too many where `resolutions`, `catalog:`, `link:` or `patch:` choose one. */
class BerryDescriptors {
  readonly #overridden: ReadonlySet<string>;
  readonly #keys = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();
  /** By key of an entry, its descriptors in the file. */
  readonly #headings = new Map<string, string>();
  /** Directories by key. */
  readonly #members = new Map<string, string>();

  constructor(lock: Table, overridden: ReadonlySet<string>) {
    this.#overridden = overridden;
    for (const [key, value] of lock) {
      const entry = asTable(value);
      const directory = memberAt(entry);
      if (directory !== null) this.#members.set(key, directory);
      for (const descriptor of key.split(", ")) {
        const name = nameIn(descriptor);
        const one = directory === null ? this.#keyFor(name, textAt(entry, "resolution") ?? key, key) : key;
        this.#keys.set(descriptor, one);
        this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(one));
      }
    }
  }

  /** Of an entry: one for each name, since an alias may share the entry. */
  keysOf(heading: string): ReadonlySet<string> {
    return new Set(heading.split(", ").flatMap((descriptor) => this.#keys.get(descriptor) ?? []));
  }

  /** What the ranges lead to, so that another range with the same result is no other key. */
  #keyFor(name: string, resolution: string, heading: string): string {
    const usual = resolution.startsWith(`${name}@`) ? resolution : `${name}@${resolution}`;
    const owner = this.#headings.get(usual) ?? heading;
    this.#headings.set(usual, owner);
    return owner === heading ? usual : heading;
  }

  /** Keys of entries, and directories of members, whose own dependencies are in the packages' own graph. */
  dependenciesOf(entry: Table): Pick<LockNode, "dependencies" | "members"> {
    const found = new Set<string>();
    const members = new Set<string>();
    for (const [name, range] of tableAt(entry, "dependencies")) {
      for (const key of this.#keysOf(name, String(range))) {
        const directory = this.#members.get(key);
        if (directory === undefined) found.add(key);
        else members.add(directory);
      }
    }
    return { dependencies: [...found], members: [...members] };
  }

  #keysOf(name: string, range: string): readonly string[] {
    const all = [...(this.#byName.get(name) ?? [])];
    const exact = [`${name}@${range}`, `${name}@npm:${range}`, `${name}@workspace:${range}`]
      .map((descriptor) => this.#keys.get(descriptor))
      .find((key) => key !== undefined);
    if (this.#overridden.has(name)) return all.length === 0 ? [UNRESOLVED] : all;
    // A patched package is requested like the package that it patches.
    const patched = all.filter((key) => key.includes(`${name}@patch:`));
    if (exact !== undefined) return [exact, ...patched];
    return isPlainRange(range) || all.length === 0 ? [UNRESOLVED, ...all] : all;
  }
}

function memberAt(entry: Table | null): string | null {
  const [, directory] = /@workspace:(.*)$/s.exec(textAt(entry, "resolution") ?? "") ?? [];
  return directory === "." ? "" : (directory ?? null);
}

function isPlainRange(range: string): boolean {
  return range.startsWith("npm:") || !range.includes(":");
}

function nameIn(descriptor: string): string {
  return descriptor.slice(0, descriptor.indexOf("@", 1));
}

interface ClassicEntry {
  /** `name@range`, one for each requested range. */
  readonly descriptors: readonly string[];
  /** The unchanged lines. */
  readonly content: string;
  /** Descriptors. */
  readonly dependencies: readonly string[];
}

const DEPENDENCIES = /^ {2}(?:dependencies|optionalDependencies):$/;
const DEPENDENCY = /^ {4}(\S+|"[^"]+") (\S+|"[^"]*")$/;

/** Null for another form. */
function parseClassicLock(text: string): readonly ClassicEntry[] | null {
  const blocks = text.replaceAll("\r\n", "\n").split(/\n(?=[^\s#])/);
  const entries: ClassicEntry[] = [];
  for (const block of blocks) {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    if (lines.length === 0) continue;
    const entry = parseEntry(lines);
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
}

function parseEntry([heading = "", ...lines]: readonly string[]): ClassicEntry | null {
  if (!heading.endsWith(":") || lines.some((line) => !line.startsWith("  "))) return null;
  const descriptors = heading.slice(0, -1).split(", ").map(unquoted);
  const dependencies: string[] = [];
  let isDependency = false;
  for (const line of lines) {
    if (!line.startsWith("    ")) {
      isDependency = DEPENDENCIES.test(line);
      continue;
    }
    const [, name, range] = DEPENDENCY.exec(line) ?? [];
    if (!isDependency || name === undefined || range === undefined) return null;
    dependencies.push(`${unquoted(name)}@${unquoted(range)}`);
  }
  return { descriptors, content: lines.join("\n"), dependencies };
}

function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text;
}
