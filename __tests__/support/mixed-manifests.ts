/**
 * Manifests of several ecosystems, written from a few words that stand in their first line, too: whoever judges reads
 * those words, and what is judged reads the manifests.
 */

export interface NodeSpec {
  readonly name?: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Letters stand for features. */
export interface CrateSpec {
  /** By the number of the crate; a small `d` among the features is the default one. */
  readonly uses: Readonly<Record<string, string>>;
  /** What the features x and y of its own switch on: a number and a feature, or nothing. */
  readonly x: string;
  readonly y: string;
  /** Features of a crate from elsewhere; null where it does not use it. */
  readonly elsewhere: string | null;
}

export interface ModuleSpec {
  /** Numbers of modules. */
  readonly uses: readonly number[];
  /** Minor version of a module from elsewhere; null where it does not use it. */
  readonly elsewhere: number | null;
  readonly usesReplaced: boolean;
  readonly replaces: boolean;
}

/** By path, from the root of the repository. */
export interface LooseCrateSpec {
  readonly paths: readonly string[];
}

export function nodeText(spec: NodeSpec): string {
  return JSON.stringify(spec);
}

export function crateText(number: number, spec: CrateSpec): string {
  const uses = Object.entries(spec.uses).map(([other, features]) => {
    const refuses = features.includes("d") ? "" : ", default-features = false";
    return `c${other} = { package = "n${other}", path = "../c${other}", features = ${listOf(features.replace("d", ""))}${refuses} }`;
  });
  const elsewhere =
    spec.elsewhere === null ? [] : [`serde = { version = "1", features = ${listOf(spec.elsewhere)} }`];
  return [
    `# ${JSON.stringify(spec)}`,
    // As packages of npm.
    `[package]\nname = "n${number}"`,
    `[features]\nx = ${switched(spec.x)}\ny = ${switched(spec.y)}`,
    `[dependencies]\n${[...uses, ...elsewhere].join("\n")}\n`,
  ].join("\n");
}

export function looseCrateText(directory: string, spec: LooseCrateSpec): string {
  const up = directory
    .split("/")
    .map(() => "..")
    .join("/");
  const paths = spec.paths.map((path, index) => `p${index} = { path = "${up}/${path}" }`);
  return `# ${JSON.stringify(spec)}\n[package]\nname = "loose"\n[dependencies]\n${paths.join("\n")}\n`;
}

export function moduleText(number: number, spec: ModuleSpec): string {
  return [
    `// ${JSON.stringify(spec)}`,
    `module ex/m${number}`,
    "go 1.22",
    ...spec.uses.map((other) => `require ex/m${other} v1.0.0`),
    ...(spec.elsewhere === null ? [] : [`require ext.io/x v1.${spec.elsewhere}.0`]),
    ...(spec.usesReplaced ? ["require ext.io/replaced v1.0.0"] : []),
    ...(spec.replaces ? ["replace ext.io/replaced => ../m2/testdata/t"] : []),
    "",
  ].join("\n");
}

export function crateIn(text: string): CrateSpec {
  return firstLine(text) as CrateSpec;
}

export function looseCrateIn(text: string): LooseCrateSpec {
  return firstLine(text) as LooseCrateSpec;
}

export function moduleIn(text: string): ModuleSpec {
  return firstLine(text) as ModuleSpec;
}

function firstLine(text: string): unknown {
  return JSON.parse((text.split("\n")[0] ?? "").replace(/^(?:#|\/\/) /, ""));
}

function listOf(features: string): string {
  return JSON.stringify(Array.from(features));
}

function switched(text: string): string {
  return text === "" ? "[]" : JSON.stringify([`c${text[0] ?? ""}/${text.slice(1)}`]);
}
