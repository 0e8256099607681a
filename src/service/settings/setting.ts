/** What a setting of the service is, and its three names: of the environment, of flags and of the YAML file. */
import type { Form } from "./form.js";

/** In the order in which they are shown. */
export const SETTING_GROUPS = [
  "Repositories and tests",
  "GitHub",
  "Network",
  "Access",
  "Storage",
  "Answers and logs",
  "Webhooks",
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** What holds when nothing is given. */
export type Absent<Value> =
  | { readonly kind: "required" }
  /** Read as if it were given; what depends on the data folder is shown as `shown`. */
  | { readonly kind: "default"; readonly text: string }
  | { readonly kind: "inDataFolder"; readonly shown: string; readonly text: (dataFolder: string) => string }
  /** A value that cannot be written; `means` says what happens then. */
  | { readonly kind: "none"; readonly value: Value; readonly means: string };

export interface Setting<Value> {
  /** In YAML; the others follow from it. */
  readonly name: string;
  readonly group: SettingGroup;
  /** One sentence. What holds without it is added to it. */
  readonly summary: string;
  readonly form: Form<NonNullable<Value>>;
  readonly absent: Absent<Value>;
  /**
   * `whole` is nowhere shown and is no flag, because arguments are visible to others; `partly` holds passwords at times.
   * Both may lie in a file of their own, which `apiTokenFile`, `MERGE_QUEUE_API_TOKEN_FILE` or `--api-token-file` names.
   */
  readonly secret: "no" | "partly" | "whole";
}

/** Keeps the type of the value with the entry of the table. Few settings are secret. */
export function setting<Value>(
  name: string,
  group: SettingGroup,
  rest: Omit<Setting<Value>, "name" | "group" | "secret"> & Partial<Pick<Setting<Value>, "secret">>,
): Setting<Value> {
  return { name, group, secret: "no", ...rest };
}

export type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never;

/** `apiToken` is `MERGE_QUEUE_API_TOKEN`. */
export function environmentName(name: string): string {
  return `MERGE_QUEUE_${wordsOf(name, "_").toUpperCase()}`;
}

/** `apiToken` is `--api-token`. */
export function flagName(name: string): string {
  return `--${wordsOf(name, "-")}`;
}

/** Of the setting that names the file with the secret. */
export function fileName(name: string): string {
  return `${name}File`;
}

/** What it is for and what holds without it, for people. */
export function described(entry: Setting<unknown>): string {
  return `${entry.summary} ${entry.absent.kind === "required" ? "Required" : `Default: ${shownDefault(entry)}`}`;
}

/** What holds without the setting, for people. */
export function shownDefault({ absent }: Setting<unknown>): string {
  switch (absent.kind) {
    case "required":
      return "required";
    case "default":
      return absent.text;
    case "inDataFolder":
      return absent.shown;
    case "none":
      return absent.means;
  }
}

function wordsOf(name: string, between: string): string {
  return name.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);
}
