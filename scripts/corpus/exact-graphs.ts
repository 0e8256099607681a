/**
 * The members of a workspace and their dependencies on each other, as the ecosystem's own tool reports them for a
 * checkout. Nothing is installed, and no registry is asked.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface ExactMember {
  /** The target's name. */
  readonly name: string;
  readonly directory: string;
  readonly dependsOn: readonly string[];
}

export interface ExactTool {
  readonly program: string;
  /** Whether the checkout has a root of this ecosystem. */
  applies(folder: string): boolean;
  /** Null when the tool does not answer. */
  ask(folder: string): readonly ExactMember[] | null;
}

const LONGEST_ANSWER = 256 * 1024 * 1024;

export const EXACT_TOOLS: readonly ExactTool[] = [
  { program: "cargo", applies: (folder) => existsSync(join(folder, "Cargo.toml")), ask: askCargo },
  { program: "npm", applies: hasNpmLock, ask: askNpm },
  // Not asked yet; they are listed so that the report names what it does not verify.
  { program: "go", applies: hasGo, ask: () => null },
  { program: "mvn", applies: (folder) => existsSync(join(folder, "pom.xml")), ask: () => null },
  { program: "pnpm", applies: (folder) => existsSync(join(folder, "pnpm-workspace.yaml")), ask: () => null },
  { program: "yarn", applies: (folder) => existsSync(join(folder, "yarn.lock")), ask: () => null },
];

export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

interface CargoMetadata {
  readonly packages: readonly {
    readonly name: string;
    readonly manifest_path: string;
    readonly dependencies: readonly { readonly name: string; readonly path?: string }[];
  }[];
}

function askCargo(folder: string): readonly ExactMember[] | null {
  const text = output(folder, "cargo", ["metadata", "--offline", "--no-deps", "--format-version", "1"]);
  if (text === null) return null;
  const { packages } = JSON.parse(text) as CargoMetadata;
  const members = new Set(packages.map(({ name }) => name));
  return packages.map(({ name, manifest_path, dependencies }) => ({
    name,
    directory: relative(folder, manifest_path.replace(/\/?Cargo\.toml$/, "")),
    dependsOn: dependencies.flatMap((one) =>
      one.path !== undefined && members.has(one.name) && one.name !== name ? [one.name] : [],
    ),
  }));
}

function hasGo(folder: string): boolean {
  return ["go.mod", "go.work"].some((name) => existsSync(join(folder, name)));
}

function hasNpmLock(folder: string): boolean {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest) || !existsSync(join(folder, "package-lock.json"))) return false;
  return readFileSync(manifest, "utf8").includes('"workspaces"');
}

interface NpmWorkspace {
  readonly name: string;
  readonly location: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function askNpm(folder: string): readonly ExactMember[] | null {
  const text = output(folder, "npm", ["query", ".workspace", "--package-lock-only"]);
  if (text === null) return null;
  const workspaces = JSON.parse(text) as readonly NpmWorkspace[];
  const members = new Set(workspaces.map(({ name }) => name));
  return workspaces.map(({ name, location, dependencies, devDependencies }) => ({
    name,
    directory: location,
    dependsOn: Object.keys({ ...dependencies, ...devDependencies }).filter((one) => members.has(one)),
  }));
}

function output(folder: string, program: string, words: readonly string[]): string | null {
  const environment = { ...process.env, npm_config_update_notifier: "false", npm_config_offline: "true" };
  const { status, stdout } = spawnSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env: environment,
    maxBuffer: LONGEST_ANSWER,
  });
  return status === 0 ? stdout : null;
}
