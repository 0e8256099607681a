/** One thing that a decision tells, before it is put into the words of a message. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueMode } from "../../domain/queue-settings.js";
import type { TestRun } from "../../engine/queue.js";

export type PullRequestAction = "submitted" | "queued" | "testing" | "merged" | "failed" | "canceled";
export type BatchAction = "testing" | "merged" | "pending_failure" | "failed";
export type QueueStateWord = "running" | "paused" | "draining" | "switching_modes";

/** The one field, if any, that says why. */
export type Why =
  | { readonly reason: string }
  | { readonly failure_reason: string }
  | { readonly cancellation_reason: string }
  | Readonly<Record<string, never>>;

export type News =
  | {
      readonly kind: "pullRequest";
      readonly action: PullRequestAction;
      readonly at: number;
      readonly pullRequest: PullRequestNumber;
      readonly author: string;
      /** Tested, or to be tested, together with others. */
      readonly batched: boolean;
      /** Part of a failed batch that is tested apart. */
      readonly isBisection: boolean;
      readonly run: TestRun | null;
      readonly why: Why;
    }
  | {
      readonly kind: "batch";
      readonly action: BatchAction;
      readonly at: number;
      readonly pullRequests: readonly PullRequestNumber[];
      readonly isBisection: boolean;
      readonly run: TestRun | null;
      readonly why: Why;
    }
  | {
      readonly kind: "queue";
      readonly at: number;
      readonly from: QueueStateWord;
      readonly to: QueueStateWord;
      readonly mode: QueueMode;
    };

export type PullRequestNews = Extract<News, { readonly kind: "pullRequest" }>;
export type BatchNews = Extract<News, { readonly kind: "batch" }>;
