/** What listens to GitHub, as the settings want it. */
import { pullRequestActs } from "./api/pull-request-acts.js";
import type { ServiceConfig } from "./config.js";
import { GitHubEars } from "./forge/github/ears/github-ears.js";
import type { QueueLoop } from "./loop/queue-loop.js";
import type { OpenForge } from "./open-forge.js";
import type { Clock } from "./ports/clock.js";
import type { Log } from "./ports/log.js";
import type { Meter } from "./ports/meter.js";
import type { QueueStore } from "./ports/queue-store.js";
import type { WishStore } from "./ports/wish-store.js";

export interface EarsSurroundings {
  readonly store: QueueStore;
  readonly wishes: WishStore;
  readonly queues: QueueLoop;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
}

/** Without a secret nobody is heard, and what people say is found by the polls. */
export function openEars(
  config: ServiceConfig,
  { calls, forge }: NonNullable<OpenForge["github"]>,
  { store, wishes, queues, clock, log, meter }: EarsSurroundings,
): GitHubEars {
  const { repositories, testBranchPrefix, stateCase, githubCommandPrefix } = config;
  const { githubWebhookSecret, githubEarlierWebhookSecret } = config;
  const [first = ""] = repositories.keys();
  return new GitHubEars({
    secrets: [githubWebhookSecret, githubEarlierWebhookSecret].filter((secret) => secret !== null),
    // One service works with one GitHub.
    host: first.slice(0, first.indexOf("/")),
    repositories,
    testBranchPrefix,
    commandPrefix: githubCommandPrefix,
    ...{ calls, store, wishes, clock, log, looks: queues },
    ...(meter !== undefined && { meter }),
    acts: pullRequestActs({ queues, testBranchPrefix, stateCase }),
    checksChanged: (repository, of) => forge.checksChanged(repository, of),
  });
}
