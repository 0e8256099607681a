/** The buttons on the queue's check run: what a person may ask for in the state of the entry. */
import { assertNever } from "../../../domain/assert-never.js";
import type { EntryState } from "../../../engine/model/queue.js";
import type { CheckAction } from "./status.js";

const CANCEL: CheckAction = {
  label: "Cancel",
  description: "Takes it out of the queue",
  identifier: "cancel",
};
const RETRY: CheckAction = {
  label: "Retry",
  description: "Runs its tests again, in its place",
  identifier: "retry",
};
const SUBMIT_AGAIN: CheckAction = {
  label: "Retry",
  description: "Submits it to the queue again",
  identifier: "merge",
};

export function checkActions(state: EntryState): readonly CheckAction[] {
  switch (state) {
    case "notReady":
    case "pending":
    case "testsPassed":
      return [CANCEL];
    case "testing":
    case "pendingFailure":
      return [CANCEL, RETRY];
    case "failed":
    case "cancelled":
      return [SUBMIT_AGAIN];
    case "merged":
      return [];
    default:
      return assertNever(state);
  }
}
