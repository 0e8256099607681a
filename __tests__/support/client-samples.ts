/** Requests, answers and a client as the tests of the client use them. */
import { type ClientOptions, MergeQueueClient } from "../../src/client/client.js";
import type { ReplyOf } from "../../src/contract/endpoints.js";

export const TOKEN = "mq_s3cr3t-T0ken/with+signs";

export const QUEUE = { repo: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };
export const PULL_REQUEST = { ...QUEUE, pr: { number: 412 } };

/** Everything at once: no pause between attempts, and a short patience with each. */
export function aClient(apiUrl: string, options: Partial<ClientOptions> = {}): MergeQueueClient {
  return new MergeQueueClient({
    apiUrl,
    credential: { kind: "token", token: TOKEN },
    userAgent: "merge-queue/test",
    attemptTimeoutMs: 2000,
    retries: 2,
    random: () => 0,
    ...options,
  });
}

export function submitted({
  state = "TESTING",
  ...changes
}: Partial<ReplyOf<"getSubmittedPullRequest">> = {}): ReplyOf<"getSubmittedPullRequest"> & {
  readonly state: string;
} {
  return {
    id: "0c9b7a3e-5d14-4f0e-8f8b-2a51f8f0a911",
    state,
    stateChangedAt: "2026-03-02T09:14:05.120Z",
    priorityValue: 100,
    priorityName: "medium",
    skipTheLine: false,
    forceEnqueued: false,
    isCurrentlySubmittedToQueue: true,
    prNumber: 412,
    prTitle: "Add retry to uploader",
    prSha: "5b1d".repeat(10),
    prBaseBranch: "main",
    prAuthor: "mona",
    ...changes,
  };
}

export function aQueueReply(changes: Partial<ReplyOf<"getQueue">> = {}): ReplyOf<"getQueue"> {
  return {
    state: "RUNNING",
    branch: "main",
    mode: "single",
    concurrency: 1,
    bisectionConcurrency: 1,
    testingTimeoutMinutes: 300,
    pendingFailureDepth: 0,
    canOptimisticallyMerge: false,
    batch: false,
    batchingMaxWaitTimeMinutes: 5,
    batchingMinSize: 4,
    createPrsForTestingBranches: true,
    commentsEnabled: true,
    commandsEnabled: true,
    statusCheckEnabled: true,
    requiredStatuses: [],
    directMergeMode: "off",
    optimizationMode: "off",
    mergeMethod: "squash",
    enqueuedPullRequests: [],
    ...changes,
  };
}
