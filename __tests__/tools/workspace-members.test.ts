/** Which packages a workspace has, and who depends on whom in it, beside what npm, pnpm, Cargo and Maven say themselves. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  readWorkspaceTree,
  type WorkspaceTree,
} from "../../src/targets/sources/workspaces/workspace-tree.js";
import { sharedEcosystems } from "../../src/targets/sources/workspaces/workspaces.js";
import { describeIfThere } from "../support/if-there.js";
import { MemoryTree } from "../support/memory-tree.js";
import { ROOT } from "../support/source-files.js";

type Files = Readonly<Record<string, string>>;

/** A busy machine takes its time, and nothing here is about time. */
const PATIENCE_MS = 120_000;
const TOOLS = join(ROOT, "tools", "node_modules");
const PNPMS: readonly (readonly [string, string])[] = [
  ["pnpm 12", "pnpm/pnpm"],
  ["pnpm 10", "pnpm-10/bin/pnpm.cjs"],
  ["pnpm 9", "pnpm-9/bin/pnpm.cjs"],
  ["pnpm 8", "pnpm-8/bin/pnpm.cjs"],
];

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "merge-queue-members-")));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function onDisk(name: string, files: Files): Promise<string> {
  const root = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

async function ours(files: Files): Promise<WorkspaceTree> {
  const tree = MemoryTree.of(files);
  return readWorkspaceTree(tree, sharedEcosystems()(tree));
}

function output(root: string, program: string, ...words: readonly string[]): string {
  const environment = { ...process.env, CI: "true", npm_config_update_notifier: "false" };
  const answer = spawnSync(program, words, {
    cwd: root,
    encoding: "utf8",
    timeout: PATIENCE_MS,
    env: environment,
  });
  if (answer.status !== 0) throw new Error(`${program} failed: ${answer.stderr}${answer.stdout}`);
  return answer.stdout;
}

/** Where patterns meet: several steps down, excluded, brought in again, in hidden folders, and without a name. */
const PATTERNS = ["apps/*", "libs/**", "!libs/old/**", "./tools/one/"];
const PLACES = [
  "apps/a",
  "apps/a/inner",
  "apps/.hidden",
  "libs",
  "libs/b",
  "libs/b/c",
  "libs/old/d",
  "tools/one",
  "tools/two",
  "other",
];
const MANIFESTS: Files = Object.fromEntries(
  PLACES.map((place) => [
    `${place}/package.json`,
    JSON.stringify({ name: `at-${place.replace(/\W/g, "-")}`, version: "1.0.0" }),
  ]),
);

describe("npm", () => {
  it(
    "has the same members",
    async () => {
      const files = {
        ...MANIFESTS,
        "package.json": JSON.stringify({ name: "root", version: "1.0.0", workspaces: PATTERNS }),
      };
      const root = await onDisk("npm", files);
      const told = Object.keys(
        JSON.parse(output(root, "npm", "pkg", "get", "name", "--workspaces")) as object,
      );
      const { packages } = await ours(files);
      const members = packages.filter(({ directory }) => directory !== "").map(({ name }) => name);
      expect(members.sort()).toEqual(told.sort());
    },
    PATIENCE_MS,
  );
});

describe.each(PNPMS)("%s", (_title, program) => {
  it(
    "has the same members",
    async () => {
      const files = {
        ...MANIFESTS,
        "package.json": '{"name":"root","version":"1.0.0"}',
        "pnpm-workspace.yaml": `packages:\n${PATTERNS.map((pattern) => `  - "${pattern}"\n`).join("")}`,
      };
      const root = await onDisk(program.replace(/\W/g, "-"), files);
      const words = ["list", "--recursive", "--depth", "-1", "--json"];
      const told = JSON.parse(
        program.endsWith(".cjs")
          ? output(root, process.execPath, join(TOOLS, program), ...words)
          : output(root, join(TOOLS, program), ...words),
      ) as readonly { readonly path: string }[];
      const { packages } = await ours(files);
      expect(packages.map(({ directory }) => directory).sort()).toEqual(
        told.map(({ path }) => relative(root, path)).sort(),
      );
    },
    PATIENCE_MS,
  );
});

describeIfThere("cargo", () => {
  interface Metadata {
    readonly packages: readonly {
      readonly name: string;
      readonly manifest_path: string;
      readonly dependencies: readonly { readonly name: string; readonly path?: string }[];
    }[];
  }
  const crate = (name: string, rest = "") =>
    `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${rest}`;
  const files = {
    "Cargo.toml": `${crate("app", "[dependencies]\ncore = { workspace = true }\n")}
[workspace]
members = ["crates/*", "more/one"]
exclude = ["crates/out", "crates/used"]
[workspace.dependencies]
core = { path = "crates/core" }
`,
    "crates/core/Cargo.toml": crate("core", '[dev-dependencies]\nused = { path = "../used" }\n'),
    "crates/ui/Cargo.toml": crate("ui", '[dependencies]\nshort = { package = "core", path = "../core" }\n'),
    "crates/out/Cargo.toml": crate("out"),
    "crates/used/Cargo.toml": crate("used"),
    "crates/ui/nested/Cargo.toml": crate("nested"),
    "more/one/Cargo.toml": crate(
      "one",
      `[target.'cfg(windows)'.build-dependencies]\nui = { path = "../../crates/ui" }\n`,
    ),
    "more/two/Cargo.toml": crate("two"),
  };

  it(
    "has the same members, each with the same dependencies on others",
    async () => {
      const sources = Object.keys(files).map((path) => [path.replace("Cargo.toml", "src/lib.rs"), ""]);
      const root = await onDisk("cargo", { ...files, ...(Object.fromEntries(sources) as Files) });
      const { packages: told } = JSON.parse(
        output(root, "cargo", "metadata", "--offline", "--no-deps", "--format-version", "1"),
      ) as Metadata;
      const { packages } = await ours(files);
      const byName = new Map(packages.map((one) => [one.name, one]));
      for (const { name, manifest_path, dependencies } of told) {
        const one = byName.get(name);
        expect(one?.manifest).toBe(relative(root, manifest_path));
        expect([...(one?.dependsOn ?? [])].sort()).toEqual(
          dependencies.map((dependency) => dependency.name).sort(),
        );
      }
      // What is excluded and yet depended on by path is no member for Cargo, and has tests to see for us.
      expect([...byName.keys()].sort()).toEqual([...told.map(({ name }) => name), "used"].sort());
    },
    PATIENCE_MS,
  );
});

describeIfThere("mvn", () => {
  const pom = (artifact: string, rest = "") =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>org.x</groupId><artifactId>${artifact}</artifactId><version>1</version><packaging>pom</packaging>${rest}</project>`;
  const uses = (artifact: string) =>
    `<dependencies><dependency><groupId>org.x</groupId><artifactId>${artifact}</artifactId><version>1</version><type>pom</type></dependency></dependencies>`;
  const files = {
    "pom.xml": pom(
      "root",
      "<modules><module>core</module><module>group</module><module>docs</module></modules>",
    ),
    "core/pom.xml": pom("core"),
    "docs/pom.xml": pom("docs"),
    "group/pom.xml": pom(
      "group",
      "<modules><module>ui</module><module>../web/pom-web.xml</module></modules>",
    ),
    "group/ui/pom.xml": pom("ui", uses("core")),
    "web/pom-web.xml": pom("web", uses("ui")),
    "stray/pom.xml": pom("stray", uses("core")),
  };

  it(
    "names the same modules as depending on one",
    async () => {
      const root = await onDisk("mvn", files);
      const told = output(root, "mvn", "-o", "-B", "-amd", "-pl", "org.x:core", "validate");
      const built = [...told.matchAll(/Building (\S+) 1\b/g)].map(([, artifact = ""]) => `org.x:${artifact}`);
      const { graph } = await ours(files);
      expect([...graph.keys()].sort()).toEqual(
        ["core", "docs", "group", "root", "ui", "web"].map((one) => `org.x:${one}`),
      );
      const dependents = new Set(["org.x:core"]);
      for (const on of dependents)
        for (const [target, edges] of graph) if (edges.has(on)) dependents.add(target);
      expect([...dependents].sort()).toEqual(built.sort());
    },
    PATIENCE_MS,
  );
});
