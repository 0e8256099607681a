/**
 * What a change touches, in the words of Bazel, as far as the two trees tell: packages, labels, files with rules. Files
 * in no package, or in the one at the root, are nobody's, and so are those that configure Bazel itself.
 */

import { globalUnlessOwned } from "../rules/global-inputs.js";
import type { SourceContext } from "../source.js";
import { isWithin } from "../sources/workspaces/ecosystem.js";
import { directoryOf, fileNameOf, joined, resolved } from "../sources/workspaces/tree-paths.js";
import type { Tree, TreeEntry } from "../tree.js";
import { ToolProblem } from "./tool-problem.js";

/** By folder, with the name of the file that makes it a package. */
type Packages = ReadonlyMap<string, string>;

interface LabelledFile {
  readonly path: string;
  /** That it has if its package says anything of it. */
  readonly label: string;
  readonly buildFile: string;
}

export interface BazelChange {
  readonly owned: ReadonlySet<string>;
  /** Of the head tree. */
  readonly packages: Packages;
  readonly files: readonly LabelledFile[];
  /** Labels of build files that were written or brought in, with the files: what they use may be new. */
  readonly rewritten: ReadonlyMap<string, string>;
  /** Labels of build files of which any target may have changed, with a file that did. */
  readonly touched: ReadonlyMap<string, string>;
  /** Files with rules. */
  readonly extensions: readonly string[];
}

/** The first that a folder has is the one that counts. */
const BUILD_FILES = ["BUILD.bazel", "BUILD"];
const CONFIGURES_BAZEL =
  /^(WORKSPACE(\.bazel|\.bzlmod)?|MODULE\.bazel(\.lock)?|REPO\.bazel|.*\.bazelrc|bazelrc|bazel\.rc|\.bazelversion|\.bazelignore)$/;
/** What stands in a query without any doubt about where it ends. */
const PLAIN_PATH = /^[\w@%+=,.~/-]+$/;

const WHAT_HELPS =
  "Keep what Bazel gets from elsewhere, and what decides over it, in pull requests of its own.";

/** Throws `ToolProblem` for a change after which packages begin or end elsewhere, or of what decides over all. */
export async function bazelChange({ base, head, changed }: SourceContext): Promise<BazelChange> {
  const before = packagesIn(await base.entries());
  const after = packagesIn(await head.entries());
  const owned = new Set<string>();
  const files: LabelledFile[] = [];
  const rewritten = new Map<string, string>();
  const touched = new Map<string, string>();
  const extensions: string[] = [];
  const whyConfigures = await bazelConfiguration([base, head]);
  for (const { path, status, isSubmodule } of changed) {
    if (CONFIGURES_BAZEL.test(fileNameOf(path))) continue;
    const because = whyConfigures(path);
    if (because !== null) throw new ToolProblem(path, because, WHAT_HELPS);
    const folders = [
      ...(status === "added" ? [] : [packageAround(before, directoryOf(path))]),
      ...(status === "deleted" ? [] : [packageAround(after, directoryOf(path))]),
    ];
    if (folders.some((folder) => folder === null || folder === "")) continue;
    owned.add(path);
    for (const folder of folders) touch(folder ?? "", path, status === "deleted" || isSubmodule);
    if (path.endsWith(".bzl")) extensions.push(plain(path));
  }
  return { owned, packages: after, files, rewritten, touched, extensions };

  function touch(folder: string, path: string, isWhole: boolean): void {
    const buildFile = after.get(folder);
    if (buildFile === undefined) {
      throw new ToolProblem(path, "its package is gone, and what was in it only the base tree could say");
    }
    const label = `//${plain(folder)}:${buildFile}`;
    // One that is shadowed by the other, or was until now, counts too.
    if (directoryOf(path) === folder && BUILD_FILES.includes(fileNameOf(path))) {
      rewritten.set(label, path);
      if (!before.has(folder)) touchAround(folder, path);
    } else if (isWhole || !PLAIN_PATH.test(path) || before.get(folder) !== buildFile) {
      touched.set(label, path);
    } else {
      files.push({ path, label: `//${folder}:${path.slice(folder.length + 1)}`, buildFile: label });
    }
  }

  /** What a new package now has, the package around it has no more. */
  function touchAround(folder: string, path: string): void {
    const around = packageAround(after, directoryOf(folder));
    const buildFile = after.get(around ?? folder);
    if (around !== null && buildFile !== undefined) touched.set(`//${plain(around)}:${buildFile}`, path);
  }
}

function packagesIn(entries: ReadonlyMap<string, TreeEntry>): Packages {
  const packages = new Map<string, string>();
  for (const name of [...BUILD_FILES].reverse()) {
    for (const path of entries.keys()) {
      if (fileNameOf(path) === name) packages.set(directoryOf(path), name);
    }
  }
  return packages;
}

/** Where `auto` looks. */
export async function bazelMark(head: Tree): Promise<string | null> {
  const entries = await head.entries();
  return ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"].find((name) => entries.has(name)) ?? null;
}

/** The folder of the package that a folder is in; null where there is none. */
function packageAround(packages: Packages, folder: string): string | null {
  for (let here = folder; ; here = directoryOf(here)) {
    if (packages.has(here)) return here;
    if (here === "") return null;
  }
}

function plain(path: string): string {
  if (path === "" || PLAIN_PATH.test(path)) return path;
  throw new ToolProblem(path, "its name is none that Bazel can surely be asked about");
}

/** Why a path is one of them, as a clause; null where it is none. */
type WhyConfigures = (path: string) => string | null;

const ROOT_FILES = ["WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"];
const BOUNDARY = /^(?:WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel)$/;
const LOCK =
  /^(?:.*\.lock|.*[_-]lock\.(?:json|ya?ml|txt|toml)|requirements.*\.(?:txt|in)|maven_install\.json)$/;
/** Read in turn: it may name further files. */
const READ_ON = /\.bzl$|MODULE\.bazel$/;
const TEXT = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const PATH_ATTRIBUTE = /\bpath\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/g;

/** Of both trees: what a change no longer names, it named before. */
async function bazelConfiguration(trees: readonly Tree[]): Promise<WhyConfigures> {
  const each = await Promise.all(trees.map(configurationOf));
  return (path) => {
    if (LOCK.test(fileNameOf(path)) || globalUnlessOwned(path) !== null) {
      return "it may decide which repositories Bazel gets from elsewhere";
    }
    for (const { files, folders } of each) {
      if (files.has(path)) return "the workspace or the module of Bazel reads it";
      if (folders.some((folder) => isWithin(path, folder))) {
        return "it is in a folder that Bazel takes for a repository of its own";
      }
    }
    return null;
  };
}

interface Configuration {
  readonly files: ReadonlySet<string>;
  readonly folders: readonly string[];
}

async function configurationOf(tree: Tree): Promise<Configuration> {
  const entries = await tree.entries();
  const folders = [...entries.keys()]
    .filter((path) => path.includes("/") && BOUNDARY.test(fileNameOf(path)))
    .map(directoryOf);
  const files = new Set(ROOT_FILES.filter((path) => entries.has(path)));
  for (let unread = [...files]; unread.length > 0; ) {
    const named = new Set<string>();
    for (const [path, bytes] of await tree.read(unread)) {
      const text = Buffer.from(bytes).toString("utf8");
      for (const one of pathsNamed(text, directoryOf(path))) named.add(one);
      folders.push(...foldersNamed(text));
    }
    const found = [...named].filter((path) => entries.has(path) && !files.has(path));
    for (const path of found) files.add(path);
    unread = found.filter((path) => READ_ON.test(path));
  }
  return { files, folders };
}

/** Whatever could be meant by a text: rather too many than too few. */
function pathsNamed(text: string, folder: string): readonly string[] {
  return [...text.matchAll(TEXT)].flatMap(([, double, single]) => {
    const written = double ?? single ?? "";
    const [, packagePath, name] = /^(?:@{0,2}[\w.+~-]*)?\/\/([^:]*)(?::(.*))?$/s.exec(written) ?? [];
    if (packagePath !== undefined) return [joined(packagePath, name ?? fileNameOf(packagePath))];
    const relative = written.replace(/^:/, "");
    return [resolved("", relative), resolved(folder, relative)].filter((path) => path !== null);
  });
}

function foldersNamed(text: string): readonly string[] {
  return [...text.matchAll(PATH_ATTRIBUTE)].flatMap(([, double, single]) => {
    const path = (double ?? single ?? "").replace(/^%workspace%\/?/, "");
    return resolved("", path === "" ? "." : path) ?? [];
  });
}
