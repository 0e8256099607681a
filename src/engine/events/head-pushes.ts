/**
 * Pushes of head branches to the commits that their pull requests become. Such a push is not one of a person: it changes
 * no entry, and if the landing does not succeed, the heads are taken back first.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import { withEntries, withoutPlaces } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { entriesOf, isOfLastTakeUp } from "../model/lookup.js";
import { type Entry, type HeadPush, type Landing, PATIENCE_MS, type Queue } from "../model/queue.js";
import { headPushOf } from "./ends.js";

export function recordHeadPushes(
  queue: Queue,
  { run, headPushes, takeUps }: EventOf<"headPushesChosen">,
): Queue {
  const { landing } = queue;
  const isCurrent = landing?.run === run && isOfLastTakeUp(landing, takeUps);
  if (!isCurrent || landing.commit === null || landing.areHeadsBack === true) return queue;
  return { ...queue, landing: { ...landing, headPushes } };
}

/** From now on the landing pushes no heads. */
export function recordHeadsTakenBack(
  queue: Queue,
  { run, pullRequests, takeUps }: EventOf<"headsTakenBack">,
): Queue {
  const { landing } = queue;
  if (landing?.run !== run || !isOfLastTakeUp(landing, takeUps)) return queue;
  const { headPushes = [] } = landing;
  const back = headPushes.filter(({ pullRequest }) => pullRequests.includes(pullRequest));
  return { ...queue, landing: { ...landing, headPushes: back, areHeadsBack: true } };
}

/** Whether the observed head is the queue's own push, possibly one that was taken back a moment ago. */
export function isOwnHeadPush(
  { landing, now }: Queue,
  { takenBack }: Entry,
  facts: PullRequestFacts,
): boolean {
  const push = landing === null ? undefined : headPushOf(landing, facts.number);
  if (push?.to === facts.headSha) return true;
  const isRecent = takenBack !== undefined && now - takenBack.at < PATIENCE_MS;
  return isRecent && takenBack.commit === facts.headSha && facts.state === "open";
}

/**
 * After an unsuccessful landing whose heads were taken back. The code host may have dismissed approvals because of these
 * pushes. An entry that has lost one leaves the line and is not ready; it is admitted again when its rules are met.
 */
export function afterHeadsBack(queue: Queue, landing: Landing): Required<Pick<Step, "queue" | "endedRuns">> {
  const { headPushes = [], areHeadsBack } = landing;
  const pushed = new Map<PullRequestNumber, HeadPush>();
  for (const push of areHeadsBack === true ? headPushes : []) pushed.set(push.pullRequest, push);
  const remaining = entriesOf(queue, pushed.keys()).flatMap((entry): readonly Entry[] => {
    const push = pushed.get(entry.facts.number);
    if (entry.ended !== null || push === undefined) return [];
    const admittedAt = meetsRulesAboutIt(entry) ? entry.admittedAt : null;
    return [{ ...entry, admittedAt, takenBack: { commit: push.to, at: queue.now } }];
  });
  const unready = remaining.filter(({ admittedAt }) => admittedAt === null);
  const marked = withEntries(queue, remaining);
  return withoutPlaces(marked, new Set(unready.map(({ facts }) => facts.number)));
}

function meetsRulesAboutIt({ facts: { unmetRules = [] } }: Entry): boolean {
  return unmetRules.every(({ rule }) => rule !== "pullRequest");
}
