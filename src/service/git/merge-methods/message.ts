/** Commit messages. Titles and messages of others are untrusted text. */
import type { ContainedHead } from "../../../engine/model/queue.js";

/**
 * `<title> (#<number>)`, or what the author wants it to be called, then the body of the head commit if that commit bears
 * the pull request's title.
 */
export function squashMessage(head: ContainedHead, headMessage: string): string {
  const mark = `(#${head.pullRequest})`;
  const title = oneLine(head.title);
  const numbered = title.endsWith(mark) ? title : `${title === "" ? "Pull request" : title} ${mark}`;
  const subject = wantedTitle(head) ?? numbered;
  const [headSubject = "", ...rest] = headMessage.split(/\n\s*\n/);
  const body = oneLine(headSubject) === title ? rest.join("\n\n").trim() : "";
  return body === "" ? `${subject}\n` : `${subject}\n\n${body}\n`;
}

/** As GitHub has it: `Merge pull request #<number> from <owner>/<branch>`, then the title. */
export function mergeMessage(head: ContainedHead): string {
  const title = oneLine(head.title);
  const first = `Merge pull request #${head.pullRequest}`;
  const headName = oneLine(head.headName ?? "");
  const wanted = wantedTitle(head) ?? (headName === "" ? null : `${first} from ${headName}`);
  if (wanted === null) return `${first}${title === "" ? "" : `: ${title}`}\n`;
  return title === "" ? `${wanted}\n` : `${wanted}\n\n${title}\n`;
}

function wantedTitle({ mergeTitle }: ContainedHead): string | null {
  const wanted = oneLine(mergeTitle ?? "");
  return wanted === "" ? null : wanted;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
