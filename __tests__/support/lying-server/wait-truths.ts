/** What a wait claims: how the submission ended that it is about, and that it noticed another one. */
import type { Evidence } from "./evidence.js";
import { finalSentence } from "./told.js";
import { type Entry, FINAL, isLive } from "./truth.js";

export function checkWait(evidence: Evidence): void {
  const { plan, told } = evidence;
  if (plan.inputs["wait"] !== "true") return;
  const [, state = ""] = /^#412 is (?:still )?([A-Z_]+)/.exec(finalSentence(told)) ?? [];
  if (state !== "") checkState(evidence, state);
  checkResubmissions(evidence);
}

function checkState(evidence: Evidence, state: string): void {
  const { world, plan } = evidence;
  const read = evidence.lastShown();
  const since = read?.shows ?? world.present;
  const ends = world.moments
    .slice(since)
    .flatMap(({ truth: { entry } }) => (entry?.state === state ? [entry] : []));
  evidence.claim(`the pull request is ${state}`, ends.length > 0 || read?.staleState === state);
  if (plan.operation !== "submit" || !FINAL.includes(state)) return;
  // What was in the queue when the step first looked may land before it is submitted once more.
  const lookedAt = evidence.requests[0]?.at ?? world.present;
  const isOurs = ({ submission }: Entry) =>
    world.moments
      .slice(lookedAt)
      .some(({ truth: { entry } }) => isLive(entry) && entry.submission === submission);
  evidence.claim(`the submission ended as ${state}, not an earlier one`, ends.some(isOurs));
}

/** Between two polls. */
function checkResubmissions(evidence: Evidence): void {
  const { requests, world, told, habits } = evidence;
  if (habits.sparse) return;
  const submitted = requests.findLastIndex(({ endpoint }) => endpoint === "submitPullRequest");
  const polls = requests
    .slice(submitted + 1)
    .filter(
      ({ endpoint, isTrue, staleState, isParting }) =>
        !isParting && endpoint === "getSubmittedPullRequest" && isTrue && staleState === null,
    );
  const ids = polls.flatMap(({ shows }) => world.at(shows ?? 0).entry?.id ?? []);
  const isChanged = ids.some((id) => id !== ids[0]);
  const isNamed = told.warnings.some((line) => line.includes("was submitted again"));
  if (isChanged) evidence.claim("it is still the same submission", isNamed);
  if (isNamed) evidence.claim("it was submitted again", isChanged);
}
