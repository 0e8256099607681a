/** The queue's common settings as separate inputs; `queue-config` accepts every setting. */
import type { SettingKey } from "../contract/queue-settings.js";
import {
  type QUEUE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  settingRow,
} from "../domain/queue-settings.js";
import { separated } from "../domain/words.js";

/** Values by the contract's key; only settings that the workflow gives. */
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

/** Typed by the table, since the compiler cannot follow its entries. */
function settingInputs(): Readonly<Record<SettingInputName, SettingInput>>;
function settingInputs(): object {
  const inputs = SETTING_NAMES.flatMap((key) => {
    const { input: description } = settingRow(key);
    const name = separated(key, "-");
    return description === undefined ? [] : [[name, { key, description }] as const];
  });
  const state = "The new state of the queue: `RUNNING`, `PAUSED` or `DRAINING`.";
  return { state: { key: "state", description: state }, ...Object.fromEntries(inputs) };
}

export const SETTING_INPUT_NAMES = Object.keys(SETTING_INPUTS).filter(isSettingInputName);

function isSettingInputName(name: string): name is SettingInputName {
  return Object.hasOwn(SETTING_INPUTS, name);
}
