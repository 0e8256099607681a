/** Queue settings on the wire, derived from the table in the domain: the request of `updateQueue`, and the replies. */
import * as z from "zod/mini";
import {
  NEWER_NAMES,
  OLDER_NAMES,
  type OtherName,
  type QUEUE_SETTINGS,
  type QueueSettings,
  SETTING_NAMES,
  type SettingName,
  type SettingRow,
  SKIPPED_CHECK_POLICIES,
  settingRow,
} from "../domain/queue-settings.js";
import { anyCase, described, flag, optionalText, stateIn, text, texts, whole } from "./schema.js";
import { QUEUE_STATES, SETTABLE_QUEUE_STATES } from "./states.js";

const batchingRule = z.strictObject({
  targetPattern: text("The name of a target, or a prefix and a final *."),
  policy: anyCase(["isolate"], "Pull requests that touch a matching target are tested alone."),
});

const batchingRules = z.array(batchingRule, { error: "expected a list of rules" });

const skippedChecks = z.record(
  text("The name of a required check."),
  anyCase(SKIPPED_CHECK_POLICIES, "pass or fail."),
  { error: "expected an object of check names, each with pass or fail" },
);

type SchemaOf<Name extends SettingName> = z.ZodMiniType<
  NonNullable<QueueSettings[Name]>,
  Row<Name> extends { readonly kind: "oneOf" } ? string : NonNullable<QueueSettings[Name]>
>;

function schemaOf(row: SettingRow) {
  switch (row.kind) {
    case "flag":
      return flag(row.description);
    case "whole":
      return whole(...row.range, row.description);
    case "oneOf":
      return anyCase(row.values, row.description);
    case "text":
      return row.default === "" ? optionalText(row.description) : text(row.description);
    case "texts":
      return texts(row.description);
    case "batchingRules":
      return described(batchingRules, row.description);
    case "skippedChecks":
      return described(skippedChecks, row.description);
  }
}

type Row<Name extends SettingName> = (typeof QUEUE_SETTINGS)[Name];
type ApiOf<Name extends SettingName> = Row<Name> extends { readonly api: infer Api } ? Api : "all";
type Shape<Api> = {
  readonly [Name in SettingName as ApiOf<Name> extends Api ? Name : never]: SchemaOf<Name>;
};

/** The settings whose `api` is one of these. Typed by the overload: the compiler cannot derive the type. */
function shapeOf<Api extends string>(...apis: readonly Api[]): Shape<Api>;
function shapeOf(...apis: readonly string[]): object {
  const names = SETTING_NAMES.filter((name) => apis.includes(settingRow(name).api ?? "all"));
  return Object.fromEntries(names.map((name) => [name, schemaOf(settingRow(name))]));
}

type OtherNames = Readonly<Record<string, OtherName>>;
type OtherShape<Names extends OtherNames> = {
  readonly [Name in keyof Names]: Names[Name] extends { readonly words: readonly (infer Word)[] }
    ? z.ZodMiniType<Word, string>
    : SchemaOf<Names[Name]["of"]>;
};

function shapeOfNames<Names extends OtherNames>(names: Names): OtherShape<Names>;
function shapeOfNames(names: OtherNames): object {
  const entries = Object.entries(names).map(([name, { of, words, description }]) => {
    const row = settingRow(of);
    const ownWords = { ...row, description: description ?? row.description };
    return [name, words === undefined ? schemaOf(ownWords) : anyCase(words, ownWords.description)] as const;
  });
  return Object.fromEntries(entries);
}

const ofAll = shapeOf("all");
const ofSome = shapeOf("some");
const ofThisService = { ...shapeOfNames(NEWER_NAMES), ...shapeOf("ours", "unlessDefault") };
const older = z.partial(z.object(shapeOfNames(OLDER_NAMES))).shape;

export const { mode: modeOnWire, concurrency: concurrencyOnWire } = ofAll;

export const settingsChange = {
  state: z.optional(anyCase(SETTABLE_QUEUE_STATES, "The new state of the queue.")),
  deleteRequiredStatuses: z.optional(flag("Empties the queue's own list of required statuses.")),
  ...z.partial(z.object({ ...ofAll, ...ofSome, ...ofThisService })).shape,
  ...older,
};

export type SettingKey = keyof typeof settingsChange;

/** Why `settingsChange` does not accept a value. */
export type SettingIssue = z.core.$ZodIssue;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsChange, key);
}

/** The reply of this service: every field of the API; its additional settings are optional. */
export const settingsOnWire = {
  state: stateIn(QUEUE_STATES, "The state of the queue."),
  stateReason: z.optional(
    described(
      z.string(),
      "Why the queue is paused: its own cause, or who paused it and why; untrusted text. Absent if neither is known.",
    ),
  ),
  branch: described(z.string(), "The target branch."),
  ...ofAll,
  ...ofSome,
  ...z.partial(z.object(ofThisService)).shape,
};

/** What a client accepts: other services write null, or use an older name. This service writes every field. */
export const settingsReply = {
  ...settingsOnWire,
  requiredStatuses: described(
    z.nullable(ofAll.requiredStatuses),
    "Checks that decide a run; empty or null if the queue has no list of them.",
  ),
  testingTimeoutMinutes: z.optional(ofAll.testingTimeoutMinutes),
  batchingMaxWaitTimeMinutes: z.optional(ofAll.batchingMaxWaitTimeMinutes),
  batch: z.optional(ofAll.batch),
  ...z.partial(z.object(ofSome)).shape,
  ...older,
};

/**
 * Reads what a person writes on the command line or in a form: the text itself, its value as JSON, or, for lists, its
 * lines. The text itself if none is accepted.
 */
export function settingFromText(key: SettingKey, text: string): unknown {
  const candidates = [text, parsedJson(text), text.startsWith("[") ? undefined : linesOf(text)];
  return (
    candidates.find((value) => value !== undefined && settingsChange[key].safeParse(value).success) ?? text
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}
