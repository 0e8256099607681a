/**
 * Puts a pull request in the queue, after the pull requests below it in its stack. Submitting one that is already
 * queued updates its priority and batching.
 */
import type { CheckedRequestOf } from "../../../contract/endpoints.js";
import { assertNever } from "../../../domain/assert-never.js";
import { pullRequestNumber, type QueueId } from "../../../domain/ids.js";
import { PRIORITIES } from "../../../domain/priority.js";
import type { PullRequestFacts } from "../../../domain/pull-request.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Asker, EventOf } from "../../../engine/model/event.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { ForgeError } from "../../ports/world-error.js";
import type { Judgement, Queues } from "../../queue/queues.js";
import { bringTargets } from "../../queue/record-targets.js";
import { DONE, type Handler, noSuchPullRequest, noSuchQueue, refused, type Service } from "./handler.js";

type Submission = EventOf<"entrySubmitted">;

type Submit = Handler<"submitPullRequest">;
type Refused = Exclude<Awaited<ReturnType<Submit>>, { readonly ok: true }>;

export const submitPullRequest: Submit = async (name, request, service) =>
  submit(name, request, service, { bringsBelow: true, head: null, by: service.by ?? null });

/** Throws a retryable `ForgeError` if the code host shows another head than this one. */
export async function submitHead(
  { head, by }: { readonly head: string; readonly by: Asker },
  ...asked: Parameters<Submit>
): ReturnType<Submit> {
  return submit(...asked, { bringsBelow: true, head, by });
}

interface Terms {
  /** Whether the pull requests below it in its stack are submitted first. */
  readonly bringsBelow: boolean;
  /** The head for which the submission was approved; null accepts any. */
  readonly head: string | null;
  /** null: the API. */
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
  if (facts === null) return noSuchPullRequest(number);
  if (terms.head !== null && terms.head !== facts.headSha) {
    throw new ForgeError(`pull request #${number} is not at ${terms.head}, or not yet shown there`, true);
  }
  if (await isOvertaken(queues, name, seen.queue, facts)) return submit(name, request, service, terms);
  // Read after the queue, so that an entry that had left by then is found here.
  const earlier = await store.findConcluded(seen.queue.id, number);
  const problem = enqueueProblem(facts, earlier);
  if (problem !== null) return refused("PR_NOT_ENQUEUEABLE", `pull request #${number} ${problem}`);
  const hindrance = terms.bringsBelow ? await submitBelow(facts, terms, name, request, service) : null;
  if (hindrance !== null) return hindrance;
  service.span?.set({ "merge_queue.pull_request": number });
  const trace = service.span?.context ?? null;
  // Before the entry exists, so that all its spans find the trace; a live entry keeps its own.
  if (trace !== null && liveEntry(seen.queue, number) === undefined) {
    await store.saveTrace(seen.queue.id, number, trace);
  }
  const submission = await submissionOf(request, facts, earlier, seen.queue, queues);
  const asked = terms.by === null ? submission : { ...submission, by: terms.by };
  const outcome = await queues.act(name, async (queue) => {
    // Read after the queue, so that an entry that has left by then is not missed.
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
          `an earlier head of pull request #${number} is landing: submit it again afterwards`,
        );
      }
      return submit(name, request, service, terms);
    case "done": {
      // An upload that arrived meanwhile found no entry to update.
      const { headSha } = facts;
      await bringTargets(queues, name, { queue: seen.queue.id, pullRequest: number, headSha });
      return DONE;
    }
    default:
      return assertNever(outcome);
  }
}

/** Bottom first, so that they land in order; entries that are already queued keep their place. */
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
    return refused("PR_NOT_ENQUEUEABLE", `the stack of pull request #${number} is unclear: ${stack.why}`);
  }
  for (const lower of stack.below) {
    const queue = (await service.queues.read(name))?.queue;
    if (queue !== undefined && liveEntry(queue, lower) !== undefined) continue;
    const alone = { bringsBelow: false, head: null, by };
    const outcome = await submit(name, { ...request, pr: { number: lower } }, service, alone);
    if (outcome.ok) continue;
    return refused(
      "PR_NOT_ENQUEUEABLE",
      `pull request #${number} depends on #${lower}, which cannot be queued: ${outcome.message}`,
    );
  }
  return null;
}

/**
 * Records a push that the queue has not seen yet, which would otherwise end the new entry as if it came later. Returns
 * true if the queue has recorded another head since it was read, so that `facts` may be outdated.
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
  return hasLanded ? `has already landed with the same head ${facts.headSha}` : null;
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
 * While an earlier head is landing, its landing would end the new submission too. If the entry left after the reads,
 * possibly by landing, what they found is outdated: read again.
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
