/**
 * What a change touches, in the words of Bazel, as far as the two trees tell: packages, labels, files with rules. Files
 * in no package, or in the one at the root, are nobody's, and so are those that configure Bazel itself.
 */

import type { SourceContext } from "../source.js";
import { directoryOf, fileNameOf } from "../sources/workspaces/tree-paths.js";
import type { Tree, TreeEntry } from "../tree.js";
import { bazelConfiguration } from "./bazel-configuration.js";
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
