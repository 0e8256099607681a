/** Every output is true, or empty. */
import type { Evidence } from "./evidence.js";
import { isRead } from "./lies.js";
import type { ReceivedRequest } from "./requests.js";
import { finalSentence } from "./told.js";
import { FINAL, isLive, priorityInWords, type Truth } from "./truth.js";

export function checkOutputs(evidence: Evidence): void {
  checkPullRequest(evidence);
  checkQueueState(evidence);
  checkAttempts(evidence);
}

function checkPullRequest(evidence: Evidence): void {
  const [state, isSubmitted, isFinal] = [
    evidence.output("state"),
    evidence.output("is-submitted"),
    evidence.output("is-final"),
  ];
  const read = evidence.lastShown();
  const parting = evidence.requests.find(({ isParting }) => isParting);
  const since = Math.min(read?.shows ?? evidence.world.present, parting?.at ?? evidence.world.present);
  if (state !== "") {
    const isState = evidence.was(({ entry }) => entry?.state === state, since) || read?.staleState === state;
    evidence.claim(`state is ${state}`, isState);
    evidence.claim(`is-final is ${isFinal}, and state ${state}`, isFinal === String(FINAL.includes(state)));
    evidence.claim(
      `is-submitted is ${isSubmitted}, and state ${state}`,
      isSubmitted === String(!FINAL.includes(state)),
    );
  }
  if (isSubmitted !== "" && read?.staleState === undefined) {
    const isSo = ({ entry }: Truth) => String(isLive(entry)) === isSubmitted;
    const written = evidence.since("submitPullRequest", "cancelPullRequest");
    evidence.claim(`is-submitted is ${isSubmitted}`, evidence.was(isSo, Math.min(written, since)));
  }
  const priority = evidence.output("priority");
  if (priority === "" || read === undefined || read.staleState !== null) return;
  const isPriority = ({ entry }: Truth) => entry !== null && priorityInWords(entry.priority) === priority;
  evidence.claim(`priority is ${priority}`, evidence.was(isPriority, since));
}

function checkQueueState(evidence: Evidence): void {
  const state = evidence.output("queue-state");
  if (state === "") return;
  const shows = ({ endpoint, isTrue, sent }: ReceivedRequest) =>
    isTrue && (endpoint === "getQueue" || (endpoint === "updateQueue" && (sent ?? "").includes("state")));
  const since = evidence.requests.findLast(shows)?.shows ?? evidence.world.present;
  const isState = ({ queue }: Truth) => queue?.settings["state"] === state;
  evidence.claim(`queue-state is ${state}`, evidence.was(isState, since));
}

function checkAttempts(evidence: Evidence): void {
  const { own, plan, told } = evidence;
  if (plan.inputs["wait"] === "true" || evidence.output("error-kind") === "aborted") return;
  // Of a failure they belong to the endpoint that failed, which may be a read before a write.
  const isOfRead = evidence.output("outcome") === "failed" && /^reading [^:]+:/.test(finalSentence(told));
  if (isOfRead && !own.some(({ endpoint }) => isRead(endpoint))) return;
  const attempts = evidence.output("attempts");
  if (attempts !== "") evidence.claim(`attempts is ${attempts}`, Number(attempts) === own.length);
  const status = evidence.output("http-status");
  const sent = own.findLast((request) => request.status !== null)?.status ?? null;
  if (status !== "") evidence.claim(`http-status is ${status}`, Number(status) === sent);
}
