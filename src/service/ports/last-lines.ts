/** The last lines of a program's output, bounded and without what a terminal would execute. */
import { stripVTControlCharacters } from "node:util";
import { shortened } from "../../domain/words.js";

const MOST_LINES = 40;
const MOST_LINE_CHARACTERS = 400;
const MOST_CHARACTERS = 4000;

/** The newest lines that fit, oldest first; a progress bar's line is what it showed last. */
export function lastLines(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => shownLine(line.slice(line.lastIndexOf("\r") + 1)))
    .filter((line) => line !== "")
    .slice(-MOST_LINES);
  return lines.filter((_, index) => lines.slice(index).join("\n").length <= MOST_CHARACTERS).join("\n");
}

/** Without control characters and characters that reorder text; only its beginning if it is long. */
function shownLine(line: string): string {
  const plain = line
    .toWellFormed()
    .replaceAll("\t", "  ")
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .trimEnd();
  return shortened(plain, MOST_LINE_CHARACTERS);
}
