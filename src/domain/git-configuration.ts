/** How git is told its configuration, and what of it holds wherever somebody else's repository is looked at. */

/** A key with several values has them in this order; an empty one forgets those before it. */
export type GitConfiguration = Readonly<Record<string, string | readonly string[]>>;

/** Above any configuration file: no program that a repository or a user names may run. */
export const HARMLESS: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.attributesFile": "/dev/null",
  "core.excludesFile": "/dev/null",
  "protocol.ext.allow": "never",
  "submodule.recurse": "false",
};

/** Variables of the environment that say it, because arguments can be read by every user of the machine. */
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
