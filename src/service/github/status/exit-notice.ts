/**
 * The comment about an entry that left without landing. It is a new comment, because an edit sends no notification,
 * and mentions the author.
 */

import type { Check } from "../../../domain/check.js";
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { block, code, link, sentence } from "./markdown.js";
import type { ExitNotice } from "./status.js";
import type { StatusView } from "./status-view.js";

const MOST_CHECKS = 10;
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

/** Any CI may report an address. The link shows the host if that is not GitHub, because it is untrusted. */
export function checkLink({ name, url }: Pick<Check, "name" | "url">): string {
  const address = webAddress(url);
  if (address === null) return code(name);
  const host = address.host === "github.com" ? "" : ` (${code(address.host)})`;
  return `${link(code(name), address.href)}${host}`;
}

/** null unless it leads to a web page, without a user name, which could imitate a host. */
function webAddress(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  const isWeb = address.protocol === "https:" || address.protocol === "http:";
  return isWeb && address.username === "" && address.password === "" ? address : null;
}

function output({ outputTail }: StatusView): readonly string[] {
  if (outputTail === null) return [];
  return ["", "<details><summary>The end of the output</summary>", "", block(outputTail), "", "</details>"];
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
