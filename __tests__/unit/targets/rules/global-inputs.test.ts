/** What touches everything, and what only looks like it. */
import { describe, expect, it } from "@jest/globals";
import {
  alwaysGlobal,
  globalUnlessFollowed,
  globalUnlessOwned,
} from "../../../../src/targets/rules/global-inputs.js";

describe("a file that touches everything", () => {
  it.each([
    ".github/workflows/ci.yml",
    ".github/actions/setup/action.yml",
    ".gitlab-ci.yml",
    ".gitmodules",
    ".gitattributes",
    ".nvmrc",
    "rust-toolchain.toml",
    ".bazelversion",
    ".npmrc",
    ".yarn/patches/left-pad.patch",
    "tsconfig.json",
    "nx.json",
    "turbo.json",
    ".moon/workspace.yml",
    "common/config/rush/pnpm-config.json",
    "Makefile",
    "Dockerfile",
    "MODULE.bazel",
    "jest.config.mjs",
  ])("is %s", (path) => {
    expect(alwaysGlobal(path)).not.toBeNull();
  });

  it.each(["package-lock.json", "web/yarn.lock", "Cargo.lock", "package.json", "go.work", "pom.xml"])(
    "is %s unless a source owns it",
    (path) => {
      expect([alwaysGlobal(path), globalUnlessOwned(path) === null]).toEqual([null, false]);
    },
  );

  it.each([
    "biome.json",
    ".oxlintrc.json",
    ".stylelintrc",
    ".stylelintrc.yml",
    "stylelint.config.mjs",
    "dprint.json",
    "vitest.workspace.ts",
    ".eslintignore",
  ])("is %s unless a source owns it, because tools look for it", (path) => {
    expect([alwaysGlobal(path), globalUnlessOwned(path)]).toEqual([
      null,
      expect.stringContaining("looks for it"),
    ]);
    expect(globalUnlessOwned(`web/${path}`)).toBeNull();
  });

  it.each(["tsconfig.base.json", "jest.preset.js"])("is %s unless a source knows its readers", (path) => {
    expect([alwaysGlobal(path), globalUnlessFollowed(path) === null]).toEqual([null, false]);
    expect(globalUnlessFollowed(`web/${path}`)).toBeNull();
  });

  it.each([
    ".github/CODEOWNERS",
    "web/tsconfig.json",
    "web/.npmrc",
    "web/package.json",
    "docs/Makefile",
    "src/.github/workflows/x.yml",
    "README.md",
    "my-package-lock.json",
    "Makefile\n",
  ])("is not %j", (path) => {
    expect([alwaysGlobal(path), globalUnlessOwned(path)]).toEqual([null, null]);
  });
});
