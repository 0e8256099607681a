/** Commit messages. Titles and messages of others are untrusted text. */
import type { ContainedHead } from "../../../engine/queue.js";

/** `<title> (#<number>)`, then the body of the head commit if that commit bears the pull request's title. */
export function squashMessage(head: ContainedHead, headMessage: string): string {
  const mark = `(#${head.pullRequest})`;
  const title = oneLine(head.title);
  const subject = title.endsWith(mark) ? title : `${title === "" ? "Pull request" : title} ${mark}`;
  const [headSubject = "", ...rest] = headMessage.split(/\n\s*\n/);
  const body = oneLine(headSubject) === title ? rest.join("\n\n").trim() : "";
  return body === "" ? `${subject}\n` : `${subject}\n\n${body}\n`;
}

/** `Merge pull request #<number>: <title>`. */
export function mergeMessage(head: ContainedHead): string {
  const title = oneLine(head.title);
  return `Merge pull request #${head.pullRequest}${title === "" ? "" : `: ${title}`}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
