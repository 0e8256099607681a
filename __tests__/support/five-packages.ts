/**
 * A repository of five packages, and pull requests that each change it in another way. `core` is used by `ui` and
 * `api`, and those by `web`; `docs` stands alone. The target branch has moved on since the pull requests began.
 */
import { type CommitPlan, type FileChange, GitRepository } from "./git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

export interface Layout {
  readonly lockFile: "package-lock.json" | "pnpm-lock.yaml";
  /** Of the root's manifest; null for none. */
  readonly packageManager: string | null;
  /** How a package of the workspace is asked for. */
  readonly range: string;
  /** What `turbo.json` calls its tasks: an older version knows the older word only. */
  readonly turboKey?: "tasks" | "pipeline";
}

const USES = { core: [], ui: ["core"], api: ["core"], web: ["ui", "api"], docs: [] } as const;
const NAMES = Object.keys(USES);
const EVERYTHING = "ALL";
export const PULL_REQUESTS = {
  "core edit": ["core", "ui", "api", "web"],
  "ui edit": ["ui", "web"],
  "root file": EVERYTHING,
  "file moved from core to docs": NAMES,
  "file in docs with a name beyond ASCII": ["docs"],
  "docs deleted": ["docs"],
  "docs begins to use core": ["docs", "core"],
  "workflow file": EVERYTHING,
  "lock file": EVERYTHING,
} as const satisfies Readonly<Record<string, readonly string[] | typeof EVERYTHING>>;

export type PullRequestName = keyof typeof PULL_REQUESTS;

export interface FivePackages {
  readonly repository: GitRepository;
  /** The merge commit, whose first parent is the target branch. */
  readonly merges: ReadonlyMap<PullRequestName, string>;
}

export async function fivePackages(layout: Layout): Promise<FivePackages> {
  const repository = await GitRepository.create();
  const changes = pullRequests(layout);
  const base = { ...rootFiles(layout), ...packageFiles(layout) };
  const onTarget: CommitPlan[] = [
    { files: base },
    { parents: [0], files: { "packages/api/src/index.js": "the api moves on\n" } },
    { parents: [1], files: { "packages/api/src/more.js": "and on\n" }, refs: ["refs/heads/main"] },
  ];
  const names: PullRequestName[] = [];
  const plans: CommitPlan[] = [...onTarget];
  for (const [name, files] of changes) {
    const head = plans.length;
    plans.push({ parents: [0], files });
    plans.push({ parents: [2, head], files, refs: [`refs/heads/merge-${head}`] });
    names.push(name);
  }
  const commits = await repository.commits(plans);
  const merges = names.map((name, index): [PullRequestName, string] => [
    name,
    commits[onTarget.length + index * 2 + 1] ?? "",
  ]);
  return { repository, merges: new Map(merges) };
}

function pullRequests(layout: Layout): ReadonlyMap<PullRequestName, Files> {
  return new Map<PullRequestName, Files>([
    ["core edit", { "packages/core/src/index.js": "core, edited\n" }],
    ["ui edit", { "packages/ui/src/index.js": "ui, edited\n" }],
    ["root file", { "tool.cfg": "strict = true\n" }],
    [
      "file moved from core to docs",
      { "packages/core/src/guide.js": null, "packages/docs/src/guide.js": "a guide\n" },
    ],
    ["file in docs with a name beyond ASCII", { "packages/docs/src/café.js": "coffee\n" }],
    ["docs deleted", { "packages/docs": null }],
    ["docs begins to use core", projectFiles("docs", ["core"], layout)],
    ["workflow file", { ".github/workflows/test.yml": "on: push\n" }],
    ["lock file", lockFile(layout, "\n")],
  ]);
}

function rootFiles(layout: Layout): Files {
  const { packageManager, turboKey = "tasks" } = layout;
  const manifest = { name: "five", version: "1.0.0", private: true, workspaces: ["packages/*"] };
  return {
    "package.json": json(packageManager === null ? manifest : { ...manifest, packageManager }),
    ...lockFile(layout, ""),
    ...(layout.lockFile === "pnpm-lock.yaml" && { "pnpm-workspace.yaml": "packages:\n  - packages/*\n" }),
    "nx.json": json({}),
    "turbo.json": json({ [turboKey]: { build: { dependsOn: ["^build"] } } }),
    "lerna.json": json({ version: "1.0.0", packages: ["packages/*"] }),
    ".moon/workspace.yml": "projects:\n  - packages/*\n",
    "rush.json": json({
      rushVersion: "5.179.0",
      pnpmVersion: "10.34.9",
      nodeSupportedVersionRange: ">=18",
      projectFolderMinDepth: 1,
      projectFolderMaxDepth: 3,
      projects: NAMES.map((name) => ({ packageName: name, projectFolder: `packages/${name}` })),
    }),
    "common/config/rush/.gitkeep": "",
    "extra/notes.txt": "of no package\n",
    ".gitignore": "node_modules/\n.nx/\n.turbo/\n.moon/cache/\ncommon/temp/\n",
  };
}

function packageFiles(layout: Layout): Files {
  const manifests = Object.entries(USES).flatMap(([name, uses]) =>
    Object.entries(projectFiles(name, uses, layout)),
  );
  return {
    ...Object.fromEntries(manifests),
    ...Object.fromEntries(NAMES.map((name) => [`packages/${name}/src/index.js`, `${name}\n`])),
    "packages/core/src/guide.js": "a guide\n",
  };
}

function projectFiles(name: string, uses: readonly string[], { range }: Layout): Files {
  const dependencies = Object.fromEntries(uses.map((used) => [used, range]));
  const scripts = { build: "true" };
  return {
    [`packages/${name}/package.json`]: json({ name, version: "1.0.0", private: true, scripts, dependencies }),
    [`packages/${name}/moon.yml`]: `dependsOn: ${JSON.stringify(uses)}\n`,
  };
}

/** As far as anybody here reads it. */
function lockFile({ lockFile: name, range }: Layout, end: string): Files {
  return { [name]: (name === "pnpm-lock.yaml" ? pnpmLock(range) : npmLock()) + end };
}

function pnpmLock(range: string): string {
  const importers = Object.entries(USES).map(([name, uses]) => {
    const dependencies = uses.map(
      (used) => `      ${used}:\n        specifier: ${range}\n        version: link:../${used}\n`,
    );
    const used = dependencies.length === 0 ? " {}\n" : `\n    dependencies:\n${dependencies.join("")}`;
    return `  packages/${name}:${used}`;
  });
  return `lockfileVersion: '9.0'\n\nimporters:\n  .: {}\n${importers.join("")}`;
}

function npmLock(): string {
  const members = Object.entries(USES).flatMap(([name, uses]) => [
    [`node_modules/${name}`, json({ resolved: `packages/${name}`, link: true })],
    [
      `packages/${name}`,
      json({ name, version: "1.0.0", dependencies: Object.fromEntries(uses.map((used) => [used, "1.0.0"])) }),
    ],
  ]);
  const root = json({ name: "five", version: "1.0.0", workspaces: ["packages/*"] });
  const packages = [["", root], ...members].map(([path, value]) => `${JSON.stringify(path)}: ${value}`);
  const head = '"name": "five", "version": "1.0.0", "lockfileVersion": 3, "requires": true';
  return `{${head}, "packages": {${packages.join(",")}}}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
