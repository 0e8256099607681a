/**
 * The comment about an entry that left without landing. It is a new comment, because an edit sends no notification,
 * and mentions the author.
 */

import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { block, code, link, sentence } from "./markdown.js";
import { checkLink } from "./required-checks.js";
import type { ExitNotice } from "./status.js";
import type { StatusView } from "./status-view.js";

const MOST_CHECKS = 10;
const MOST_OUTPUT_LINES = 40;
const MOST_OUTPUT_CHARACTERS = 4000;
/** As GitHub allows them. Apps, which have brackets, read no notifications. */
const LOGIN = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i;

/** null: it is in the queue, it landed, or it was merged elsewhere. */
export function exitNoticeOf(view: StatusView, submission: string): ExitNotice | null {
  const { entry, exit } = view;
  if (exit === null || entry.ended === "merged" || exit.verdict === "landedElsewhere") return null;
  const marker = `<!-- merge-queue:left ${submission} -->`;
  const { author } = entry.facts;
  const mention = LOGIN.test(author) ? `@${author}: ` : "";
  const body = [
    marker,
    `### Merge Queue: Left without landing (${VERDICTS[exit.verdict].title})`,
    "",
    `${mention}${sentence(exit.sentence)}`,
    ...failed(exit),
    ...output(view),
    "",
    `**${sentence(exit.next)}** ${howToSubmit(view)}`,
    ...details(view),
  ];
  return { submission, marker, body: body.join("\n") };
}

function failed({ failedChecks }: Exit): readonly string[] {
  const shown = failedChecks.slice(0, MOST_CHECKS).map((check) => `- ${checkLink(check)}`);
  const left = failedChecks.length - shown.length;
  if (shown.length === 0) return [];
  return ["", "Failed checks:", "", ...shown, ...(left > 0 ? [`- and ${left} more`] : [])];
}

/** The newest lines that fit. Escaping makes a character up to ten times as long; GitHub's limit is 65,536. */
function output({ outputTail }: StatusView): readonly string[] {
  if (outputTail === null) return [];
  const end = Array.from(outputTail).slice(-MOST_OUTPUT_CHARACTERS).join("");
  const lines = end.split(/\r?\n/).slice(-MOST_OUTPUT_LINES);
  const shown = block(lines.join("\n"));
  return ["", "<details><summary>The end of the output</summary>", "", shown, "", "</details>"];
}

function howToSubmit({ queue: { settings }, exit }: StatusView): string {
  if (exit?.submitAgain === "unneeded") return "";
  const ways = waysToSubmit(settings);
  return `To submit it again, ${ways.length === 0 ? "use the command line or the API" : ways.join(" or ")}.`;
}

function waysToSubmit({
  commandsEnabled,
  labelCommandsEnabled,
  enqueueingLabel,
}: QueueSettings): readonly string[] {
  return [
    ...(commandsEnabled ? [`comment ${code("/merge")}`] : []),
    ...(labelCommandsEnabled ? [`add the label ${code(enqueueingLabel)}`] : []),
  ];
}

function details({ pageUrl }: StatusView): readonly string[] {
  return pageUrl === null ? [] : ["", link("Details", pageUrl)];
}
