/** One setting out of the layers: the first layer that gives it holds, and what is wrong in any is told. */
import type { Given, Layer } from "./layers.js";
import { environmentName, fileName, type Setting } from "./setting.js";
import { readSmallFile } from "./settings-file.js";

const MOST_SECRET_BYTES = 64 * 1024;
/** In an address: before its host, or where Postgres takes it too. */
const PASSWORD = /:\/\/[^/?#\s@]*:[^/?#\s@]+@|[?&](?:ssl)?password=[^&#\s]/i;
/** Over http code hosts take a token for the user. */
const USER_OVER_HTTP = /\bhttps?:\/\/[^/?#\s@]+@/i;

/** What holds, and where it comes from. */
export interface Held<Value> {
  readonly value: Value;
  /** For people; of a secret only that it is set. */
  readonly shown: string;
  readonly origin: string;
}

export interface Notes {
  readonly problems: string[];
  readonly warnings: string[];
}

/** Null when nothing can hold, which is noted. */
export function readSetting<Value>(
  setting: Setting<Value>,
  layers: readonly Layer[],
  dataFolder: string,
  notes: Notes,
): Held<Value> | null {
  const told = notes.problems.length;
  const held = layers.map((layer) => heldIn(layer, setting, notes)).find((one) => one !== null);
  if (held !== undefined) return held;
  return notes.problems.length > told ? null : absent(setting, dataFolder, notes);
}

function heldIn<Value>(layer: Layer, setting: Setting<Value>, notes: Notes): Held<Value> | null {
  const direct = layer.give(setting.name);
  const inFile = setting.secret === "no" ? null : layer.give(fileName(setting.name));
  if (direct !== null && inFile !== null) {
    notes.problems.push(`${direct.origin} and ${inFile.origin} are both given: leave one of them out`);
    return null;
  }
  const given = inFile === null ? direct : secretIn(inFile, notes);
  if (given === null || isSeenByOthers(layer, setting, given, notes)) return null;
  const value = valueOf(setting, given, notes);
  if (value === null) return null;
  return {
    value,
    shown: setting.secret === "whole" ? "set" : setting.form.show(value),
    origin: given.origin,
  };
}

/** What the named file holds, without the newline that editors leave at the end. */
function secretIn({ origin, written }: Given, { problems, warnings }: Notes): Given | null {
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
  if (read.isReadableByAll) {
    warnings.push(`${origin}: everybody on this machine may read ${path}: chmod o-r`);
  }
  const text = read.text.replace(/\r?\n$/, "");
  if (text === "") problems.push(`${origin}: ${path} is empty`);
  return text === "" ? null : { origin, written: { kind: "text", text } };
}

function isSeenByOthers(
  { kind }: Layer,
  { secret }: Setting<unknown>,
  { origin, written }: Given,
  { problems }: Notes,
): boolean {
  if (kind !== "flags" || written.kind !== "text") return false;
  const { text } = written;
  const isToken = secret !== "no" && USER_OVER_HTTP.test(text);
  const seen = PASSWORD.test(text) ? "a password" : isToken ? "what may be a token" : null;
  if (seen === null) return false;
  const advice = "arguments are visible to others: use the environment or a file";
  problems.push(`${origin}: holds ${seen}, and ${advice}`);
  return true;
}

function valueOf<Value>(
  { form, secret }: Setting<Value>,
  { origin, written }: Given,
  { problems }: Notes,
): NonNullable<Value> | null {
  const asAWhole = `${origin}: ${shown(written, secret)} is not ${form.expected}`;
  if (written.kind === "text") {
    const value = form.fromText(written.text);
    if (value === null) problems.push(asAWhole);
    return value;
  }
  const read = form.schema.safeParse(written.value);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? asAWhole : `${written.place(path.map(String))}: expected ${message}`,
  );
  problems.push(...new Set(issues));
  return null;
}

function shown(written: Given["written"], secret: Setting<unknown>["secret"]): string {
  if (secret !== "no") return "what is set";
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
      if (value === null) throw new Error(`the default of ${name} has its own form`);
      return { value, shown: form.show(value), origin: "default" };
    }
  }
}
