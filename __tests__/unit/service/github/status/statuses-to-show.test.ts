/** Which decisions let people see something anew, and which cost nothing. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../../../src/engine/decide.js";
import type { Queue } from "../../../../../src/engine/model/queue.js";
import { statusesToShow } from "../../../../../src/service/github/status/statuses-to-show.js";
import type { StatusMark } from "../../../../../src/service/ports/status-store.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  changed,
  failed,
  type Happening,
  observed,
  passed,
  reported,
  submitted,
  turned,
} from "../../../../support/queue-builder.js";

const NAME = { repository: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };

/** Of the first event of it. */
function marks(queue: Queue, happening: Happening): readonly string[] {
  const [event] = happening.events(queue);
  if (event === undefined) throw new Error("nothing happens");
  const before = { name: NAME, queue, version: 1, wakeAt: null };
  return statusesToShow(before, decide(queue, event)).map(said);
}

function said({ subject, waitMs, onlyIfKnown }: StatusMark): string {
  const what =
    subject.kind === "pullRequest"
      ? `#${subject.number}`
      : `run ${Number.parseInt(subject.run.slice(-4), 16)}`;
  return `${what} in ${waitMs / 1000} s${onlyIfKnown ? " if known" : ""}`;
}

describe("what a decision lets people see anew", () => {
  it("is who moved, later where it moves on by itself", () => {
    expect(marks(aQueue(), submitted(1))).toEqual(["#1 in 8 s"]);
    expect(marks(aQueue(), submitted(1, { facts: { draft: true } }))).toEqual(["#1 in 3 s"]);
  });

  it("is a draft for a run that begins, and its end", () => {
    const queue = after(aQueue({ createPrsForTestingBranches: true }), submitted(1));
    const run = Number.parseInt(queue.runs[0]?.id.slice(-4) ?? "", 16);
    const before = { name: NAME, queue: { ...queue, runs: [] }, version: 1, wakeAt: null };
    const decision = { ...decide(queue, { kind: "timePassed", at: queue.now }), queue };
    expect(statusesToShow(before, decision).map(said)).toContain(`run ${run} in 0 s`);
    expect(marks(queue, cancelled(1))).toContain(`run ${run} in 5 s if known`);
  });

  it("is no draft where none is wanted", () => {
    const queue = after(aQueue({ createPrsForTestingBranches: false }), submitted(1));
    const before = { name: NAME, queue: { ...queue, runs: [] }, version: 1, wakeAt: null };
    const decision = { ...decide(queue, { kind: "timePassed", at: queue.now }), queue };
    expect(statusesToShow(before, decision).map(said)).toEqual(["#1 in 3 s"]);
  });

  it("is, later, who stands elsewhere in front for it, and nobody far behind", () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const queue = after(aQueue({ concurrency: 1 }), ...allSubmitted(...numbers));
    expect(marks(queue, cancelled(2))).toEqual([
      ...["#2 in 3 s", "#3 in 60 s", "#4 in 60 s", "#11 in 60 s", "#31 in 60 s"],
    ]);
  });

  it("is what is known of one that is not ready", () => {
    const queue = after(aQueue(), submitted(1, { facts: { draft: true } }), submitted(2));
    expect(marks(queue, observed(1, { draft: true, mergeability: "not_mergeable" }))).toEqual(["#1 in 3 s"]);
  });

  it("is everybody when it is turned on or off what people see", () => {
    const queue = after(aQueue(), submitted(1), submitted(2));
    expect(marks(queue, changed({ stateLabelsEnabled: true }))).toEqual(["#1 in 3 s", "#2 in 3 s"]);
  });

  it("is, much later, of whom a check was reported that decides nothing", () => {
    const queue = after(aQueue({ requiredStatuses: ["tests", "lint"] }), submitted(1), submitted(2));
    expect(marks(queue, reported("1", { lint: "success" }))).toEqual(["#1 in 300 s"]);
    expect(marks(queue, failed("1"))).not.toContain("#1 in 300 s");
  });

  it("is nothing when nobody moves", () => {
    const queue = after(aQueue(), submitted(1), submitted(2));
    expect(marks(queue, turned("draining"))).toEqual([]);
    expect(marks(queue, changed({ testingTimeoutMinutes: 7 }))).toEqual([]);
  });

  it("is only who waited for what passed or failed", () => {
    const queue = after(aQueue(), submitted(1), submitted(2));
    expect(marks(queue, failed("1+2"))).toEqual(["#2 in 3 s"]);
    expect(marks(queue, passed("1+2"))).toEqual(["#2 in 8 s"]);
  });
});
