/** Parses JSON whose content is not trusted, also with the comments and commas that configuration files have. */

/** Undefined for invalid JSON, since JSON has no such value. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Strings are kept; an unclosed string ends at the end of the file, so that a hostile file is read only once. */
const COMMENTS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const LAST_COMMAS = /("(?:[^"\\]|\\[^]?)*(?:"|$))|,(?=\s*[\]}])/g;

/** Allows comments and trailing commas. Undefined for text that is not JSON even then. */
export function parseRelaxedJson(text: string): unknown {
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  return parseJson(
    text
      .replace(/^\uFEFF/, "")
      .replace(COMMENTS, (_, quoted?: string) => quoted ?? " ")
      .replace(LAST_COMMAS, (_, quoted?: string) => quoted ?? ""),
  );
}
