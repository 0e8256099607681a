/** A JSON document as one line of a terminal or a log, whatever its texts hold. */

/** What a terminal or a CI system would obey is written as the escape that means the same. */
export function jsonLine(document: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(document)
    .replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escaped)
    .replace(/##(?=\w*\[)/g, "#\\u0023")}\n`;
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
