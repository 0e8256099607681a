/** What the go command reads from the `go.mod` files of a checkout. It resolves nothing, since that needs the network. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { ExactGraph, ExactMember, RunTool } from "./exact-graphs.js";

interface GoMod {
  readonly Module: { readonly Path: string };
  readonly Require?: readonly { readonly Path: string }[] | null;
  readonly Replace?:
    | readonly { readonly Old: { readonly Path: string }; readonly New: { readonly Path: string } }[]
    | null;
}

interface GoWork {
  readonly Use?: readonly { readonly DiskPath: string }[] | null;
}

/** An old go command knows neither these lines nor a third number of the version, and the graph does not depend on them. */
const NEWER_LINES = /^(?:toolchain|godebug|tool|ignore)\s+[^(\n]*$|^(?:godebug|tool|ignore)\s*\([^)]*\)/gm;

export function askGo(folder: string, run: RunTool): ExactGraph | null {
  const manifests = globSync(["go.work", "**/go.mod"], { cwd: folder });
  for (const path of manifests) {
    const text = readFileSync(join(folder, path), "utf8");
    const older = text.replace(NEWER_LINES, "").replace(/^(go \d+\.\d+)\S*/m, "$1");
    writeFileSync(join(folder, path), older);
  }
  const directories = manifests.includes("go.work") ? usedBy(run) : manifests.map((path) => dirname(path));
  if (directories === null) return null;
  const read = directories.map((directory) => readModule(directory, run));
  if (read.some((one) => one === null)) return null;
  const modules = read.flatMap((one) => one ?? []);
  const known = new Set(modules.map(({ name }) => name));
  return modules.map((one) => ({ ...one, dependsOn: one.dependsOn.filter((name) => known.has(name)) }));
}

function usedBy(run: RunTool): readonly string[] | null {
  const text = run("go", ["work", "edit", "-json"]);
  if (text === null) return null;
  return ((JSON.parse(text) as GoWork).Use ?? []).map(({ DiskPath }) => posix.normalize(DiskPath));
}

function readModule(directory: string, run: RunTool): ExactMember | null {
  const text = run("go", ["mod", "edit", "-json", posix.join(directory, "go.mod")]);
  if (text === null) return null;
  const { Module, Require } = JSON.parse(text) as GoMod;
  const place = posix.normalize(directory) === "." ? "" : posix.normalize(directory);
  const dependsOn = (Require ?? []).map(({ Path }) => Path);
  const member = { name: Module.Path, directory: place, dependsOn };
  return place === "" ? { ...member, ownsAtRoot: (path) => path.endsWith(".go") } : member;
}
