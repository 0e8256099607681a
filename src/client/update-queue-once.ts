/** Changes the settings of a queue, but does not repeat the change when another change was made meanwhile. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, NOTHING_KNOWN } from "./errors.js";
import { isLostReply, pauseBeforeReadingBack, shownQueue } from "./lost-reply.js";
import { type Settled, settled } from "./position.js";
import { isSameSetting, type ShownSettings, settingInWords } from "./queue-config.js";

type UpdateRequest = RequestOf<"updateQueue">;

export interface Updated extends Settled<"updated" | "updatedByLostRequest"> {
  /** The settings that the service returns; empty when it reports a success without them. */
  readonly value: ReadReplyOf<"updateQueue">;
}

/**
 * After a lost reply the settings are read back: requested values count as done, and a changed setting ends the call.
 */
export async function updateQueueOnce(
  client: MergeQueueClient,
  request: UpdateRequest,
  options: CallOptions = {},
): Promise<Updated> {
  const isRepeated = client.retriesWith(options.retries) > 0;
  const before = isRepeated ? await shownSettings(client, request, options) : null;
  const mayRepeat = (attempts: number) => isUnchanged(client, request, options, before, attempts);
  try {
    const answer = await client.updateQueue(request, { ...options, mayRepeat });
    checkSettings(request, answer.value, answer);
    return { ...settled("updated", answer), value: answer.value };
  } catch (error) {
    if (!isLostReply(error)) throw error;
    await pauseBeforeReadingBack(client, options);
    const now = await shownSettings(client, request, options);
    if (now === null || !isAsRequested(now, request)) throw error;
    return { ...settled("updatedByLostRequest", error), value: now };
  }
}

/** Throws when the settings after a success are not as requested; a setting that is not shown passes. */
export function checkSettings(
  request: UpdateRequest,
  shown: ShownSettings,
  { status, body, requestId, attempts }: Pick<Updated, "status" | "body" | "requestId" | "attempts">,
): void {
  const differences = differencesIn(shown, request).filter(
    ([key, value]) => shown[key] !== undefined && !mayBeShownDifferently(key, value, shown),
  );
  if (differences.length === 0) return;
  const words = differences.map(
    ([key, value]) => `${key} is ${settingInWords(shown[key])}, not ${settingInWords(value)}`,
  );
  const detail = `the status is a success, but the queue has other settings: ${words.join(", ")}`;
  const failure = { ...NOTHING_KNOWN, kind: "badAnswer", status, body, requestId, detail } as const;
  throw new MergeQueueError("updateQueue", { ...failure, mayHaveActed: true }, attempts);
}

/** Null when the service does not show them. */
async function shownSettings(
  client: MergeQueueClient,
  request: UpdateRequest,
  options: CallOptions,
): Promise<ReadReplyOf<"updateQueue"> | null> {
  const queue = await shownQueue(client, request, options);
  if (queue === null) return null;
  const { enqueuedPullRequests: _, ...settings } = queue;
  return settings;
}

/** False when the settings are as requested, or cannot be compared. Throws when one of them has changed meanwhile. */
async function isUnchanged(
  client: MergeQueueClient,
  request: UpdateRequest,
  options: CallOptions,
  before: ShownSettings | null,
  attempts: number,
): Promise<boolean> {
  if (before === null) return false;
  const now: ShownSettings | null = await shownSettings(client, request, options);
  if (now === null || isAsRequested(now, request)) return false;
  const changes = Object.keys(askedBy(request))
    .filter((key) => !isSameSetting(before[key], now[key]))
    .map((key) => `${key} was ${settingInWords(before[key])} and is ${settingInWords(now[key])}`);
  if (changes.length === 0) return true;
  const failure = { ...NOTHING_KNOWN, kind: "changedMeanwhile", mayHaveActed: true } as const;
  throw new MergeQueueError("updateQueue", { ...failure, detail: changes.join(", ") }, attempts);
}

function isAsRequested(now: ShownSettings, request: UpdateRequest): boolean {
  return differencesIn(now, request).length === 0;
}

/** A queue that is switching modes will have the mode that it does not show yet. */
function differencesIn(now: ShownSettings, request: UpdateRequest): readonly (readonly [string, unknown])[] {
  return Object.entries(askedBy(request)).filter(
    ([key, value]) => !isSameSetting(now[key], value) && !(key === "mode" && isSwitchingModes(now)),
  );
}

function isSwitchingModes(now: ShownSettings): boolean {
  return isSameSetting(now["state"], "SWITCHING_MODES");
}

/** A switch of modes ends in the requested state; 0 means the value of concurrency, which may be shown instead. */
function mayBeShownDifferently(key: string, value: unknown, now: ShownSettings): boolean {
  return (key === "state" && isSwitchingModes(now)) || (key === "bisectionConcurrency" && value === 0);
}

function askedBy({ repo: _repo, targetBranch: _branch, ...settings }: UpdateRequest): ShownSettings {
  return settings;
}
