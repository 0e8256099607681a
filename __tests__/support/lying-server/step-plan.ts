/** Draws a step: the world before it, an operation, its inputs, and when the job is cancelled. */
import type { Chance } from "../seeded-chance.js";
import { isDrawn, pick } from "./habits.js";
import { type Entry, FINAL, freshSettings, type Settings, type Truth } from "./truth.js";

export interface StepPlan {
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly cancelledAt: number | null;
}

/** What changes something comes more often. */
const OPERATIONS = [
  ...(["submit", "submit", "submit", "cancel", "cancel"] as const),
  ...(["restart-tests", "restart-tests", "restart-tests", "restart-tests"] as const),
  ...(["create-queue", "create-queue", "update-queue", "update-queue", "delete-queue"] as const),
  ...([
    "set-impacted-targets",
    "status",
    "delete-queue",
    "testing-details",
    "get-queue",
    "metrics",
    "metrics",
  ] as const),
] as const;

export const HEAD = "5b1d".repeat(10);
export const RUN_ID = "3f0c0d5e-0000-4000-8000-000000000001";
export const METRICS_FILE = "metrics.txt";

export function drawPlan(chance: Chance): StepPlan {
  const operation = pick(chance, OPERATIONS);
  const mayWait = operation === "submit" || operation === "status";
  const timeout = pick(chance, ["", "", "", "5s", "45s", "2m"]);
  const inputs = {
    operation,
    retries: String(chance.whole(0, 3)),
    "on-error": pick(chance, ["fail", "warn"]),
    ...(timeout === "" ? {} : { timeout }),
    ...(isDrawn(chance, 0.02) ? { "dry-run": "true" } : {}),
    ...(mayWait ? drawWaiting(chance) : {}),
    ...drawInputsOf(operation, chance),
  };
  return { operation, inputs, cancelledAt: isDrawn(chance, 0.15) ? chance.whole(0, 4) : null };
}

function drawWaiting(chance: Chance): Readonly<Record<string, string>> {
  return {
    wait: String(isDrawn(chance, 0.5)),
    "wait-timeout": pick(chance, ["10s", "1m", "4m"]),
    "poll-interval": pick(chance, ["100ms", "1s", "15s"]),
    "cancel-on-abort": String(isDrawn(chance, 0.5)),
  };
}

function drawInputsOf(
  operation: (typeof OPERATIONS)[number],
  chance: Chance,
): Readonly<Record<string, string>> {
  switch (operation) {
    case "submit":
      return {
        ...(isDrawn(chance, 0.6) ? { priority: pick(chance, ["high", "low", "urgent", "7"]) } : {}),
        ...(isDrawn(chance, 0.5) ? { "no-batch": "true" } : {}),
      };
    case "set-impacted-targets":
      return { "impacted-targets": pick(chance, ["web\napi", "ALL", "one"]), "pr-sha": HEAD };
    case "testing-details":
      return { "test-run-id": RUN_ID };
    case "create-queue":
      return drawSettings(chance, 0.5);
    case "update-queue": {
      const settings = drawSettings(chance, 0.6);
      return Object.keys(settings).length === 0 ? { state: "PAUSED" } : settings;
    }
    case "metrics":
      return isDrawn(chance, 0.7) ? { "metrics-file": METRICS_FILE } : {};
    case "cancel":
    case "delete-queue":
    case "get-queue":
    case "restart-tests":
    case "status":
      return {};
  }
}

function drawSettings(chance: Chance, share: number): Readonly<Record<string, string>> {
  return {
    ...(isDrawn(chance, share) ? { concurrency: String(chance.whole(2, 9)) } : {}),
    ...(isDrawn(chance, share / 2) ? { mode: "parallel" } : {}),
    ...(isDrawn(chance, share / 2) ? { batch: "true" } : {}),
    ...(isDrawn(chance, share / 2) ? { "testing-timeout-minutes": String(chance.whole(1, 99)) } : {}),
    ...(isDrawn(chance, share / 2) ? { state: pick(chance, ["RUNNING", "PAUSED", "DRAINING"]) } : {}),
  };
}

/** The inputs that ask for a setting, by the name that the server has for it, as the server keeps it. */
export function askedSettings(inputs: Readonly<Record<string, string>>): Settings {
  const { concurrency, mode, batch, state } = inputs;
  const minutes = inputs["testing-timeout-minutes"];
  return {
    ...(concurrency === undefined ? {} : { concurrency: Number(concurrency) }),
    ...(mode === undefined ? {} : { mode }),
    ...(batch === undefined ? {} : { batch: batch === "true" }),
    ...(minutes === undefined ? {} : { testingTimeoutMinutes: Number(minutes) }),
    ...(state === undefined ? {} : { state }),
  };
}

export function drawBeginning(operation: string, chance: Chance, stamp: string): Truth {
  const hasQueue = isDrawn(chance, operation === "create-queue" ? 0.3 : 0.9);
  const settings = isDrawn(chance, 0.7) ? {} : { concurrency: chance.whole(2, 9), state: "PAUSED" };
  const isDeleted = operation === "delete-queue" || operation === "create-queue";
  const share = operation === "restart-tests" ? 0.95 : 0.7;
  const entry =
    hasQueue && isDrawn(chance, isDeleted ? 0.2 : share) ? drawEntry(operation, chance, stamp) : null;
  return {
    queue: hasQueue ? { generation: 0, createdBy: "other", settings: freshSettings(settings) } : null,
    entry,
    targets: {},
    head: HEAD,
    run: isDrawn(chance, 0.8) ? { id: RUN_ID, status: "in_progress" } : null,
    others: hasQueue && !isDeleted ? chance.whole(0, 2) : 0,
  };
}

function drawEntry(operation: string, chance: Chance, stateChangedAt: string): Entry {
  const live = ["NOT_READY", "PENDING", "PENDING", "PENDING", "TESTING", "TESTING", "PENDING_FAILURE"];
  const ended = FINAL.filter((state) => state !== "MERGED" || isDrawn(chance, 0.3));
  const isEnded = isDrawn(chance, operation === "submit" ? 0.45 : 0.2);
  const state = pick(chance, isEnded ? [...ended, "FAILED"] : live);
  const priority = pick(chance, [10, 100, 200]);
  return {
    submission: 0,
    id: "entry-0",
    state,
    stateChangedAt,
    priority,
    noBatch: isDrawn(chance, 0.3),
    runs: 1,
  };
}
