/** The YAML file as a JSON Schema, for editors and checks; written to `schema/service-config.schema.json`. */
import { environmentName, fileName, type Setting, shownDefault } from "./setting.js";
import { SETTING_KEYS, SETTINGS } from "./settings.js";

/** A JSON Schema, of which tests look at the properties. */
export interface SettingsSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

export function settingsSchema(): SettingsSchema {
  const entries: readonly Setting<unknown>[] = SETTING_KEYS.map((key) => SETTINGS[key]);
  const secrets = entries.filter(({ secret }) => secret !== "no");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of the merge queue service",
    description:
      "The YAML file of `merge-queue serve --config`. Flags win over the environment, and that over the file.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(entries.flatMap((entry) => [...properties(entry)])),
    allOf: secrets.map(({ name }) => ({ not: { required: [name, fileName(name)] } })),
  };
}

function* properties(entry: Setting<unknown>): Generator<readonly [string, unknown]> {
  const { name, summary, form, secret } = entry;
  const without = entry.absent.kind === "required" ? "Required" : `Default: ${shownDefault(entry)}`;
  yield [name, { description: `${summary} ${without}. Also ${environmentName(name)}.`, ...form.schema }];
  if (secret === "no") return;
  yield [
    fileName(name),
    { description: `Path of a file that holds ${name}, instead of it.`, type: "string", minLength: 1 },
  ];
}
