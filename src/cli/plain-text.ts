/** Untrusted text for a terminal or a CI log: one line, without control characters or log commands. */
import { stripVTControlCharacters } from "node:util";

export function plainText(text: string): string {
  return withoutLogCommands(
    stripVTControlCharacters(text)
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
      .trim(),
  );
}

/** Some CI systems execute `##[…]`, `##vso[…]` or `##teamcity[…]` anywhere in a log line. */
function withoutLogCommands(line: string): string {
  return line.replace(/##(?=\w*\[)/g, "# #");
}
