/** One seed: a drawn step of the Action against a server that lies, and whether it claims what is true. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededChance } from "../seeded-chance.js";
import { RememberingRuntime, type RunStep } from "./action-in-process.js";
import type { Lived } from "./evidence.js";
import { drawHabits } from "./habits.js";
import type { LyingServer } from "./lying-server.js";
import { METRICS_BEFORE } from "./operation-truths.js";
import { drawBeginning, drawPlan, METRICS_FILE, type StepPlan } from "./step-plan.js";
import { beginTime, whileTimePasses } from "./step-time.mjs";
import { World } from "./truth.js";

/** Between the runner's SIGINT and the end of its patience after SIGTERM. */
const UNTIL_END_MS = 8200;

export interface Beginning {
  readonly plan: StepPlan;
  readonly dealings: Omit<Parameters<LyingServer["begin"]>[0], "cancel">;
}

export function drawStep(seed: number): Beginning {
  const chance = seededChance(seed);
  const plan = drawPlan(chance);
  const habits = drawHabits(chance, plan.operation.includes("queue") ? "queue" : "entry");
  const world = new World(drawBeginning(plan.operation, chance, "2026-03-02T08:00:00.000Z"), () =>
    Date.now(),
  );
  return { plan, dealings: { world, habits, chance, cancelledAt: plan.cancelledAt } };
}

export function inputsFor(plan: StepPlan, apiUrl: string): Readonly<Record<string, string>> {
  return {
    "api-url": apiUrl,
    "api-token": "mq_secret-of-these-steps",
    repository: "acme/shop",
    "target-branch": "main",
    "pr-number": "412",
    ...plan.inputs,
  };
}

export async function liveStep(seed: number, runStep: RunStep, server: LyingServer): Promise<Lived> {
  beginTime();
  const { plan, dealings } = drawStep(seed);
  const { random } = Math;
  const jitter = seededChance(seed + 1_000_000_007);
  Math.random = () => jitter.next();
  const folder = mkdtempSync(join(tmpdir(), "lying-server-"));
  const file = join(folder, METRICS_FILE);
  writeFileSync(file, METRICS_BEFORE);
  const [stop, end] = [new AbortController(), new AbortController()];
  const cancel = () => {
    stop.abort();
    setTimeout(() => end.abort(), UNTIL_END_MS);
  };
  try {
    server.begin({ ...dealings, cancel });
    const named = plan.inputs["metrics-file"] === undefined ? {} : { "metrics-file": file };
    const runtime = new RememberingRuntime({ ...inputsFor(plan, server.apiUrl), ...named }, folder);
    // An earlier version takes one signal.
    const signals = Object.assign(stop.signal, { stop: stop.signal, end: end.signal });
    const exitCode = await whileTimePasses(runStep(runtime, signals), (port) => server.isWithheld(port));
    const told = runtime.told(exitCode, readFileSync(file, "utf8"));
    const { world, habits } = dealings;
    return { plan, habits, world, requests: [...server.requests], told };
  } finally {
    Math.random = random;
    rmSync(folder, { recursive: true });
  }
}
