/**
 * Packages at random depths below a package at the root, in each ecosystem: the lists of edits in two packages share a
 * name exactly when one is inside the other and the ecosystem counts inner files for the outer package.
 */
import { expect, it } from "@jest/globals";
import { workspacesSource } from "../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../support/memory-tree.js";
import { type Chance, seededChance } from "../support/seeded-chance.js";
import { targetsOf } from "../support/targets-answer.js";
import { countOf } from "../support/test-size.js";

const REPOSITORIES = countOf("IMPACTED_TARGETS_REPOSITORIES", {
  reduced: 15,
  share: 30,
  all: 100,
  full: 2_000,
});

interface Layout {
  readonly manifest: string;
  root(directories: readonly string[]): string;
  member(directory: string): string;
  readonly source: string;
  /** Whether an outer package counts the files of an inner one. */
  readonly countsInner: boolean;
}

const pom = (name: string, rest = "") =>
  `<project><groupId>g</groupId><artifactId>${name}</artifactId>${rest}</project>`;

const LAYOUTS: Readonly<Record<string, Layout>> = {
  npm: {
    manifest: "package.json",
    root: (directories) => JSON.stringify({ name: "root", workspaces: directories }),
    member: (directory) => JSON.stringify({ name: directory }),
    source: "index.js",
    countsInner: true,
  },
  Maven: {
    manifest: "pom.xml",
    root: (directories) =>
      pom(
        "root",
        `<packaging>pom</packaging><modules>${directories.map((one) => `<module>${one}</module>`).join("")}</modules>`,
      ),
    member: (directory) => pom(directory.replaceAll("/", "-")),
    source: "src/main/java/A.java",
    countsInner: true,
  },
  Cargo: {
    manifest: "Cargo.toml",
    root: (directories) =>
      `[package]\nname = "root"\n[workspace]\nmembers = ${JSON.stringify(directories)}\n`,
    member: (directory) => `[package]\nname = "${directory.replaceAll("/", "-")}"\n`,
    source: "src/lib.rs",
    countsInner: false,
  },
  Go: {
    manifest: "go.mod",
    root: () => "module ex/root\ngo 1.22\n",
    member: (directory) => `module ex/${directory}\ngo 1.22\n`,
    source: "a.go",
    countsInner: false,
  },
};

function randomDirectories(chance: Chance): readonly string[] {
  const directories = new Set<string>();
  for (let count = chance.whole(3, 7); count > 0; count -= 1) {
    const depth = chance.whole(1, 3);
    const names = Array.from({ length: depth }, () => "abc"[chance.whole(0, 2)] ?? "a");
    directories.add(names.join("/"));
  }
  return [...directories];
}

it.each(Object.entries(LAYOUTS))(
  "of %s keep members apart that are not inside each other",
  async (_name, layout) => {
    let apart = 0;
    let together = 0;
    for (let seed = 1; seed <= REPOSITORIES; seed += 1) {
      const directories = randomDirectories(seededChance(seed));
      const files: Record<string, string> = { [layout.manifest]: layout.root(directories) };
      for (const directory of directories) {
        files[`${directory}/${layout.manifest}`] = layout.member(directory);
        files[`${directory}/${layout.source}`] = "before";
      }
      const base = MemoryTree.of(files);
      const lists = new Map<string, readonly string[]>();
      for (const directory of directories) {
        const head = base.with({ [`${directory}/${layout.source}`]: "after" });
        lists.set(directory, await targetsOf(workspacesSource(), base, head));
      }
      for (const [one, list] of lists) {
        for (const [other, otherList] of lists) {
          if (one === other) continue;
          const areNested = `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
          // Both are inside the same third package.
          const haveCommon = directories.some(
            (outer) => `${one}/`.startsWith(`${outer}/`) && `${other}/`.startsWith(`${outer}/`),
          );
          const shares = list.some((target) => otherList.includes(target));
          expect([seed, one, other, shares]).toEqual([
            seed,
            one,
            other,
            layout.countsInner && (areNested || haveCommon),
          ]);
          if (shares) together += 1;
          else apart += 1;
        }
      }
    }
    expect(apart).toBeGreaterThan(0);
    if (layout.countsInner) expect(together).toBeGreaterThan(0);
  },
);
