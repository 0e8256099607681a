/** The sources of settings, in order of precedence: flags, the environment, one YAML file. */

import { environmentName, fileName, flagName } from "./setting.js";
import { SETTING_KEYS, SETTINGS } from "./settings.js";
import { readSettingsFile, type SettingsFile } from "./settings-file.js";

export interface Sources {
  /** Values by the setting's name in YAML; also `config`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The written value of one setting. */
export interface Given {
  /** Where the value is written: `--listen`, `MERGE_QUEUE_LISTEN` or `queue.yml:3:1: listen`. */
  readonly origin: string;
  readonly written:
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "yaml"; readonly value: unknown; readonly place: (path: readonly string[]) => string };
}

export interface Layer {
  readonly kind: "flags" | "environment" | "file";
  /** Null when the setting is not given or is empty. */
  give(name: string): Given | null;
}

export interface Layers {
  readonly layers: readonly Layer[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Names the YAML file; not valid in the file itself. */
export const CONFIG = "config";

/** All valid names in the YAML file. */
export const FILE_NAMES: readonly string[] = SETTING_KEYS.flatMap((key) => {
  const { name, secret } = SETTINGS[key];
  return secret === "no" ? [name] : [name, fileName(name)];
});

export function layersOf({ flags, environment }: Sources): Layers {
  const given = [
    textLayer("flags", flagName, (name) => flags[name]),
    textLayer("environment", environmentName, (name) => environment[environmentName(name)]),
  ];
  const path = given.map((layer) => layer.give(CONFIG)?.written).find((written) => written?.kind === "text");
  if (path === undefined) return { layers: given, problems: [], warnings: misspelt(environment) };
  const file = readSettingsFile(path.text);
  return {
    layers: [...given, fileLayer(file)],
    problems: [...file.problems, ...problemsOf(file)],
    warnings: [...misspelt(environment), ...warningsOf(file)],
  };
}

function textLayer(
  kind: "flags" | "environment",
  originOf: (name: string) => string,
  read: (name: string) => string | undefined,
): Layer {
  return {
    kind,
    give: (name) => {
      const text = read(name)?.trim() ?? "";
      return text === "" ? null : { origin: originOf(name), written: { kind: "text", text } };
    },
  };
}

function fileLayer(file: SettingsFile): Layer {
  const place = (path: readonly string[]) => `${file.place(path)}: ${path.join(".")}`;
  return {
    kind: "file",
    give: (name) => {
      const value = file.entries.get(name);
      if (value === undefined || value === null) return null;
      return {
        origin: place([name]),
        written: { kind: "yaml", value, place: (path) => place([name, ...path]) },
      };
    },
  };
}

function problemsOf(file: SettingsFile): readonly string[] {
  return [...file.entries].flatMap(([name, value]) => {
    const place = `${file.place([name])}: ${JSON.stringify(name)}`;
    if (!FILE_NAMES.includes(name)) return [`${place} is not a setting${suggestion(name, FILE_NAMES)}`];
    return value === null ? [`${place} has no value: set one, or remove it`] : [];
  });
}

function warningsOf(file: SettingsFile): readonly string[] {
  const secrets = SETTING_KEYS.map((key) => SETTINGS[key]).filter(({ secret }) => secret === "whole");
  const isExposed = file.isReadableByAll && secrets.some(({ name }) => file.entries.has(name));
  return isExposed
    ? [
        `${file.path}: every user of this machine may read the secret in it: run chmod o-r on it, or move the secret to a separate file`,
      ]
    : [];
}

/** Warns only of likely typing errors, because other programs may use variables with the same prefix. */
function misspelt(environment: Sources["environment"]): readonly string[] {
  const known = [...FILE_NAMES, CONFIG].map(environmentName);
  return Object.keys(environment)
    .filter((name) => name.startsWith("MERGE_QUEUE_") && !known.includes(name) && !OTHERS.has(name))
    .filter((name) => nearestName(name, known) !== null)
    .map((name) => `${name} is not a setting${suggestion(name, known)}`);
}

/** Variables of the command line and the Action. */
const OTHERS: ReadonlySet<string> = new Set(["MERGE_QUEUE_API_URL", "MERGE_QUEUE_REPOSITORY"]);

function suggestion(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === null ? ": `merge-queue serve --help` lists them" : `: did you mean ${near}?`;
}

/** The largest edit distance of a suggestion. */
const FARTHEST = 2;
const LONGEST = 60;

/** The known name nearest to a misspelt one; null when none is near. */
function nearestName(written: string, names: readonly string[]): string | null {
  if (written.length > LONGEST) return null;
  const near = names
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= Math.min(FARTHEST, Math.floor(one.name.length / 2)))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.name ?? null;
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [place, other] of Array.from(to).entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[place + 1], row[place], next[place]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
