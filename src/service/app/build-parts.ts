/** The second phase of a start: the queues, the webhook intake, the tokens and the readiness checks, on open adapters. */
import { randomUUID } from "node:crypto";
import { queueId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { GitHubIntake } from "../github/intake/github-intake.js";
import { type ServiceTokens, serviceTokens } from "../http/auth.js";
import { type Check, createReadiness, type Readiness } from "../http/service-readiness.js";
import { QueueLoop } from "../queue/queue-loop.js";
import type { ServedRepositories } from "../queue/served-repositories.js";
import { ConfigError, type ServiceConfig } from "../settings/config.js";
import { SqlCommandStore } from "../store/sql/sql-command-store.js";
import { SqlPageSessionStore } from "../store/sql/sql-page-session-store.js";
import { SqlTokenStore } from "../store/sql/sql-token-store.js";
import { type Adapters, requireGitForClones } from "./open-adapters.js";
import { openIntake } from "./open-intake.js";
import type { Startup } from "./startup.js";

export interface Parts {
  readonly queues: QueueLoop;
  /** Calls back after each decision of this process. */
  readonly onDecision: (listener: OnDecision) => void;
  /** null: the code host is not GitHub. */
  readonly intake: GitHubIntake | null;
  readonly tokens: ServiceTokens;
  readonly readiness: Readiness;
  /** From now on `/readyz` reports that the process stops. */
  readonly beginStop: () => void;
}

type OnDecision = (name: QueueName) => void;

const NO_TOKEN =
  "no API token exists: create one with `merge-queue tokens create --name admin`, or set MERGE_QUEUE_API_TOKEN";

export async function buildParts(startup: Startup, adapters: Adapters): Promise<Parts> {
  const { config, log, opened } = startup;
  const { db, clock, served } = adapters;
  const listeners: OnDecision[] = [];
  const queues = buildQueues(startup, adapters, (name) => {
    for (const listener of listeners) listener(name);
  });
  // Also stops the dispatch, whether it was started or not.
  opened.defer(async () => queues.stop());
  const intake = buildIntake(startup, adapters, queues);
  opened.defer(async () => intake?.stop());
  const tokens = await serviceTokens(config.apiToken, new SqlTokenStore(db), { clock, log });
  if (tokens === null) throw new ConfigError([NO_TOKEN]);
  opened.defer(async () => tokens.close());
  let isStopping = false;
  const readiness = createReadiness(
    {
      store: async () => adapters.store.requireReady().then(() => true),
      git: async () => requireGitForClones(config).then(() => true),
      loop: async () => Promise.resolve(queues.isRunning),
      ...(served !== null && readinessOfReplica(config, served)),
      serving: async () => Promise.resolve(!isStopping),
    },
    { log },
  );
  const beginStop = () => {
    isStopping = true;
  };
  const onDecision = (listener: OnDecision) => void listeners.push(listener);
  return { queues, onDecision, intake, tokens, readiness, beginStop };
}

function buildQueues(
  { config, log }: Startup,
  { store, git, forge, clock, dispatch, tracer, meter, served, ...senders }: Adapters,
  onDecision: OnDecision,
): QueueLoop {
  const { webhooks, expectedMessages, status } = senders;
  return new QueueLoop({
    ...{ store, git, forge, clock, log, dispatch, tracer },
    ...(served !== null && { served }),
    ...(meter !== null && { meter }),
    ...(status !== null && { drafts: status }),
    testBranchPrefix: config.testBranchPrefix,
    landing: config.githubLanding,
    newQueueId: () => queueId(randomUUID()),
    onDecision: (name) => {
      onDecision(name);
      if (expectedMessages.mayBeDue()) webhooks.poke();
      status?.poke(name.repository);
    },
  });
}

function buildIntake(
  { config, log }: Startup,
  { github, status, store, db, session, served, pace, clock, meter }: Adapters,
  queues: QueueLoop,
): GitHubIntake | null {
  if (github === null) return null;
  return openIntake(config, github, {
    ...{ status, store, commands: new SqlCommandStore(db), queues, session, served, pace, clock, log },
    pageSessions: new SqlPageSessionStore(db),
    ...(meter !== null && { meter }),
  });
}

/** A replica leaves what it cannot do to others; these checks name it. */
function readinessOfReplica(config: ServiceConfig, served: ServedRepositories): Record<string, Check> {
  return {
    repositories: async () => Promise.resolve(served.canWork),
    ...(config.forge === "plain-git" && { tests: async () => Promise.resolve(config.testCommand !== null) }),
  };
}
