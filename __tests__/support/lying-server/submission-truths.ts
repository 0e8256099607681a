/** What a step claims of a submission: that it is in the queue as it was asked for, or is out of it. */
import { priorityValue } from "../../../src/domain/priority.js";
import type { Evidence } from "./evidence.js";
import { type Entry, isLive, priorityInWords, type Truth } from "./truth.js";

const IN_QUEUE = /is submitted to the queue|is in the queue of \S+ already/;

export function checkSubmission(evidence: Evidence): void {
  const { plan, told } = evidence;
  if (plan.operation !== "submit" || !told.logs.some((line) => IN_QUEUE.test(line))) return;
  const since = evidence.since("submitPullRequest");
  evidence.claim(
    "the pull request is in the queue",
    evidence.was(({ entry }) => isInOrLanded(entry), since),
  );
  const asked = askedOf(plan.inputs);
  const isAsAsked = ({ entry }: Truth) => isInOrLanded(entry) && asked.every(({ isSo }) => isSo(entry));
  if (!evidence.was(isAsAsked, since)) checkDifferences(evidence, asked);
  for (const [, name, value] of told.warnings.flatMap((line) => [
    ...line.matchAll(/(priority|no-batch) is ([\w-]+), not/g),
  ])) {
    const shows = ({ entry }: Truth) => entry !== null && wordsOf(entry)[name ?? ""] === value;
    evidence.claim(`${name} is ${value}`, evidence.was(shows, since));
  }
}

/** What is not as it was asked for has to be named, when the first answer that shows the submission shows it. */
function checkDifferences({ requests, told, world, ...evidence }: Evidence, asked: readonly Wish[]): void {
  const last = requests.findLastIndex(({ endpoint }) => endpoint === "submitPullRequest");
  const showing = requests.slice(last).filter(({ endpoint }) => endpoint === "getSubmittedPullRequest");
  const first = showing.find(
    ({ isTrue, staleState, status }) => isTrue && staleState === null && status === 200,
  );
  const shown = first?.sent?.includes("priorityValue") === true ? [first] : [];
  for (const { name, isSo } of asked) {
    const isSeen = shown.some(({ shows }) => {
      const { entry } = world.at(shows ?? 0);
      return isLive(entry) && !isSo(entry);
    });
    const isNamed = told.warnings.some((line) => line.includes(`${name} is `));
    if (isSeen && !isNamed) evidence.problems.push(`the pull request has the ${name} that was asked for`);
  }
}

interface Wish {
  readonly name: string;
  readonly isSo: (entry: Entry) => boolean;
}

function askedOf({ priority, "no-batch": noBatch }: Readonly<Record<string, string>>): readonly Wish[] {
  return [
    ...(priority === undefined
      ? []
      : [{ name: "priority", isSo: (entry: Entry) => entry.priority === priorityValue(priority) }]),
    ...(noBatch === undefined ? [] : [{ name: "no-batch", isSo: (entry: Entry) => entry.noBatch }]),
  ];
}

function wordsOf({ priority, noBatch }: Entry): Readonly<Record<string, string>> {
  return { priority: priorityInWords(priority), "no-batch": String(noBatch) };
}

function isInOrLanded(entry: Entry | null): entry is Entry {
  return entry?.state === "MERGED" || isLive(entry);
}

/** After the job was cancelled. */
export function checkTakenOut(evidence: Evidence): void {
  const line = evidence.told.logs.find((log) =>
    /was taken out of the queue|^#412 is not in the queue\.$/.test(log),
  );
  if (line === undefined || evidence.plan.cancelledAt === null) return;
  const since = evidence.requests.find(({ isParting }) => isParting)?.at ?? evidence.world.present;
  evidence.claim(
    line,
    evidence.was(({ entry }) => !isLive(entry), since),
  );
}
