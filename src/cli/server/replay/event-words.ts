/** Describes an event of a log in a few words. The event may be unknown to this version, so no field is assumed. */
import type { EventWords } from "./replay-screen.js";

const LATEST_TIME = 8.64e15;
const COUNTER = /-0*([0-9a-f]+)$/;

export function eventWords(event: unknown): EventWords {
  const facts = field(event, "facts");
  const pullRequest = field(event, "pullRequest") ?? field(facts, "number");
  const run = field(event, "run");
  const byMs = field(event, "byMs");
  const subjects = [
    ...(typeof run === "string" ? [runWords(run)] : []),
    ...(typeof pullRequest === "number" ? [`#${pullRequest}`] : []),
    ...(typeof byMs === "number" ? [`by ${byMs / 1000} s`] : []),
  ];
  const kind = field(event, "kind");
  return {
    kind: typeof kind === "string" ? kind : "unknown",
    at: timeWords(field(event, "at")),
    subject: subjects.join(" "),
  };
}

/** The id of a run ends with its counter within the queue. */
export function runWords(run: string): string {
  const [, counter] = COUNTER.exec(run) ?? [];
  return `run ${counter === undefined ? run : Number.parseInt(counter, 16)}`;
}

function timeWords(at: unknown): string {
  const isTime = typeof at === "number" && Math.abs(at) <= LATEST_TIME;
  return isTime ? new Date(at).toISOString() : "at no time";
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
