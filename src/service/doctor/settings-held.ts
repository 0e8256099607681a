/** The settings that could be read. A check that needs another one depends on the check of the settings. */
import { secretParts } from "../git/signing-key.js";
import { ConfigError, configOf, type Examined, type ServiceConfig } from "../settings/config.js";
import { SETTING_KEYS, SETTINGS } from "../settings/settings.js";
import { RestsOn } from "./finding.js";

export const SETTINGS_CHECK = "settings";

export type SettingsHeld = <Key extends keyof ServiceConfig>(
  ...keys: readonly Key[]
) => Pick<ServiceConfig, Key>;

/** Reads the requested settings and ignores problems with the others. */
export function settingsHeld(examined: Examined): SettingsHeld {
  return (...keys) => {
    if (keys.some((key) => !examined.held.has(key))) throw new RestsOn(SETTINGS_CHECK);
    return configOf({ ...examined, problems: [] }, keys);
  };
}

/** All values to remove from findings, also from messages of git, GitHub and the database. */
export function secretsOf(held: SettingsHeld): readonly string[] {
  const keys = SETTING_KEYS.filter((key) => SETTINGS[key].secret === "whole");
  const texts = keys.flatMap((key) => valuesOf(held, key));
  // Longest first: a secret may start with another one, and its rest would remain visible.
  return [...texts, ...passwordsIn(held)]
    .filter((text) => text.length > 3)
    .toSorted((one, other) => other.length - one.length);
}

function valuesOf(held: SettingsHeld, key: keyof ServiceConfig): readonly string[] {
  try {
    const value = held(key)[key];
    if (typeof value === "string") return [value];
    const { signingKey } = held("signingKey");
    return key === "signingKey" && signingKey !== null ? secretParts(signingKey) : [];
  } catch (error) {
    if (error instanceof RestsOn || error instanceof ConfigError) return [];
    throw error;
  }
}

function passwordsIn(held: SettingsHeld): readonly string[] {
  const addresses: string[] = [];
  try {
    const { database } = held("database");
    if (database.kind === "postgres") addresses.push(database.url);
  } catch {
    // An unreadable setting holds no password.
  }
  try {
    addresses.push(...held("repositories").repositories.values());
  } catch {
    // Likewise.
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
