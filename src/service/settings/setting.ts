/** The shape of a setting of the service, and its names in the environment, as a flag and in the YAML file. */
import { separated } from "../../domain/words.js";
import type { Form } from "./form.js";

/** In the order of the help and the documents. */
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

/** The effect of a setting that is not given. */
export type Absent<Value> =
  | { readonly kind: "required" }
  /** Parsed like a given value. A default in the data folder is displayed as `shown`. */
  | { readonly kind: "default"; readonly text: string }
  | { readonly kind: "inDataFolder"; readonly shown: string; readonly text: (dataFolder: string) => string }
  /** A value without a written form; `means` describes its effect. */
  | { readonly kind: "none"; readonly value: Value; readonly means: string };

export interface Setting<Value> {
  /** The name in YAML, from which the other two are derived. */
  readonly name: string;
  readonly group: SettingGroup;
  /** One sentence. The default is appended to it. */
  readonly summary: string;
  readonly form: Form<NonNullable<Value>>;
  readonly absent: Absent<Value>;
  /**
   * `whole` is never displayed and has no flag, because other users can read arguments; `partly` may contain passwords.
   * Both may come from a file, which `apiTokenFile`, `MERGE_QUEUE_API_TOKEN_FILE` or `--api-token-file` names.
   */
  readonly secret: "no" | "partly" | "whole";
  /** A file with it that every user of the machine may read is refused. */
  readonly isPrivate: boolean;
}

/** Keeps the type of the value in the table. `secret` defaults to "no", `isPrivate` to false. */
export function setting<Value>(
  name: string,
  group: SettingGroup,
  rest: Omit<Setting<Value>, "name" | "group" | "isPrivate" | "secret"> &
    Partial<Pick<Setting<Value>, "isPrivate" | "secret">>,
): Setting<Value> {
  return { name, group, secret: "no", isPrivate: false, ...rest };
}

export type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never;

/** `apiToken` becomes `MERGE_QUEUE_API_TOKEN`. */
export function environmentName(name: string): string {
  return `MERGE_QUEUE_${separated(name, "_").toUpperCase()}`;
}

/** `apiToken` becomes `--api-token`. */
export function flagName(name: string): string {
  return `--${separated(name, "-")}`;
}

/** The name of the setting that holds the path of a secret's file. */
export function fileName(name: string): string {
  return `${name}File`;
}

/** The purpose of a setting and its default, for display. */
export function described(entry: Setting<unknown>): string {
  return `${entry.summary} ${entry.absent.kind === "required" ? "Required" : `Default: ${shownDefault(entry)}`}`;
}

/** The default of a setting, for display. */
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
