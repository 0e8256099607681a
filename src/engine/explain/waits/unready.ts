/** Why an entry is not admitted: what its author can do comes first, then what the queue waits for. */
import { admitsEntries } from "../../model/lookup.js";
import { type Entry, PATIENCE_MS, type Queue } from "../../model/queue.js";
import { enumerate, quoted, short } from "../reasons/sentence-parts.js";
import { aboutEntry, aboutThing, type Situation, situation } from "./situation.js";
import { branchWords, clockTime, pausedSituation } from "./wait-words.js";

const ADMITTED_THEN = "The queue then admits it by itself.";

export function unreadySituation(queue: Queue, entry: Entry, now: number): Situation {
  const { facts, targets, trouble } = entry;
  const { number } = facts;
  const name = `#${number}`;
  const branch = branchWords(queue);
  if (trouble !== undefined) {
    return situation("unreadable", `The code host does not answer about ${name}`, [
      aboutThing("the code host", trouble.reason.sentence),
    ]);
  }
  if (facts.draft) {
    const action = `Mark it as ready for review. ${ADMITTED_THEN}`;
    return situation("draft", `${name} is a draft`, [aboutEntry(number, "is a draft")], action);
  }
  if (facts.baseBranch !== queue.targetBranch) {
    const base = quoted(facts.baseBranch);
    const action = `Change its base branch to ${branch}. ${ADMITTED_THEN}`;
    return situation(
      "base",
      `${name} aims at ${base}, not at ${branch}`,
      [aboutEntry(number, `aims at ${base}`)],
      action,
    );
  }
  if (facts.mergeability !== "mergeable") return unmergeable(queue, entry);
  if (queue.settings.mode === "parallel" && targets === null) return withoutTargets(entry, now);
  return admitsEntries(queue)
    ? situation("building", `${name} is ready and is admitted next`, [])
    : notAdmitting(queue, entry);
}

/** The words of rules that are met without a person, once names between backticks are removed. */
const MET_BY_WAITING = /^\s*(?:is running|is not reported yet)\s*$/;

/** GitHub's rules are read only for a pull request that merges, so without unmet rules it conflicts. */
function unmergeable(queue: Queue, { facts }: Entry): Situation {
  const { number, mergeability, unmetRules = [] } = facts;
  const name = `#${number}`;
  const branch = branchWords(queue);
  const words = unmetRules.map((rule) => rule.words);
  if (words.length === 0 && mergeability !== "not_mergeable") {
    const chain = [aboutThing("the code host", `is computing whether ${name} merges`)];
    return situation("rules", `The code host is computing whether ${name} merges`, chain);
  }
  if (words.length === 0) {
    const action = `Resolve the conflict and push. ${ADMITTED_THEN}`;
    const chain = [aboutEntry(number, `conflicts with ${branch}`)];
    return situation("conflict", `${name} does not merge with ${branch}`, chain, action);
  }
  const isWaiting = words.every((word) => MET_BY_WAITING.test(word.replaceAll(/`[^`]*`/g, "")));
  const action = isWaiting ? null : `Meet the rules of ${branch}. ${ADMITTED_THEN}`;
  const own = `${name} does not meet the rules of ${branch} yet: ${enumerate(words)}`;
  return situation(
    "rules",
    own,
    unmetRules.map((rule) => aboutEntry(number, rule.words)),
    action,
  );
}

function withoutTargets({ facts, stateSince }: Entry, now: number): Situation {
  const own = `#${facts.number} waits for the impacted targets of its head ${short(facts.headSha)}`;
  const isLate = now - stateSince >= PATIENCE_MS;
  const since = clockTime(stateSince);
  const why = isLate ? `have not been uploaded since ${since}` : "are not uploaded yet";
  const action = isLate ? "Check the CI job that uploads them." : null;
  return situation("targets", own, [aboutThing("its impacted targets", why)], action);
}

function notAdmitting(queue: Queue, { facts }: Entry): Situation {
  const name = `#${facts.number}`;
  const branch = branchWords(queue);
  switch (queue.state) {
    case "draining":
      return situation("draining", `${name} is ready, but ${branch} is draining and admits nothing new`, [
        aboutThing(branch, "is draining"),
      ]);
    case "switchingModes":
      return situation(
        "switchingModes",
        `${name} is ready and is admitted when ${branch} has switched its mode`,
        [aboutThing(branch, "is switching its mode")],
      );
    case "running":
    case "paused":
      return pausedSituation(
        queue,
        [],
        [],
        `${name} is ready, but ${branch} is paused and admits nothing`,
        `${name} is ready, `,
      );
  }
}
