/** What a step does to the work of others though an answer has shown it, or without having looked. */
import { isRecord } from "../../../src/domain/is-record.js";
import type { Evidence } from "./evidence.js";
import { settingsIn } from "./executions.js";
import type { ReceivedRequest } from "./requests.js";
import { askedSettings } from "./step-plan.js";
import { freshSettings, isLive, type Truth } from "./truth.js";

export function checkDamage(evidence: Evidence): void {
  if (evidence.plan.operation === "cancel") {
    const { sparse } = evidence.habits;
    checkRepeats(evidence, "cancelPullRequest", "getSubmittedPullRequest", ({ entry }) =>
      // More than the state some servers do not show.
      sparse ? [entry?.state] : [entry?.submission, entry?.stateChangedAt],
    );
  }
  if (evidence.plan.operation === "update-queue") {
    const keys = Object.keys(askedSettings(evidence.plan.inputs));
    checkRepeats(evidence, "updateQueue", "getQueue", ({ queue }) => keys.map((key) => queue?.settings[key]));
  }
  if (evidence.plan.operation === "create-queue") checkQueueOfAnother(evidence);
}

/**
 * A write that may have been carried out before changes only what a read after that has shown as it was before the first
 * one.
 */
function checkRepeats(
  { requests, world, problems }: Evidence,
  write: string,
  read: string,
  relevant: (truth: Truth) => readonly unknown[],
): void {
  const writes = requests.flatMap(({ endpoint, isParting }, index) =>
    endpoint === write && !isParting ? [index] : [],
  );
  const mayHaveActed = (index: number) => requests[index]?.reply !== "says" || requests[index].status !== 429;
  const spelled = (moment: number | null) => JSON.stringify(relevant(world.at(moment ?? 0)));
  for (const index of writes) {
    const [first, before] = [writes[0], writes.findLast((other) => other < index && mayHaveActed(other))];
    if (first === undefined || before === undefined || requests[index]?.made.length === 0) continue;
    const isAnswered = ({ endpoint, isTrue }: ReceivedRequest) => endpoint === read && isTrue;
    const seenFirst = requests.slice(0, first).findLast(isAnswered);
    const seen = requests.slice(before, index).findLast(isAnswered);
    const isSame =
      seen !== undefined && seenFirst !== undefined && spelled(seen.shows) === spelled(seenFirst.shows);
    if (!isSame) problems.push(`${write} is repeated on what has changed meanwhile`);
  }
}

/** Another's queue that was seen, or could have been, as something else than the queue to create. */
function checkQueueOfAnother({ requests, world, plan, problems }: Evidence): void {
  const isCreated = requests.some(
    ({ endpoint, isTrue, status }) => endpoint === "createQueue" && isTrue && status === 200,
  );
  if (isCreated) return;
  // What the queue is compared by; what happens after that happens to a queue that may be the step's own.
  const created = requests.findLastIndex(({ endpoint }) => endpoint === "createQueue");
  for (const [index, { endpoint, made, body }] of requests.entries()) {
    const [moment] = made;
    if (endpoint !== "updateQueue" || moment === undefined) continue;
    const { queue } = world.at(moment);
    if (queue === null || queue.createdBy === "step") continue;
    const seen = requests
      .slice(created, index)
      .find(({ endpoint: name, isTrue }) => name === "getQueue" && isTrue);
    const shown = seen === undefined ? null : world.at(seen.shows ?? 0);
    const { mode, concurrency } = askedSettings(plan.inputs);
    const asked = {
      ...(mode === undefined ? {} : { mode }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    if (shown === null || !looksFresh(shown, asked, settingsIn(isRecord(body) ? body : {}))) {
      problems.push("the settings of another's queue are changed");
    }
  }
}

function looksFresh(
  { queue, entry, others }: Truth,
  asked: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): boolean {
  if (queue === null || isLive(entry) || others > 0) return false;
  const fresh = freshSettings(asked);
  return Object.entries(queue.settings).every(([key, value]) => {
    const same = (other: unknown) => JSON.stringify(value) === JSON.stringify(other);
    return same(fresh[key]) || same(next[key]);
  });
}
