/** Reports a queue: its state, its settings, and its pull requests in order. */

import { type Position, positionIn, positionInWords } from "../client/position.js";
import type { PullRequestOnWire, QueueOnWire } from "../client/pull-request-on-wire.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import { isNotableSetting } from "../domain/queue-settings.js";
import { counted } from "../domain/words.js";
import { extraRead } from "../operations/operation.js";
import { lanePicture } from "./lane-picture.js";
import { joined, type Markup, markup } from "./markup.js";
import type { Step } from "./operation.js";
import type { Report } from "./report.js";

type Queue = ReadReplyOf<"getQueue">;
type Settings = ReadReplyOf<"updateQueue">;

const MOST_ENTRIES_SHOWN = 50;

/** Reports what is known before the first request. */
export function announceQueue({ request }: { readonly request: QueueOnWire }, report: Report): void {
  const { repo, targetBranch } = request;
  report.row("Queue of", markup`${repo.owner}/${repo.name} → ${targetBranch}`);
}

function reportState(state: string, report: Report): void {
  report.set({ "queue-state": state });
  report.row("Queue", markup`**${state}**`);
}

/** Reports the settings after a change. */
export function reportShownSettings(settings: Settings, report: Report): void {
  if (settings.state !== undefined) reportState(settings.state, report);
  reportSettings(settings, report);
}

export function reportQueue(queue: Queue, report: Report): void {
  reportState(queue.state, report);
  const { state, mode, concurrency, batch, enqueuedPullRequests: entries } = queue;
  const known = [
    ...(mode === undefined ? [] : [mode]),
    ...(concurrency === undefined ? [] : [`concurrency ${concurrency}`]),
    ...(batch === undefined ? [] : [batch ? "batches" : "no batches"]),
    ...(entries === undefined ? [] : [`${counted(entries.length, "pull request")} in it`]),
  ];
  report.row("Queue", joined([markup`**${state}**`, ...known.map((part) => markup`${part}`)], ", "));
  const isExplained = state === "PAUSED" && queue.stateReason !== undefined;
  report.row("Pause", isExplained ? markup`${queue.stateReason ?? ""}` : null);
}

/** Not settings, or shown otherwise. */
const APART: ReadonlySet<string> = new Set(["state", "stateReason", "branch", "enqueuedPullRequests"]);

/** All settings that `queue-config` can contain, by their keys there; those with default values can be unfolded. */
export function reportSettings(settings: Settings, report: Report): void {
  const all = Object.entries(settings).filter(([key, value]) => !APART.has(key) && value !== undefined);
  const notable = all.filter(([key, value]) => isNotableSetting(key, value, settings));
  const others = all.filter((setting) => !notable.includes(setting));
  const title = `${counted(others.length, "setting")} with default values`;
  const folded = markup`<details><summary>${title}</summary>${settingLines(others)}</details>`;
  const shown = notable.length === 0 ? [] : [settingLines(notable)];
  const parts = others.length === 0 ? shown : [...shown, folded];
  report.row("Settings", parts.length === 0 ? null : joined(parts, ""));
}

function settingLines(settings: readonly (readonly [string, unknown])[]): Markup {
  const lines = settings.map(([key, value]) => markup`${key}: ${JSON.stringify(value)}`);
  return joined(lines, "<br>");
}

export function reportEntries({ enqueuedPullRequests }: Queue, report: Report): void {
  if (enqueuedPullRequests === undefined) {
    report.row("In the queue", markup`not reported by the service`);
    return;
  }
  const lines = enqueuedPullRequests
    .slice(0, MOST_ENTRIES_SHOWN)
    .map(({ prNumber = "?", state = "", prTitle = "" }) => markup`#${prNumber} ${state} ${prTitle}`);
  const more = enqueuedPullRequests.length - lines.length;
  if (more > 0) lines.push(markup`and ${more} more`);
  report.row("In the queue", lines.length === 0 ? markup`nothing` : joined(lines, "<br>"));
}

export function reportPosition(position: Position, report: Report): void {
  report.row("Position", markup`${positionInWords(position)}`);
}

/**
 * Adds the queue after the pull request has left it. Without an answer the row is
 * removed, because the count that was read before includes the pull request.
 */
export async function lookAtQueueAfter(
  { repo, targetBranch, pr }: PullRequestOnWire,
  step: Step,
  longestMs: number,
): Promise<void> {
  step.report.row("Queue", null);
  step.report.row("Pause", null);
  step.report.picture(null);
  const queue = await extraRead(
    step,
    (client, options) => client.getQueue({ repo, targetBranch }, options),
    longestMs,
  );
  if (queue === null) return;
  // A replica may still list it for a moment.
  const entries = queue.value.enqueuedPullRequests?.filter(({ prNumber }) => prNumber !== pr.number);
  reportQueue({ ...queue.value, enqueuedPullRequests: entries }, step.report);
}

/** Draws the line up to the pull request; removes the picture when it has no place. */
export function reportLane(
  { mode, branch, enqueuedPullRequests: entries = [] }: Queue,
  pullRequest: number,
  report: Report,
): void {
  report.picture(lanePicture({ mode, branch, entries }, pullRequest));
}

/** Adds the queue and the pull request's place in it; the outcome of the step does not depend on it. */
export async function lookAtQueue(
  { repo, targetBranch, pr }: PullRequestOnWire,
  step: Step,
  longestMs?: number,
): Promise<void> {
  const queue = await extraRead(
    step,
    (client, options) => client.getQueue({ repo, targetBranch }, options),
    longestMs,
  );
  if (queue === null) return;
  reportQueue(queue.value, step.report);
  reportLane(queue.value, pr.number, step.report);
  const position = positionIn(queue.value, pr.number);
  if (position !== null) reportPosition(position, step.report);
}
