/** Opens the webhook intake of GitHub with the service's settings. */

import { GitHubIntake } from "../github/intake/github-intake.js";
import type { StatusPump } from "../github/status/status-pump.js";
import { cancelEntry } from "../http/handlers/cancel-pull-request.js";
import type { Service } from "../http/handlers/handler.js";
import { restartTests } from "../http/handlers/restart-tests-on-pull-request.js";
import { submitHead } from "../http/handlers/submit-pull-request.js";
import type { Clock } from "../ports/clock.js";
import type { ActAnswer, CommandStore, PullRequestActs } from "../ports/command-store.js";
import type { ContentPace } from "../ports/content-pace.js";
import type { Served } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { Meter } from "../ports/meter.js";
import type { PageSessionStore } from "../ports/page-session-store.js";
import type { QueueStore } from "../ports/queue-store.js";
import type { Session } from "../ports/session.js";
import type { QueueLoop } from "../queue/queue-loop.js";
import type { ServiceConfig } from "../settings/config.js";
import { hostOf, type OpenForge } from "./open-forge.js";

export interface IntakeSurroundings {
  readonly status: Pick<StatusPump, "showAgain"> | null;
  readonly store: QueueStore;
  readonly commands: CommandStore;
  readonly queues: QueueLoop;
  readonly pageSessions: Pick<PageSessionStore, "endAllOf">;
  readonly session: Session;
  readonly served: Served | null;
  readonly pace: Pick<ContentPace, "reserve">;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
}

/** Without a webhook secret, no webhook is accepted, and polls find commands. */
export function openIntake(
  config: ServiceConfig,
  { calls, forge, names }: NonNullable<OpenForge["github"]>,
  {
    status,
    store,
    commands,
    queues,
    pageSessions,
    session,
    served,
    pace,
    clock,
    log,
    meter,
  }: IntakeSurroundings,
): GitHubIntake {
  const { repositories, testBranchPrefix, stateCase, githubCommandPrefix } = config;
  const { githubWebhookSecret, githubEarlierWebhookSecret } = config;
  return new GitHubIntake({
    secrets: [githubWebhookSecret, githubEarlierWebhookSecret].filter((secret) => secret !== null),
    host: hostOf(repositories),
    repositories,
    names,
    testBranchPrefix,
    commandPrefix: githubCommandPrefix,
    ...{ calls, store, commands, session, pace, clock, log, refreshes: queues },
    ...(served !== null && { served }),
    ...(meter !== undefined && { meter }),
    acts: pullRequestActs({ queues, testBranchPrefix, stateCase }),
    showAgain: async (repository, pullRequest) => status?.showAgain(repository, pullRequest),
    authorizationRevoked: async (accountId) => pageSessions.endAllOf(accountId),
    checksChanged: (repository, of) => forge.checksChanged(repository, of),
  });
}

type AnyOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Performs commands from GitHub with the API's handlers, so that the same rules apply. */
export function pullRequestActs(service: Service): PullRequestActs {
  return {
    submit: async (name, number, { by, priority, noBatch, headSha }) => {
      const request = { repo: name.repository, targetBranch: name.targetBranch, pr: { number } };
      const command = { ...request, noBatch, ...(priority !== null && { priority }) };
      return answerOf(await submitHead({ head: headSha, by }, name, command, service));
    },
    cancel: async (name, number, reason) => answerOf(await cancelEntry(service.queues, name, number, reason)),
    restart: async (name, number, by) => answerOf(await restartTests(name, number, service, by)),
  };
}

function answerOf(outcome: AnyOutcome): ActAnswer {
  if (outcome.ok) return { kind: "done" };
  const why = outcome.code === "PR_NOT_IN_QUEUE" ? "notInQueue" : "other";
  return { kind: "refused", why, sentence: outcome.message };
}
