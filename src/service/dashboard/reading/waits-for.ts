/** What an entry waits for, as a list: what is met, what is open, and what a person has to do. */
import { assertNever } from "../../../domain/assert-never.js";
import { isFailed } from "../../../domain/check.js";
import { listed } from "../../../domain/words.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import type { PlaceOfEntry } from "./place-of.js";

export interface Condition {
  /** "open" passes by itself; "unmet" needs a person. */
  readonly kind: "met" | "open" | "unmet";
  /** Words in backticks are untrusted text. */
  readonly words: string;
}

export function waitsFor(
  queue: Queue,
  entry: Entry,
  { ahead }: PlaceOfEntry,
  run: TestRun | undefined,
): readonly Condition[] {
  if (entry.ended !== null) return [];
  const readiness = readinessOf(queue, entry);
  if (entry.state === "notReady") return [...readiness, ...stateOf(queue)];
  return [...readiness, ...stateOf(queue), ...testsOf(entry, run), ...aheadOf(ahead)];
}

/** The first thing that is not met, for a table; empty when nothing is left but time. */
export function firstWait(conditions: readonly Condition[]): string {
  const unmet =
    conditions.find(({ kind }) => kind === "unmet") ?? conditions.find(({ kind }) => kind === "open");
  return unmet?.words ?? "";
}

function readinessOf(queue: Queue, { facts, targets, admittedAt }: Entry): readonly Condition[] {
  const conditions: Condition[] = [];
  if (facts.state !== "open")
    conditions.push({ kind: "unmet", words: `an open pull request: it is ${facts.state}` });
  if (facts.draft) conditions.push({ kind: "unmet", words: "a pull request that is no draft" });
  if (facts.baseBranch !== queue.targetBranch) {
    conditions.push({
      kind: "unmet",
      words: `the base branch ${queue.targetBranch}: it is ${facts.baseBranch}`,
    });
  }
  conditions.push(mergeabilityOf(facts.mergeability, admittedAt !== null));
  for (const { words } of facts.unmetRules ?? []) conditions.push({ kind: "unmet", words });
  if (queue.settings.mode === "parallel" && targets === null) {
    conditions.push({ kind: "open", words: "impacted targets of its head commit: a workflow uploads them" });
  }
  return conditions;
}

function mergeabilityOf(mergeability: Entry["facts"]["mergeability"], isAdmitted: boolean): Condition {
  switch (mergeability) {
    case "mergeable":
      return { kind: "met", words: "no conflict with the branch" };
    case "not_mergeable":
      return { kind: "unmet", words: "a pull request without conflict: rebase it" };
    case "in_progress":
    case "unspecified":
      return isAdmitted
        ? { kind: "met", words: "no conflict with the branch" }
        : { kind: "open", words: "the code host to report whether it conflicts" };
    default:
      return assertNever(mergeability);
  }
}

function stateOf({ state }: Queue): readonly Condition[] {
  return state === "paused" ? [{ kind: "unmet", words: "the queue to be resumed: it is paused" }] : [];
}

function testsOf(entry: Entry, run: TestRun | undefined): readonly Condition[] {
  if (run === undefined) return [{ kind: "open", words: "a free test slot" }];
  const { progress } = run;
  switch (progress.kind) {
    case "building":
      return [{ kind: "open", words: "its test branch to be built" }];
    case "conflicted":
      return [{ kind: "open", words: `#${progress.pullRequest} to settle a conflict on the test branch` }];
    case "running":
      return [{ kind: "open", words: `required checks (${countOf(run)})` }];
    case "passed":
      return [{ kind: "met", words: `required checks (${countOf(run)})` }];
    case "failed": {
      const words =
        entry.state === "pendingFailure" ? "a verdict on its failed tests" : "its tests, which failed";
      return [{ kind: "open", words }];
    }
    default:
      return assertNever(progress);
  }
}

/** `1 of 3`, with failures where there are any. */
export function countOf({ requiredStatuses, checks }: TestRun): string {
  const required = checks.filter(({ name }) => requiredStatuses.includes(name));
  const passed = required.filter(({ conclusion }) => conclusion === "success").length;
  const failed = required.filter(isFailed).length;
  return `${passed} of ${requiredStatuses.length}${failed === 0 ? "" : `, ${failed} failed`}`;
}

function aheadOf(ahead: PlaceOfEntry["ahead"]): readonly Condition[] {
  return ahead.length === 0 ? [] : [{ kind: "open", words: `${listed(ahead)} to land first` }];
}
