/** Checks that a text is Prometheus metrics: by its declared type, and by the form of each line. */
import { beginningOf } from "../domain/words.js";

const DECLARED = /^(?:text\/plain|application\/openmetrics-text)\s*(?:;|$)/i;
/** A comment, or a name with labels, a value and optional further text. */
const LINE = /^(?:#.*|[a-z_:][\w:]*(?:\{.*\})?\s+[-+]?(?:[\d.]+(?:e[-+]?\d+)?|inf|infinity|nan)(?:\s.*)?)$/i;

/** Null for metrics. When a service declares no type, the text must not be empty. */
export function metricsProblem(text: string, contentType: string): string | null {
  const declared = contentType.trim();
  if (declared !== "" && !DECLARED.test(declared)) {
    return `it is declared as ${beginningOf(declared, 100)}, and metrics are text/plain`;
  }
  if (declared === "" && text.trim() === "") return "it is empty";
  const invalidLine = text.split("\n").findIndex((line) => line.trim() !== "" && !LINE.test(line.trim()));
  return invalidLine === -1 ? null : `its line ${invalidLine + 1} is not a line of Prometheus metrics`;
}
