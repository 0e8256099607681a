/** Writes lock files as npm, pnpm, yarn and Cargo do, from what each package gets in plain words. */

export interface LockedManifest {
  readonly name: string;
  /** Members by their range, packages from outside by `^1.0.0`. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface LockedNode {
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  /** Packages from outside only. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface LockSpec {
  /** By directory; the root is empty. */
  readonly importers: ReadonlyMap<string, LockedManifest>;
  /** By `nodeKey`: a request for a major version gets the node of that key. */
  readonly nodes: ReadonlyMap<string, LockedNode>;
}

export interface LockWriter {
  readonly path: string;
  /** More files at the root. */
  readonly settings: Readonly<Record<string, string>>;
  /** How a member requests another one. */
  readonly memberRange: string;
  /** Absent: of npm, with a package at the root, whose tools all packages use. */
  readonly manifests?: {
    readonly fileName: string;
    readonly root: string;
    text(manifest: LockedManifest): string;
  };
  /** The target for the resolution of names, if the lock file does not name it. */
  readonly resolution?: string;
  /** What a package is built with depends on all that request it. */
  readonly unitesRequests?: true;
  text(spec: LockSpec): string;
}

export function nodeKey(name: string, major: number): string {
  return `${name}@${major}`;
}

function nodeFor(name: string, range: string, { nodes }: LockSpec): LockedNode | null {
  return nodes.get(nodeKey(name, Number(/^\^(\d)/.exec(range)?.[1]))) ?? null;
}

const versionOf = ({ major, minor }: LockedNode) => `${major}.${minor}.0`;
const placeOf = (directory: string, name: string) =>
  `${directory === "" ? "" : `${directory}/`}node_modules/${name}`;

function tableOf<Value>(
  entries: readonly (readonly [string, Value])[],
  describe: (value: Value) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(entries.map(([key, value]) => [key, describe(value)]));
}

/** The first major version is at the root; another one is inside what requests it, as Node looks packages up. */
function npmPlaces(spec: LockSpec): ReadonlyMap<string, LockedNode> {
  const places = new Map<string, LockedNode>();
  const lookUp = (from: string, name: string): LockedNode | undefined => {
    const around = from.split("/").map((_, index, parts) => parts.slice(0, parts.length - index).join("/"));
    for (const one of [...around, ""]) {
      const found = one.endsWith("node_modules") ? undefined : places.get(placeOf(one, name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const waiting: (readonly [string, LockedManifest["dependencies"]])[] = [];
  const install = (from: string, dependencies: LockedManifest["dependencies"]) => {
    for (const [name, range] of Object.entries(dependencies)) {
      const node = nodeFor(name, range, spec);
      if (node === null || lookUp(from, name) === node) continue;
      const isFree = node.major === 1 && !places.has(placeOf("", name)) && lookUp(from, name) === undefined;
      const place = placeOf(isFree ? "" : from, name);
      places.set(place, node);
      waiting.push([place, node.dependencies]);
    }
  };
  // Of the root first: what is there must not hide what a member gets.
  for (const [directory, { dependencies }] of spec.importers) install(directory, dependencies);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) install(...next);
  return places;
}

const packageLock: LockWriter = {
  path: "package-lock.json",
  settings: {},
  memberRange: "*",
  text: (spec) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: {
        ...tableOf([...spec.importers], ({ name, dependencies }) => ({ name, dependencies })),
        ...Object.fromEntries(
          [...spec.importers]
            .filter(([directory]) => directory !== "")
            .map(
              ([directory, { name }]) => [placeOf("", name), { resolved: directory, link: true }] as const,
            ),
        ),
        ...tableOf([...npmPlaces(spec)], (node) => ({
          version: versionOf(node),
          dependencies: node.dependencies,
        })),
      },
    }),
};

const pnpmLock: LockWriter = {
  path: "pnpm-lock.yaml",
  settings: { "pnpm-workspace.yaml": 'packages: ["packages/*"]\n' },
  memberRange: "workspace:*",
  text: (spec) => {
    const importers = [...spec.importers].map(([directory, { dependencies }]): [string, object] => [
      directory === "" ? "." : directory,
      {
        dependencies: Object.fromEntries(
          Object.entries(dependencies).map(([name, specifier]) => {
            const node = nodeFor(name, specifier, spec);
            const version =
              node === null ? `link:${directory === "" ? "packages" : ".."}/${name}` : versionOf(node);
            return [name, { specifier, version }];
          }),
        ),
      },
    ]);
    const nodes = [...spec.nodes.values()];
    const keyOf = (node: LockedNode) => `${node.name}@${versionOf(node)}`;
    return JSON.stringify({
      lockfileVersion: "9.0",
      importers: Object.fromEntries(importers),
      packages: Object.fromEntries(
        nodes.map((node) => [keyOf(node), { resolution: { integrity: keyOf(node) } }]),
      ),
      snapshots: Object.fromEntries(
        nodes.map((node) => [
          keyOf(node),
          {
            dependencies: Object.fromEntries(
              Object.entries(node.dependencies).flatMap(([name, range]) => {
                const found = nodeFor(name, range, spec);
                return found === null ? [] : [[name, versionOf(found)]];
              }),
            ),
          },
        ]),
      ),
    });
  },
};

/** The ranges that lead to each node, as they are requested anywhere. */
function rangesOf(node: LockedNode, { importers, nodes }: LockSpec): readonly string[] {
  const requested = [...importers.values(), ...nodes.values()].flatMap(
    ({ dependencies }) => dependencies[node.name] ?? [],
  );
  return [...new Set(requested.filter((range) => range.startsWith(`^${node.major}.`)))].sort();
}

const listed = (
  dependencies: LockedManifest["dependencies"],
  line: (name: string, range: string) => string,
) =>
  Object.keys(dependencies).length === 0
    ? []
    : ["  dependencies:", ...Object.entries(dependencies).map(([name, range]) => `    ${line(name, range)}`)];

const classicYarnLock: LockWriter = {
  path: "yarn.lock",
  settings: {},
  memberRange: "*",
  text: (spec) =>
    [
      "# yarn lockfile v1\n",
      ...[...spec.nodes.values()].map((node) =>
        [
          `${rangesOf(node, spec)
            .map((range) => `${node.name}@${range}`)
            .join(", ")}:`,
          `  version "${versionOf(node)}"`,
          ...listed(node.dependencies, (name, range) => `${name} "${range}"`),
          "",
        ].join("\n"),
      ),
    ].join("\n"),
};

const yarnLock: LockWriter = {
  path: "yarn.lock",
  settings: {},
  memberRange: "workspace:*",
  text: (spec) =>
    [
      "__metadata:\n  version: 8",
      ...[...spec.importers].map(([directory, { name, dependencies }]) => {
        const locator = `${name}@workspace:${directory === "" ? "." : directory}`;
        return [
          `"${locator}, ${name}@workspace:*":`,
          "  version: 0.0.0-use.local",
          `  resolution: "${locator}"`,
          ...listed(dependencies, (one, range) => `${one}: "${range.startsWith("^") ? "npm:" : ""}${range}"`),
          "  linkType: soft",
        ].join("\n");
      }),
      ...[...spec.nodes.values()].map((node) =>
        [
          `"${rangesOf(node, spec)
            .map((range) => `${node.name}@npm:${range}`)
            .join(", ")}":`,
          `  version: ${versionOf(node)}`,
          `  resolution: "${node.name}@npm:${versionOf(node)}"`,
          ...listed(node.dependencies, (name, range) => `${name}: "npm:${range}"`),
          "  linkType: hard",
        ].join("\n"),
      ),
      "",
    ].join("\n\n"),
};

const cargoDependency = (name: string, range: string) =>
  range.startsWith("^") ? `${name} = "${range.slice(1)}"` : `${name} = { path = "../${name}" }`;

/** A dependency has its version where the file has several of its name. */
const cargoLock: LockWriter = {
  path: "Cargo.lock",
  settings: {},
  memberRange: "path",
  manifests: {
    fileName: "Cargo.toml",
    root: '[workspace]\nmembers = ["packages/*"]\n',
    text: ({ name, dependencies }) =>
      [
        `[package]\nname = "${name}"\nversion = "0.0.0"\n\n[dependencies]`,
        ...Object.entries(dependencies).map(([one, range]) => cargoDependency(one, range)),
        "",
      ].join("\n"),
  },
  resolution: "Cargo.toml",
  unitesRequests: true,
  text: (spec) => {
    const nodes = [...spec.nodes.values()];
    const written = (dependencies: LockedManifest["dependencies"]) => {
      const lines = Object.entries(dependencies).map(([name, range]) => {
        const node = nodeFor(name, range, spec);
        const isOneOfMany = nodes.filter((one) => one.name === name).length > 1;
        return `  "${node !== null && isOneOfMany ? `${name} ${versionOf(node)}` : name}",\n`;
      });
      return lines.length === 0 ? "" : `dependencies = [\n${lines.join("")}]\n`;
    };
    return [
      "version = 4\n",
      ...[...spec.importers]
        .filter(([directory]) => directory !== "")
        .map(
          ([, { name, dependencies }]) =>
            `[[package]]\nname = "${name}"\nversion = "0.0.0"\n${written(dependencies)}`,
        ),
      ...nodes.map(
        (node) =>
          `[[package]]\nname = "${node.name}"\nversion = "${versionOf(node)}"\nsource = "registry+r"\n${written(node.dependencies)}`,
      ),
    ].join("\n");
  },
};

export const LOCK_WRITERS: Readonly<Record<string, LockWriter>> = {
  "package-lock.json": packageLock,
  "pnpm-lock.yaml": pnpmLock,
  "yarn.lock of yarn 1": classicYarnLock,
  "yarn.lock of yarn 4": yarnLock,
  "Cargo.lock": cargoLock,
};
