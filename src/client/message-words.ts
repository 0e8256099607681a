/** Formats numbers, sentences and given values for messages. */
import { shortened } from "../domain/words.js";

/** `450 ms`, `2.3 s`, `1 min 20 s`, `2 h 5 min`. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 10) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** With a full stop unless the text already ends a sentence, so that another sentence may follow. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const MAX_SHOWN_CHARACTERS = 80;

/** A value for a message: quoted, on one line, truncated when it is long, without the user of an address. */
export function shown(value: string): string {
  return JSON.stringify(shortened(withoutUsers(value), MAX_SHOWN_CHARACTERS));
}

/** Any value for a message: as JSON, truncated when it is long, without the users of addresses. */
export function shownJson(value: unknown): string {
  return shortened(withoutUsers(JSON.stringify(value ?? null)), MAX_SHOWN_CHARACTERS);
}

function withoutUsers(text: string): string {
  return text.replace(/\/\/[^/?#\s]*@/g, "//***@");
}
