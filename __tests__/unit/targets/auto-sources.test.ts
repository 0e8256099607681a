/** The table in soundness.md: each source that `auto` may choose sees what `workspaces` sees, and really does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { lerna } from "../../../src/targets/sources/lerna.js";
import { moon } from "../../../src/targets/sources/moon.js";
import { nx } from "../../../src/targets/sources/nx.js";
import { pnpm } from "../../../src/targets/sources/pnpm.js";
import { rush } from "../../../src/targets/sources/rush.js";
import { SOURCE_NAMES, SOURCES, USUAL_MAPPING } from "../../../src/targets/sources/sources.js";
import { turbo } from "../../../src/targets/sources/turbo.js";
import { workspacesSource } from "../../../src/targets/sources/workspaces/workspaces.js";
import type { ToolSource } from "../../../src/targets/tools/tool-source.js";
import { changesBetween, linkTo, MemoryTree } from "../../support/memory-tree.js";
import { ROOT } from "../../support/source-files.js";

type Files = Readonly<Record<string, string>>;
type Changes = Readonly<Record<string, string | null>>;
/** Names in the list for a change of the files, and files without an owner; `also` is added to the files before. */
type NamesAfter = (change: Changes, also?: Files) => Promise<readonly string[]>;

/** A tool names a project that nothing depends on, so that all others in its list come from the trees. */
const NAMED = "unrelated";
const rushFile = (...names: readonly string[]) =>
  JSON.stringify({
    projects: [NAMED, ...names].map((name) => ({ packageName: name, projectFolder: `packages/${name}` })),
  });
/** One repository that every source fits. */
const FILES: Files = {
  "package.json": '{"name":"root","workspaces":["packages/*"]}',
  "package-lock.json": "{}",
  "rush.json": rushFile("core", "middle", "docs"),
  ".moon/workspace.yml": "projects: ['packages/*']\n",
  "Cargo.toml": '[workspace]\nmembers = ["packages/*"]\n',
  [`packages/${NAMED}/package.json`]: `{"name":"${NAMED}"}`,
  "packages/core/package.json": '{"name":"core"}',
  "packages/core/Cargo.toml": '[package]\nname = "core"\n',
  "packages/core/a.ts": "1\n",
  "packages/middle/package.json": '{"name":"middle","dependencies":{"core":"*"}}',
  "packages/docs/package.json": '{"name":"docs"}',
  "packages/docs/Cargo.toml": '[package]\nname = "docs"\n',
  "packages/docs/a.ts": "1\n",
};
const USES_MIDDLE = { "packages/docs/package.json": '{"name":"docs","dependencies":{"middle":"*"}}' };
const USES_CRATE = {
  "packages/docs/Cargo.toml": '[package]\nname = "docs"\n[dependencies]\ncore = { path = "../core" }\n',
};
const LINKS: readonly Files[] = [
  { "packages/docs/core.ts": linkTo("../core/a.ts") },
  { "packages/docs/tsconfig.json": '{"references":[{"path":"../core"}]}' },
];
const EDITED = { "packages/core/a.ts": "2\n" };
const GONE = {
  "packages/core/package.json": null,
  "packages/core/Cargo.toml": null,
  "packages/core/a.ts": null,
  "rush.json": rushFile("middle", "docs"),
};
const ADDED = {
  "packages/left-pad/package.json": '{"name":"left-pad"}',
  "rush.json": rushFile("core", "middle", "docs", "left-pad"),
};

/** A workspace of crates inside the repository's; `docs` is its root. */
const INNER: Files = {
  "package.json": '{"name":"root","workspaces":["packages/*","packages/docs/inner"]}',
  "Cargo.toml": '[workspace]\nmembers = ["packages/core"]\n',
  "packages/docs/Cargo.toml": '[package]\nname = "docs"\n[workspace]\nmembers = ["inner"]\n',
  "packages/docs/Cargo.lock": "version = 4\n",
  "packages/docs/inner/package.json": '{"name":"inner"}',
  "packages/docs/inner/Cargo.toml": '[package]\nname = "inner"\n',
  ".moon/workspace.yml": "projects: ['packages/*', 'packages/docs/inner']\n",
  "rush.json": rushFile("core", "middle", "docs").replace(
    "]",
    ',{"packageName":"inner","projectFolder":"packages/docs/inner"}]',
  ),
};
const INNER_LOCK = "packages/docs/Cargo.lock";

/** By row of the table: whether the lists show it. */
const ROWS: Readonly<Record<string, (names: NamesAfter) => Promise<boolean>>> = {
  "transitive dependents, also over an edge that is removed": async (names) => {
    const removed = { ...EDITED, "packages/middle/package.json": '{"name":"middle"}' };
    const lists = [await names(EDITED, USES_MIDDLE), await names(removed, USES_MIDDLE)];
    return lists.every((list) => list.includes("docs"));
  },
  "deleted targets": async (names) => (await names(GONE)).includes("core"),
  "targets that a manifest begins to use, in every ecosystem": async (names) => {
    const lists = [await names(USES_CRATE), await names(USES_MIDDLE)];
    return lists[0]?.includes("core") === true && lists[1]?.includes("middle") === true;
  },
  "users of a target by a manifest, in every ecosystem": async (names) =>
    (await names(EDITED, USES_CRATE)).includes("docs"),
  "ends of links, and of references of `tsconfig.json`": async (names) => {
    const lists = await Promise.all(LINKS.map(async (link) => names(link)));
    return lists.every((list) => list.includes("core"));
  },
  "what changed code uses without a declaration": async (names) => {
    const codes = ['import "core";\n', 'read("../core/a.ts");\n'];
    const lists = await Promise.all(codes.map(async (code) => names({ "packages/docs/a.ts": code })));
    return lists.every((list) => list.includes("core"));
  },
  "a target for the resolution of names and places": async (names) => {
    const added = await names(ADDED);
    const codes = ['import "left-pad";\n', 'read("../left-pad/a.ts");\n'];
    const asked = await Promise.all(codes.map(async (code) => names({ "packages/docs/a.ts": code })));
    return asked.every((list) => list.some((name) => name !== "docs" && added.includes(name)));
  },
  "members that share a lock file of their own workspace, or `ALL`": async (names) => {
    const list = await names({ [INNER_LOCK]: "version = 5\n" }, INNER);
    return list.includes("inner") || list.includes(`unowned: ${INNER_LOCK}`);
  },
};

const TOOLS: readonly ToolSource[] = [nx, moon, rush, turbo, lerna, pnpm];
/** Sources whose answer needs no mapping and no query. */
const ANSWERED: readonly (readonly [string, ToolSource | null])[] = [
  ["workspaces", null],
  ...TOOLS.map((source) => [source.name, source] as const),
];

function namesWith(source: ToolSource | null): NamesAfter {
  return async (change, also = {}) => {
    const base = MemoryTree.of({ ...FILES, ...also });
    const head = base.with(change);
    const { signal } = new AbortController();
    const context = { base, head, changed: changesBetween(base, head), checkout: null, signal };
    const answer = await (source === null
      ? workspacesSource().answer(context)
      : source.completed({ named: [NAMED], found: null }, context));
    if (answer.kind === "all") throw new Error(`${answer.cause.subject}: ${answer.cause.rule}`);
    const unowned = context.changed.filter(({ path }) => !answer.owned.has(path));
    const names = [...answer.targets.keys()].filter((name) => name !== NAMED);
    return [...names, ...unowned.map(({ path }) => `unowned: ${path}`)];
  };
}

interface Table {
  readonly sources: readonly string[];
  /** By row: its cells in the order of the sources. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

function tableIn(document: string): Table {
  const lines = document.split("\n");
  const start = lines.findIndex((line) => line.startsWith("| What the list has |"));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  const cellsOf = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = [], , ...rows] = lines.slice(start, end).map(cellsOf);
  return {
    sources: head.slice(1).map((name) => name.replaceAll("`", "")),
    rows: new Map(rows.map(([title = "", ...cells]) => [title, cells])),
  };
}

const document = readFileSync(join(ROOT, "docs/explanation/soundness.md"), "utf8");
const table = tableIn(document);
const forAuto = SOURCE_NAMES.filter((name) => SOURCES[name].isForAuto);

describe("what each source sees, by soundness.md", () => {
  it("is given for each source that auto may choose, and in each row that is tested here", () => {
    expect([...table.sources].sort()).toEqual([...forAuto].sort());
    expect([...table.rows.keys()]).toEqual(Object.keys(ROWS));
  });

  it("names the sources in the order in which auto tries them", () => {
    const [, order = ""] = /takes the first source that fits in the order ([^.]+)\./.exec(document) ?? [];
    expect([...order.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(forAuto);
  });

  it("is in no cell less than what workspaces sees, except for a mapping that the team wrote", async () => {
    const weaker = [...table.rows].flatMap(([row, cells]) =>
      table.sources
        .filter((source, index) => {
          const allowed = source === "paths" ? "as written" : source === "bazel" ? "by query" : "yes";
          return cells[index] !== allowed;
        })
        .map((source) => `${source}: ${row}`),
    );
    expect(weaker).toEqual([]);
    const mapping = await SOURCES.paths.load({ argument: null, readFile: noFile });
    expect(await mapping.detect(MemoryTree.of(FILES))).toBeNull();
    expect(await mapping.detect(MemoryTree.of({ ...FILES, [USUAL_MAPPING]: "a: b\n" }))).toBe(USUAL_MAPPING);
  });

  it.each(ANSWERED)("is in the lists of %s", async (name, source) => {
    const shown: string[] = [];
    for (const [row, isShown] of Object.entries(ROWS)) if (await isShown(namesWith(source))) shown.push(row);
    const column = table.sources.indexOf(name);
    expect(shown).toEqual([...table.rows].flatMap(([row, cells]) => (cells[column] === "yes" ? [row] : [])));
  });
});

async function* noFile(): AsyncGenerator<Uint8Array> {
  yield await Promise.reject<Uint8Array>(new Error("no file is read"));
}
