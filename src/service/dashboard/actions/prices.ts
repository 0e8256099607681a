/** What an action costs, in one sentence, before a person performs it. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { leftToLand } from "../../../engine/planning/tested-heads.js";

/** Its own run and every run that builds on it. */
function runsWith({ runs }: Queue, number: PullRequestNumber): number {
  return runs.filter((run) => leftToLand(run).some(({ pullRequest }) => pullRequest === number)).length;
}

export function cancelPrice(queue: Queue, { facts }: Entry): string {
  const runs = runsWith(queue, facts.number);
  const others = Math.max(0, runs - 1);
  return others === 0
    ? "It leaves the queue. No other test run is affected."
    : `It leaves the queue. ${counted(others)} of entries behind it restart${others === 1 ? "s" : ""}.`;
}

export function restartPrice(queue: Queue, { facts }: Entry): string {
  const runs = Math.max(1, runsWith(queue, facts.number));
  return `Retry restarts ${counted(runs)}.`;
}

export function priorityPrice({ runs }: Queue): string {
  return `Urgent goes ahead of entries under test and may restart up to ${counted(runs.length)}; the others restart none.`;
}

export function pausePrice({ runs, entries }: Queue): string {
  const waiting = `${entries.length} ${entries.length === 1 ? "entry waits" : "entries wait"}`;
  return `Nothing starts or lands until the queue is resumed: ${waiting}, and ${counted(runs.length)} under way may end.`;
}

function counted(runs: number): string {
  return `${runs} ${runs === 1 ? "run" : "runs"}`;
}
