/**
 * Puts a pull request in the queue, behind those that it stands on. Submitting one that is there already rewrites its
 * priority and batching.
 */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { assertNever } from "../../domain/assert-never.js";
import { pullRequestNumber, type QueueId } from "../../domain/ids.js";
import { PRIORITIES } from "../../domain/priority.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Asker, EventOf } from "../../engine/event.js";
import { liveEntry } from "../../engine/lookup.js";
import type { Entry, Queue } from "../../engine/queue.js";
import { bringTargets } from "../loop/bring-targets.js";
import type { Judgement, Queues } from "../loop/queues.js";
import { ForgeError } from "../ports/world-error.js";
import { DONE, type Handler, noSuchQueue, refused, type Service } from "./handler.js";

type Submission = EventOf<"entrySubmitted">;

type Submit = Handler<"submitPullRequest">;
type Refused = Exclude<Awaited<ReturnType<Submit>>, { readonly ok: true }>;

export const submitPullRequest: Submit = async (name, request, service) =>
  submit(name, request, service, { bringsBelow: true, head: null, by: null });

/** Fails with a `ForgeError` that is worth trying again when the code host shows another head than this one. */
export async function submitHead(
  { head, by }: { readonly head: string; readonly by: Asker },
  ...asked: Parameters<Submit>
): ReturnType<Submit> {
  return submit(...asked, { bringsBelow: true, head, by });
}

interface Terms {
  /** Whether those that it stands on are submitted before it. */
  readonly bringsBelow: boolean;
  /** What it was judged as; null takes it as it is. */
  readonly head: string | null;
  /** Null is the API. */
  readonly by: Asker | null;
}

async function submit(
  name: QueueName,
  request: CheckedRequestOf<"submitPullRequest">,
  service: Service,
  terms: Terms,
): ReturnType<Submit> {
  const { queues } = service;
  const seen = await queues.read(name);
  if (seen === null) return noSuchQueue(name);
  const { forge, store } = queues;
  const number = pullRequestNumber(request.pr.number);
  const facts = await forge.readPullRequest(seen.name.repository, number, name.targetBranch);
  if (facts === null) return refused("PR_NOT_FOUND", `there is no pull request #${number}`);
  if (terms.head !== null && terms.head !== facts.headSha) {
    throw new ForgeError(
      `pull request #${number} is no longer at ${terms.head}, or not seen to be yet`,
      true,
    );
  }
  if (await isOvertaken(queues, name, seen.queue, facts)) return submit(name, request, service, terms);
  // Read after the queue, so that whatever had left it by then is found here.
  const earlier = await store.findConcluded(seen.queue.id, number);
  const problem = enqueueProblem(facts, earlier);
  if (problem !== null) return refused("PR_NOT_ENQUEUEABLE", `pull request #${number} ${problem}`);
  const hindrance = terms.bringsBelow ? await submitBelow(facts, terms, name, request, service) : null;
  if (hindrance !== null) return hindrance;
  service.span?.set({ "merge_queue.pull_request": number });
  const trace = service.span?.context ?? null;
  // Before the stay begins, so that everything in it finds its trace; one that goes on keeps its own.
  if (trace !== null && liveEntry(seen.queue, number) === undefined) {
    await store.saveTrace(seen.queue.id, number, trace);
  }
  const submission = await submissionOf(request, facts, earlier, seen.queue, queues);
  const asked = terms.by === null ? submission : { ...submission, by: terms.by };
  const outcome = await queues.act(name, async (queue) => {
    // Read after the queue it is shown, so that no stay that is over by then is missed.
    const hasLeftSince = async () =>
      (await store.findConcluded(queue.id, number))?.sequence !== earlier?.sequence;
    return judge(queue, seen.queue.id, asked, hasLeftSince);
  });
  switch (outcome.kind) {
    case "noSuchQueue":
      return noSuchQueue(name);
    case "refused":
      if (outcome.refusal === "oldHeadIsLanding") {
        return refused(
          "PR_NOT_ENQUEUEABLE",
          `an earlier head of pull request #${number} is landing: submit it again when that is over`,
        );
      }
      return submit(name, request, service, terms);
    case "done": {
      // An upload that came meanwhile found no entry to tell.
      const { headSha } = facts;
      await bringTargets(queues, name, { queue: seen.queue.id, pullRequest: number, headSha });
      return DONE;
    }
    default:
      return assertNever(outcome);
  }
}

/** The lowest first, so that they land in order; those in the queue already stay as they are. */
async function submitBelow(
  { number, baseBranch }: PullRequestFacts,
  { by }: Terms,
  name: QueueName,
  request: CheckedRequestOf<"submitPullRequest">,
  service: Service,
): Promise<Refused | null> {
  const { stacks } = service.queues.forge;
  if (stacks === undefined || baseBranch === name.targetBranch) return null;
  const isTarget = async (branch: string) => Promise.resolve(branch === name.targetBranch);
  const stack = await stacks.below(name.repository, number, baseBranch, isTarget);
  if (stack.kind === "loose") return null;
  if (stack.kind === "unclear") {
    return refused("PR_NOT_ENQUEUEABLE", `pull request #${number} is on an unclear stack: ${stack.why}`);
  }
  for (const lower of stack.below) {
    const queue = (await service.queues.read(name))?.queue;
    if (queue !== undefined && liveEntry(queue, lower) !== undefined) continue;
    const alone = { bringsBelow: false, head: null, by };
    const outcome = await submit(name, { ...request, pr: { number: lower } }, service, alone);
    if (outcome.ok) continue;
    return refused(
      "PR_NOT_ENQUEUEABLE",
      `pull request #${number} stands on #${lower}, which cannot be queued: ${outcome.message}`,
    );
  }
  return null;
}

/**
 * A push that the queue has not noticed yet would end the new stay as if it had come after it, so it is told first; true
 * when the queue has heard of another head since it was read, so that this look may be the older one.
 */
async function isOvertaken(queues: Queues, name: QueueName, seen: Queue, facts: PullRequestFacts) {
  const before = liveEntry(seen, facts.number);
  if (before === undefined || before.facts.headSha === facts.headSha) return false;
  const at = queues.now();
  const outcome = await queues.act(name, (queue): Judgement<"overtaken"> => {
    const live = liveEntry(queue, facts.number);
    const isAsSeen = live?.sequence === before.sequence && live.facts.headSha === before.facts.headSha;
    return isAsSeen
      ? { event: { kind: "pullRequestObserved", at, pullRequest: facts.number, facts } }
      : { refusal: "overtaken" };
  });
  return outcome.kind === "refused";
}

function enqueueProblem(facts: PullRequestFacts, earlier: Entry | null): string | null {
  if (facts.state !== "open") return `is ${facts.state}`;
  const hasLanded = earlier?.ended === "merged" && earlier.facts.headSha === facts.headSha;
  return hasLanded ? `has landed already, with this very head ${facts.headSha}` : null;
}

async function submissionOf(
  { priority, noBatch }: CheckedRequestOf<"submitPullRequest">,
  facts: PullRequestFacts,
  earlier: Entry | null,
  queue: Queue,
  queues: Queues,
): Promise<Submission> {
  return {
    kind: "entrySubmitted",
    at: queues.now(),
    facts,
    priority: priority ?? PRIORITIES.medium,
    usedDefaultPriority: typeof priority !== "number",
    noBatch: noBatch ?? false,
    targets: await queues.store.loadTargets(queue.id, facts.number, facts.headSha),
    earlierEntry: earlier?.id ?? null,
  };
}

/**
 * While an earlier head lands, the new one has no place: its submission would end with the landing. A stay that ended
 * after the look, by landing perhaps, puts what was found out of date: look again.
 */
async function judge(
  queue: Queue,
  seen: QueueId,
  submission: Submission,
  hasLeftSince: () => Promise<boolean>,
): Promise<Judgement<"lookAgain" | "oldHeadIsLanding">> {
  const { number, headSha } = submission.facts;
  const live = liveEntry(queue, number);
  if (live !== undefined && live.facts.headSha !== headSha) return { refusal: "oldHeadIsLanding" };
  const isOutdated = queue.id !== seen || (live === undefined && (await hasLeftSince()));
  return isOutdated ? { refusal: "lookAgain" } : { event: submission };
}
