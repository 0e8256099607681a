/** Which landings might have skipped their test run: the rule's demands on the landings before, and on the head. */
import { expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import type { ReasonCode } from "../../../../src/domain/reason.js";
import {
  landingsOf,
  type RunFact,
  spareableRuns,
} from "../../../../src/service/dashboard/reading/insights/spareable-runs.js";

const REASONS: Readonly<Record<string, ReasonCode>> = { u: "MERGE_GRAPH_DIRECT_MERGE", m: "MANUAL_MERGE" };

/**
 * One letter for each landing, oldest first: `t` tested with others or behind the tip, `r` tested though its green head has
 * that tree, `u` landed untested, `m` merged by a person. Before the bar: the landings before the period.
 */
function lived(letters: string) {
  const [before = "", during = ""] = letters.split("|");
  const exits = (before + during).split("").map((letter, index) => ({
    pullRequest: pullRequestNumber(index + 1),
    ...{ submittedAt: index * 100, endedAt: index * 100 + 50 },
    reason: REASONS[letter] ?? ("MERGE_GRAPH_MERGE" as const),
  }));
  const runs = (before + during)
    .split("")
    .flatMap((letter, index) =>
      letter === "u" || letter === "m"
        ? []
        : [run(index + 1, index * 100 + 50, { isRetest: letter === "r" })],
    );
  return { exits, runs, start: before.length };
}

function run(number: number, at: number, more: Partial<RunFact> = {}): RunFact {
  return { at, own: [pullRequestNumber(number)], ciMs: 1000, hasPassed: true, isRetest: true, ...more };
}

function spared({ exits, runs, start }: ReturnType<typeof lived>): readonly number[] {
  const newestFirst = (some: typeof exits) => landingsOf(some.toReversed());
  const found = spareableRuns(newestFirst(exits.slice(start)), newestFirst(exits.slice(0, start)), runs);
  return found.map(({ pullRequest }) => pullRequest);
}

it.each([
  ["the tenth tested landing comes first", "tttttttttt|rtr", [13, 11]],
  ["ten tested landings in the period count too", "|rrrrrrrrrrr", [11]],
  ["what a person merged is no landing, in the period either", "|tttttttttmr", []],
  ["what a person merged ends no row of untested ones", "ttttttttttuuuuuuuuu|mr", []],
  ["without ten tested landings, none is spared", "ttttttttt|r", []],
  ["those that landed untested are no comparison", "tttttttttu|r", []],
  ["every tenth is tested", "tttttttttt|rrrrrrrrrrr", [21, 19, 18, 17, 16, 15, 14, 13, 12, 11]],
  ["those before the period that landed untested count among the nine", "ttttttttttuuuuuuuu|rrr", [21, 19]],
  ["a tested one begins the nine anew", "tttttttttttuuuuuuuuut|r", [22]],
])("%s", (_, letters, expected) => {
  expect(spared(lived(letters))).toEqual(expected);
});

it("counts each run of that tree in the submission, and none of another submission", () => {
  const { exits, runs, start } = lived("tttttttttt|r");
  const more = [
    run(11, 1020, { hasPassed: false, ciMs: 300 }),
    run(11, 900),
    run(11, 1030, { isRetest: false }),
  ];
  const newest = landingsOf(exits.slice(start));
  const before = landingsOf(exits.slice(0, start).toReversed());
  const [only] = spareableRuns(newest, before, [...runs, ...more]);
  expect(only?.runs.map(({ at, ciMs }) => [at, ciMs])).toEqual([
    [1050, 1000],
    [1020, 300],
  ]);
});

it("spares nothing of a landing with others, and of a run that did not pass", () => {
  const { exits, runs, start } = lived("tttttttttt|rr");
  const together = exits.map((exit, index) => (index < start ? exit : { ...exit, endedAt: 2000 }));
  expect(spared({ exits: together, runs, start })).toEqual([]);
  const failed = runs.map((one) => ({ ...one, hasPassed: false }));
  expect(spared({ exits, runs: failed, start })).toEqual([]);
});
