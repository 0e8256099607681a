/** Members that an override puts in the place of a package from a registry: who uses them through other packages. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

const members = {
  "packages/vite/package.json": '{"name":"vite"}',
  "packages/app/package.json": '{"name":"app","dependencies":{"plugin":"1"}}',
  "packages/lib/package.json": '{"name":"lib","dependencies":{"ms":"1"}}',
};
const edit = { "packages/vite/index.js": "new" };

const pnpm = {
  ...members,
  "package.json": '{"name":"fx"}',
  "pnpm-workspace.yaml": 'packages: ["packages/*"]\noverrides: { vite: "workspace:*" }\n',
  "pnpm-lock.yaml": `lockfileVersion: '9.0'
importers:
  .: {}
  packages/app: { dependencies: { plugin: { specifier: '1', version: 1.0.0 } } }
  packages/lib: { dependencies: { ms: { specifier: '1', version: 1.0.0 } } }
  packages/vite: {}
packages:
  plugin@1.0.0: { resolution: { integrity: x } }
  ms@1.0.0: { resolution: { integrity: x } }
snapshots:
  plugin@1.0.0: { dependencies: { vite: 'link:packages/vite' } }
  ms@1.0.0: {}
`,
};

const yarn = {
  ...members,
  "package.json": '{"name":"fx","workspaces":["packages/*"],"resolutions":{"vite":"workspace:*"}}',
  "yarn.lock": `__metadata:
  version: 8

"fx@workspace:.":
  version: 0.0.0-use.local
  resolution: "fx@workspace:."

"app@workspace:packages/app":
  version: 0.0.0-use.local
  resolution: "app@workspace:packages/app"
  dependencies:
    plugin: "npm:1"

"lib@workspace:packages/lib":
  version: 0.0.0-use.local
  resolution: "lib@workspace:packages/lib"
  dependencies:
    ms: "npm:1"

"ms@npm:1":
  version: 1.0.0
  resolution: "ms@npm:1.0.0"

"plugin@npm:1":
  version: 1.0.0
  resolution: "plugin@npm:1.0.0"
  dependencies:
    vite: "npm:^8.0.0"

"vite@workspace:*, vite@workspace:packages/vite":
  version: 0.0.0-use.local
  resolution: "vite@workspace:packages/vite"
`,
};

describe.each([
  ["pnpm", pnpm, "pnpm-lock.yaml"],
  ["yarn", yarn, "yarn.lock"],
] as const)("an override of %s with workspace:", (_tool, files, lock) => {
  it("counts for the packages that reach the member in the lock file", async () => {
    expect(await impact(files, edit)).toEqual(["app", "vite"]);
  });

  it("counts for all packages without a lock file, or with one that cannot be read", async () => {
    const unlocked = Object.fromEntries(Object.entries(files).filter(([path]) => path !== lock));
    for (const from of [unlocked, { ...files, [lock]: "{" }]) {
      expect(await impact(from, edit)).toEqual(["app", "fx", "lib", "vite"]);
    }
  });

  it("counts for a package that the lock file does not list", async () => {
    const more = { ...files, "packages/new/package.json": '{"name":"new"}' };
    expect(await impact(more, edit)).toEqual(["app", "new", "vite"]);
  });
});
