/** The property: what a step claims is true on the server, or it says that it does not know. */
import { purposeInWords } from "../../../src/client/errors.js";
import { ENDPOINT_FACTS, type EndpointName } from "../../../src/contract/endpoint-facts.js";
import { ALLOWS_FOR_DONE, CLAIMS } from "./claims.js";
import { checkDamage } from "./damage.js";
import { Evidence, type Lived } from "./evidence.js";
import { isRead } from "./lies.js";
import { checkOperation } from "./operation-truths.js";
import type { ReceivedRequest } from "./requests.js";
import { finalSentence } from "./told.js";
import { FINAL, isLive, priorityInWords, type Truth } from "./truth.js";

/** Each claim that is not true; empty for a step that claims what is. */
export function falseClaims(lived: Lived): readonly string[] {
  const evidence = new Evidence(lived);
  checkEnding(evidence);
  checkFailure(evidence);
  checkOperation(evidence);
  checkOutputs(evidence);
  checkDamage(evidence);
  return evidence.problems;
}

/** An operation that only shows something succeeds also when that has not. */
function marksOfSuccess(evidence: Evidence): readonly string[] {
  const state = evidence.output("state");
  if (evidence.plan.operation === "testing-details") return ["✅", "⏳", "❌"];
  if (evidence.plan.operation !== "status" || state === "" || state === "MERGED") return ["✅"];
  return [evidence.output("is-final") === "true" ? "❌" : "⏳"];
}

function checkEnding(evidence: Evidence): void {
  const { told, plan } = evidence;
  const isFailed = evidence.output("outcome") === "failed";
  const kind = evidence.output("error-kind");
  const isRed = isFailed && (plan.inputs["on-error"] !== "warn" || kind === "wrong-input");
  evidence.claim(
    `the exit code ${told.exitCode} belongs to another outcome`,
    told.exitCode === (isRed ? 1 : 0),
  );
  evidence.claim(`the error kind "${kind}" belongs to another outcome`, isFailed === (kind !== ""));
  const marks = isRed ? ["❌"] : isFailed ? ["⚠️"] : marksOfSuccess(evidence);
  evidence.claim(
    `the summary shows another ending`,
    marks.some((mark) => told.summary.includes(mark)),
  );
  const isDry = plan.inputs["dry-run"] === "true";
  if (isDry) evidence.claim("a dry run sends nothing", evidence.requests.length === 0);
  const outcomes = isDry ? ["dry-run", "failed"] : ["done", "unchanged", "failed"];
  evidence.claim(
    `the outcome is "${evidence.output("outcome")}"`,
    outcomes.includes(evidence.output("outcome")),
  );
}

const ENDPOINTS = Object.keys(ENDPOINT_FACTS) as EndpointName[];

/** The endpoint whose purpose the sentence begins with; null for one about something else. */
function endpointIn(sentence: string): EndpointName | null {
  return ENDPOINTS.find((name) => sentence.includes(`${purposeInWords(name)}: `)) ?? null;
}

function checkFailure(evidence: Evidence): void {
  const kind = evidence.output("error-kind");
  if (kind === "") return;
  const claim = CLAIMS[kind];
  evidence.claim(`no step may end as ${kind}`, claim !== undefined && claim !== "never");
  const sentence = finalSentence(evidence.told);
  const endpoint = endpointIn(sentence.replace(/^.*applied: /, ""));
  if (endpoint === null) return;
  const done = evidence.to(endpoint).filter(({ made }) => made.length > 0);
  if (isRead(endpoint) || done.length === 0) return;
  const isAllowedFor = claim !== "not done" || ALLOWS_FOR_DONE.test(sentence);
  evidence.claim(`${endpoint} is ${kind}, and it was carried out`, isAllowedFor);
  if (/settings are not applied/.test(sentence)) evidence.claim("its settings were applied", false);
}

/** Every output is true, or empty. */
function checkOutputs(evidence: Evidence): void {
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
