/** The lanes of a line are what a look at every pair of batches gives, however the line came about. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { batchId, type PullRequestNumber, pullRequestNumber } from "../../../src/domain/ids.js";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../../src/domain/impacted-targets.js";
import { newBatch } from "../../../src/engine/model/change.js";
import type { Batch, Entry, Queue } from "../../../src/engine/model/queue.js";
import { lanesOf, touchedByBatch } from "../../../src/engine/planning/lanes.js";
import { touchedBy } from "../../../src/engine/planning/overlap.js";
import { after, aQueue, entryNumbered, submitted } from "../../support/queue-builder.js";

const template = entryNumbered(after(aQueue(), submitted(1)), 1);
const parallel = aQueue({ mode: "parallel" });

interface Member {
  readonly number: PullRequestNumber;
  readonly targets: ImpactedTargets;
  readonly earlierTargets: ImpactedTargets | null;
}

/** A line whose batches hold these. */
function lineOf(batches: readonly (readonly Member[])[], queue: Queue = parallel): Queue {
  const entries = batches.flat().map(
    ({ number, targets, earlierTargets }): Entry => ({
      ...template,
      facts: { ...template.facts, number },
      sequence: number,
      targets,
      earlierTargets,
    }),
  );
  entries.sort((one, other) => one.sequence - other.sequence);
  const line = batches.map(
    (members): Batch =>
      newBatch(
        members[0]?.number ?? 1,
        members.map(({ number }) => number),
      ),
  );
  return { ...queue, entries, line };
}

/** Who depends on whom by the definition: overlap with an earlier one, and everybody that one depends on. */
function lookedAt(batches: readonly (readonly Member[])[]): readonly (readonly number[])[] {
  const lanes: (readonly number[])[] = [];
  for (const [place, batch] of batches.entries()) {
    const parents = batches.flatMap((other, at) =>
      at < place && doBatchesOverlap(other, batch) ? [at] : [],
    );
    lanes.push([...new Set(parents.flatMap((parent) => [parent, ...(lanes[parent] ?? [])]))].sort(ascending));
  }
  return lanes;
}

function doBatchesOverlap(one: readonly Member[], other: readonly Member[]): boolean {
  const lists = (members: readonly Member[]): readonly ImpactedTargets[] =>
    members.flatMap(({ targets, earlierTargets }) =>
      earlierTargets === null ? [targets] : [targets, earlierTargets],
    );
  return lists(one).some((some) => lists(other).some((others) => doListsOverlap(some, others)));
}

function doListsOverlap(one: ImpactedTargets, other: ImpactedTargets): boolean {
  const isNothing = (targets: ImpactedTargets): boolean =>
    targets.kind === "list" && targets.names.length === 0;
  if (isNothing(one) || isNothing(other)) return false;
  if (one.kind === "all" || other.kind === "all") return true;
  return one.names.some((name) => other.names.includes(name));
}

const ascending = (one: number, other: number): number => one - other;

function lanesIn(queue: Queue): readonly (readonly number[])[] {
  return lanesOf(queue).map((places) => [...places]);
}

const targets = fc.oneof(
  { weight: 6, arbitrary: fc.subarray(["a", "b", "c", "d", "e", "f"], { maxLength: 3 }).map(targetList) },
  { weight: 1, arbitrary: fc.constant(ALL_TARGETS) },
);
const content = fc.array(
  fc.record({ targets, earlierTargets: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, targets) }),
  { minLength: 1, maxLength: 3 },
);

type Move =
  | { readonly kind: "join"; readonly content: readonly Omit<Member, "number">[] }
  | { readonly kind: "land"; readonly count: number }
  | { readonly kind: "leave"; readonly at: number }
  | { readonly kind: "insert"; readonly at: number; readonly content: readonly Omit<Member, "number">[] }
  | { readonly kind: "reverse" }
  | { readonly kind: "retarget"; readonly at: number; readonly targets: ImpactedTargets }
  | { readonly kind: "goBack"; readonly steps: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("join" as const), content }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("land" as const), count: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), at: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("insert" as const), at: fc.nat(8), content }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reverse" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("retarget" as const), at: fc.nat(8), targets }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("goBack" as const), steps: fc.nat(5) }) },
);

type Line = readonly (readonly Member[])[];

function moved(lines: readonly Line[], each: Move, next: () => PullRequestNumber): Line {
  const line = lines.at(-1) ?? [];
  switch (each.kind) {
    case "join":
      return [...line, each.content.map((member) => ({ ...member, number: next() }))];
    case "land":
      return line.slice(each.count);
    case "insert":
      return line.toSpliced(
        each.at,
        0,
        each.content.map((member) => ({ ...member, number: next() })),
      );
    case "reverse":
      return line.toReversed();
    case "leave":
      return line.filter((_, at) => at !== each.at);
    case "retarget":
      return line.map((batch, at) =>
        at === each.at ? batch.map((member) => ({ ...member, targets: each.targets })) : batch,
      );
    case "goBack":
      return lines.at(-1 - each.steps) ?? [];
  }
}

describe("the lanes of a line", () => {
  it("are those of the definition after any moves of the line", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let submissions = 0;
        const lines: Line[] = [[]];
        for (const each of moves) {
          const line = moved(lines, each, () => pullRequestNumber(++submissions));
          expect(lanesIn(lineOf(line))).toEqual(lookedAt(line));
          lines.push(line);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("are the same for two queues with the same settings, asked in turns", () => {
    const one = [[{ number: pullRequestNumber(1), targets: targetList(["a"]), earlierTargets: null }]];
    const other = [
      ...one,
      [{ number: pullRequestNumber(2), targets: targetList(["a"]), earlierTargets: null }],
    ];
    for (let turn = 0; turn < 3; turn++) {
      expect(lanesIn(lineOf(one))).toEqual([[]]);
      expect(lanesIn(lineOf(other))).toEqual([[], [0]]);
    }
  });

  it("are one in single mode, whatever the targets", () => {
    const queue = after(aQueue(), submitted(1), submitted(2), submitted(3));
    expect(lanesIn(queue)).toEqual([[], [0], [0, 1]]);
  });

  it("hold for long lists of targets that come and go", () => {
    const names = (from: number) => targetList(Array.from({ length: 600 }, (_, at) => `target ${from + at}`));
    const lines = Array.from({ length: 12 }, (_, from) =>
      [0, 1, 2, 3].map((at) => [
        { number: pullRequestNumber(from + at + 1), targets: names((from + at) * 500), earlierTargets: null },
      ]),
    );
    for (const line of lines) expect(lanesIn(lineOf(line))).toEqual(lookedAt(line));
  });
});

describe("what a batch touches", () => {
  it("is what its entries touch, and nothing of those that are gone", () => {
    const queue = lineOf([
      [
        { number: pullRequestNumber(1), targets: targetList(["a"]), earlierTargets: null },
        { number: pullRequestNumber(2), targets: targetList(["b"]), earlierTargets: targetList(["c"]) },
      ],
    ]);
    const batch = newBatch(7, [1, 2, 99].map(pullRequestNumber));
    const touched = touchedByBatch(queue, batch);
    expect(touched.flatMap((part) => (part === "all" ? [] : part.names))).toEqual(["a", "b", "c"]);
    expect(batch.id).toBe(batchId(7));
  });
});

describe("an entry", () => {
  it("touches everything while nobody was asked for targets", () => {
    expect(touchedBy("parallel", { ...template, targets: null })).toEqual(["all"]);
    expect(touchedBy("single", { ...template, targets: targetList(["a"]) })).toEqual(["all"]);
  });
});
