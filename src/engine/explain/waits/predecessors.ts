/** The predecessors of an entry in words, and as links of its chain. */
import { assertNever } from "../../../domain/assert-never.js";
import { isLanding, isRetry } from "../../model/lookup.js";
import type { Queue, TestRun } from "../../model/queue.js";
import type { Place } from "../../planning/place.js";
import { list } from "../reasons/sentence-parts.js";
import { aboutEntry, type WaitLink } from "./situation.js";
import { failureInWords, progressInWords, silenceOf } from "./wait-words.js";

const MAX_LINKS = 20;

/** The nearest first. */
export function linksTo(queue: Queue, predecessors: readonly Place[], now: number): readonly WaitLink[] {
  return predecessors
    .toReversed()
    .flatMap((place) =>
      place.batch.entries.map((number) => aboutEntry(number, placeWords(queue, place, now))),
    )
    .slice(0, MAX_LINKS);
}

function placeWords(queue: Queue, { batch, run }: Place, now: number): string {
  if (isLanding(queue, batch.id)) return "is landing";
  if (isRetry(batch)) return "failed and is tested once more";
  return run === null ? "waits for its test branch" : runInWords(run, now);
}

/** A clause that follows the name of the tested entry. */
export function runInWords(run: TestRun, now: number): string {
  const { progress } = run;
  switch (progress.kind) {
    case "building":
      return "waits for its test branch";
    case "conflicted":
      return "conflicts with what is ahead of it";
    case "running": {
      const silence = silenceOf(run, now);
      return silence === null ? `is being tested${progressInWords(run)}` : `is being tested, but ${silence}`;
    }
    case "passed":
      return "has passed";
    case "failed":
      return failureInWords(run);
    default:
      return assertNever(progress);
  }
}

/** "#120 and #121 ahead are being tested." */
export function aheadInWords(queue: Queue, predecessors: readonly Place[], isFar: boolean): string {
  if (isFar) return "Pull requests ahead have to land first.";
  const groups = new Map<string, Place["batch"]["entries"]>();
  for (const { batch, run } of predecessors) {
    const doing = doingOf(queue, batch.id, run);
    groups.set(doing, [...(groups.get(doing) ?? []), ...batch.entries]);
  }
  const clauses = [...groups].map(([doing, numbers], index) => {
    const verb = numbers.length === 1 ? doing : plural(doing);
    return `${list(numbers)}${index === 0 ? " ahead" : ""} ${verb}`;
  });
  return `${clauses.join("; ")}.`;
}

type Doing = "is landing" | "has passed" | "is being tested" | "is not tested yet";

function doingOf(queue: Queue, batch: Place["batch"]["id"], run: TestRun | null): Doing {
  if (isLanding(queue, batch)) return "is landing";
  if (run?.progress.kind === "passed") return "has passed";
  return run?.progress.kind === "running" ? "is being tested" : "is not tested yet";
}

function plural(doing: string): string {
  return doing.replace(/^is\b/, "are").replace(/^has\b/, "have");
}
