/** Finds the targets of a path among very many patterns: those that begin with another folder's name are not tried. */
import type { ChangedFile } from "../../source.js";
import type { PathPattern, PathRule } from "./path-map.js";

interface Entry {
  readonly target: string;
  readonly pattern: PathPattern;
}

/** A folder's name that stands for nothing but itself. */
const FIRST_FOLDER = /^([\w@.-]+)\//;
const RELATIVE: ReadonlySet<string> = new Set([".", ".."]);

export class PathIndex {
  readonly #anywhere: Entry[] = [];
  readonly #byFolder = new Map<string, Entry[]>();

  constructor(rules: readonly PathRule[]) {
    for (const { target, patterns } of rules) {
      for (const pattern of patterns) this.#place(pattern.text).push({ target, pattern });
    }
  }

  /** Any pattern brings a path in, and an exclusion keeps it out for good. */
  targetsOf({ path, status }: ChangedFile): ReadonlySet<string> {
    const [folder = ""] = path.split("/", 1);
    const candidates = [this.#anywhere, this.#byFolder.get(folder) ?? []];
    const targets = new Set<string>();
    for (const entries of candidates) {
      for (const { target, pattern } of entries) {
        if (!pattern.excludes && !targets.has(target) && isMet(pattern, path, status)) targets.add(target);
      }
    }
    if (targets.size === 0) return targets;
    for (const entries of candidates) {
      for (const { target, pattern } of entries) {
        if (pattern.excludes && targets.has(target) && isMet(pattern, path, status)) targets.delete(target);
      }
    }
    return targets;
  }

  #place(pattern: string): Entry[] {
    const [, folder] = FIRST_FOLDER.exec(pattern) ?? [];
    if (folder === undefined || RELATIVE.has(folder)) return this.#anywhere;
    const entries = this.#byFolder.get(folder) ?? [];
    this.#byFolder.set(folder, entries);
    return entries;
  }
}

function isMet({ statuses, matches }: PathPattern, path: string, status: ChangedFile["status"]): boolean {
  return (statuses === null || statuses.has(status)) && matches(path);
}
