/** The scripts that configure a project: its own, those that they apply, plugins in scripts, and those of the root. */

import { directoryOf, fileNameOf, isWithinAny } from "../../../tree-paths.js";
import { isTestMaterial } from "../ecosystem.js";
import { valueOf } from "../parsed-files.js";
import type { CompositeBuild, GradleBuild, GradleFiles, GradleProject } from "./gradle-build.js";
import type { GradleScript } from "./gradle-script.js";

export interface ScriptFile {
  readonly path: string;
  readonly script: GradleScript;
  /** Which of its parts count for the project. */
  readonly applies: "own" | "others" | "all";
}

const BUILD_FILE = /(?:^|\/)build\.gradle(?:\.kts)?$/;
const SETTINGS_FILE = /(?:^|\/)settings\.gradle(?:\.kts)?$/;
/** A script that is a plugin, named after its path. */
const PLUGIN = /\/src\/main\/[^/]+\/(.+)\.gradle(?:\.kts)?$/;

export class AppliedScripts {
  readonly #scripts: ReadonlyMap<string, GradleScript>;
  readonly #inFolder = new Map<string, string[]>();
  /** By the word that applies it: the name of a plugin, or of a file. */
  readonly #byWord = new Map<string, string[]>();
  readonly #loose: readonly string[];
  readonly #files: GradleFiles;
  readonly #closures = new Map<string, ReadonlySet<string>>();
  readonly #composite: CompositeBuild;
  readonly #plugins: readonly ScriptFile[];

  constructor(composite: CompositeBuild, files: GradleFiles) {
    this.#composite = composite;
    this.#files = files;
    const folders = new Set(
      [composite.main, ...composite.included].flatMap(({ projects }) =>
        projects.map(({ directory }) => directory),
      ),
    );
    const roots = [composite.main, ...composite.included].map(({ root }) => root);
    this.#scripts = new Map(
      [...files.scripts].flatMap(([path, parsed]) => {
        if (SETTINGS_FILE.test(path) || !isWithinAny(path, roots)) return [];
        // One that no project applies may be unreadable.
        if (parsed.kind === "unreadable" && !folders.has(directoryOf(path))) return [];
        return [[path, valueOf(parsed, path)] as const];
      }),
    );
    const loose: string[] = [];
    for (const [path, { kind }] of files.scripts) {
      if (SETTINGS_FILE.test(path) || !isWithinAny(path, roots)) continue;
      const folder = directoryOf(path);
      const [, plugin] = PLUGIN.exec(path) ?? [];
      if (plugin === undefined && !BUILD_FILE.test(path)) add(this.#byWord, fileNameOf(path), path);
      if (plugin !== undefined)
        for (const word of [plugin.replaceAll("/", "."), fileNameOf(plugin)]) add(this.#byWord, word, path);
      if (folders.has(folder)) add(this.#inFolder, folder, path);
      else if (plugin === undefined && !(kind === "unreadable" && isTestMaterial(path))) loose.push(path);
    }
    this.#loose = loose;
    this.#plugins = [...files.sources].map(([path, parsed]) => ({
      path,
      script: valueOf(parsed, path),
      applies: "all",
    }));
  }

  of({ directory, path }: GradleProject, build: GradleBuild): readonly ScriptFile[] {
    const own = this.#appliedBy(this.#inFolder.get(directory) ?? []);
    const atRoot = path === ":" ? [] : (this.#inFolder.get(build.root) ?? []);
    const forAll = this.#appliedBy(atRoot);
    const configures = [...forAll].some((one) => this.#scripts.get(one)?.configuresOthers === true);
    const found = new Map<string, ScriptFile>();
    for (const one of forAll) {
      const isRoots = atRoot.includes(one);
      if (isRoots || configures) this.#add(found, one, isRoots ? "others" : "all");
    }
    for (const one of own) this.#add(found, one, path === ":" ? "own" : "all");
    const isMain = build === this.#composite.main;
    return [...found.values(), ...(isMain ? this.#plugins : [])];
  }

  #add(found: Map<string, ScriptFile>, path: string, applies: ScriptFile["applies"]): void {
    const script = this.#scripts.get(path);
    if (script !== undefined) found.set(path, { path, script, applies });
  }

  /** Throws on an unreadable script that a project may apply. */
  #read(path: string): GradleScript | undefined {
    const parsed = this.#files.scripts.get(path);
    return parsed === undefined ? undefined : valueOf(parsed, path);
  }

  #appliedBy(paths: readonly string[]): ReadonlySet<string> {
    const key = paths.join("\n");
    const known = this.#closures.get(key);
    if (known !== undefined) return known;
    const reached = new Set(paths);
    for (const path of reached) {
      const script = this.#read(path);
      for (const word of script?.words ?? []) {
        for (const other of this.#byWord.get(fileNameOf(word)) ?? []) reached.add(other);
      }
      if (script?.appliesComputed === true) for (const other of this.#loose) reached.add(other);
    }
    this.#closures.set(key, reached);
    return reached;
  }
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
