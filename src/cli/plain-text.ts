/** Untrusted text on a terminal or in the log of a CI system: one line, without anything that either would obey. */
export function plainText(text: string): string {
  return withoutLogCommands(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim());
}

/** Some CI systems execute `##[…]`, `##vso[…]` or `##teamcity[…]` wherever a log line holds it. */
function withoutLogCommands(line: string): string {
  return line.replace(/##(?=\w*\[)/g, "# #");
}
