/** Reads flags, environment and one YAML file into a checked, frozen object. Reports all problems, each with a remedy. */
import { MOST_SHARED_RUNS_AT_A_TIME } from "../ports/run-board.js";
import { forgeProblems, forgeWarnings } from "./forge-problems.js";
import { layersOf, type Sources } from "./layers.js";
import { type Held, type Notes, readSetting } from "./read-setting.js";
import type { ValueOf } from "./setting.js";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "./settings.js";

/** The value of each setting, by its key in the table. */
export type ServiceConfig = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

/** Problems that prevent the start of the service, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

export interface Examined {
  /** The settings that could be read, by key. */
  readonly held: ReadonlyMap<SettingKey, Held<unknown>>;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads the sources and the files that they name. Changes nothing. */
export function examineConfig(sources: Sources, keys: readonly SettingKey[] = SETTING_KEYS): Examined {
  const { layers, problems, warnings } = layersOf(sources);
  const notes: Notes = { problems: [...problems], warnings: [...warnings] };
  const folderNotes = keys.includes("dataFolder") ? notes : { problems: [], warnings: [] };
  const dataFolder = readSetting(SETTINGS.dataFolder, layers, "", folderNotes);
  const held = new Map<SettingKey, Held<unknown>>();
  for (const key of keys) {
    const one =
      key === "dataFolder"
        ? dataFolder
        : readSetting<unknown>(SETTINGS[key], layers, dataFolder?.value ?? "", notes);
    if (one !== null) held.set(key, one);
  }
  return {
    held,
    problems: [...notes.problems, ...contradictions(held)],
    warnings: [...notes.warnings, ...unusedParallelism(held), ...forgeWarnings(held)],
  };
}

/** Problems of settings that are valid separately but not together. */
function contradictions(held: Examined["held"]): readonly string[] {
  return [...tlsProblems(held), ...signingProblems(held), ...forgeProblems(held)];
}

/** GitHub verifies a signature only if the committer's address belongs to the account that has the key. */
function signingProblems(held: Examined["held"]): readonly string[] {
  const [key, email] = [held.get("signingKey"), held.get("committerEmail")];
  if (key === undefined || email === undefined || key.value === null || email.value !== null) return [];
  return [
    "MERGE_QUEUE_SIGNING_KEY: needs MERGE_QUEUE_COMMITTER_EMAIL, an address of the account that has this key",
  ];
}

function tlsProblems(held: Examined["held"]): readonly string[] {
  const [certificate, key] = [held.get("tlsCertificate"), held.get("tlsKey")];
  if (certificate === undefined || key === undefined) return [];
  if ((certificate.value === null) === (key.value === null)) return [];
  return ["MERGE_QUEUE_TLS_CERT and MERGE_QUEUE_TLS_KEY: expected both of them, or neither"];
}

/** Warns of a `parallelTests` above the limit of one replica on Postgres. */
function unusedParallelism(held: Examined["held"]): readonly string[] {
  const [tests, database] = [held.get("parallelTests")?.value, held.get("database")?.value];
  const isShared =
    typeof database === "object" && database !== null && "kind" in database && database.kind === "postgres";
  if (!isShared || !Number.isFinite(tests) || Number(tests) <= MOST_SHARED_RUNS_AT_A_TIME) return [];
  return [
    `MERGE_QUEUE_PARALLEL_TESTS: ${Number(tests)} is more than the ${MOST_SHARED_RUNS_AT_A_TIME} tests that a replica on Postgres ` +
      `runs in parallel; set ${MOST_SHARED_RUNS_AT_A_TIME} or less, and add replicas for more`,
  ];
}

/** Throws `ConfigError`. */
export function readConfig(environment: Sources["environment"], flags: Sources["flags"] = {}): ServiceConfig {
  return configOf(examineConfig({ environment, flags }), SETTING_KEYS);
}

/** For commands that need only some of the settings. Throws `ConfigError`. */
export function readSettings<Key extends SettingKey>(
  keys: readonly Key[],
  environment: Sources["environment"],
  flags: Sources["flags"] = {},
): Pick<ServiceConfig, Key> {
  return configOf(examineConfig({ environment, flags }, keys), keys);
}

/** Throws `ConfigError`. */
export function configOf<Key extends SettingKey>(
  { held, problems }: Examined,
  keys: readonly Key[],
): Pick<ServiceConfig, Key> {
  if (problems.length > 0) throw new ConfigError(problems);
  const config = Object.fromEntries([...held].map(([key, { value }]) => [key, value]));
  if (!hasAll(config, keys)) throw new Error("a setting that cannot be read is a problem");
  return Object.freeze(config);
}

/** The cast is safe: each value was parsed by its setting's form. */
function hasAll<Key extends SettingKey>(
  values: Readonly<Record<string, unknown>>,
  keys: readonly Key[],
): values is Pick<ServiceConfig, Key> {
  return keys.every((key) => Object.hasOwn(values, key));
}
