/**
 * What decides over repositories from elsewhere, and is no input of any target that a query could tell: folders that are
 * repositories of their own, files that the workspace or the module reads, and lock files of other package managers.
 */
import { globalUnlessOwned } from "../rules/global-inputs.js";
import { isWithin } from "../sources/workspaces/ecosystem.js";
import { directoryOf, fileNameOf, joined, resolved } from "../sources/workspaces/tree-paths.js";
import type { Tree } from "../tree.js";

/** Why a path is one of them, as a clause; null where it is none. */
export type WhyConfigures = (path: string) => string | null;

const ROOT_FILES = ["WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"];
const BOUNDARY = /^(?:WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel)$/;
const LOCK =
  /^(?:.*\.lock|.*[_-]lock\.(?:json|ya?ml|txt|toml)|requirements.*\.(?:txt|in)|maven_install\.json)$/;
/** Read in turn: it may name further files. */
const READ_ON = /\.bzl$|MODULE\.bazel$/;
const TEXT = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const PATH_ATTRIBUTE = /\bpath\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/g;

/** Of both trees: what a change no longer names, it named before. */
export async function bazelConfiguration(trees: readonly Tree[]): Promise<WhyConfigures> {
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
