/** Finds the targets of a path among very many patterns: those that begin with other folders' names are not tried. */
import type { ChangedFile } from "../../source.js";
import type { PathPattern, PathRule } from "./path-map.js";

interface Entry {
  readonly target: string;
  /** No path without it matches; looking for it is much quicker than matching. Empty where there is no such text. */
  readonly literal: string;
  readonly pattern: PathPattern;
}

/** A pattern of names and stars only, in which every name has to be there. */
const NAMES_AND_STARS = /^(?:[\w@.-]+|\*|\/)+$/;
/** Relative folders, empty names and more than two stars, which the library does not take as they stand. */
const TAKEN_OTHERWISE = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\*{3}/;
/** Folders' names at the beginning that stand for nothing but themselves. */
const FIRST_FOLDERS = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*(?=\/)/;

export class PathIndex {
  /** By the folder in which a pattern can match at all, the empty one being the root. */
  readonly #byFolder = new Map<string, Entry[]>();

  constructor(rules: readonly PathRule[]) {
    for (const { target, patterns } of rules) {
      for (const pattern of patterns)
        this.#place(pattern.text).push({ target, pattern, literal: literalIn(pattern.text) });
    }
  }

  /** Any pattern brings a path in, and an exclusion keeps it out for good. */
  targetsOf({ path, status }: ChangedFile): ReadonlySet<string> {
    const candidates = this.#candidatesFor(path);
    const targets = new Set<string>();
    for (const entries of candidates) {
      for (const { target, pattern, literal } of entries) {
        if (pattern.excludes || targets.has(target) || !path.includes(literal)) continue;
        if (isMet(pattern, path, status)) targets.add(target);
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
    const [folder = ""] = TAKEN_OTHERWISE.test(pattern) ? [] : (FIRST_FOLDERS.exec(pattern) ?? []);
    const entries = this.#byFolder.get(folder) ?? [];
    this.#byFolder.set(folder, entries);
    return entries;
  }

  /** A pattern such as `docs/**` also matches a file that is called `docs`. */
  #candidatesFor(path: string): readonly (readonly Entry[])[] {
    const candidates: (readonly Entry[])[] = [];
    const add = (folder: string) => {
      const entries = this.#byFolder.get(folder);
      if (entries !== undefined) candidates.push(entries);
    };
    add("");
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      add(path.slice(0, slash));
    }
    add(path);
    return candidates;
  }
}

function isMet({ statuses, matches }: PathPattern, path: string, status: ChangedFile["status"]): boolean {
  return (statuses === null || statuses.has(status)) && matches(path);
}

function literalIn(pattern: string): string {
  if (!NAMES_AND_STARS.test(pattern) || TAKEN_OTHERWISE.test(pattern)) return "";
  // What stands beside a star may be missing where it is a slash: `**/a` also matches `a`.
  const names = pattern.split("*").map((part) => part.replace(/^\/+|\/+$/g, ""));
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}
