/** git could not answer: in its own last words, without what an address may carry. */

const MOST_LINES = 4;
const MOST_CHARACTERS = 600;

export class GitFailure extends Error {
  override readonly name = "GitFailure";
}

export function lastWords(text: string): string {
  const lines = text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]*@/gi, "$1***@")
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.slice(-MOST_LINES).join(" | ").slice(-MOST_CHARACTERS);
}
