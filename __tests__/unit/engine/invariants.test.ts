/** Each invariant notices when it is broken. */
import { describe, expect, it } from "@jest/globals";
import { batchId, pullRequestNumber, testRunId } from "../../../src/domain/ids.js";
import { decide } from "../../../src/engine/decide.js";
import type { Decision } from "../../../src/engine/decision.js";
import { brokenInvariants } from "../../../src/engine/invariants.js";
import type { Entry, Landing, Queue, TestRun } from "../../../src/engine/queue.js";
import { namedCommit, treeOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  failed,
  type Happening,
  landed,
  passed,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));
const landing = after(full, passed("1+2"), passed("1"));
const stranger = testRunId("00000000-0000-4000-8000-000000000000");

function withLanding(change: Partial<Landing>): Queue {
  return { ...landing, landing: landing.landing && { ...landing.landing, ...change } };
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

const running = { kind: "running", startedAt: 0 } as const;

it("all hold in a queue that is well", () => {
  expect(brokenInvariants(full)).toEqual([]);
  expect(brokenInvariants(landing)).toEqual([]);
});

describe("a broken landing", () => {
  it.each([
    ["has no run", withLanding({ run: stranger }), "the landing has no live test run"],
    ["is of a run that did not pass", withRun(landing, 2, { progress: running }), "is landing but running"],
    ["is of another commit", withLanding({ newTip: namedCommit("x") }), "not the commit and the tree"],
    ["is of another tree", withLanding({ tree: treeOf(namedCommit("x")) }), "not the commit and the tree"],
    ["is onto another tip", withLanding({ expectedTip: namedCommit("x") }), "expects another tip"],
    ["is of other heads", withLanding({ heads: [] }), "the heads that land are not those"],
    ["is of batches behind others", withLanding({ batches: [batchId(99)] }), "not at the front of the line"],
    [
      "is of a batch without a pass",
      withRun(landing, 1, { progress: running }),
      "without a passed test run of its own",
    ],
    [
      "forgets a batch",
      withLanding({ batches: landing.landing?.batches.slice(0, 1) ?? [] }),
      "not what its batches hold",
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
    ["has a run for no batch", withRun(full, 3, { batch: batchId(99) }), "belongs to no batch in the line"],
    [
      "has a pass without checks",
      withRun(full, 2, { progress: { kind: "passed" } }),
      "without its required checks",
    ],
    ["has a refuted run", { ...full, tip: namedCommit("v2") }, "is refuted but still live"],
    [
      "has an entry twice in the line",
      { ...full, line: [...full.line, ...(batch ? [batch] : [])] },
      "two places in the line",
    ],
    [
      "has an empty batch",
      { ...full, line: [...full.line, { id: batchId(99), entries: [], interruptions: 0 }] },
      "empty batch",
    ],
    [
      "has a stranger in the line",
      {
        ...full,
        line: [...full.line, { id: batchId(99), entries: [pullRequestNumber(99)], interruptions: 0 }],
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

describe("a broken decision", () => {
  const merging = decisionOn(landing, landed());
  const blaming = decisionOn(full, failed("1"));
  const unproven = merging.concluded.map((entry) => ({ ...entry, verifiedBy: null }));
  const { effects } = decisionOn(full, passed("1"));

  it.each<[string, Decision, Partial<Decision>, string]>([
    ["orders a landing that is none", merging, { effects }, "is not the landing under way"],
    ["discards no run that ended", merging, { effects: [] }, "ended but is not discarded"],
    [
      "lets an entry go without an end",
      merging,
      { concluded: full.entries },
      "left the queue without an end",
    ],
    ["lands without proof", merging, { concluded: unproven }, "#1 landed without a test run to prove it"],
    ["blames without a verdict", blaming, { endedRuns: [] }, "#1 was blamed without a test run"],
    ["asks to be woken in the past", merging, { wakeAt: full.now }, "woken in the past"],
  ])("that %s is told", (_, decision, change, sentence) => {
    expect(brokenInvariants(decision.queue, decision)).toEqual([]);
    expect(brokenInvariants(decision.queue, { ...decision, ...change }).join("; ")).toContain(sentence);
  });

  it("that starts a run beyond the concurrency is told", () => {
    const wide = { ...full, settings: { ...full.settings, concurrency: 4 } };
    const decision = decisionOn(wide, submitted(4));
    const narrow = { ...decision.queue, settings: full.settings };
    expect(brokenInvariants(narrow, decision)).toEqual(["a test run was started beyond the concurrency"]);
  });
});

function decisionOn(queue: Queue, happening: Happening): Decision {
  const [event] = happening.events(queue);
  if (event === undefined) throw new Error("nothing happens");
  return decide(queue, event);
}
