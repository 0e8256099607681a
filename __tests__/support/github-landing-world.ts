/** The loop on the counterpart of GitHub with real git over HTTP: the way of a pull request to its branch, as in service. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type CommitId, pullRequestNumber, queueId } from "../../src/domain/ids.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { LandingWay, QueueSettings } from "../../src/domain/queue-settings.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Entry, Queue } from "../../src/engine/model/queue.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import { gitCredentials } from "../../src/service/github/api/git-credentials.js";
import type { GitHubForgeOptions } from "../../src/service/github/forge/github-forge.js";
import type { Clock } from "../../src/service/ports/clock.js";
import type { Forge } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { type Log, SILENT_LOG } from "../../src/service/ports/log.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { QueueLoop } from "../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";
import type { GitHub } from "./github/git-hub.js";
import { ACME_SHOP, GitHubForgeWorld } from "./github-forge-world.js";
import { manualClock } from "./manual-clock.js";
import { createMemoryStore } from "./memory-queue-store.js";
import { aQueueId } from "./stored-queue.js";
import { until } from "./until.js";

export const MAIN: QueueName = { repository: ACME_SHOP, targetBranch: "main" };
const POLL_MS = 3000;
/** Time that goes on faster makes the service poll again while it still carries out what the last poll found. */
const PAUSE_MS = 30;

type LogLine = Readonly<Record<string, unknown>> & { readonly message: string };

export interface LoopPorts {
  readonly store: QueueStore;
  readonly git: Git;
  readonly clock: Clock;
}

interface Options {
  readonly landing?: LandingWay;
  readonly pollIntervalMs?: number;
  /** The test runs that landed, which heads are compared with. */
  readonly testedCommits?: GitHubForgeOptions["testedCommits"];
  /** The service is an App; otherwise it has a token. */
  readonly isApp?: boolean;
  /** What stands between each loop and its other ports. */
  readonly through?: (ports: LoopPorts) => LoopPorts;
  /** What stands between the loop and the forge. */
  readonly alter?: (forge: Forge, world: GitHubLandingWorld) => Forge;
}

export class GitHubLandingWorld implements AsyncDisposable {
  readonly store = createMemoryStore();
  readonly clock = manualClock();
  readonly on: GitHubForgeWorld;
  readonly git: Git;
  readonly warnings: LogLine[] = [];
  readonly errors: LogLine[] = [];
  readonly #folder: string;
  readonly #options: Options;
  readonly #loops: QueueLoop[] = [];
  #queues = 0;
  #loop: QueueLoop;

  private constructor(folder: string, on: GitHubForgeWorld, options: Options) {
    this.#folder = folder;
    this.#options = options;
    this.on = on;
    this.git = createGit({
      cloneFolder: folder,
      resolve: () => `${on.github.webUrl}/acme/shop.git`,
      access: { credentials: gitCredentials(on.calls) },
    });
    this.#loop = this.newLoop();
  }

  /** CI is one check that the queue itself requires. */
  static async open(
    settings: Partial<QueueSettings> = {},
    options: Options = {},
  ): Promise<GitHubLandingWorld> {
    const folder = await mkdtemp(join(tmpdir(), "github-landing-"));
    let opened: GitHubLandingWorld | null = null;
    const settingsOf = async () => (await opened?.store.load(MAIN))?.queue.settings ?? null;
    const tipOf = async () => (await opened?.store.load(MAIN))?.queue.tip ?? null;
    const { isApp = false, testedCommits } = options;
    const on = await GitHubForgeWorld.open({
      ...{ settingsOf, tipOf, isApp },
      ...(testedCommits !== undefined && { testedCommits }),
    });
    const world = new GitHubLandingWorld(folder, on, options);
    opened = world;
    await world.loop.start();
    await world.loop.create(MAIN, { requiredStatuses: ["tests"], concurrency: 3, ...settings });
    return world;
  }

  get loop(): QueueLoop {
    return this.#loop;
  }

  get github(): GitHub {
    return this.on.github;
  }

  /** As of another process, on the same store. */
  newLoop(): QueueLoop {
    const { landing, alter = (forge: Forge) => forge, through = (ports: LoopPorts) => ports } = this.#options;
    const { pollIntervalMs = POLL_MS } = this.#options;
    const { store, git, clock } = through(this);
    const log: Log = {
      ...SILENT_LOG,
      warn: (fields, message) => this.warnings.push({ ...fields, message }),
      error: (fields, message) => this.errors.push({ ...fields, message }),
    };
    const loop = new QueueLoop({
      ...{ store, git, clock, log, forge: alter(this.on.forge, this) },
      ...(landing === undefined ? {} : { landing }),
      dispatch: new StoreDispatch({ store, clock, log, pollIntervalMs }),
      testBranchPrefix: "mq-merge/",
      newQueueId: () => queueId(aQueueId((this.#queues += 1))),
    });
    this.#loops.push(loop);
    return loop;
  }

  async submit(...numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const facts = await this.on.forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main");
      if (facts === null) throw new Error(`#${number} is not open`);
      const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, earlierEntry: null };
      await this.loop.act(MAIN, () => ({
        event: { kind: "entrySubmitted", at: this.clock.now(), facts, targets: null, ...wish },
      }));
    }
  }

  async queue(): Promise<Queue> {
    const stored = await this.store.load(MAIN);
    if (stored === null) throw new Error("there is no queue");
    return stored.queue;
  }

  async drawn(): Promise<string> {
    return picture(await this.queue());
  }

  /** The commit on the test branch of this pull request, once it is there. */
  async tested(number: number): Promise<CommitId> {
    const found = () => this.github.world.git.refsBelow(`refs/heads/mq-merge/pr-${number}/`)[0]?.[1];
    await this.until(async () => Promise.resolve(found() !== undefined));
    const commit = found();
    if (commit === undefined) throw new Error("gone again");
    return commit;
  }

  async pass(number: number): Promise<CommitId> {
    const commit = await this.tested(number);
    this.github.reportCheck(commit, "tests", "success");
    this.on.forge.checksChanged(ACME_SHOP, { headSha: commit, branch: null });
    return commit;
  }

  async ended(number: number): Promise<Entry> {
    const find = async () => this.store.findConcluded(aQueueId(1), pullRequestNumber(number));
    await this.until(async () => (await find()) !== null);
    const entry = await find();
    if (entry === null) throw new Error(`#${number} is back`);
    return entry;
  }

  /** Time goes on meanwhile, so that everything is looked at again. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    await until(
      async () => {
        if (await holds()) return true;
        await pause(PAUSE_MS);
        await this.clock.advance(POLL_MS / 20);
        return holds();
      },
      async () => [await this.drawn(), this.warnings.slice(-3)],
    );
  }

  /** The process has died: another one continues on the same store, and is from now on the one that is asked. */
  async replaceLoop(): Promise<void> {
    this.forget(this.#loop);
    this.#loop = this.newLoop();
    await this.#loop.start();
  }

  /** A loop whose ports answer nothing any more never stops. */
  forget(loop: QueueLoop): void {
    const index = this.#loops.indexOf(loop);
    if (index !== -1) this.#loops.splice(index, 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const loop of this.#loops) await loop.stop();
    await this.on[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
