/** Carries out a request on the truth, wholly or by half, and gives the answer that is true of it. */
import { isRecord } from "../../../src/domain/is-record.js";
import { DEFAULT_PRIORITY, PRIORITIES, priorityValue } from "../../../src/domain/priority.js";
import type { Habits } from "./habits.js";
import { shownEntry, shownQueue, shownRun, shownSettings } from "./shown-truth.js";
import { type Actor, freshSettings, isLive, metricsOf, NUMBER, type Settings, type World } from "./truth.js";

export interface Asked {
  readonly endpoint: string;
  readonly body: Settings;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

export type Part = "whole" | "half";

interface Execution {
  readonly world: World;
  readonly habits: Habits;
  readonly body: Settings;
  readonly part: Part;
  readonly by: Actor;
}

const JSON_TYPE = "application/json";

export function execute(asked: Asked, world: World, habits: Habits, part: Part, by: Actor): Answer {
  const execution = { world, habits, body: asked.body, part, by };
  switch (asked.endpoint) {
    case "submitPullRequest":
      return submit(execution);
    case "cancelPullRequest":
      return cancel(execution);
    case "restartTestsOnPullRequest":
      return restart(execution);
    case "setImpactedTargets":
      return setTargets(execution);
    case "createQueue":
      return create(execution);
    case "deleteQueue":
      return deleteQueue(execution);
    case "updateQueue":
      return update(execution);
    case "getSubmittedPullRequest":
      return world.truth.queue === null ? NO_QUEUE : shownEntry(world.truth.entry, world.truth, habits);
    case "getQueue":
      return world.truth.queue === null ? NO_QUEUE : json(shownQueue(world.truth, habits));
    case "getMergeQueueTestingDetails":
      return testingDetails(execution);
    case "getMergeQueueMetrics":
      return { status: 200, body: metricsOf(world.truth), contentType: "text/plain; version=0.0.4" };
    default:
      return refusal(404, "NOT_FOUND");
  }
}

function submit({ world, habits, body, part, by }: Execution): Answer {
  const { queue, entry } = world.truth;
  if (queue === null) return NO_QUEUE;
  if (entry?.state === "MERGED") return refusal(400, "PR_NOT_ENQUEUEABLE");
  const isHalf = part === "half";
  const noBatch = !isHalf && body["noBatch"] === true;
  const asked = isHalf && body["noBatch"] !== true ? undefined : body["priority"];
  const priority = readPriority(asked);
  if (isLive(entry)) {
    if (habits.resubmission === "refuses") return refusal(409, "ALREADY_IN_QUEUE");
    if (habits.resubmission === "refusesWithoutCode") {
      return { status: 409, body: "already queued", contentType: "text/plain" };
    }
    world.changeEntry(by, `rewrites #${NUMBER}`, { priority, noBatch });
    return done(habits);
  }
  enter(world, by, { priority, noBatch }, habits);
  return done(habits);
}

export function enter(
  world: World,
  by: Actor,
  { priority, noBatch }: { readonly priority: number; readonly noBatch: boolean },
  { keepsIds }: Pick<Habits, "keepsIds">,
): void {
  const { queue, entry } = world.truth;
  const submission = world.next();
  const state = queue?.settings["state"] === "RUNNING" ? "PENDING" : "NOT_READY";
  const id = keepsIds && entry !== null ? entry.id : `entry-${submission}`;
  const stateChangedAt = world.stamp();
  const next = { submission, id, state, stateChangedAt, priority, noBatch, runs: entry?.runs ?? 0 };
  world.change(by, `submits #${NUMBER}`, { entry: next });
}

function readPriority(asked: unknown): number {
  const isGiven = typeof asked === "string" || typeof asked === "number";
  return (isGiven ? priorityValue(asked) : undefined) ?? PRIORITIES[DEFAULT_PRIORITY];
}

function cancel({ world, habits, by }: Execution): Answer {
  if (world.truth.queue === null) return NO_QUEUE;
  if (!isLive(world.truth.entry)) return refusal(404, "PR_NOT_IN_QUEUE");
  world.changeEntry(by, `cancels #${NUMBER}`, { state: "CANCELLED" });
  return done(habits);
}

function restart({ world, habits, by }: Execution): Answer {
  const { queue, entry } = world.truth;
  if (queue === null) return NO_QUEUE;
  if (!isLive(entry)) return refusal(404, "PR_NOT_IN_QUEUE");
  if (!["TESTING", "PENDING_FAILURE"].includes(entry.state)) return refusal(409, "PR_TESTS_NOT_RESTARTABLE");
  world.changeEntry(by, `restarts the tests of #${NUMBER}`, { state: "PENDING" });
  return done(habits);
}

function setTargets({ world, habits, body, part, by }: Execution): Answer {
  if (world.truth.queue === null) return NO_QUEUE;
  const { impactedTargets, pr } = body;
  const sha = isRecord(pr) ? String(pr["sha"]) : "";
  const isPart = part === "half" && Array.isArray(impactedTargets);
  const kept: unknown = isPart ? impactedTargets.slice(0, -1) : impactedTargets;
  const targets = { ...world.truth.targets, [sha]: JSON.stringify(kept) };
  world.change(by, "sets impacted targets", { targets });
  return done(habits);
}

function create({ world, habits, body, part, by }: Execution): Answer {
  if (world.truth.queue !== null) return refusal(409, "QUEUE_ALREADY_EXISTS");
  establish(world, by, part === "half" ? {} : settingsIn(body));
  return done(habits);
}

export function establish(world: World, by: Actor, settings: Settings): void {
  const queue = { generation: world.next(), createdBy: by, settings: freshSettings(settings) };
  world.change(by, `creates the queue ${JSON.stringify(settings)}`, { queue, entry: null, others: 0 });
}

function deleteQueue({ world, habits, by }: Execution): Answer {
  const { queue, entry, others } = world.truth;
  if (queue === null) return NO_QUEUE;
  if (isLive(entry) || others > 0) return refusal(400, "QUEUE_NOT_EMPTY");
  world.change(by, "deletes the queue", { queue: null, entry: null });
  return done(habits);
}

function update({ world, habits, body, part, by }: Execution): Answer {
  if (world.truth.queue === null) return NO_QUEUE;
  const asked = Object.entries(settingsIn(body));
  const kept = part === "half" ? asked.slice(0, -1) : asked;
  changeSettings(world, by, Object.fromEntries(kept));
  if (habits.updated === "settings") return json(shownSettings(world.truth, habits));
  return { status: 200, body: habits.updated, contentType: JSON_TYPE };
}

export function changeSettings(world: World, by: Actor, changes: Settings): void {
  const { queue } = world.truth;
  if (queue === null) return;
  const settings = { ...queue.settings, ...changes };
  world.change(by, `sets ${JSON.stringify(changes)}`, { queue: { ...queue, settings } });
}

function testingDetails({ world, habits, body }: Execution): Answer {
  const { queue, run } = world.truth;
  if (queue === null) return NO_QUEUE;
  if (run === null || run.id !== body["testRunId"]) return refusal(404, "TEST_RUN_NOT_FOUND");
  return json(shownRun(run, habits));
}

/** What the request asks of a queue, without which queue it is. */
export function settingsIn({ repo: _repo, targetBranch: _branch, ...settings }: Settings): Settings {
  return settings;
}

function done({ done: body }: Habits): Answer {
  return { status: 200, body, contentType: body === "OK" ? "text/plain" : JSON_TYPE };
}

export function json(body: unknown): Answer {
  return { status: 200, body: JSON.stringify(body), contentType: JSON_TYPE };
}

export function refusal(status: number, code: string): Answer {
  const body = JSON.stringify({ error: { code, message: "no, for a reason" } });
  return { status, body, contentType: JSON_TYPE };
}

export const NO_QUEUE = refusal(404, "MERGE_QUEUE_NOT_FOUND");
