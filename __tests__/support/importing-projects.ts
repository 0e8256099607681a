/**
 * An Nx workspace whose projects use each other by imports alone: no manifest names another project. `ui` uses `core`
 * from one file and `util` from two, `api` uses `util` from one, and `docs` uses nothing.
 */
import { type FileChange, GitRepository } from "./git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

const NAMES = ["core", "util", "ui", "api", "docs", "kit"];
const BASE: Files = {
  "package.json": json({ name: "shop", version: "1.0.0", private: true, workspaces: ["libs/*"] }),
  "package-lock.json": json({ name: "shop", lockfileVersion: 3, packages: {} }),
  // Both names, for versions before and after 16.
  "nx.json": json({
    pluginsConfig: { "@nx/js": { analyzeSourceFiles: true }, "@nrwl/js": { analyzeSourceFiles: true } },
  }),
  "tsconfig.base.json": json({
    compilerOptions: {
      baseUrl: ".",
      paths: {
        "@shop/core": ["libs/core/src/index.ts"],
        "@shop/util": ["libs/util/src/index.ts"],
        "@shop/kit/*": ["libs/kit/src/*"],
      },
    },
  }),
  ".gitignore": "node_modules/\n.nx/\n",
  ...Object.fromEntries(
    NAMES.map((name) => [`libs/${name}/package.json`, json({ name: `@shop/${name}`, version: "1.0.0" })]),
  ),
  ...Object.fromEntries(
    NAMES.map((name) => [`libs/${name}/project.json`, json({ name, sourceRoot: `libs/${name}/src` })]),
  ),
  ...Object.fromEntries(NAMES.map((name) => [`libs/${name}/src/index.ts`, `export const ${name} = 1;\n`])),
  "libs/ui/src/button.ts":
    'import {\n  core,\n} from "@shop/core";\nimport { util } from "@shop/util";\n\nexport const button = core + util;\n',
  "libs/ui/src/list.ts": "import type { util } from '@shop/util';\n\nexport type List = typeof util;\n",
  "libs/api/src/server.ts": 'import { util } from "../../util/src/index";\n\nexport const server = util;\n',
};

/** By what the pull request does: what it changes, and what has to be in its list, or must not be. */
export const IMPORT_CHANGES = {
  "the first import of another project": {
    files: { "libs/docs/src/index.ts": 'import { core } from "@shop/core";\nexport const docs = core;\n' },
    list: ["core", "docs"],
  },
  "the first import in a new file, by a path": {
    files: { "libs/docs/src/new.ts": 'export { core } from "../../core/src";\n' },
    list: ["core", "docs"],
  },
  "the first import by a pattern of tsconfig": {
    files: { "libs/docs/src/index.ts": 'import { kit } from "@shop/kit/index";\nexport const docs = kit;\n' },
    list: ["docs", "kit"],
  },
  "the first dynamic import": {
    files: { "libs/docs/src/index.ts": 'export const docs = () => import("@shop/core");\n' },
    list: ["core", "docs"],
  },
  "an import that was a comment": {
    files: { "libs/docs/src/index.ts": 'import { core } from "@shop/core";\nexport const docs = core;\n' },
    before: {
      "libs/docs/src/index.ts": '/*\nimport { core } from "@shop/core";\n*/\nexport const docs = 1;\n',
    },
    list: ["core", "docs"],
  },
  "an edit of the only file that imports another project": {
    files: {
      "libs/ui/src/button.ts":
        'import {\n  core,\n} from "@shop/core";\nimport { util } from "@shop/util";\n\nexport const button = core - util;\n',
    },
    list: ["ui"],
  },
  "an edit of the only file that imports another project by a path": {
    files: {
      "libs/api/src/server.ts":
        'import { util } from "../../util/src/index";\n\nexport const server = -util;\n',
    },
    list: ["api"],
  },
  "one more import of a project that is imported elsewhere": {
    files: { "libs/ui/src/index.ts": 'import { util } from "@shop/util";\nexport const ui = util;\n' },
    list: ["ui"],
  },
  "the removal of an import": {
    files: { "libs/ui/src/button.ts": "export const button = 1;\n" },
    list: ["ui"],
  },
  "an edit of what others import": {
    files: { "libs/core/src/index.ts": "export const core = 2;\n" },
    list: ["core", "ui"],
  },
} as const satisfies Readonly<Record<string, { files: Files; before?: Files; list: readonly string[] }>>;

export type ImportChange = keyof typeof IMPORT_CHANGES;

export interface ImportingProjects {
  readonly repository: GitRepository;
  /** The merge commit, whose first parent is the target branch. */
  readonly merges: ReadonlyMap<ImportChange, string>;
}

export async function importingProjects(): Promise<ImportingProjects> {
  const repository = await GitRepository.create();
  const merges = new Map<ImportChange, string>();
  for (const [index, [name, change]] of Object.entries(IMPORT_CHANGES).entries()) {
    const { files } = change;
    const before = "before" in change ? change.before : {};
    const commits = await repository.commits([
      { files: { ...BASE, ...before } },
      { parents: [0], files },
      { parents: [0, 1], files, refs: [`refs/heads/merge-${index}`] },
    ]);
    merges.set(name as ImportChange, commits[2] ?? "");
  }
  return { repository, merges };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
