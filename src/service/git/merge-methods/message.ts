/** Commit messages. Titles and messages of pull requests are untrusted text. */
import type { ContainedHead } from "../../../engine/model/queue.js";
import { withoutSkipMarkers } from "./skip-markers.js";

/**
 * `<title> (#<number>)` or the author's chosen title, then the body of the head commit if its subject is the pull
 * request's title.
 */
export function squashMessage(head: ContainedHead, headMessage: string): string {
  const mark = `(#${head.pullRequest})`;
  const title = oneLine(head.title);
  const numbered = title.endsWith(mark) ? title : `${title === "" ? "Pull request" : title} ${mark}`;
  const subject = chosenTitle(head) ?? numbered;
  const [headSubject = "", ...rest] = headMessage.split(/\n\s*\n/);
  const body = oneLine(headSubject) === title ? rest.join("\n\n").trim() : "";
  return withoutSkipMarkers(body === "" ? `${subject}\n` : `${subject}\n\n${body}\n`);
}

/** GitHub's format: `Merge pull request #<number> from <owner>/<branch>`, then the title. */
export function mergeMessage(head: ContainedHead): string {
  const title = oneLine(head.title);
  const first = `Merge pull request #${head.pullRequest}`;
  const headName = oneLine(head.headName ?? "");
  const chosen = chosenTitle(head) ?? (headName === "" ? null : `${first} from ${headName}`);
  if (chosen === null) return withoutSkipMarkers(`${first}${title === "" ? "" : `: ${title}`}\n`);
  return withoutSkipMarkers(title === "" ? `${chosen}\n` : `${chosen}\n\n${title}\n`);
}

function chosenTitle({ mergeTitle }: ContainedHead): string | null {
  const chosen = oneLine(mergeTitle ?? "");
  return chosen === "" ? null : chosen;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
