/** How the service passes configuration to git, and the settings that make an untrusted repository safe to read. */

/** Several values of a key apply in this order; an empty value clears the earlier ones. */
export type GitConfiguration = Readonly<Record<string, string | readonly string[]>>;

/** Overrides every configuration file, so that git runs no program that a repository or a user configured. */
export const HARMLESS: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "protocol.ext.allow": "never",
  "submodule.recurse": "false",
};

/** As environment variables, because every user of the machine can read command-line arguments. */
export function configurationVariables(configuration: GitConfiguration): Readonly<Record<string, string>> {
  const pairs = Object.entries(configuration).flatMap(([key, values]) =>
    [values].flat().map((value) => [key, value] as const),
  );
  return {
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(
      pairs.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
