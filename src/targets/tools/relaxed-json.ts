/** JSON that tools print, and JSON as they let people write it. */

/** Undefined for what is no JSON, which itself knows no such value. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Texts stay as they are, up to the end of the file where one has no end, so that a hostile file is read only once. */
const COMMENTS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const LAST_COMMAS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|,(?=\s*[\]}])/g;

/** With comments, and with commas that nothing follows. Undefined for what is no JSON even so. */
export function parseRelaxedJson(text: string): unknown {
  return parseJson(
    text
      .replace(/^\uFEFF/, "")
      .replace(COMMENTS, (_, quoted?: string) => quoted ?? " ")
      .replace(LAST_COMMAS, (_, quoted?: string) => quoted ?? ""),
  );
}
