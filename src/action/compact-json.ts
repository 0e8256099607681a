/** An answer as an output can carry it: always JSON, on one line, and not larger than outputs may be. */

/** A job's outputs may have 1 MiB together, counted as UTF-16. */
const MAX_CHARACTERS = 128 * 1024;
const KEPT_CHARACTERS = 16 * 1024;

/** Text that is no JSON becomes a JSON string; text that is too long an object with its beginning. */
export function compactJson(text: string): string {
  if (text === "") return "";
  const json = asJson(text);
  if (json.length <= MAX_CHARACTERS) return json;
  return JSON.stringify({
    truncated: true,
    beginning: text.slice(0, KEPT_CHARACTERS),
  });
}

function asJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}
