/** One seed through the built action as a runner runs it: in a process of its own, whose time passes faster. */
import { fileURLToPath } from "node:url";
import { type ActionRun, runAction } from "../action-runner.js";
import type { Lived } from "./evidence.js";
import { drawStep, inputsFor } from "./live-step.js";
import { LyingServer } from "./lying-server.js";
import { METRICS_BEFORE } from "./operation-truths.js";
import { METRICS_FILE } from "./step-plan.js";
import type { Told } from "./told.js";

const TIMES_FASTER = 20;
const FASTER_TIME = fileURLToPath(new URL("./faster-time.mjs", import.meta.url));
/** Endings that may have come while the last answer was on its way. */
const CUT = new Set(["deadline-passed", "attempt-timed-out"]);

/** No job is cancelled: when a signal arrives, among requests, is left to the machine. */
export async function liveBundle(seed: number): Promise<Lived> {
  const server = await LyingServer.start();
  try {
    const drawn = drawStep(seed);
    const plan = { ...drawn.plan, cancelledAt: null };
    server.begin({ ...drawn.dealings, cancelledAt: null, cancel: () => undefined });
    const run = await runAction({
      inputs: { ...inputsFor(plan, server.apiUrl), ...shorter(plan.inputs) },
      event: {},
      environment: { NODE_OPTIONS: `--import ${FASTER_TIME}`, FASTER_TIME: String(TIMES_FASTER) },
      files: plan.inputs["metrics-file"] === undefined ? {} : { [METRICS_FILE]: METRICS_BEFORE },
    });
    const { world, habits } = drawn.dealings;
    const requests = [...server.requests];
    const last = requests.at(-1);
    if (last !== undefined && CUT.has(run.outputs["error-kind"] ?? ""))
      Object.assign(last, { isTrue: false, status: null });
    return { plan, habits, world, requests, told: toldBy(run, plan.inputs["metrics-file"]) };
  } finally {
    await server.close();
  }
}

/** Limits that a busy machine does not reach by itself. */
function shorter(inputs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { timeout: inputs["wait"] === "true" ? "1m" : "5m" };
}

function toldBy(
  { exitCode, outputs, stdout, warnings, errors, summary, ...run }: ActionRun,
  name: string | undefined,
): Told {
  const logs = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("::"));
  const metrics = name === undefined ? METRICS_BEFORE : run.file(name);
  return { exitCode, outputs, logs, warnings, errors, summary, metrics };
}
