/**
 * Titles, target names and server messages are untrusted text. One function each prepares it for the log, an
 * annotation, the job summary and an output, so that nothing is left that the reader would act on.
 */
import { shortened } from "../domain/words.js";

const MAX_LOG_CHARACTERS = 4000;
/** The runner truncates an annotation at 4096 characters. */
const MAX_ANNOTATION_CHARACTERS = 4000;
const MAX_SUMMARY_CHARACTERS = 500;
const MAX_LABEL_CHARACTERS = 40;
/** All outputs of a job together may have 1 MiB. */
const MAX_OUTPUT_CHARACTERS = 4000;

/**
 * Characters that break lines, move the cursor, reorder text, or that the runner skips when it searches for its
 * commands.
 */
const INVISIBLE = "Cc Cf Zl Zp Cs Default_Ignorable_Code_Point Noncharacter_Code_Point".split(" ");

/** Most texts match this and need no Unicode tables, which take time to build. */
const PLAIN_ASCII = /^[ -~]*$/;

/** One line of the log without a workflow command: neither `::…::` at its start nor `##[…]` anywhere. */
export function forLog(line: string): string {
  return withoutCommands(shortened(line, MAX_LOG_CHARACTERS));
}

/** The message of an annotation, as one line. */
export function forAnnotation(message: string): string {
  return withoutCommands(shortened(message, MAX_ANNOTATION_CHARACTERS));
}

/** Text that Markdown, HTML and a table's cell show unchanged. */
export function forSummary(text: string): string {
  return visible(shortened(text, MAX_SUMMARY_CHARACTERS)).replace(
    /[&<>"'\\`*[\]|~$@]|(?<![a-z\d])_|_(?![a-z\d])|:(?=\/\/)|(?<=www)\./gi,
    asEntity,
  );
}

/** Text in quotes in a Mermaid diagram: every character that Mermaid or Markdown may interpret becomes its code. */
export function forDiagram(text: string): string {
  return Array.from(shortened(text.toWellFormed(), MAX_LABEL_CHARACTERS))
    .map((character) => (/[a-z\d .,]/i.test(character) ? character : `#${character.codePointAt(0) ?? 32};`))
    .join("");
}

/** The value of an output: one line of well-formed text, with an ellipsis where it is cut. */
export function forOutput(value: string): string {
  return forJsonOutput(shortened(value, MAX_OUTPUT_CHARACTERS));
}

/** The same without a limit. */
export function forJsonOutput(value: string): string {
  return PLAIN_ASCII.test(value)
    ? value
    : value.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}

function withoutCommands(line: string): string {
  // The break must be visible, since the runner's search skips characters without width.
  return visible(line)
    .replace(/^(\s*):(?=:)/, "$1: ")
    .replaceAll("##[", "## [");
}

function visible(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text.replace(invisible(), (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return " ";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Not a literal: its tables would be built when the file loads, even if they are never needed. */
function invisible(): RegExp {
  return new RegExp(`[${INVISIBLE.map((property) => `\\p{${property}}`).join("")}]`, "gu");
}

function asEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
