/**
 * Pushes of head branches to the commits that their pull requests become. Such a push is not one of a person: it changes
 * no entry, and if the landing does not succeed, the heads are taken back first.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import { headNotBack } from "../explain/reasons/landings.js";
import { withEntries, withoutPlaces } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { NewEffect } from "../model/effect.js";
import type { EventOf } from "../model/event.js";
import { entriesOf, isOfLastTakeUp } from "../model/lookup.js";
import { type Entry, type HeadPush, type Landing, PATIENCE_MS, type Queue } from "../model/queue.js";
import { type End, headPushOf, leave } from "./ends.js";

export function recordHeadPushes(
  queue: Queue,
  { run, headPushes, takeUps }: EventOf<"headPushesChosen">,
): Queue {
  const { landing } = queue;
  const isCurrent = landing?.run === run && isOfLastTakeUp(landing, takeUps);
  if (!isCurrent || landing.commit === null || landing.areHeadsBack === true) return queue;
  return { ...queue, landing: { ...landing, headPushes } };
}

/** From now on the landing pushes no heads. An effect outlives the landing for each head that is not back yet. */
export function recordHeadsTakenBack(
  queue: Queue,
  { run, pullRequests, notYet = [], takeUps }: EventOf<"headsTakenBack">,
): Step {
  const { landing } = queue;
  if (landing?.run !== run || !isOfLastTakeUp(landing, takeUps)) return { queue };
  const { headPushes = [] } = landing;
  const back = headPushes.filter(({ pullRequest }) => pullRequests.includes(pullRequest));
  const taken: Landing = { ...landing, headPushes: back, areHeadsBack: true };
  const headsNotBack = headPushes.filter(({ pullRequest }) => notYet.includes(pullRequest));
  if (headsNotBack.length === 0) return { queue: { ...queue, landing: taken } };
  return {
    queue: { ...queue, landing: { ...taken, headsNotBack } },
    effects: headsNotBack.map((push): NewEffect => ({ kind: "takeHeadBack", run, push })),
  };
}

/**
 * The end of an entry whose landing did not succeed, if it is leaving, or if its head is not back yet: then it could
 * only be tested with a head that is not its own.
 */
export function leaveAfter({ headsNotBack = [] }: Landing, entry: Entry): readonly End[] {
  const ends = leave(entry);
  const push = headsNotBack.find(({ pullRequest }) => pullRequest === entry.facts.number);
  if (push === undefined) return ends;
  const [end] = ends;
  return end === undefined
    ? [[{ ...entry, ended: "failed" }, headNotBack(push, null)]]
    : [[end[0], headNotBack(push, end[1])]];
}

/** Whether the observed head is the queue's own push, possibly one that was taken back a moment ago. */
export function isOwnHeadPush(
  { landing, now }: Queue,
  { takenBack }: Entry,
  facts: PullRequestFacts,
): boolean {
  const push = landing === null ? undefined : headPushOf(landing, facts.number);
  if (push?.to === facts.headSha) return true;
  const { headsNotBack = [] } = landing ?? {};
  if (headsNotBack.some(({ pullRequest, to }) => pullRequest === facts.number && to === facts.headSha))
    return true;
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
