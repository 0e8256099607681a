/** Each invariant notices when it is broken. */
import { describe, expect, it } from "@jest/globals";
import {
  batchId,
  type CommitId,
  pullRequestNumber,
  type TreeId,
  testRunId,
} from "../../../src/domain/ids.js";
import { decide } from "../../../src/engine/decide.js";
import type { Decision } from "../../../src/engine/model/decision.js";
import { brokenInvariants } from "../../../src/engine/model/invariants.js";
import type { Entry, Landing, Queue, TestRun } from "../../../src/engine/model/queue.js";
import { headOf, namedCommit, treeOf } from "../../support/fake-commits.js";
import { evidenceOf, tooLittleEvidence } from "../../support/head-evidence.js";
import {
  after,
  allSubmitted,
  aQueue,
  changed,
  conflicted,
  failed,
  type Happening,
  landed,
  movedTo,
  onTip,
  passed,
  prepared,
  runNamed,
  submitted,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const full = after(aQueue(), ...allSubmitted(1, 2, 3));
const landing = after(full, passed("1+2"), passed("1"));
const optimistic = after(full, changed({ canOptimisticallyMerge: true }), passed("1+2"));
const lanes = after(
  aQueue({ mode: "parallel" }),
  submitted(1, touching("a")),
  submitted(2, touching("b")),
  submitted(3, touching("a")),
);
const disjoint = after(lanes, passed("2"), landed(), passed("1"));
const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip));
const batches = after(aQueue({ batch: true, batchingMinSize: 2 }), ...allSubmitted(1, 2), failed("1+2"));
const hedged = after(aQueue({ hedging: true }), ...allSubmitted(1, 2));
const stranger = testRunId("00000000-0000-4000-8000-000000000000");
const elsewhere = { newTip: namedCommit("x"), tree: treeOf(namedCommit("x")) };
const blankBatch = {
  interruptions: 0,
  lostHedges: 0,
  isRetried: false,
  isSuspect: false,
  splitFrom: null,
} as const;

function withLanding(queue: Queue, change: Partial<Landing>): Queue {
  return { ...queue, landing: queue.landing && { ...queue.landing, ...change } };
}

function withRun(queue: Queue, number: number, change: Partial<TestRun>): Queue {
  const runs = queue.runs.map((run) => (run.own.some((own) => own === number) ? { ...run, ...change } : run));
  return { ...queue, runs };
}

function withEntry(queue: Queue, number: number, change: Partial<Entry>): Queue {
  const entries = queue.entries.map((entry) =>
    entry.facts.number === number ? { ...entry, ...change } : entry,
  );
  return { ...queue, entries };
}

function commitOf(queue: Queue): { readonly newTip: CommitId; readonly tree: TreeId } {
  return queue.landing?.commit ?? elsewhere;
}

const running = { kind: "running", startedAt: 0 } as const;

it.each([
  ["is tested", full],
  ["lands", landing],
  ["lands on another's pass", optimistic],
  ["lands beside others", disjoint],
  ["lands beside others, prepared", after(disjoint, prepared())],
  ["merges directly", direct],
  ["splits a batch", batches],
  ["hedges", hedged],
  ["pendingFailures one that is not tested now", after(full, failed("1"), turned("paused"), movedTo("v2"))],
])("all hold in a queue that %s", (_, queue) => {
  expect(brokenInvariants(queue)).toEqual([]);
});

describe("a broken landing", () => {
  const { expectedTip, tree } = { expectedTip: landing.tip, tree: commitOf(landing).tree };
  it.each<[string, Queue, string]>([
    ["has no run", withLanding(landing, { run: stranger }), `the landing has no live test run ${stranger}`],
    [
      "is of a run that did not pass",
      withRun(landing, 2, { progress: running }),
      `test run ${String(landing.landing?.run)} is landing but running`,
    ],
    [
      "is of another commit",
      withLanding(landing, { commit: { newTip: elsewhere.newTip, tree } }),
      "what lands is not the commit and the tree that test run",
    ],
    [
      "is of another tree",
      withLanding(landing, { commit: { ...commitOf(landing), tree: elsewhere.tree } }),
      "what lands is not the commit and the tree that test run",
    ],
    [
      "is not prepared, though it is exact",
      withLanding(landing, { commit: null }),
      "what lands is not the commit",
    ],
    [
      "is not prepared, and nothing was built",
      withRun(withLanding(landing, { commit: null }), 2, { commits: [] }),
      "what lands is not the commit",
    ],
    [
      "is of what others landed below",
      withRun(landing, 2, { validForTip: elsewhere.newTip }),
      "what lands is not the commit",
    ],
    [
      "is onto another tip",
      withLanding(landing, { expectedTip: namedCommit("x") }),
      "the landing expects another tip than the queue stands on",
    ],
    [
      "is of no heads",
      withLanding(landing, { heads: [] }),
      `the heads that land are not those that test run ${String(landing.landing?.run)} tested`,
    ],
    [
      "is of other heads",
      withLanding(landing, {
        heads: (landing.landing?.heads ?? []).map((head) => ({ ...head, headSha: expectedTip })),
      }),
      "the heads that land are not those",
    ],
    [
      "has one other head",
      withLanding(landing, {
        heads: (landing.landing?.heads ?? []).map((head, at) =>
          at === 0 ? head : { ...head, headSha: expectedTip },
        ),
      }),
      "the heads that land are not those",
    ],
    [
      "has one head more",
      withLanding(landing, {
        heads: runNamed(landing, "1+2+3").contains,
        batches: landing.line.map(({ id }) => id),
      }),
      "the heads that land are not those",
    ],
    [
      "has one other batch",
      withLanding(landing, { batches: landing.line.flatMap(({ id }, at) => (at === 1 ? [] : [id])) }),
      "what lands is not what its batches hold",
    ],
    [
      "is of other batches",
      withLanding(landing, { batches: [batchId(99)] }),
      "what lands is not what its batches hold",
    ],
    [
      "forgets a batch",
      withLanding(landing, { batches: landing.landing?.batches.slice(0, 1) ?? [] }),
      "what lands is not what its batches hold",
    ],
    [
      "takes a batch along",
      withLanding(landing, { batches: landing.line.map(({ id }) => id) }),
      "what lands is not what its batches hold",
    ],
    [
      "beside others is of another commit than the tested one",
      withLanding(disjoint, {
        proof: {
          kind: "disjoint",
          testedOn: expectedTip,
          tested: elsewhere.newTip,
          passedBy: [pullRequestNumber(2)],
        },
      }),
      "what lands is not the commit and the tree",
    ],
    [
      "beside others has nobody to be beside",
      withRun(disjoint, 1, { validForTip: runNamed(disjoint, "1").testedOn }),
      "what lands is not the commit and the tree",
    ],
    [
      "merges directly what is tested",
      withLanding(direct, { batches: [batchId(99)] }),
      "a direct merge lands what is tested as well",
    ],
    [
      "merges directly on too little evidence",
      withLanding(direct, {
        proof: { kind: "direct", head: headOf(1), evidence: tooLittleEvidence(treeOf(headOf(1))) },
      }),
      "what merges directly has less evidence than a test run",
    ],
    [
      "merges directly another tree than its evidence is about",
      withLanding(direct, {
        commit: elsewhere,
        proof: { kind: "direct", head: headOf(1), evidence: evidenceOf(treeOf(headOf(1))) },
      }),
      "what merges directly is not the tree of its evidence",
    ],
    [
      "merges directly by a run",
      {
        ...direct,
        runs: full.runs.slice(0, 1).map((run) => ({ ...run, id: direct.landing?.run ?? stranger })),
      },
      "a direct merge lands what is tested as well",
    ],
  ])("that %s is told", (_, queue, sentence) => {
    expect(brokenInvariants(queue).join("; ")).toContain(sentence);
  });
});

describe("a broken queue", () => {
  const [run] = full.runs;
  const [batch] = full.line;
  const [entry] = full.entries;
  it.each<[string, Queue, string]>([
    [
      "has two runs for a batch",
      { ...full, runs: [...full.runs, ...(run ? [run] : [])] },
      "more than one live test run",
    ],
    ["has a run for no batch", withRun(full, 3, { batch: batchId(99) }), "belongs to no batch"],
    [
      "has a pass without checks",
      withRun(full, 2, { progress: { kind: "passed" } }),
      "without its required checks",
    ],
    ["has an invalidated run", { ...full, tip: namedCommit("v2") }, "is invalidated but still live"],
    [
      "has an invalidated run beside the line",
      { ...batches, runs: batches.runs.map((each) => ({ ...each, validForTip: null })) },
      "is invalidated but still live",
    ],
    [
      "pendingFailures what has passed",
      { ...landing, line: landing.line.map((each) => ({ ...each, isSuspect: true })) },
      "a batch that passed is still in doubt",
    ],
    [
      "hedges what nobody asks",
      { ...hedged, hedges: hedged.hedges.map((each) => ({ ...each, validForTip: null })) },
      "tests nothing that may come to be tested",
    ],
    [
      "hedges for no batch",
      { ...hedged, hedges: hedged.hedges.map((each) => ({ ...each, batch: batchId(99) })) },
      "tests nothing that may come to be tested",
    ],
    [
      "hedges the same twice",
      { ...hedged, hedges: [...hedged.hedges, ...hedged.hedges] },
      "tests what another one does",
    ],
    [
      "hedges beyond its slots",
      { ...hedged, settings: { ...hedged.settings, concurrency: 2 } },
      "hedges take slots beyond the concurrency",
    ],
    [
      "hedges beyond its slots, though not in all of them",
      {
        ...hedged,
        hedges: hedged.hedges.flatMap((each) => [each, { ...each, progress: { kind: "passed" } }]),
        settings: { ...hedged.settings, concurrency: 2 },
      },
      "hedges take slots beyond the concurrency",
    ],
    [
      "hedges against its will",
      { ...hedged, settings: { ...hedged.settings, hedging: false } },
      "there are hedges where none are wanted",
    ],
    [
      "has a hedge that passed without checks",
      { ...hedged, hedges: hedged.hedges.map((each) => ({ ...each, progress: { kind: "passed" } })) },
      "counts as passed without its required checks",
    ],
    [
      "switches its mode and is in no such state",
      { ...full, modeSwitch: { mode: "parallel", resume: "running" } },
      "the queue switches its mode without being in that state, or the other way round",
    ],
    [
      "is in a state to switch its mode and does not",
      { ...full, state: "switchingModes" },
      "the queue switches its mode without being in that state, or the other way round",
    ],
    [
      "has two batches of one id",
      { ...full, line: full.line.map((each) => ({ ...each, id: batchId(99) })) },
      "two batches have one id",
    ],
    [
      "has an entry in the line and beside it",
      { ...full, beside: full.line.slice(0, 1) },
      "an entry has two places in the line",
    ],
    [
      "has an entry twice in the line",
      { ...full, line: [...full.line, ...(batch ? [batch] : [])] },
      "two places in the line",
    ],
    [
      "has an empty batch",
      { ...full, line: [...full.line, { id: batchId(99), entries: [], ...blankBatch }] },
      "empty batch",
    ],
    [
      "has a stranger in the line",
      {
        ...full,
        line: [...full.line, { id: batchId(99), entries: [pullRequestNumber(99)], ...blankBatch }],
      },
      "#99 has a place in the line but is not in the queue",
    ],
    [
      "tests what is not admitted",
      withEntry(full, 1, { admittedAt: null }),
      "#1 has a place in the line but was not admitted",
    ],
    [
      "has a pull request twice",
      { ...full, entries: [...full.entries, ...(entry ? [entry] : [])] },
      "in the queue twice",
    ],
    [
      "keeps who has ended",
      withEntry(after(full, submitted(4)), 4, { ended: "failed" }),
      "#4 ended but is still in the queue",
    ],
    [
      "noted another state",
      withEntry(full, 1, { state: "pending" }),
      "#1 is testing but was last noted as pending",
    ],
  ])("that %s is told", (_, queue, sentence) => {
    expect(brokenInvariants(queue).join("; ")).toContain(sentence);
  });
});

it("a paused queue takes no slot from its hedges", () => {
  const settings = { ...hedged.settings, concurrency: 2 };
  expect(brokenInvariants({ ...hedged, settings, state: "paused" })).toEqual([]);
});

describe("a broken decision", () => {
  const merging = decisionOn(landing, landed());
  const blaming = decisionOn(after(full, failed("1")), failed("1"));
  const [verdict] = blaming.endedRuns;
  if (verdict === undefined) throw new Error("nobody is blamed");
  const proofBut = (change: Partial<TestRun>) => [{ ...verdict, run: { ...verdict.run, ...change } }];
  const passing = { kind: "passed" } as const;
  const failure = { code: "TEST_RUN_REQUIRED_STATUS_FAILED", sentence: "It failed." } as const;
  const unproven = merging.concluded.map((entry) => ({ ...entry, verifiedBy: null }));
  const { effects } = decisionOn(full, passed("1"));
  const single = decisionOn(after(full, passed("1")), landed());
  const { effects: preparing } = decisionOn(after(lanes, passed("2"), landed()), passed("1"));

  it.each<[string, Decision, Partial<Decision>, string]>([
    ["orders a landing that is none", merging, { effects }, "is not the landing under way"],
    ["prepares a landing that is none", merging, { effects: preparing }, "is not the landing under way"],
    ["only lands a run that ended", single, { effects }, "ended but is not discarded"],
    ["discards no run that ended", merging, { effects: [] }, "ended but is not discarded"],
    [
      "lets an entry go without an end",
      merging,
      { concluded: full.entries },
      "left the queue without an end",
    ],
    ["lands without proof", merging, { concluded: unproven }, "#1 landed without a test run to prove it"],
    [
      "blames without a verdict",
      blaming,
      { endedRuns: [] },
      "#1 was blamed without a test run of nothing but itself",
    ],
    ["blames on a pass", blaming, { endedRuns: proofBut({ progress: passing }) }, "#1 was blamed without"],
    [
      "blames on an invalidated run",
      blaming,
      { endedRuns: proofBut({ validForTip: null }) },
      "#1 was blamed without",
    ],
    [
      "blames on the run of another",
      blaming,
      { endedRuns: proofBut({ own: [pullRequestNumber(2)] }) },
      "#1 was blamed without",
    ],
    [
      "blames one of many",
      blaming,
      {
        endedRuns: proofBut({ own: [1, 2].map(pullRequestNumber), contains: runNamed(full, "1+2").contains }),
      },
      "#1 was blamed without",
    ],
    [
      "blames on top of what has not landed",
      blaming,
      { endedRuns: proofBut({ contains: runNamed(full, "1+2").contains }) },
      "#1 was blamed without",
    ],
    ["asks to be woken in the past", merging, { wakeAt: full.now }, "woken in the past"],
  ])("that %s is told", (_, decision, change, sentence) => {
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
    expect(brokenInvariants(decision.queue, { ...decision, ...change }).join("; ")).toContain(sentence);
  });

  it.each<[string, Partial<Entry>]>([
    ["leaves with what another would be blamed for", { ended: "cancelled", reason: failure }],
    ["fails for no reason given", { ended: "failed", reason: null }],
    ["was merged for no reason given", { ended: "merged", reason: null, verifiedBy: null }],
    ["leaves as if it had landed", { ended: "cancelled", verifiedBy: null }],
  ])("is none where one %s", (_, end) => {
    const concluded = merging.concluded.map((entry) => ({ ...entry, ...end }));
    expect(brokenInvariants(merging.queue, { ...merging, concluded })).toEqual([]);
  });

  it("that lands several where they land one by one is told", () => {
    const decision = decisionOn(after(full, changed({ canOptimisticallyMerge: true })), passed("1+2"));
    const single = decisionOn(full, passed("1"));
    const told = [decision, single].map((each) =>
      brokenInvariants({ ...each.queue, settings: { ...each.queue.settings, landing: "merge" } }, each),
    );
    expect(told).toEqual([
      [
        "several land at once where they land one by one",
        "a batch lands without a passed test run of its own",
      ],
      [],
    ]);
  });

  it("that lands what was never tested is told", () => {
    const decision = decisionOn(full, passed("1"));
    const untested = { ...decision.queue, runs: [] };
    expect(brokenInvariants(untested, decision)).toContain(
      "a batch lands without a passed test run of its own",
    );
  });

  it("that starts a run beyond the concurrency is told", () => {
    const wide = { ...full, settings: { ...full.settings, concurrency: 4 } };
    const decision = decisionOn(wide, submitted(4));
    const narrow = { ...decision.queue, settings: full.settings };
    expect(brokenInvariants(narrow, decision)).toEqual(["a test run was started beyond the concurrency"]);
  });

  it("that starts a run beside the line beyond its concurrency is told", () => {
    const decision = decisionOn(
      after(aQueue({ batch: true, batchingMinSize: 2 }), ...allSubmitted(1, 2)),
      failed("1+2"),
    );
    const narrow = {
      ...decision.queue,
      settings: { ...decision.queue.settings, bisectionConcurrency: 1 },
    };
    expect(brokenInvariants(narrow, decision)).toEqual([
      "a test run was started beside the line beyond its concurrency",
    ]);
  });

  it("that starts one of several beside the line beyond its concurrency is told", () => {
    const halves = after(
      aQueue({ batch: true, batchingMinSize: 2, bisectionConcurrency: 1 }),
      ...allSubmitted(1, 2),
      failed("1+2"),
    );
    const { queue, ...decision } = decisionOn(halves, changed({ bisectionConcurrency: 2 }));
    const narrow = { ...queue, settings: halves.settings };
    expect(brokenInvariants(narrow, { queue, ...decision })).toEqual([
      "a test run was started beside the line beyond its concurrency",
    ]);
  });

  it("that starts nothing may stand beyond the concurrency", () => {
    const decision = decisionOn(full, changed({ concurrency: 1, bisectionConcurrency: 1 }));
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
  });

  it("that lands on the pass of another, which the queue does not allow, is told", () => {
    const decision = decisionOn(after(full, changed({ canOptimisticallyMerge: true })), passed("1+2"));
    const strict = {
      ...decision.queue,
      settings: { ...decision.queue.settings, canOptimisticallyMerge: false },
    };
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
    expect(brokenInvariants(strict, decision)).toEqual([
      "a batch lands without a passed test run of its own",
    ]);
    expect(brokenInvariants(strict)).toEqual([]);
  });

  it("that pushes what was right when it began is not held to settings changed since", () => {
    const overtaken = after(
      lanes,
      changed({ canOptimisticallyMerge: true }),
      passed("2"),
      landed(),
      passed("1+3"),
    );
    const preparing = decisionOn(
      after(lanes, changed({ canOptimisticallyMerge: true }), passed("2"), landed()),
      passed("1+3"),
    );
    const strict = { ...preparing.queue, settings: { ...overtaken.settings, canOptimisticallyMerge: false } };
    expect(brokenInvariants(strict, preparing)).toEqual([
      "a batch lands without a passed test run of its own",
    ]);
    const later = after(optimistic, changed({ canOptimisticallyMerge: false }), submitted(4));
    expect(later.landing?.proof.kind).toBe("tested");
    const decision = decisionOn(after(overtaken, changed({ canOptimisticallyMerge: false })), prepared());
    expect(decision.effects).toMatchObject([{ kind: "land" }]);
    expect(decision.queue.landing?.proof.kind).toBe("disjoint");
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
  });

  it("that lands a batch past one ahead in its lane is told", () => {
    const decision = decisionOn(after(full, passed("1+2")), passed("1"));
    const past = withLanding(decision.queue, { batches: decision.queue.landing?.batches.slice(1) ?? [] });
    expect(brokenInvariants(past, decision)).toContain("a batch lands past one ahead in its lane");
  });

  it("that blames who does not merge has its conflict for a proof", () => {
    const decision = decisionOn(after(aQueue(), unbuilt(submitted(1))), conflicted("1", 1));
    expect(decision.concluded).toHaveLength(1);
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
    expect(brokenInvariants(decision.queue, { ...decision, endedRuns: [] }).join()).toContain("was blamed");
  });
});

function decisionOn(queue: Queue, happening: Happening): Decision {
  const [event] = happening.events(queue);
  if (event === undefined) throw new Error("nothing happens");
  return decide(queue, event);
}
