/** Reads the value of a queue setting from the text that a person writes, on the command line or in a form. */
import { type SettingKey, settingsChange } from "./queue-settings.js";

/** Tries the text itself, then its value as JSON, then, for lists, its lines. The text itself if none is accepted. */
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
