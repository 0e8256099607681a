/** Creates a queue; "exists already" is a success when it answers our own request, whose reply was lost. */
import type { RequestOf } from "../contract/endpoints.js";
import { DEFAULT_QUEUE_SETTINGS, isSettingName, settingRow } from "../domain/queue-settings.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, NOTHING_KNOWN } from "./errors.js";
import { shownQueue } from "./lost-reply.js";
import { isAbsence, type Settled, settled } from "./position.js";
import { isSameSetting, type ShownSettings, settingInWords } from "./queue-config.js";

export interface CreateOptions extends CallOptions {
  /** Settings that the caller sets next; the queue may already have them. */
  readonly settings?: ShownSettings;
}

export async function createQueueIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"createQueue">,
  { settings = {}, ...options }: CreateOptions = {},
): Promise<Settled<"created" | "createdByLostRequest">> {
  try {
    return settled("created", await client.createQueue(request, options));
  } catch (error) {
    const mayBeOurs = error instanceof MergeQueueError && error.status === 409 && error.mayHaveActed;
    if (!mayBeOurs) throw error;
    const { targetBranch, mode, concurrency } = request;
    const shown = await shownQueue(client, request, options);
    if (shown === null) throw error;
    const differences = differencesOf(shown, { ...settings, mode, concurrency });
    if (differences.length === 0) return settled("createdByLostRequest", error);
    throw existsAndDiffers(error, targetBranch, differences);
  }
}

/** Settings that have neither the value of a new queue nor the requested value. */
function differencesOf(shown: ShownSettings, asked: ShownSettings): readonly string[] {
  const { mode = DEFAULT_QUEUE_SETTINGS.mode, concurrency = DEFAULT_QUEUE_SETTINGS.concurrency } = asked;
  const defaults = Object.entries(DEFAULT_QUEUE_SETTINGS).filter(
    ([key, value]) => value !== null && (key in asked || hasCommonDefault(key)),
  );
  // Some services begin with 1, others with the value of concurrency.
  const bisectionConcurrency = shown["bisectionConcurrency"] === 1 ? 1 : concurrency;
  const expected: ShownSettings = {
    state: "RUNNING",
    ...Object.fromEntries(defaults),
    bisectionConcurrency,
    mode,
    concurrency,
  };
  const created = ["mode", "concurrency"].filter((key) => asked[key] !== undefined);
  const differing = Object.entries(expected).flatMap(([key, value]) => {
    const now = shown[key];
    if (now === undefined) return created.includes(key) ? [`${key} is not shown`] : [];
    const isExpected = isSameSetting(now, value) || (key in asked && isSameSetting(now, asked[key]));
    return isExpected ? [] : [`${key} is ${settingInWords(now)}`];
  });
  const entries = shown["enqueuedPullRequests"];
  const isEmpty = !Array.isArray(entries) || entries.length === 0;
  return isEmpty ? differing : [...differing, "pull requests are in it"];
}

/**
 * A setting that few services return has no common default, and not every service begins without draft pull requests.
 */
function hasCommonDefault(key: string): boolean {
  return key !== "createPrsForTestingBranches" && isSettingName(key) && settingRow(key).api === undefined;
}

function existsAndDiffers(
  { status, code, body, requestId, attempts }: MergeQueueError,
  branch: string,
  differences: readonly string[],
): MergeQueueError {
  const detail = `the queue of ${branch} exists already and differs from the requested queue: ${differences.join(", ")}; nothing was changed in it; use update-queue to change it`;
  const failure = { ...NOTHING_KNOWN, kind: "refused", status, code, body, requestId, detail } as const;
  // A lost request may have created it, with other settings.
  return new MergeQueueError("createQueue", { ...failure, mayHaveActed: true }, attempts);
}

/** Deletes an empty queue; if there is none, that is a success, too. */
export async function deleteQueueIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"deleteQueue">,
  options: CallOptions = {},
): Promise<Settled<"deleted" | "noSuchQueue">> {
  try {
    return settled("deleted", await client.deleteQueue(request, options));
  } catch (error) {
    if (!isAbsence(error, ["MERGE_QUEUE_NOT_FOUND"])) throw error;
    return settled("noSuchQueue", error);
  }
}
