/** Mix projects: the applications of umbrellas, and other projects with a `mix.exs`. */

import { posix } from "node:path";
import { directoryOf, fileNameOf, joined, pathsNamed, resolved } from "../../../tree-paths.js";
import {
  type Ecosystem,
  isTestMaterial,
  type LockNode,
  type ReadLock,
  UNRESOLVED,
  UnreadableManifest,
  withUnresolved,
} from "../ecosystem.js";
import type { Members } from "../member-patterns.js";
import { type NamedManifest, readNamedPackages } from "../named-packages.js";
import { ManifestProblem, ParsedFiles } from "../parsed-files.js";

const MANIFEST = "mix.exs";

interface MixManifest extends NamedManifest {
  /** The folder of the umbrella's applications; null for another project. */
  readonly appsPath: string | null;
  /** Its name is no literal. */
  readonly computesName: boolean;
}

export function mixEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseMixManifest);
  return {
    lockfiles: new Map([["mix.lock", readMixLock]]),
    rootManifests: new Map(),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(
        tree,
        pathsNamed(entries, MANIFEST).filter((path) => !isDependency(path)),
      );
      for (const [path, parsed] of byPath)
        if (parsed.kind === "read" && parsed.value.computesName && !isTestMaterial(path))
          throw new UnreadableManifest(path, "it computes the name of its application");
      const roots = [...byPath].flatMap(([path, parsed]) => {
        const appsPath = parsed.kind === "read" && !isTestMaterial(path) ? parsed.value.appsPath : null;
        if (appsPath === null) return [];
        const root = directoryOf(path);
        return [{ root, members: directlyInside(resolved(root, appsPath) ?? ""), claims: () => false }];
      });
      return readNamedPackages({
        tree,
        fileName: MANIFEST,
        manifests: byPath,
        roots,
        lockFiles: ["mix.lock"],
        ownsAtRoot,
      });
    },
  };
}

function isDependency(path: string): boolean {
  return /(?:^|\/)(?:deps|_build)\//.test(path);
}

function ownsAtRoot(path: string): boolean {
  return /^(?:lib|test|priv|config|src|assets)\//.test(path);
}

function directlyInside(folder: string): Members {
  return {
    has: (_root, directory) => directoryOf(directory) === folder && directory !== folder,
    mayHold: (_root, directory) => directoryOf(directory) === folder || directory === folder,
  };
}

const APPS_PATH = /\bapps_path:\s*("[^"#\n]*"|\S)/;
/** `{:name, …}` up to its bracket; options may contain lists, but no other brackets of this kind. */
const DEPENDENCY = /\{\s*:"?([a-z_]\w*)"?\s*,([^{}]*)\}/g;

/** Elixir is code, so only its usual form is read; an umbrella's option with an unusual one may mean every application. */
function parseMixManifest(text: string): MixManifest {
  const code = withoutComments(text);
  const [, appsPath] = APPS_PATH.exec(code) ?? [];
  if (appsPath !== undefined && !appsPath.startsWith('"'))
    throw new ManifestProblem("it computes the folder of its applications");
  const app = appIn(code);
  const requests = new Set<string>();
  const paths: string[] = [];
  let umbrellaOptions = 0;
  let pathOptions = 0;
  for (const [, name = "", options = ""] of code.matchAll(DEPENDENCY)) {
    requests.add(name);
    if (/\bin_umbrella:/.test(options)) umbrellaOptions += 1;
    const [, path] = /\bpath:\s*"([^"#\n]*)"/.exec(options) ?? [];
    if (path === undefined) continue;
    pathOptions += 1;
    paths.push(path);
  }
  const computes =
    count(code, /\bin_umbrella:/g) > umbrellaOptions ||
    count(code, /\{\s*:[\w"]+\s*,[^{}]*\bpath:\s*[^"\s]/g) > 0 ||
    count(code, /\bpath:\s*"[^"]*#\{/g) > 0 ||
    count(code, /\bpath:\s*"\.\.\//g) > pathOptions;
  return {
    name: appsPath === undefined && app !== null ? app : null,
    computesName: appsPath === undefined && app === null && NAMED.test(withoutDependencies(code)),
    requests,
    paths,
    isOpen: computes,
    appsPath: appsPath?.slice(1, -1) ?? null,
  };
}

const NAMED = /\bapp:/;

function withoutDependencies(code: string): string {
  return code.replace(DEPENDENCY, " ");
}

/** The name is an atom, or an attribute with a single value; null for another one. */
function appIn(code: string): string | null {
  const [, name, attribute = ""] =
    /\bapp:\s*(?::"?([a-z_]\w*)"?\s*(?=[,\]\n]|$)|@([a-z_]\w*)|)/.exec(withoutDependencies(code)) ?? [];
  if (name !== undefined) return name;
  const values = [...code.matchAll(/(?<!\w)@([a-z_]\w*)[^\S\n]+(\S.*)/g)].flatMap(([, one, value = ""]) =>
    one === attribute ? [value.trim()] : [],
  );
  const [, atom = null] = values.length === 1 ? (/^:([a-z_]\w*)$/.exec(values[0] ?? "") ?? []) : [];
  return atom;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/** A sign in a string is not a comment; strings of Elixir contain `#{…}`. */
function withoutComments(text: string): string {
  return text.replace(/("(?:[^"\\\n]|\\.)*")|#[^\n]*/g, (_all, quoted?: string) => quoted ?? " ");
}

const LOCKED = /^\s*"([\w-]+)":\s*(\{.*\}),?\s*$/;

/**
 * Each entry is one line, with the dependencies of a package from Hex. Those of a package from git are unknown. An
 * application uses what its own manifest requests, so the reader of manifests has to give the names.
 */
export const readMixLock: ReadLock = (text, { root, packages, resolution }) => {
  const lines = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, content] = LOCKED.exec(line) ?? [];
    if (name !== undefined && content !== undefined) lines.set(name, content);
    else if (!/^\s*(?:%\{|\}|)\s*$/.test(line)) throw new ManifestProblem("one of its lines is no entry");
  }
  if (!/\}\s*$/.test(text)) throw new ManifestProblem("its end is missing");
  const nodes = new Map<string, LockNode>();
  for (const [name, content] of lines) {
    const inner = [...content.slice(1).matchAll(/\{:"?(\w+)"?,/g)].flatMap(([, one = ""]) =>
      lines.has(one) ? [one] : [],
    );
    const dependencies = content.startsWith("{:hex,") ? inner : [UNRESOLVED];
    nodes.set(name, { content, dependencies });
  }
  const importers = new Map<string, LockNode>();
  for (const one of packages) {
    const used = [...one.external].map((name) => (lines.has(name) ? name : UNRESOLVED));
    importers.set(root === "" ? one.directory : posix.relative(root, one.directory), {
      content: "",
      dependencies: used,
    });
  }
  // What only the root of an umbrella requests is a tool for every application, so it has no importer.
  return fileNameOf(resolution) === "mix.lock" && joined(root, "mix.lock") === resolution
    ? { importers, nodes: withUnresolved(nodes, text), rest: "", sharesRoot: false, spreads: false }
    : null;
};
