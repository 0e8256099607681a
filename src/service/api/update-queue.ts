/** Changes settings and state of a queue. Everything asked for is judged before the first change is made. */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import type { QueueEvent } from "../../engine/event.js";
import type { Queue } from "../../engine/queue.js";
import type { Judgement } from "../loop/queues.js";
import { type SettingsChange, settingsChange } from "./built-settings.js";
import { type Handler, noSuchQueue, refused } from "./handler.js";
import { presentConfiguration, SETTABLE_STATES } from "./present.js";
import { wantedSettings, wishesProblem } from "./wanted-settings.js";

type Wishes = CheckedRequestOf<"updateQueue">;
type Step = "settings" | "state";
type No =
  | { readonly kind: "alreadySo" }
  | { readonly kind: "switchingModes" }
  | { readonly kind: "notBuilt"; readonly problem: string };

export const updateQueue: Handler<"updateQueue"> = async (name, wishes, { queues, stateCase }) => {
  const problem = wishesProblem(wishes);
  if (problem !== null) return refused("VALIDATION_FAILED", problem);
  for (const step of stepsOf(wishes)) {
    const at = queues.now();
    const outcome = await queues.act(name, (queue) => judge(queue, wishes, step, at));
    if (outcome.kind === "noSuchQueue") return noSuchQueue(name);
    if (outcome.kind === "done" || outcome.refusal.kind === "alreadySo") continue;
    return outcome.refusal.kind === "notBuilt"
      ? refused("VALIDATION_FAILED", outcome.refusal.problem)
      : refused(
          "MODE_CHANGE_IN_PROGRESS",
          `the queue of ${name.targetBranch} is switching modes: try again later`,
        );
  }
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  return { ok: true, body: presentConfiguration(stored.queue, stateCase) };
};

/** A queue that is to run knows its new settings first; one that is to stop stops first. */
function stepsOf({ state }: Wishes): readonly Step[] {
  return state === "RUNNING" ? ["settings", "state"] : ["state", "settings"];
}

function judge(queue: Queue, wishes: Wishes, step: Step, at: number): Judgement<No> {
  const change = settingsChange(queue.settings, wantedSettings(queue.settings, wishes));
  if (!change.ok) return { refusal: { kind: "notBuilt", problem: change.problem } };
  const event = step === "state" ? stateEvent(queue, wishes, at) : settingsEvent(change, at);
  if (event === null) return { refusal: { kind: "alreadySo" } };
  return queue.state === "switchingModes" ? { refusal: { kind: "switchingModes" } } : { event };
}

function stateEvent(queue: Queue, { state }: Wishes, at: number): QueueEvent | null {
  if (state === undefined || SETTABLE_STATES[state] === queue.state) return null;
  return { kind: "queueStateSet", at, state: SETTABLE_STATES[state] };
}

function settingsEvent({ changed }: Extract<SettingsChange, { ok: true }>, at: number): QueueEvent | null {
  return Object.keys(changed).length === 0 ? null : { kind: "settingsChanged", at, settings: changed };
}
