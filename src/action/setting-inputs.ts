/** The queue's common settings as inputs of their own; every other setting goes through `queue-config`. */
import type { SettingKey } from "../contract/queue-settings.js";
import {
  type QUEUE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  settingRow,
} from "../domain/queue-settings.js";

/** Values by the contract's key; only what the workflow says. */
export type Settings = ReadonlyMap<SettingKey, unknown>;

interface SettingInput {
  readonly key: SettingKey;
  readonly description: string;
}

/** `mergeMethod` is the input `merge-method`. */
type InKebabCase<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `-${Lowercase<Letter>}`}${InKebabCase<Rest>}`
  : "";

type NamesWithInput = {
  [Name in SettingName]: (typeof QUEUE_SETTINGS)[Name] extends { readonly input: string } ? Name : never;
}[SettingName];

export type SettingInputName = "state" | InKebabCase<NamesWithInput>;

export const SETTING_INPUTS = settingInputs();

/** Typed by the table, whose entries the compiler cannot follow. */
function settingInputs(): Readonly<Record<SettingInputName, SettingInput>>;
function settingInputs(): object {
  const inputs = SETTING_NAMES.flatMap((key) => {
    const { input: description } = settingRow(key);
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return description === undefined ? [] : [[name, { key, description }] as const];
  });
  const state = "What the queue does from now on: `RUNNING`, `PAUSED` or `DRAINING`.";
  return { state: { key: "state", description: state }, ...Object.fromEntries(inputs) };
}

export const SETTING_INPUT_NAMES = Object.keys(SETTING_INPUTS).filter(isSettingInputName);

function isSettingInputName(name: string): name is SettingInputName {
  return Object.hasOwn(SETTING_INPUTS, name);
}
