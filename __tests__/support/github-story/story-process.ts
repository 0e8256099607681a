/** The service in this process as `main.ts` puts it together for GitHub, less its door, on ports that may die. */

import { join } from "node:path";
import { queueId } from "../../../src/domain/ids.js";
import type { QueueName } from "../../../src/domain/queue-name.js";
import type { LandingWay } from "../../../src/domain/queue-settings.js";
import { repositoryKey } from "../../../src/domain/repository.js";
import { openIntake } from "../../../src/service/app/open-intake.js";
import { systemClock } from "../../../src/service/app/open-work.js";
import type { OwnCommits } from "../../../src/service/git/commit-signer.js";
import { createGit } from "../../../src/service/git/git-adapter.js";
import {
  type AuthorizedCalls,
  createGitHubCalls,
} from "../../../src/service/github/api/create-github-calls.js";
import { gitCredentials } from "../../../src/service/github/api/git-credentials.js";
import { RepositoryNames } from "../../../src/service/github/api/repository-names.js";
import { createGitHubForge, type GitHubForge } from "../../../src/service/github/forge/github-forge.js";
import { createApiGit } from "../../../src/service/github/git-data/api-git.js";
import type { GitHubIntake } from "../../../src/service/github/intake/github-intake.js";
import { StatusPump } from "../../../src/service/github/status/status-pump.js";
import type { CommandStore } from "../../../src/service/ports/command-store.js";
import type { Git } from "../../../src/service/ports/git.js";
import type { Log } from "../../../src/service/ports/log.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { ONLY_PROCESS } from "../../../src/service/ports/session.js";
import type { StatusStore } from "../../../src/service/ports/status-store.js";
import { testedCommits } from "../../../src/service/queue/known-runs.js";
import { QueueLoop } from "../../../src/service/queue/queue-loop.js";
import { readConfig } from "../../../src/service/settings/config.js";
import { StoreDispatch } from "../../../src/service/work/store-dispatch.js";
import type { GitHub } from "../github/git-hub.js";
import { SERVICE_TOKEN } from "../github/open-git-hub.js";
import type { Life } from "./mortal.js";
import { mortal, mortalClock } from "./mortal.js";

export const ON_MAIN: QueueName = {
  repository: { host: "github.com", owner: "acme", name: "shop" },
  targetBranch: "main",
};
export const TEST_BRANCHES = "mq-merge/";
/** The same in each life of a story, as the test branches are that are named after it. */
const QUEUE_ID = queueId("5eed5eed-5eed-45ee-85ee-5eed5eed5eed");

/** What outlives a process, and what a planted bug may put in its place. */
export interface StoryPorts {
  readonly store: QueueStore;
  readonly commands: CommandStore;
  readonly statuses: StatusStore;
  readonly git: Git;
  readonly calls: AuthorizedCalls;
  readonly forge: GitHubForge;
}

export type Plant = (ports: StoryPorts, github: GitHub) => Partial<StoryPorts>;

export interface ProcessPlan {
  readonly github: GitHub;
  readonly kept: Pick<StoryPorts, "store" | "commands" | "statuses">;
  readonly folder: string;
  readonly gitConfigFile: string;
  readonly life: Life;
  readonly log: Log;
  readonly pollIntervalMs: number;
  /** Or the owner of a token. */
  readonly isApp: boolean;
  /** Or by GitHub, without a clone. */
  readonly isCloned: boolean;
  readonly landing: LandingWay;
  /** The branch was seen to stand where a merge wants it, and the merge is asked for next. */
  readonly looked: () => void;
  /** The pull request is read a last time before it lands: called before and after it. */
  readonly readToLand: (number: number) => void;
  readonly plant: Plant;
  /** How commits are made; not signed unless told. */
  readonly commits?: OwnCommits;
}

export class StoryProcess {
  readonly intake: GitHubIntake;
  readonly queues: QueueLoop;
  readonly #status: StatusPump;
  readonly #life: Life;
  readonly #calls: AuthorizedCalls;

  constructor(plan: ProcessPlan) {
    const { github, life, log } = plan;
    const clock = mortalClock(systemClock, life);
    const sound = this.#ports(plan);
    const ports = { ...sound, ...plan.plant(sound, github) };
    const store = mortal(ports.store, life);
    const { git, forge, calls } = ports;
    const { pollIntervalMs, landing } = plan;
    this.#life = life;
    this.#calls = sound.calls;
    this.#status = new StatusPump({
      ...{ calls, git, clock, log, queues: store, testBranchPrefix: TEST_BRANCHES },
      store: mortal(ports.statuses, life),
      self: async (repository) => calls.login(repository),
      session: ONLY_PROCESS,
      pageOf: () => null,
    });
    this.queues = new QueueLoop({
      ...{ store, git, forge, clock, log, landing, testBranchPrefix: TEST_BRANCHES, drafts: this.#status },
      dispatch: new StoreDispatch({ store, clock, log, pollIntervalMs }),
      newQueueId: () => QUEUE_ID,
      onDecision: () => this.#status.poke(),
    });
    const commands = mortal(ports.commands, life);
    this.intake = openIntake(
      configOf(github),
      { calls, forge, names: new RepositoryNames() },
      {
        ...{ status: this.#status, store, commands, queues: this.queues, session: ONLY_PROCESS, clock, log },
        pace: { reserve: async () => Promise.resolve({ waitMs: 0, isReserved: true }) },
        pageSessions: { endAllOf: async () => Promise.resolve(0) },
        served: null,
      },
    );
    void life.died.then(async () => this.#calls.close());
  }

  /** Each port below is as good as dead when the process is. */
  #ports(plan: ProcessPlan): StoryPorts {
    const { github, kept, folder, life, log, isApp, commits } = plan;
    const raw = createGitHubCalls({
      apiUrl: github.apiUrl,
      access: isApp
        ? { kind: "app", appId: String(github.app.appId), privateKey: github.app.privateKey }
        : { kind: "token", token: SERVICE_TOKEN },
      userAgent: "merge-queue/story",
      limits: { writePauseMs: 100 },
    });
    const calls = mortal(raw, life);
    const repositories = new Set([repositoryKey(ON_MAIN.repository)]);
    const git = plan.isCloned
      ? createGit({
          cloneFolder: join(folder, "repositories"),
          resolve: () => `${github.webUrl}/acme/shop.git`,
          ...commits,
          access: { credentials: gitCredentials(raw), configFile: plan.gitConfigFile },
        })
      : createApiGit({
          ...{ calls, repositories, log, scratchPrefix: "mq-scratch/", clock: systemClock },
          ...commits,
        });
    const dying = mortal(git, life);
    const forge = createGitHubForge({
      ...{ calls, git: dying, repositories, log, ...(commits !== undefined && { commits }) },
      testBranchPrefix: TEST_BRANCHES,
      settingsOf: async () => (await kept.store.load(ON_MAIN))?.queue.settings ?? null,
      tipOf: async () => (await kept.store.load(ON_MAIN))?.queue.tip ?? null,
      testedCommits: async () => testedCommits(kept.store, ON_MAIN),
    });
    return { ...kept, calls, git: dying, forge: lookingAt(forge, plan) };
  }

  async start(): Promise<void> {
    await this.queues.start(async (names) => this.intake.catchUp(names));
    this.intake.start();
    this.#status.start();
  }

  /** In good order, as when it is told to end. */
  async stop(): Promise<void> {
    await Promise.all([this.intake.stop(), this.#status.stop(), this.queues.stop()]);
    this.#life.die();
  }
}

function lookingAt(forge: GitHubForge, { looked, readToLand }: ProcessPlan): GitHubForge {
  const { merges } = forge;
  const readPullRequest: GitHubForge["readPullRequest"] = async (...asked) => {
    const [, number, , depth] = asked;
    if (depth === "landing") readToLand(number);
    const facts = await forge.readPullRequest(...asked);
    if (depth === "landing") readToLand(number);
    return facts;
  };
  if (merges === undefined) return { ...forge, readPullRequest };
  const merge: typeof merges.merge = async (...asked) => {
    looked();
    return merges.merge(...asked);
  };
  return { ...forge, readPullRequest, merges: { ...merges, merge } };
}

function configOf(github: GitHub) {
  return readConfig({
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_TOKEN: SERVICE_TOKEN,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: github.webhooks.secret,
    MERGE_QUEUE_API_TOKEN: "mq_a-token-of-the-story",
  });
}
