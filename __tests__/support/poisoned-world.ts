/**
 * The loop over a repository made of names, where one port method fails for ever whenever it is called about #1: its number,
 * its head, a commit that contains the head, or a test run of such a commit.
 */
import { type CommitId, pullRequestNumber, queueId } from "../../src/domain/ids.js";
import { targetList } from "../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Entry } from "../../src/engine/model/queue.js";
import type { Forge, PullRequestMerges, PullRequestStacks } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { WorldError } from "../../src/service/ports/world-error.js";
import { QueueLoop } from "../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";
import { headOf } from "./fake-commits.js";
import { FakeForge } from "./fake-forge.js";
import { simulatedGit } from "./full-life/simulated-git.js";
import { MAIN_REF, SimulatedRepository } from "./full-life/simulated-repository.js";
import { NAME } from "./loop-world.js";
import { manualClock } from "./manual-clock.js";
import { createMemoryStore } from "./memory-queue-store.js";
import { openPullRequest } from "./open-pull-request.js";
import { aQueueId } from "./stored-queue.js";

const STEP_MS = 5_000;
const POLL_MS = 20_000;
const ANY_NAME = /\b[0-9a-f]{40}\b|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Poison {
  readonly port: "git" | "forge" | "merges" | "stacks";
  readonly method: string;
  readonly retryable: boolean;
}

export class PoisonedWorld {
  readonly #repository = new SimulatedRepository({ conflicts: new Set(), clashes: new Set() }, () => true);
  readonly #forge = new FakeForge();
  readonly #store = createMemoryStore();
  readonly #clock = manualClock();
  readonly #contents = new Map<string, readonly number[]>();
  readonly #loop: QueueLoop;
  #poison: Poison | null = null;
  struck = 0;

  private constructor(settings: Partial<QueueSettings>) {
    this.#forge.addRepository(NAME.repository);
    const git = simulatedGit(this.#repository, { landing: () => undefined, landed: () => undefined });
    const forge = this.#withBranches();
    const ports = {
      git: this.#poisoned("git", {
        ...git,
        build: this.#remembering(async (...request) => git.build(...request)),
      }),
      forge: this.#poisoned("forge", forge),
    };
    const options = {
      ...{ store: this.#store, clock: this.#clock, log: SILENT_LOG, testBranchPrefix: "mq-merge/" },
      ...(settings.landing !== undefined && { landing: settings.landing }),
      ...ports,
      dispatch: new StoreDispatch({
        ...{ store: this.#store, clock: this.#clock, log: SILENT_LOG, pollIntervalMs: POLL_MS },
      }),
      newQueueId: () => queueId(aQueueId(1)),
    };
    this.#loop = new QueueLoop(options);
  }

  static async create(settings: Partial<QueueSettings>): Promise<PoisonedWorld> {
    const world = new PoisonedWorld(settings);
    await world.#loop.start();
    const outcome = await world.#loop.create(NAME, {
      ...{ mode: "parallel", concurrency: 10, testingTimeoutMinutes: 0, ...settings },
    });
    if (outcome !== "created") throw new Error(`the queue was not created: ${outcome}`);
    return world;
  }

  async close(): Promise<void> {
    const stopping = this.#loop.stop();
    await this.#clock.advance(POLL_MS);
    await stopping;
  }

  poison(poison: Poison): void {
    this.#poison = poison;
  }

  /** From the branch `base`, built on the head of that pull request, where there is one. */
  async submit(number: number, target: string, below?: number): Promise<void> {
    const pullRequest = pullRequestNumber(number);
    const headSha = headOf(number);
    const parent = below === undefined ? this.#repository.tip.id : headOf(below);
    this.#repository.addHead({ pullRequest, headSha }, parent);
    const baseBranch = below === undefined ? "main" : branchOf(below);
    const facts = { ...openPullRequest(number, headSha), baseBranch };
    this.#forge.setPullRequest(NAME.repository, facts);
    const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, earlierEntry: null };
    const targets = targetList([target]);
    const at = this.#clock.now();
    await this.#loop.act(NAME, () => ({ event: { kind: "entrySubmitted", at, facts, targets, ...wish } }));
  }

  async cancel(number: number): Promise<void> {
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    const pullRequest = pullRequestNumber(number);
    const at = this.#clock.now();
    await this.#loop.act(NAME, () => ({ event: { kind: "entryCancelled", at, pullRequest, reason } }));
  }

  /** CI passes everything, what contains #1 last. */
  async live(minutes: number, isEnough: () => Promise<boolean>): Promise<void> {
    const until = this.#clock.now() + minutes * 60_000;
    while (this.#clock.now() < until && !(await isEnough())) {
      const held = this.#forge.heldRuns(NAME.repository);
      const clean = held.filter(({ run }) => !this.#isAboutOne(run));
      for (const { run } of clean.length > 0 ? clean : held) this.#forge.pass(run);
      await this.#clock.advance(STEP_MS);
    }
  }

  async ended(number: number): Promise<Entry | null> {
    return this.#store.findConcluded(aQueueId(1), pullRequestNumber(number));
  }

  async drawn(): Promise<string> {
    const stored = await this.#store.load(NAME);
    return stored === null ? "no queue" : picture(stored.queue);
  }

  #remembering(build: Git["build"]): Git["build"] {
    return async (repository, speculation) => {
      this.#contents.set(
        speculation.run,
        speculation.contains.map(({ pullRequest }) => pullRequest),
      );
      return build(repository, speculation);
    };
  }

  #poisoned<Ports extends object>(port: Poison["port"], methods: Ports): Ports {
    return new Proxy(methods, {
      get: (target, method) => {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== "function") return value;
        return (...request: readonly unknown[]): unknown => {
          if (!this.#isStruck(port, String(method), request)) return Reflect.apply(value, target, request);
          this.struck += 1;
          return Promise.reject(
            new WorldError(`poisoned ${String(method)}`, this.#poison?.retryable === true),
          );
        };
      },
    });
  }

  #isStruck(port: Poison["port"], method: string, request: readonly unknown[]): boolean {
    if (this.#poison?.port !== port || this.#poison.method !== method) return false;
    // What is on the branch is of everybody.
    if ([...this.#repository.tip.pullRequests].some((one) => one === 1)) return false;
    if (request[1] === 1) return true;
    const names = JSON.stringify(request).match(ANY_NAME) ?? [];
    return names.some((name) => this.#isAboutOne(name));
  }

  #isAboutOne(name: string): boolean {
    if (name === headOf(1) || this.#contents.get(name)?.includes(1) === true) return true;
    const commits = this.#repository.commits();
    return commits.some(({ id, pullRequests }) => id === name && [...pullRequests].some((one) => one === 1));
  }

  #withBranches(): Forge {
    const stacks = this.#poisoned("stacks", this.#stacks());
    const merges = this.#poisoned("merges", this.#merges());
    return Object.assign(this.#forge, {
      stacks,
      merges,
      readTip: async (_repository: unknown, branch: string) =>
        Promise.resolve(this.#repository.refs.get(`refs/heads/${branch}`) ?? null),
    });
  }

  #stacks(): PullRequestStacks {
    return {
      below: async () => Promise.resolve({ kind: "unclear", why: "nobody asks" }),
      onBranch: async (_repository, branch) => Promise.resolve([pullRequestNumber(Number(branch.slice(3)))]),
      retarget: async (repository, number, _from, to) => {
        const facts = await this.#forge.readPullRequest(repository, number);
        if (facts !== null) this.#forge.setPullRequest(repository, { ...facts, baseBranch: to });
        return true;
      },
    };
  }

  #merges(): PullRequestMerges {
    const merged = new Map<number, CommitId>();
    return {
      merge: async (_repository, { pullRequest, headSha, mergeMethod }) => {
        const head = { pullRequest, headSha, title: "", submittedAt: 0 };
        const [commit] = this.#repository.put(this.#repository.tip.id, [head], mergeMethod).commits;
        if (commit === undefined) throw new Error("a merge makes a commit");
        merged.set(pullRequest, commit);
        this.#repository.refs.set(MAIN_REF, commit);
        return Promise.resolve({ commit, tree: this.#repository.tree(commit) });
      },
      find: async (_repository, { pullRequest }) => {
        const commit = merged.get(pullRequest);
        return Promise.resolve(commit === undefined ? null : { commit, tree: this.#repository.tree(commit) });
      },
    };
  }
}

function branchOf(number: number): string {
  return `pr-${number}`;
}
