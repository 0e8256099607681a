/** Files that no proposal may cover: they decide how targets are built, or which targets there are. */

import {
  alwaysGlobal,
  globalUnlessFollowed,
  globalUnlessOwned,
} from "../../../targets/rules/global-inputs.js";
import { RULES_FILE } from "../../../targets/rules/rules-file.js";
import { USUAL_MAPPING } from "../../../targets/sources/sources.js";

/** By their names in any folder: manifests, lock files, and the configuration of builds, tests and checks. */
const NAMES =
  "package.json,pnpm-workspace.yaml,Cargo.toml,go.mod,go.work,pom.xml,pyproject.toml,setup.py,setup.cfg,requirements*.txt,Gemfile,composer.json,pubspec.yaml,mix.exs,*.gradle,*.gradle.kts,*.sln,*.csproj,*.fsproj,BUILD,BUILD.bazel,*.bzl,moon.yml,project.json,turbo.json,nx.json,*.lock,*-lock.json,*-lock.yaml,*.lockfile,go.sum,go.work.sum,npm-shrinkwrap.json,bun.lockb,Package.resolved,.npmrc,.yarnrc,.yarnrc.yml,.gitattributes,.gitmodules,Makefile,Dockerfile,*.config.js,*.config.mjs,*.config.cjs,*.config.ts,tsconfig*.json,.*ignore,.*rc,.*rc.*".split(
    ",",
  );

const PATTERN = new RegExp(
  `(?:^|/)(?:${NAMES.map((name) => name.replace(/[.]/g, "\\.").replace(/\*/g, "[^/]*")).join("|")})$`,
);

export function isProtected(path: string): boolean {
  return (
    alwaysGlobal(path) !== null ||
    globalUnlessOwned(path) !== null ||
    globalUnlessFollowed(path) !== null ||
    path === RULES_FILE ||
    path === USUAL_MAPPING ||
    PATTERN.test(path)
  );
}

/** A pattern for all of them in a folder. */
export function protectedIn(folder: string): string {
  return `${folder}/**/{${NAMES.join(",")}}`;
}
