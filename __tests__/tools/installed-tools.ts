/** The real tools, in the versions of `tools/package-lock.json`, put into a checkout as `npm ci` there would put them. */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { lerna } from "../../src/targets/sources/lerna.js";
import { moon } from "../../src/targets/sources/moon.js";
import { nx } from "../../src/targets/sources/nx.js";
import { pnpm } from "../../src/targets/sources/pnpm.js";
import { rush } from "../../src/targets/sources/rush.js";
import { turbo } from "../../src/targets/sources/turbo.js";
import type { ToolSource } from "../../src/targets/tools/tool-source.js";
import type { Layout } from "../support/five-packages.js";
import { ROOT } from "../support/source-files.js";

const PACKAGES = join(ROOT, "tools", "node_modules");
const NPM: Layout = { lockFile: "package-lock.json", packageManager: "npm@11.0.0", range: "1.0.0" };
const PLAIN: Layout = { lockFile: "package-lock.json", packageManager: null, range: "1.0.0" };
const PNPM: Layout = { lockFile: "pnpm-lock.yaml", packageManager: null, range: "workspace:*" };

export interface InstalledTool {
  readonly title: string;
  readonly source: ToolSource;
  readonly layout: Layout;
  /** From the packages of `tools`. */
  readonly program: string;
  /** The package that the program wants to find beside it in the checkout; null where it needs none. */
  readonly beside: string | null;
  /** It is there for a command of its own, or another form of output; the newest version is asked about more. */
  readonly isOlder: boolean;
}

function tool(title: string, source: ToolSource, layout: Layout, program: string): InstalledTool {
  return { title, source, layout, program, beside: null, isOlder: false };
}

function older(title: string, source: ToolSource, layout: Layout, program: string): InstalledTool {
  return { ...tool(title, source, layout, program), isOlder: true };
}

export const INSTALLED_TOOLS: readonly InstalledTool[] = [
  { ...tool("nx 24", nx, PLAIN, "nx/dist/bin/nx.js"), beside: "nx" },
  { ...older("nx 17", nx, PLAIN, "nx/bin/nx.js"), beside: "nx-17" },
  { ...older("nx 16", nx, PLAIN, "nx/bin/nx.js"), beside: "nx-16" },
  { ...older("nx 15", nx, PLAIN, "nx/bin/nx.js"), beside: "nx-15" },
  tool("turbo 2.11", turbo, NPM, "turbo/bin/turbo"),
  older("turbo 2.7", turbo, NPM, "turbo-2.7/bin/turbo"),
  older("turbo 1.13", turbo, { ...NPM, turboKey: "pipeline" }, "turbo-1/bin/turbo"),
  tool("pnpm 12", pnpm, PNPM, "pnpm/pnpm"),
  older("pnpm 11", pnpm, PNPM, "pnpm-11/bin/pnpm.mjs"),
  older("pnpm 10", pnpm, PNPM, "pnpm-10/bin/pnpm.cjs"),
  older("pnpm 9", pnpm, PNPM, "pnpm-9/bin/pnpm.cjs"),
  older("pnpm 8", pnpm, PNPM, "pnpm-8/bin/pnpm.cjs"),
  tool("moon 2", moon, PLAIN, "@moonrepo/cli/moon.js"),
  older("moon 1", moon, PLAIN, "moon-1/moon.js"),
  tool("rush 5", rush, PNPM, "@microsoft/rush/bin/rush"),
  tool("lerna 9", lerna, PLAIN, "lerna/dist/cli.js"),
];

/** Throws when the tools are not installed: a test that tests nothing must not pass. */
export async function putInto(checkout: string, { program, beside, source }: InstalledTool): Promise<void> {
  if (!existsSync(PACKAGES)) throw new Error("the tools are not installed: npm run test:tools installs them");
  const modules = join(checkout, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  if (beside === null) {
    await symlink(join(PACKAGES, program), join(modules, ".bin", source.name));
    return;
  }
  // It wants to be a package of the checkout itself, and finds what it uses as its neighbours.
  await cp(join(PACKAGES, beside), join(modules, source.name), { recursive: true, verbatimSymlinks: true });
  for (const name of await readdir(PACKAGES)) {
    if (!name.startsWith(".") && name !== source.name)
      await symlink(join(PACKAGES, name), join(modules, name));
  }
  await symlink(join("..", program), join(modules, ".bin", source.name));
}
