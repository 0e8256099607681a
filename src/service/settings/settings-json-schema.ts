/** The JSON Schema of the YAML file, for editors and checks; generated as `schema/service-config.schema.json`. */
import * as z from "zod/mini";
import { described, environmentName, fileName, type Setting } from "./setting.js";
import { SETTING_KEYS, SETTINGS } from "./settings.js";

export function settingsJsonSchema(): z.core.JSONSchema.BaseSchema {
  const entries: readonly Setting<unknown>[] = SETTING_KEYS.map((key) => SETTINGS[key]);
  const secrets = entries.filter(({ secret }) => secret !== "no");
  const file = z.strictObject(Object.fromEntries(entries.flatMap((entry) => [...properties(entry)])));
  file.register(z.globalRegistry, {
    title: "Settings of the merge queue service",
    description:
      "The YAML file of `merge-queue serve --config`. Flags override the environment, which overrides the file.",
    allOf: secrets.map(({ name }) => ({ not: { required: [name, fileName(name)] } })),
  });
  return z.toJSONSchema(file, { io: "input" });
}

function* properties(entry: Setting<unknown>): Generator<readonly [string, z.ZodMiniType]> {
  const { name, form, secret } = entry;
  yield [name, optional(form.schema, `${described(entry)}. Also ${environmentName(name)}.`)];
  if (secret === "no") return;
  const path = z.string().check(z.minLength(1));
  yield [fileName(name), optional(path, `Path of a file that contains ${name}; use it in place of ${name}.`)];
}

function optional(schema: z.ZodMiniType, description: string): z.ZodMiniType {
  return z.optional(schema).register(z.globalRegistry, { description });
}
