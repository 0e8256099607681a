/**
 * The effect of a change in Bazel's terms, as far as the two trees show it: packages, labels, files with rules. Files
 * in no package or in the root package have no owner; neither have files that configure Bazel itself.
 */

import { globalUnlessOwned } from "../rules/global-inputs.js";
import type { ChangedFile, SourceContext } from "../source.js";
import { isWithin } from "../sources/workspaces/ecosystem.js";
import type { Tree, TreeEntry } from "../tree.js";
import { directoryOf, fileNameOf, joined, resolved } from "../tree-paths.js";
import { ToolProblem } from "./tool-problem.js";

/** By folder: the name of the file that makes it a package. */
type Packages = ReadonlyMap<string, string>;

interface LabelledFile {
  readonly path: string;
  /** The file's label if its package declares it. */
  readonly label: string;
  readonly buildFile: string;
}

export interface BazelChange {
  readonly owned: ReadonlySet<string>;
  /** The packages of the head tree. */
  readonly packages: Packages;
  readonly files: readonly LabelledFile[];
  /** Labels of build files that were changed or added, with the files: what they use may be new. */
  readonly rewritten: ReadonlyMap<string, string>;
  /** Labels of the build files of packages in which any target may have changed, with a changed file. */
  readonly touched: ReadonlyMap<string, string>;
  /** Labels of what only the base tree has in deleted packages: their build files and their other files. */
  readonly deleted: ReadonlySet<string>;
  /** Labels of the build files of packages that gain a file. */
  readonly gaining: ReadonlyMap<string, string>;
  /** Files with rules. */
  readonly extensions: readonly string[];
}

/** The first of these in a folder counts. */
const BUILD_FILES = ["BUILD.bazel", "BUILD"];
const CONFIGURES_BAZEL =
  /^(WORKSPACE(\.bazel|\.bzlmod)?|MODULE\.bazel(\.lock)?|REPO\.bazel|.*\.bazelrc|bazelrc|bazel\.rc|\.bazelversion|\.bazelignore)$/;
/** Paths that are safe in a query. */
const PLAIN_PATH = /^[\w@%+=,.~/-]+$/;

const WHAT_HELPS =
  "Change Bazel's external repositories, and files that affect them, in separate pull requests.";

/** Throws `ToolProblem` for a change to a file that affects everything. */
export async function bazelChange({ base, head, changed }: SourceContext): Promise<BazelChange> {
  const filesBefore = await base.entries();
  const before = packagesIn(filesBefore);
  const after = packagesIn(await head.entries());
  const owned = new Set<string>();
  const files: LabelledFile[] = [];
  const rewritten = new Map<string, string>();
  const touched = new Map<string, string>();
  const gaining = new Map<string, string>();
  const gone = new Set<string>();
  const extensions: string[] = [];
  const whyConfigures = await bazelConfiguration([base, head]);
  for (const file of changed) {
    const { path, status } = file;
    if (CONFIGURES_BAZEL.test(fileNameOf(path))) continue;
    const because = whyConfigures(path);
    if (because !== null) throw new ToolProblem(path, because, WHAT_HELPS);
    const folders = packagesOf(file, before, after);
    if (folders.includes("")) continue;
    owned.add(path);
    for (const folder of folders) {
      if (after.has(folder)) touch(folder, file);
      else if (!gone.has(folder)) touchAround(folder, path);
      if (!after.has(folder)) gone.add(folder);
    }
    // What loads a deleted one has changed, or Bazel reports it.
    if (path.endsWith(".bzl") && status !== "deleted") extensions.push(plain(path));
  }
  const deleted = labelsOfDeleted(gone, before, filesBefore);
  return { owned, packages: after, files, rewritten, touched, deleted, gaining, extensions };

  function touch(folder: string, { path, status, isSubmodule }: ChangedFile): void {
    const buildFile = after.get(folder) ?? "";
    const label = `//${plain(folder)}:${buildFile}`;
    // A build file that is, or was until now, shadowed by the other one counts too.
    if (directoryOf(path) === folder && BUILD_FILES.includes(fileNameOf(path))) {
      rewritten.set(label, path);
      if (!before.has(folder)) touchAround(folder, path);
    } else if (
      status === "deleted" ||
      isSubmodule ||
      !PLAIN_PATH.test(path) ||
      before.get(folder) !== buildFile
    ) {
      touched.set(label, path);
    } else {
      files.push({ path, label: `//${folder}:${path.slice(folder.length + 1)}`, buildFile: label });
      if (status === "added") gaining.set(label, path);
    }
  }

  /** The files of a new package no longer belong to the package around it; those of a deleted one may. */
  function touchAround(folder: string, path: string): void {
    const around = packageAround(after, directoryOf(folder));
    const buildFile = after.get(around ?? folder);
    if (around !== null && buildFile !== undefined) touched.set(`//${plain(around)}:${buildFile}`, path);
  }
}

/** Before and after; empty for the root package, and for none. */
function packagesOf({ path, status }: ChangedFile, before: Packages, after: Packages): readonly string[] {
  const folder = directoryOf(path);
  return [
    ...(status === "added" ? [] : [packageAround(before, folder) ?? ""]),
    ...(status === "deleted" ? [] : [packageAround(after, folder) ?? ""]),
  ];
}

function labelsOfDeleted(
  folders: ReadonlySet<string>,
  packages: Packages,
  entries: ReadonlyMap<string, TreeEntry>,
): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const folder of folders) labels.add(`//${plain(folder)}:${packages.get(folder) ?? ""}`);
  for (const path of folders.size === 0 ? [] : entries.keys()) {
    const folder = packageAround(packages, directoryOf(path)) ?? "";
    if (folders.has(folder)) labels.add(`//${folder}:${path.slice(folder.length + 1)}`);
  }
  return labels;
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

/** The file that makes `auto` choose Bazel. */
export async function bazelMark(head: Tree): Promise<string | null> {
  const entries = await head.entries();
  return ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"].find((name) => entries.has(name)) ?? null;
}

/** The folder of the package that contains a folder; null when there is none. */
function packageAround(packages: Packages, folder: string): string | null {
  for (let here = folder; ; here = directoryOf(here)) {
    if (packages.has(here)) return here;
    if (here === "") return null;
  }
}

function plain(path: string): string {
  if (path === "" || PLAIN_PATH.test(path)) return path;
  throw new ToolProblem(path, "its name has characters that are not safe in a query to Bazel");
}

/** Why a path configures Bazel, as a clause; null when it does not. */
type WhyConfigures = (path: string) => string | null;

const ROOT_FILES = ["WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"];
const BOUNDARY = /^(?:WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel)$/;
const LOCK =
  /^(?:.*\.lock|.*[_-]lock\.(?:json|ya?ml|txt|toml)|requirements.*\.(?:txt|in)|maven_install\.json)$/;
/** These files are read in turn, since they may name further files. */
const READ_ON = /\.bzl$|MODULE\.bazel$/;
const TEXT = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const PATH_ATTRIBUTE = /\bpath\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/g;

/** Reads both trees: a file that is no longer named was named before. */
async function bazelConfiguration(trees: readonly Tree[]): Promise<WhyConfigures> {
  const each = await Promise.all(trees.map(configurationOf));
  return (path) => {
    if (LOCK.test(fileNameOf(path)) || globalUnlessOwned(path) !== null) {
      return "it may decide which external repositories Bazel uses";
    }
    for (const { files, folders } of each) {
      if (files.has(path)) return "Bazel's workspace or module file reads it";
      if (folders.some((folder) => isWithin(path, folder))) {
        return "it is in a folder that Bazel treats as a separate repository";
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
      for (const folder of foldersNamed(text)) folders.push(folder);
    }
    const found = [...named].filter((path) => entries.has(path) && !files.has(path));
    for (const path of found) files.add(path);
    unread = found.filter((path) => READ_ON.test(path));
  }
  return { files, folders };
}

/** Every path that a string may mean: too many are safer than too few. */
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
