/** Impacted targets from a mapping in the repository, which assigns paths to targets. */
import { isUtf8 } from "node:buffer";
import { loadYaml } from "../../parse-yaml.js";
import type { AllCause, Cause, ChangedFile, Source, SourceAnswer, SourceContext } from "../../source.js";
import type { Tree } from "../../tree.js";
import { repositoryPath } from "../../tree.js";
import { PathMapError, type PathPattern, type PathRule, quoted, readPathMap } from "./path-map.js";

export function pathsSource(mapping: string): Source {
  const file = repositoryPath(mapping);
  return {
    name: "paths",
    runsRepositoryCode: false,
    decidingFiles: [file],
    detect: async (head) => ((await head.entries()).has(file) ? file : null),
    answer: (context) => answer(file, context),
    // The targets of a mapping do not depend on each other.
    dependents: () => Promise.resolve(new Map()),
    async knownNames({ head }) {
      const rules = await readRules(file, head);
      return new Set(typeof rules === "string" ? [] : rules.map(({ target }) => target));
    },
  };
}

async function answer(file: string, context: SourceContext): Promise<SourceAnswer> {
  const { base, head, changed } = context;
  const before = (await base.entries()).get(file);
  const after = (await head.entries()).get(file);
  if (before?.id !== after?.id || before?.kind !== after?.kind) {
    // In lists made with different mappings, the same names mean different things.
    return all(file, "it defines which paths belong to which target, and it changes", null);
  }
  const rules = await readRules(file, head);
  if (typeof rules === "string") return all(file, rules, "Correct the mapping.");
  const index = new PathIndex(rules);
  const targets = new Map<string, Cause>();
  const owned = new Set<string>();
  for (const change of changed) {
    for (const target of index.targetsOf(change)) {
      owned.add(change.path);
      if (!targets.has(target)) targets.set(target, { kind: "file", path: change.path });
    }
  }
  return { kind: "targets", targets, owned, warnings: await patternWarnings(rules, head) };
}

/** Returns the rules, or a clause about the problem. */
async function readRules(file: string, tree: Tree): Promise<readonly PathRule[] | string> {
  const bytes = (await tree.read([file])).get(file);
  if (bytes === undefined) return "the mapping is not in the repository";
  if (!isUtf8(bytes)) return "it is not text";
  await loadYaml();
  try {
    return readPathMap(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    if (error instanceof PathMapError) return error.message;
    throw error;
  }
}

function all(subject: string, rule: string, hint: AllCause["hint"]): SourceAnswer {
  return { kind: "all", cause: { subject, rule, hint } };
}

const SPECIAL = /[*?[\]{}()!+@\\]/;

/** Warns about patterns that match less than they seem to, which is rarely intended. */
async function patternWarnings(rules: readonly PathRule[], tree: Tree): Promise<readonly string[]> {
  const warnings: string[] = [];
  const bare: { readonly target: string; readonly text: string }[] = [];
  for (const { target, patterns } of rules) {
    for (const { text } of patterns) {
      const of = `The pattern ${quoted(text)} of ${quoted(target)}`;
      if (text.startsWith("/")) warnings.push(`${of} matches nothing: paths have no leading slash.`);
      else if (text.endsWith("/"))
        warnings.push(`${of} matches nothing: write ${quoted(`${text}**`)} for the files in the folder.`);
      else if (!SPECIAL.test(text)) bare.push({ target, text });
    }
  }
  const folders = bare.length === 0 ? new Set<string>() : await foldersOf(tree);
  for (const { target, text } of bare) {
    if (!folders.has(text.replace(/^(?:\.\/)+/, ""))) continue;
    warnings.push(
      `The pattern ${quoted(text)} of ${quoted(target)} matches nothing in the folder of that name: write ${quoted(`${text}/**`)}.`,
    );
  }
  return warnings;
}

async function foldersOf(tree: Tree): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  for (const path of (await tree.entries()).keys()) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

interface Entry {
  readonly target: string;
  /**
   * Every matching path contains this text, and searching for it is much faster than matching. Empty when there is
   * none.
   */
  readonly literal: string;
  readonly pattern: PathPattern;
}

/** A pattern of names and stars only, in which every name is required. */
const NAMES_AND_STARS = /^(?:[\w@.-]+|\*|\/)+$/;
/** Relative folders, empty names and more than two stars: the library does not take them literally. */
const TAKEN_OTHERWISE = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\*{3}/;
/** Leading folder names that match only themselves. */
const FIRST_FOLDERS = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*(?=\/)/;

/** Finds the targets of a path among very many patterns; it skips patterns that begin with other folder names. */
class PathIndex {
  /** By the folder to which a pattern is limited; the root is the empty text. */
  readonly #byFolder = new Map<string, Entry[]>();

  constructor(rules: readonly PathRule[]) {
    for (const { target, patterns } of rules) {
      for (const pattern of patterns)
        this.#place(pattern.text).push({ target, pattern, literal: literalIn(pattern.text) });
    }
  }

  /** Any matching pattern includes a path, and any matching exclusion removes it again. */
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
  // A slash beside a star may be absent from the path: `**/a` also matches `a`.
  const names = pattern.split("*").map((part) => part.replace(/^\/+|\/+$/g, ""));
  return names.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}
