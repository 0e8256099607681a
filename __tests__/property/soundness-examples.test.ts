/** The examples of `docs/explanation/soundness.md`: in every ecosystem the two lists share a name, or one is everything. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../src/targets/sources/workspaces/workspaces.js";
import { ECOSYSTEM_LAYOUTS } from "../support/ecosystem-layouts.js";
import { MemoryTree } from "../support/memory-tree.js";
import type { EcosystemLayout, Project } from "../support/random-ecosystems.js";
import { ROOT } from "../support/source-files.js";
import { targetsOf } from "../support/targets-answer.js";

type Layout = Pick<EcosystemLayout, "manifest" | "root" | "code">;

const members = (all: readonly Project[]) =>
  all.flatMap(({ directory }) => (directory === "" ? [] : [directory]));
const pom = (name: string, rest: string) =>
  `<project><groupId>g</groupId><artifactId>${name}</artifactId>${rest}</project>`;

const LAYOUTS: Readonly<Record<string, Layout>> = {
  ...ECOSYSTEM_LAYOUTS,
  npm: {
    manifest: ({ directory, name, uses }) => ({
      path: `${directory}/package.json`.replace(/^\//, ""),
      text: JSON.stringify({
        name,
        dependencies: Object.fromEntries(uses.map((one) => [one, "*"])),
        ...(directory === "" ? { workspaces: ["*"] } : {}),
      }),
    }),
    root: () => ({}),
    code: "a.js",
  },
  Cargo: {
    manifest: ({ directory, name, uses }) => ({
      path: `${directory}/Cargo.toml`.replace(/^\//, ""),
      text:
        directory === ""
          ? '[workspace]\nmembers = ["*"]\n'
          : `[package]\nname = "${name}"\n[dependencies]\n${uses.map((one) => `${one} = { path = "../${one}" }\n`).join("")}`,
    }),
    root: () => ({}),
    code: "src/lib.rs",
  },
  Go: {
    manifest: ({ directory, name, uses }) =>
      directory === ""
        ? { path: "README.md", text: "shop" }
        : {
            path: `${directory}/go.mod`,
            text: `module ex/${name}\ngo 1.22\n${uses.map((one) => `require ex/${one} v1.0.0\n`).join("")}`,
          },
    root: (all) => ({
      "go.work": `go 1.22\nuse (\n${members(all)
        .map((one) => `\t./${one}\n`)
        .join("")})\n`,
    }),
    code: "a.go",
  },
  Maven: {
    manifest: ({ directory, name, uses }, all) => ({
      path: `${directory}/pom.xml`.replace(/^\//, ""),
      text:
        directory === ""
          ? pom(
              "shop",
              `<packaging>pom</packaging><modules>${members(all)
                .map((one) => `<module>${one}</module>`)
                .join("")}</modules>`,
            )
          : pom(
              name,
              `<dependencies>${uses.map((one) => `<dependency><groupId>g</groupId><artifactId>${one}</artifactId></dependency>`).join("")}</dependencies>`,
            ),
    }),
    root: () => ({}),
    code: "src/main/java/A.java",
  },
};

const project = (directory: string, uses: readonly string[] = []): Project => ({
  directory,
  name: directory === "" ? "shop" : directory,
  uses,
});
const BASE = [project(""), project("core"), project("ui", ["core"]), project("docs"), project("more")];

function tree(layout: Layout, projects: readonly Project[], edited: readonly string[] = []): MemoryTree {
  const files = new Map(Object.entries(layout.root(projects)));
  for (const one of projects) {
    const { path, text } = layout.manifest(one, projects);
    files.set(path, text);
    if (one.directory !== "")
      files.set(`${one.directory}/${layout.code}`, edited.includes(one.directory) ? "edited\n" : "code\n");
  }
  return new MemoryTree(files);
}

const using = (directory: string, ...uses: readonly string[]) =>
  BASE.map((one) => (one.directory === directory ? project(directory, [...one.uses, ...uses]) : one));
const without = (directory: string) => BASE.filter((one) => one.directory !== directory);

/** By the words of the table: the two pull requests. */
const EXAMPLES: Readonly<Record<string, (layout: Layout) => readonly [MemoryTree, MemoryTree]>> = {
  "A edits `core`, B edits `ui`, which uses it": (layout) => [
    tree(layout, BASE, ["core"]),
    tree(layout, BASE, ["ui"]),
  ],
  "A deletes `docs`, B begins to use it": (layout) => [
    tree(layout, without("docs")),
    tree(layout, using("more", "docs")),
  ],
  "A renames an export of `core`, B lets `docs` import it for the first time": (layout) => [
    tree(layout, BASE, ["core"]),
    tree(layout, using("docs", "core")),
  ],
};

const written = readFileSync(join(ROOT, "docs/explanation/soundness.md"), "utf8");
const rows = [...written.matchAll(/^\| \*\*[WDE]\*\* \|[^|]*\| ([^|]*?) \|$/gm)].map(
  ([, example = ""]) => example,
);

it("are those that this test knows", () => {
  expect(rows).toEqual(Object.keys(EXAMPLES));
});

describe.each(Object.entries(LAYOUTS))("of %s", (_name, layout) => {
  it.each(Object.entries(EXAMPLES))("are tested together: %s", async (_example, changes) => {
    const base = tree(layout, BASE);
    const [one = [], other = []] = await Promise.all(
      changes(layout).map((head) => targetsOf(workspacesSource(), base, head)),
    );
    const isAll = [...one, ...other].some((name) => /^(?:ALL|unowned):/.test(name));
    expect(isAll || one.some((name) => other.includes(name))).toBe(true);
  });

  it("leave apart what shares nothing", async () => {
    const base = tree(layout, BASE);
    const one = await targetsOf(workspacesSource(), base, tree(layout, BASE, ["docs"]));
    const other = await targetsOf(workspacesSource(), base, tree(layout, BASE, ["core"]));
    expect([one.length, other.length]).toEqual([1, 2]);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  });
});
