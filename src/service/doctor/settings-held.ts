/** The settings as far as they can be read: a check that lacks one of its own rests on the settings. */
import { ConfigError, configOf, type Examined, type ServiceConfig } from "../settings/config.js";
import { SETTING_KEYS, SETTINGS } from "../settings/settings.js";
import { RestsOn } from "./finding.js";

export const SETTINGS_CHECK = "settings";

export type SettingsHeld = <Key extends keyof ServiceConfig>(
  ...keys: readonly Key[]
) => Pick<ServiceConfig, Key>;

/** What is wrong elsewhere in the settings does not matter here. */
export function settingsHeld(examined: Examined): SettingsHeld {
  return (...keys) => {
    if (keys.some((key) => !examined.held.has(key))) throw new RestsOn(SETTINGS_CHECK);
    return configOf({ ...examined, problems: [] }, keys);
  };
}

/** Everything that must not be shown, also where somebody else says it. */
export function secretsOf(held: SettingsHeld): readonly string[] {
  const keys = SETTING_KEYS.filter((key) => SETTINGS[key].secret === "whole");
  const texts = keys.flatMap((key) => valueOf(held, key) ?? []);
  // One may begin another, whose rest would stay.
  return [...texts, ...passwordsIn(held)]
    .filter((text) => text.length > 3)
    .toSorted((one, other) => other.length - one.length);
}

function valueOf(held: SettingsHeld, key: keyof ServiceConfig): string | null {
  try {
    const value: unknown = held(key)[key];
    return typeof value === "string" ? value : null;
  } catch (error) {
    if (error instanceof RestsOn || error instanceof ConfigError) return null;
    throw error;
  }
}

function passwordsIn(held: SettingsHeld): readonly string[] {
  const addresses: string[] = [];
  try {
    const { database } = held("database");
    if (database.kind === "postgres") addresses.push(database.url);
  } catch {
    // Without it there is nothing to hide.
  }
  try {
    addresses.push(...held("repositories").repositories.values());
  } catch {
    // The same.
  }
  return addresses.flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const { password, username, protocol } = new URL(address);
    const secrets = /^https?:$/.test(protocol) ? [password, username] : [password];
    return secrets.flatMap((secret) => [secret, decoded(secret)]);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
