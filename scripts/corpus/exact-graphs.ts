/**
 * The members of a workspace and their dependencies on each other, as the ecosystem's own tool reports them for a
 * checkout. Nothing is installed in the checkout, and no registry is asked.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { askGo } from "./exact-go-graph.js";
import { askMaven } from "./exact-maven-graph.js";
import { askNpm, askPnpm, askYarn } from "./exact-node-graphs.js";

export interface ExactMember {
  /** The target's name. */
  readonly name: string;
  readonly directory: string;
  /** Names of members. */
  readonly dependsOn: readonly string[];
  /** At the repository's root: the files that belong to it. Without the function, none does. */
  readonly ownsAtRoot?: (path: string) => boolean;
}

export type ExactGraph = readonly ExactMember[];

export interface ExactTool {
  readonly program: string;
  /** Files whose content decides the answer: with the same ones, the graph is the same. */
  readonly reads: RegExp;
  /** Whether the checkout has a root of this ecosystem. */
  applies(folder: string): boolean;
  /** Null when the tool does not answer. */
  ask(folder: string, run: RunTool): ExactGraph | null;
}

/** The output of a program in the checkout; null when it fails. */
export type RunTool = (program: string, words: readonly string[]) => string | null;

const LONGEST_ANSWER = 512 * 1024 * 1024;

export const EXACT_TOOLS: readonly ExactTool[] = [
  { program: "cargo", reads: /(?:^|\/)Cargo\.toml$/, applies: has("Cargo.toml"), ask: askCargo },
  { program: "npm", reads: /(?:^|\/)package(?:-lock)?\.json$/, applies: hasNpmLock, ask: askNpm },
  {
    program: "pnpm",
    reads: /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|pnpm-lock\.yaml)$/,
    applies: has("pnpm-workspace.yaml"),
    ask: askPnpm,
  },
  {
    program: "yarn",
    reads: /(?:^|\/)package\.json$|^(?:yarn\.lock|\.yarnrc\.yml)$/,
    applies: (folder) => existsSync(join(folder, "yarn.lock")) && hasWorkspaces(folder),
    ask: askYarn,
  },
  {
    program: "go",
    reads: /(?:^|\/)go\.(?:mod|work)$/,
    applies: (folder) => ["go.mod", "go.work"].some((name) => existsSync(join(folder, name))),
    ask: askGo,
  },
  { program: "mvn", reads: /(?:^|\/)pom[^/]*\.xml$/, applies: has("pom.xml"), ask: askMaven },
];

/** The programs that npm can provide, with the versions that answer from lock files alone. */
const FROM_NPM = ["pnpm@10", "@yarnpkg/cli-dist@4"];

/** The programs for exact graphs: those on the path, and optionally those from npm in a temporary folder. */
export class ToolBox {
  readonly #folder = mkdtempSync(join(tmpdir(), "merge-queue-exact-tools-"));
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ fromNpm }: { readonly fromNpm: boolean }) {
    if (fromNpm) {
      const words = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
      const { status } = spawnSync("npm", [...words, this.#folder, ...FROM_NPM], { stdio: "ignore" });
      if (status !== 0) throw new Error(`npm did not install ${FROM_NPM.join(" and ")}`);
    }
    this.#environment = {
      ...process.env,
      PATH: [join(this.#folder, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter),
      npm_config_update_notifier: "false",
      npm_config_offline: "true",
      npm_config_manage_package_manager_versions: "false",
      YARN_IGNORE_PATH: "1",
      YARN_ENABLE_TELEMETRY: "0",
      YARN_ENABLE_NETWORK: "0",
      COREPACK_ENABLE_NETWORK: "0",
      GOFLAGS: "-mod=mod",
      GOTOOLCHAIN: "local",
      // A toolchain that the checkout names would be downloaded.
      ...(process.env["RUSTUP_TOOLCHAIN"] === undefined ? defaultRust() : {}),
    };
  }

  has(program: string): boolean {
    return this.#start(program, [program === "go" ? "version" : "--version"], this.#folder).status === 0;
  }

  /** The output; null when the program fails. */
  run(folder: string): RunTool {
    return (program, words) => {
      const { status, stdout } = this.#start(program, words, folder);
      return status === 0 ? stdout : null;
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(program: string, words: readonly string[], cwd: string) {
    const env = this.#environment;
    return spawnSync(program, words, { cwd, env, encoding: "utf8", maxBuffer: LONGEST_ANSWER });
  }
}

function defaultRust(): NodeJS.ProcessEnv {
  const { status, stdout } = spawnSync("rustup", ["default"], { encoding: "utf8" });
  const [name = ""] = status === 0 ? stdout.split(/\s/) : [];
  return name === "" ? {} : { RUSTUP_TOOLCHAIN: name };
}

interface CargoMetadata {
  readonly packages: readonly {
    readonly name: string;
    readonly manifest_path: string;
    readonly dependencies: readonly { readonly name: string; readonly path?: string }[];
  }[];
}

function askCargo(folder: string, run: RunTool): ExactGraph | null {
  const text = run("cargo", ["metadata", "--offline", "--no-deps", "--format-version", "1"]);
  if (text === null) return null;
  const { packages } = JSON.parse(text) as CargoMetadata;
  const members = new Set(packages.map(({ name }) => name));
  const patched = patchedByPath(readFileSync(join(folder, "Cargo.toml"), "utf8"));
  return packages.map(({ name, manifest_path, dependencies }) => ({
    name,
    directory: relative(folder, manifest_path.replace(/\/?Cargo\.toml$/, "")),
    dependsOn: dependencies.flatMap((one) =>
      (one.path !== undefined || patched.has(one.name)) && members.has(one.name) && one.name !== name
        ? [one.name]
        : [],
    ),
  }));
}

/** Cargo reports a patched dependency as one from the registry, unless it may resolve all of them. */
function patchedByPath(manifest: string): ReadonlySet<string> {
  const tables = manifest.split(/^\[/m).filter((table) => table.startsWith("patch."));
  return new Set(
    tables.flatMap((table) =>
      [...table.matchAll(/^([\w-]+)\s*=\s*\{[^}]*\bpath\s*=/gm)].map(([, name = ""]) => name),
    ),
  );
}

function has(name: string): (folder: string) => boolean {
  return (folder) => existsSync(join(folder, name));
}

function hasWorkspaces(folder: string): boolean {
  const manifest = join(folder, "package.json");
  return existsSync(manifest) && readFileSync(manifest, "utf8").includes('"workspaces"');
}

function hasNpmLock(folder: string): boolean {
  return existsSync(join(folder, "package-lock.json")) && hasWorkspaces(folder);
}
