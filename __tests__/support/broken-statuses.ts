/** What must hold of what people see once everything has settled. */

import { pullRequestNumber } from "../../src/domain/ids.js";
import { STATE_LABELS } from "../../src/domain/states.js";
import { allRuns, liveEntry, runsInLanding } from "../../src/engine/model/lookup.js";
import type { Entry } from "../../src/engine/model/queue.js";
import { subjectOfCheck } from "../../src/service/github/status/check-runs.js";
import { STATE_WORDS } from "../../src/service/github/status/draft-of.js";
import { isTested } from "../../src/service/github/status/statuses-to-show.js";
import type { StatusWorld } from "./status-world.js";

/** Each as a sentence; `numbers` were submitted. */
export async function brokenStatuses(
  world: StatusWorld,
  numbers: Iterable<number>,
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const number of numbers) {
    const entry = await newestEntry(world, number);
    broken.push(...wrongComment(world, entry), ...wrongCheck(world, entry), ...wrongLabel(world, entry));
    const isClosed = world.github.pulls.get(number)?.state === "closed";
    if (isClosed !== (entry.ended === "merged"))
      broken.push(`#${number} is ${entry.state}, closed: ${isClosed}`);
  }
  return [...broken, ...(await wrongDrafts(world))];
}

async function newestEntry(world: StatusWorld, number: number): Promise<Entry> {
  const queue = await world.queue();
  const pullRequest = pullRequestNumber(number);
  const entry = liveEntry(queue, pullRequest) ?? (await world.queues.findConcluded(queue.id, pullRequest));
  if (entry === null) throw new Error(`#${number} was never there`);
  return entry;
}

function wrongComment(world: StatusWorld, { facts, state }: Entry): readonly string[] {
  const shown = world.headlines(facts.number).join(", ");
  const expected = `### Merge Queue: ${STATE_WORDS[state]}`;
  return shown === expected ? [] : [`#${facts.number} is ${state} and says ${JSON.stringify(shown)}`];
}

/** People see the newest one of a name. Nothing updates the older ones, so they are completed. */
function wrongCheck({ github }: StatusWorld, { facts, state, ended }: Entry): readonly string[] {
  const newest = github.checks.filter(({ sha }) => sha === facts.headSha).at(-1);
  const isRight =
    newest?.title === STATE_WORDS[state] && (newest.status === "completed") === (ended !== null);
  const open = github.checks.filter(
    (check) =>
      check !== newest &&
      check.status !== "completed" &&
      subjectOfCheck(check.submission).pullRequest === facts.number,
  );
  return [
    ...(isRight ? [] : [`#${facts.number} is ${state} and is checked as ${JSON.stringify(newest)}`]),
    ...open.map((check) => `#${facts.number} has an older check that is open: ${JSON.stringify(check)}`),
  ];
}

function wrongLabel({ github }: StatusWorld, { facts, state }: Entry): readonly string[] {
  const shown = [...(github.labels.get(facts.number) ?? [])].join(", ");
  return shown === STATE_LABELS[state] ? [] : [`#${facts.number} is ${state} and has the labels ${shown}`];
}

/** The draft of a run that is being pushed is closed before that, or never opened. */
async function wrongDrafts(world: StatusWorld): Promise<readonly string[]> {
  const queue = await world.queue();
  const pushed = queue.landing === null ? [] : runsInLanding(queue, queue.landing);
  const tested = allRuns(queue)
    .filter((run) => isTested(run) && !pushed.includes(run))
    .map(({ id }) => String(id));
  const open = [...world.github.pulls.values()]
    .filter(({ draft, state }) => draft && state === "open")
    .map(({ head }) => head.split("/").at(-1) ?? "");
  const isRight = open.toSorted().join() === tested.toSorted().join();
  return isRight ? [] : [`runs ${tested.join()} are tested, and the drafts of ${open.join()} are open`];
}
