/** Messages as receivers read them: snake case, `canceled` with one l, and no field without a value. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { QueueMode } from "../../domain/queue-settings.js";
import type { Repository } from "../../domain/repository.js";
import { testBranchName } from "../../domain/test-branch.js";
import type { VerdictKind } from "../../domain/verdict-kinds.js";
import type { WebhookEvent } from "../../domain/webhook-event.js";
import { separated } from "../../domain/words.js";
import { untilResumed, whyPaused } from "../../engine/explain/reasons/target-branch.js";
import type { Queue, QueueState, TestRun } from "../../engine/model/queue.js";
import { healthOf } from "../../engine/model/target-health.js";
import type { DetailsUrl } from "./destination.js";

export type PullRequestAction = "submitted" | "queued" | "testing" | "merged" | "failed" | "canceled";
export type BatchAction = "testing" | "merged" | "pending_failure" | "failed";
export type QueueStateWord = "running" | "paused" | "draining" | "switching_modes";

/** The fields of every message. */
interface Envelope {
  readonly type: WebhookEvent;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly action: string;
  /** The same word as `action`; of a queue, its new state. */
  readonly status: string;
  readonly repository: Repository;
  readonly target_branch: string;
}

/** Where something was tested; absent where nothing was, or before the branch is built. */
interface TestedWhere {
  readonly test_branch?: string;
  readonly test_branch_sha?: string;
}

export interface PullRequestPayload extends Envelope, TestedWhere {
  readonly action: PullRequestAction;
  readonly pr_number: PullRequestNumber;
  readonly author: string;
  /** Empty where neither the service nor the forge has a page. */
  readonly http_details_url: string;
  /** Tested, or to be tested, together with others. */
  readonly batched: boolean;
  /** Part of a failed batch that is tested apart. */
  readonly is_bisection: boolean;
  /** Why it waits (again). */
  readonly reason?: string;
  readonly failure_reason?: string;
  readonly cancellation_reason?: string;
  /** The same for people, as a sentence; names in backticks are untrusted text. */
  readonly reason_text?: string;
  /** After it left: whose fault it was; absent if that depends on what else has landed or failed. */
  readonly verdict?: string;
}

export interface BatchPayload extends Envelope, TestedWhere {
  readonly action: BatchAction;
  readonly pr_numbers: readonly PullRequestNumber[];
  readonly is_bisection: boolean;
  readonly failure_reason?: string;
  readonly reason_text?: string;
}

export interface QueuePayload extends Envelope {
  readonly status: QueueStateWord;
  readonly previous_status: QueueStateWord;
  readonly mode: QueueMode;
  /** Why it paused by itself; absent for a person's command. */
  readonly reason?: string;
}

/** One message of a decision, and when its cause happened. */
export interface WebhookNotice<Payload = PullRequestPayload | BatchPayload | QueuePayload> {
  readonly at: number;
  readonly payload: Payload;
}

/** What the messages of one queue have in common. */
export class Wording {
  readonly place: Pick<Envelope, "repository" | "target_branch">;
  readonly detailsUrl: (pullRequest: PullRequestNumber) => string;
  readonly #testBranchPrefix: string;

  constructor(name: QueueName, detailsUrl: DetailsUrl, testBranchPrefix: string) {
    const { host, owner, name: repositoryName } = name.repository;
    this.place = { repository: { host, owner, name: repositoryName }, target_branch: name.targetBranch };
    this.detailsUrl = (pullRequest) => detailsUrl(name, pullRequest);
    this.#testBranchPrefix = testBranchPrefix;
  }

  testedWhere(run: TestRun | null): TestedWhere {
    const [first] = run?.own ?? [];
    if (run === null || first === undefined) return {};
    const tip = run.tree === null ? undefined : run.commits.at(-1);
    const branch = { test_branch: testBranchName(this.#testBranchPrefix, first, run.id) };
    return tip === undefined ? branch : { ...branch, test_branch_sha: tip };
  }
}

/** `ciBroke` is `CI_BROKE`, as in the API. */
export function verdictWord(kind: VerdictKind): string {
  return separated(kind, "_").toUpperCase();
}

export function timestampOf(at: number): string {
  return new Date(at).toISOString();
}

const WORDS: Readonly<Record<QueueState, QueueStateWord>> = {
  running: "running",
  paused: "paused",
  draining: "draining",
  switchingModes: "switching_modes",
};

/** The payload of an event of the queue itself. */
export function queueNotices(
  before: Queue,
  after: Queue,
  { place }: Wording,
): readonly WebhookNotice<QueuePayload>[] {
  const { state, settings, now } = after;
  if (before.state === state) return [];
  const { pause } = healthOf(after);
  const payload: QueuePayload = {
    type: "queue.state_changed",
    timestamp: timestampOf(now),
    action: "state_changed",
    status: WORDS[state],
    previous_status: WORDS[before.state],
    mode: settings.mode,
    ...(pause !== null && { reason: `${whyPaused(after, pause)}. ${untilResumed(after, pause)}` }),
    ...place,
  };
  return [{ at: now, payload }];
}
