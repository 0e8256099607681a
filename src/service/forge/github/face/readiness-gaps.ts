/** What a pull request still waits for before it is admitted, in words of the queue's own. Markdown. */
import { admitsEntries } from "../../../../engine/lookup.js";
import type { Entry, Queue } from "../../../../engine/queue.js";
import { code, sentence } from "./markdown.js";

export function readinessGaps(queue: Queue, { facts, targets }: Entry): readonly string[] {
  const gaps = [
    admitsEntries(queue) ? null : "the queue, which admits nobody now",
    facts.draft ? "being marked as ready for review" : null,
    facts.baseBranch === queue.targetBranch
      ? null
      : `its base branch: ${code(facts.baseBranch)} instead of ${code(queue.targetBranch)}`,
    ...mergeabilityGaps(facts),
    queue.settings.mode === "single" || targets !== null ? null : "its impacted targets to be uploaded",
  ];
  return gaps.filter((gap) => gap !== null);
}

function mergeabilityGaps({ mergeability, unmetRules = [] }: Entry["facts"]): readonly string[] {
  if (mergeability === "mergeable") return [];
  if (unmetRules.length > 0) return unmetRules.map(({ words }) => sentence(words));
  return ["GitHub to call it mergeable: reviews, required checks, conflicts"];
}
