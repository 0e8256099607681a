/**
 * Finds references that close issues when they land on the default branch:
 * https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */

const REFERENCE =
  /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?[ \t]{1,9})((?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d{1,10}|https?:\/\/[\w.:-]{1,200}\/[\w.-]{1,100}\/[\w.-]{1,100}\/issues\/\d{1,10})(?!\w)/gi;
const MAX_REFERENCES = 20;

/** `Fixes #12` for each issue, in order and once. GitHub ignores references in comments and code. */
export function closingReferences(markdown: string): readonly string[] {
  const found = new Map<string, string>();
  for (const [, keyword = "", , issue = ""] of withoutCode(withoutComments(markdown)).matchAll(REFERENCE)) {
    const key = issue.toLowerCase();
    if (!found.has(key)) found.set(key, `${keyword} ${issue}`);
    if (found.size === MAX_REFERENCES) break;
  }
  return [...found.values()];
}

/** An unclosed comment extends to the end. */
function withoutComments(markdown: string): string {
  const kept: string[] = [];
  for (let at = 0; at < markdown.length; ) {
    const start = markdown.indexOf("<!--", at);
    kept.push(markdown.slice(at, start === -1 ? undefined : start));
    const end = start === -1 ? -1 : markdown.indexOf("-->", start + 4);
    if (end === -1) break;
    at = end + 3;
  }
  return kept.join(" ");
}

function withoutCode(markdown: string): string {
  let fence: string | null = null;
  const kept: string[] = [];
  for (const line of markdown.split("\n")) {
    const [, mark = null] = /^ {0,3}(```|~~~)/.exec(line) ?? [];
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null) kept.push(line.replace(/`[^`]*`/g, " "));
  }
  return kept.join("\n");
}
