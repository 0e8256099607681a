/** The settings of a queue as lines: those that matter, or all of them with `--all`. */
import { isNotableSetting } from "../../domain/queue-settings.js";
import { counted } from "../../domain/words.js";

type Settings = Readonly<Record<string, unknown>>;

/** Not settings, or shown otherwise. */
const APART: ReadonlySet<string> = new Set(["state", "branch", "enqueuedPullRequests"]);

/** In the form that `--set` reads: every setting. */
export function allSettingLines(queue: Settings): readonly string[] {
  return settingsOf(queue).map(line);
}

/** The settings that differ from those of a new queue. */
export function changedSettingLines(queue: Settings): readonly string[] {
  const settings = settingsOf(queue).filter(([key]) => !APART.has(key));
  const shown = settings.filter(([key, value]) => isNotableSetting(key, value, queue));
  const others = settings.length - shown.length;
  return [...shown.map(line), ...othersLine(others, "with default values")];
}

/** The named settings; the other ones are as before. */
export function namedSettingLines(queue: Settings, names: readonly string[]): readonly string[] {
  const settings = settingsOf(queue).filter(([key]) => key !== "branch");
  const shown = settings.filter(([key]) => names.includes(key));
  return [...shown.map(line), ...othersLine(settings.length - shown.length, "unchanged")];
}

function settingsOf(queue: Settings): readonly (readonly [string, unknown])[] {
  return Object.entries(queue).filter(
    ([key, value]) => key !== "enqueuedPullRequests" && value !== undefined,
  );
}

function line([key, value]: readonly [string, unknown]): string {
  return `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`;
}

function othersLine(count: number, which: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, "setting")} ${which}; --all shows them`];
}
