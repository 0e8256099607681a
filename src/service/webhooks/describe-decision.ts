/**
 * START HERE for webhooks: what a decision tells receivers. Every move of an entry that the API shows under one of the
 * documented words gives one message; batches of several and the queue's own state have messages of their own.
 */

import type { QueueName } from "../../domain/queue-name.js";
import { repositoryKey } from "../../domain/repository.js";
import { testBranchName } from "../../domain/test-branch.js";
import type { WebhookEvent } from "../../domain/webhook-event.js";
import type { Decision } from "../../engine/decision.js";
import type { Queue, TestRun } from "../../engine/queue.js";
import type { DescribeDecision, WebhookMessage } from "../ports/webhook-store.js";
import { batchNews } from "./batch-news.js";
import type { DetailsUrl } from "./details-url.js";
import type { News } from "./news.js";
import type { BatchPayload, PullRequestPayload, QueuePayload, TestedWhere } from "./payload.js";
import { pullRequestNews } from "./pull-request-news.js";
import { queueNews } from "./queue-news.js";
import { SurroundingsOfDecision } from "./surroundings-of-decision.js";

export interface DescriptionOptions {
  readonly detailsUrl: DetailsUrl;
  readonly testBranchPrefix: string;
}

export function describeDecision(options: DescriptionOptions): DescribeDecision {
  return (before, after, decision) => {
    const { name, version } = after;
    return newsOf(before.queue, decision).map(
      (news, index): WebhookMessage => ({
        // A store that was restored comes to a version a second time, at another time and with other news.
        id: `msg_${decision.queue.id}_${version}_${decision.queue.now}_${index}`,
        event: eventOf(news),
        at: news.at,
        repository: repositoryKey(name.repository),
        body: JSON.stringify(payloadOf(news, name, options)),
      }),
    );
  };
}

/** In the order in which it happened; what is said of a batch comes after what is said of its entries. */
export function newsOf(before: Queue, decision: Decision): readonly News[] {
  const queue = queueNews(before, decision.queue);
  if (decision.transitions.length === 0) return queue;
  const around = new SurroundingsOfDecision(before, decision);
  return [...pullRequestNews(around), ...batchNews(around), ...queue];
}

export function eventOf(news: News): WebhookEvent {
  switch (news.kind) {
    case "pullRequest":
      return `pull_request.${news.action}`;
    case "batch":
      return `pull_request_batch.${news.action}`;
    case "queue":
      return "queue.state_changed";
  }
}

function payloadOf(
  news: News,
  name: QueueName,
  options: DescriptionOptions,
): PullRequestPayload | BatchPayload | QueuePayload {
  const { host, owner, name: repositoryName } = name.repository;
  const place = {
    repository: { host, owner, name: repositoryName },
    target_branch: name.targetBranch,
  };
  const head = { type: eventOf(news), timestamp: new Date(news.at).toISOString() };
  switch (news.kind) {
    case "pullRequest":
      return {
        ...head,
        action: news.action,
        status: news.action,
        pr_number: news.pullRequest,
        author: news.author,
        ...place,
        http_details_url: options.detailsUrl(name, news.pullRequest),
        batched: news.batched,
        is_bisection: news.isBisection,
        ...testedWhere(news.run, options.testBranchPrefix),
        ...news.why,
      };
    case "batch":
      return {
        ...head,
        action: news.action,
        status: news.action,
        pr_numbers: news.pullRequests,
        ...place,
        is_bisection: news.isBisection,
        ...testedWhere(news.run, options.testBranchPrefix),
        ...news.why,
      };
    case "queue":
      return {
        ...head,
        action: "state_changed",
        status: news.to,
        previous_status: news.from,
        mode: news.mode,
        ...place,
      };
  }
}

function testedWhere(run: TestRun | null, prefix: string): TestedWhere {
  const [first] = run?.own ?? [];
  if (run === null || first === undefined) return {};
  const tip = run.tree === null ? undefined : run.commits.at(-1);
  const branch = { test_branch: testBranchName(prefix, first, run.id) };
  return tip === undefined ? branch : { ...branch, test_branch_sha: tip };
}
