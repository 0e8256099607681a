/** Changes settings and state of a queue. The whole request is checked before anything changes. */
import type { CheckedRequestOf } from "../../../contract/endpoints.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { Forge } from "../../ports/forge.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { Judgement } from "../../queue/queues.js";
import { readPause } from "../../queue/read-pause.js";
import { presentConfiguration, SETTABLE_STATES } from "../serialize.js";
import { noteOnPause } from "./get-queue.js";
import { type Handler, noSuchQueue, refused, type Service } from "./handler.js";
import { settingsChange, wantedSettings, wantedSettingsProblem } from "./wanted-settings.js";

type WantedSettings = CheckedRequestOf<"updateQueue">;
type No =
  | { readonly kind: "alreadySo" }
  | { readonly kind: "switchingModes" }
  | { readonly kind: "notBuilt"; readonly problem: string };

export const updateQueue: Handler<"updateQueue"> = async (name, requestedSettings, service) => {
  const { queues, stateCase } = service;
  const problem = wantedSettingsProblem(requestedSettings);
  if (problem !== null) return refused("VALIDATION_FAILED", problem);
  const at = queues.now();
  const outcome = await queues.act(name, (queue) =>
    judge(queue, requestedSettings, { at, forge: queues.forge }),
  );
  if (outcome.kind === "noSuchQueue") return noSuchQueue(name);
  if (outcome.kind === "refused" && outcome.refusal.kind !== "alreadySo") return no(name, outcome.refusal);
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  if (outcome.kind === "done" && requestedSettings.state === "PAUSED") await notePause(stored, at, service);
  const note = await noteOnPause(stored.queue, service);
  return { ok: true, body: presentConfiguration(stored.queue, stateCase, note) };
};

/** Who paused it, without a reason, which only the page asks for. A note of the same pause remains. */
async function notePause({ queue, version }: StoredQueue, at: number, service: Service): Promise<void> {
  const { pauses, queues, callerName: by } = service;
  if (pauses === undefined || by === undefined || queue.state !== "paused") return;
  const known = await readPause(queue, queues.store, pauses);
  if (known?.automatic === null && known.note === null)
    await pauses.notePause(queue.id, { version, at, by, reason: "" });
}

/**
 * One event for the whole request, so that it applies completely or not at all. A pending mode switch may be cancelled
 * and the state after it changed; other settings have to wait for it.
 */
function judge(
  queue: Queue,
  requestedSettings: WantedSettings,
  { at, forge }: { readonly at: number; readonly forge: Forge },
): Judgement<No> {
  const { settings: inForce, state: comesBack } = announced(queue);
  const change = settingsChange(inForce, wantedSettings(inForce, requestedSettings), forge);
  if (!change.ok) return { refusal: { kind: "notBuilt", problem: change.problem } };
  const requested = requestedSettings.state === undefined ? null : SETTABLE_STATES[requestedSettings.state];
  const state = requested === comesBack ? null : requested;
  const { changed: settings } = change;
  if (state === null && Object.keys(settings).length === 0) return { refusal: { kind: "alreadySo" } };
  if (queue.state === "switchingModes" && Object.keys(settings).some((setting) => setting !== "mode")) {
    return { refusal: { kind: "switchingModes" } };
  }
  return { event: { kind: "settingsChanged", at, settings, state } };
}

/** A pending mode switch counts as done, so that repeating the request is not refused. */
function announced({ settings, state, modeSwitch }: Queue): Pick<Queue, "settings" | "state"> {
  if (modeSwitch === null) return { settings, state };
  return { settings: { ...settings, mode: modeSwitch.mode }, state: modeSwitch.resume };
}

function no({ targetBranch }: QueueName, refusal: Exclude<No, { kind: "alreadySo" }>) {
  return refusal.kind === "notBuilt"
    ? refused("VALIDATION_FAILED", refusal.problem)
    : refused("MODE_CHANGE_IN_PROGRESS", `the queue of ${targetBranch} is switching modes: try again later`);
}
