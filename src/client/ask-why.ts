/** Asks why a pull request has not landed. Other servers lack the answer; then the reason code gives the verdict. */
import type { ReadReplyOf } from "../contract/endpoints.js";
import { wordOnWire } from "../contract/why.js";
import { exitVerdict } from "../domain/exit-verdict.js";
import { REASON_CODES, type ReasonCode } from "../domain/reason.js";
import type { Answer, CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import {
  hasEnded,
  isInQueue,
  missingForReadiness,
  type PullRequestOnWire,
  stateSentence,
} from "./pull-request-on-wire.js";

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;
export type WhyOnWire = NonNullable<SubmittedPullRequest["why"]>;

export interface WhyAnswer {
  readonly answer: Answer<"getSubmittedPullRequest">;
  readonly why: WhyOnWire;
  /** null while it is in the queue, and for a reason that this version does not know. */
  readonly maySubmitAgain: boolean | null;
}

/** Throws `MergeQueueError`. */
export async function askWhy(
  client: MergeQueueClient,
  request: PullRequestOnWire,
  options?: CallOptions,
): Promise<WhyAnswer> {
  const answer = await asked(client, request, options);
  const why = answer.value.why ?? knownWithout(request, answer.value);
  const again = why.exit?.submitAgain;
  const isOpen = again === undefined || isInQueue(answer.value);
  return { answer, why, maySubmitAgain: isOpen ? null : again === wordOnWire("asItIs") };
}

/** A strict server refuses fields that it does not know. */
async function asked(client: MergeQueueClient, request: PullRequestOnWire, options?: CallOptions) {
  const wanted = { ...request, includeWhy: true, includeEstimatedTimeToMerge: true };
  try {
    return await client.getSubmittedPullRequest(wanted, options);
  } catch (error) {
    if (!(error instanceof MergeQueueError) || error.status !== 400) throw error;
    return client.getSubmittedPullRequest(request, options);
  }
}

function knownWithout(request: PullRequestOnWire, value: SubmittedPullRequest): WhyOnWire {
  const missing = missingForReadiness(value);
  const sentence = stateSentence(request, value);
  const code = value.stateReason?.toUpperCase();
  const exit = hasEnded(value) && code !== undefined && isReasonCode(code) ? exitVerdict(code) : null;
  return {
    sentence: missing.length === 0 ? sentence : `${sentence} It waits for ${missing.join("; ")}.`,
    ...(exit !== null && {
      exit: {
        verdict: wordOnWire(exit.verdict),
        submitAgain: wordOnWire(exit.submitAgain),
        next: exit.next,
      },
    }),
  };
}

function isReasonCode(code: string): code is ReasonCode {
  return REASON_CODES.some((known) => known === code);
}
