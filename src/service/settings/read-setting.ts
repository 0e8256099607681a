/** Reads one setting from the layers: the first layer that gives it wins. Problems of the layers read are reported. */
import type { Given, Layer } from "./layers.js";
import { environmentName, fileName, type Setting } from "./setting.js";
import { readSmallFile } from "./settings-file.js";

const MOST_SECRET_BYTES = 64 * 1024;
/** A password in an address: before the host, or in a parameter that Postgres accepts. */
const PASSWORD = /:\/\/[^/?#\s@]*:[^/?#\s@]+@|[?&](?:ssl)?password=[^&#\s]/i;
/** A user name over http may be a token, because code hosts accept tokens there. */
const USER_OVER_HTTP = /\bhttps?:\/\/[^/?#\s@]+@/i;

/** The value in effect, and its origin. */
export interface Held<Value> {
  readonly value: Value;
  /** For display; a secret is displayed as "set". */
  readonly shown: string;
  readonly origin: string;
}

export interface Notes {
  readonly problems: string[];
  readonly warnings: string[];
}

/** Null when there is no valid value; `notes` then has the problem. */
export function readSetting<Value>(
  setting: Setting<Value>,
  layers: readonly Layer[],
  dataFolder: string,
  notes: Notes,
): Held<Value> | null {
  const problemsBefore = notes.problems.length;
  const held = layers.map((layer) => heldIn(layer, setting, notes)).find((one) => one !== null);
  if (held !== undefined) return held;
  return notes.problems.length > problemsBefore ? null : absent(setting, dataFolder, notes);
}

function heldIn<Value>(layer: Layer, setting: Setting<Value>, notes: Notes): Held<Value> | null {
  const direct = layer.give(setting.name);
  const inFile = setting.secret === "no" ? null : layer.give(fileName(setting.name));
  if (direct !== null && inFile !== null) {
    notes.problems.push(`${direct.origin} and ${inFile.origin} are both given: remove one of them`);
    return null;
  }
  const given = inFile === null ? direct : secretIn(inFile, setting, notes);
  if (given === null || exposesSecret(layer, setting, given, notes)) return null;
  const value = valueOf(setting, given, notes);
  if (value === null) return null;
  return {
    value,
    shown: setting.secret === "whole" ? "set" : setting.form.show(value),
    origin: given.origin,
  };
}

/** The content of the named file, without the newline that editors add at the end. */
function secretIn(
  { origin, written }: Given,
  { isPrivate }: Setting<unknown>,
  { problems, warnings }: Notes,
): Given | null {
  const path = written.kind === "text" ? written.text : written.value;
  if (typeof path !== "string") {
    problems.push(`${origin}: expected the path of a file`);
    return null;
  }
  const read = readSmallFile(path, MOST_SECRET_BYTES);
  if (!read.ok) {
    problems.push(`${origin}: ${path} ${read.problem}`);
    return null;
  }
  if (isPrivate && read.isReadableByAll) {
    problems.push(`${origin}: every user of this machine may read ${path}: run chmod 600 on it`);
    return null;
  }
  if (isPrivate && read.isReadableByGroup) {
    warnings.push(`${origin}: its group may read ${path}: run chmod 600 on it`);
  } else if (read.isReadableByAll) {
    warnings.push(`${origin}: every user of this machine may read ${path}: run chmod o-r on it`);
  }
  const text = read.text.replace(/\r?\n$/, "");
  if (text === "") problems.push(`${origin}: ${path} is empty`);
  return text === "" ? null : { origin, written: { kind: "text", text } };
}

function exposesSecret(
  { kind }: Layer,
  { secret }: Setting<unknown>,
  { origin, written }: Given,
  { problems }: Notes,
): boolean {
  if (kind !== "flags" || written.kind !== "text") return false;
  const { text } = written;
  const isToken = secret !== "no" && USER_OVER_HTTP.test(text);
  const secretKind = PASSWORD.test(text) ? "a password" : isToken ? "a possible token" : null;
  if (secretKind === null) return false;
  const advice = "other users can read arguments: use the environment or a file";
  problems.push(`${origin}: contains ${secretKind}, and ${advice}`);
  return true;
}

function valueOf<Value>(
  { form, secret }: Setting<Value>,
  { origin, written }: Given,
  { problems }: Notes,
): NonNullable<Value> | null {
  const wholeProblem = `${origin}: ${shown(written, secret)} is not ${form.expected}`;
  if (written.kind === "text") {
    const value = form.fromText(written.text);
    if (value === null) problems.push(wholeProblem);
    return value;
  }
  const read = form.schema.safeParse(written.value);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? wholeProblem : `${written.place(path.map(String))}: expected ${message}`,
  );
  problems.push(...new Set(issues));
  return null;
}

function shown(written: Given["written"], secret: Setting<unknown>["secret"]): string {
  if (secret !== "no") return "its value";
  const text = JSON.stringify(written.kind === "text" ? written.text : written.value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function absent<Value>(
  { absent, form, name, summary }: Setting<Value>,
  dataFolder: string,
  notes: Notes,
): Held<Value> | null {
  switch (absent.kind) {
    case "none":
      return { value: absent.value, shown: absent.means, origin: "default" };
    case "required":
      notes.problems.push(`${environmentName(name)} is not set: ${summary} Required.`);
      return null;
    case "default":
    case "inDataFolder": {
      const value = form.fromText(absent.kind === "default" ? absent.text : absent.text(dataFolder));
      if (value === null) throw new Error(`the default of ${name} has the form of the setting`);
      return { value, shown: form.show(value), origin: "default" };
    }
  }
}
