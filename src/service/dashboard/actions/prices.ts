/** What an action costs, in one sentence, before a person performs it. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { counted } from "../../../domain/words.js";
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
    : `It leaves the queue. ${counted(others, "run")} of entries behind it restart${others === 1 ? "s" : ""}.`;
}

export function restartPrice(queue: Queue, { facts }: Entry): string {
  const runs = Math.max(1, runsWith(queue, facts.number));
  return `Retry restarts ${counted(runs, "run")}.`;
}

export function priorityPrice({ runs }: Queue): string {
  return `Urgent goes ahead of entries under test and may restart up to ${counted(runs.length, "run")}; the others restart none.`;
}

export function pausePrice({ runs, entries }: Queue): string {
  const waiting = `${entries.length} ${entries.length === 1 ? "entry waits" : "entries wait"}`;
  return `Nothing starts or lands until the queue is resumed: ${waiting}, and ${counted(runs.length, "run")} under way may end.`;
}

export function drainPrice({ entries }: Queue): string {
  const left = `${entries.length} ${entries.length === 1 ? "entry is" : "entries are"}`;
  return `Nothing new is admitted until the queue is resumed. Admitted entries are tested and land; ${left} in the queue.`;
}

export function resumePrice({ state }: Queue): string {
  return state === "draining"
    ? "Submitted pull requests are admitted again."
    : "Tests start again, and passed entries land.";
}

/** `runs`: under way. */
export function settingPrice(setting: string, runs: number): string {
  if (setting === "mode")
    return `The queue settles what it is testing first (${counted(runs, "run")} under way), and starts nothing new until then.`;
  return "It applies to what the queue decides from now on, and restarts no test run.";
}
