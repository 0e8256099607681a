/**
 * Reads heads, tips and checks from the code host and records what differs from the queue. Every pass starts from the
 * stored queue, so lost and repeated events do no harm.
 */
import { isDeepStrictEqual } from "node:util";
import type { Check } from "../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import type { Repository } from "../../domain/repository.js";
import { readTestBranch, testBranchName, tipBranchName } from "../../domain/test-branch.js";
import {
  allBatches,
  findObserved,
  isLandingEntry,
  liveEntry,
  type ObservedRun,
  observedRuns,
} from "../../engine/model/lookup.js";
import type { Entry, Queue } from "../../engine/model/queue.js";
import { asError, BranchGone } from "../ports/world-error.js";
import type { InOrder } from "../work/in-order.js";
import { type FollowFailures, followStacks } from "./follow-stacks.js";
import type { Fact, Judgement, Queues, World } from "./queues.js";
import { bringTargets } from "./record-targets.js";
import { type ReadResult, troublesIn } from "./record-troubles.js";
import { warnOfRewrite } from "./warn-of-rewrite.js";

const NOTHING_NEW = { refusal: "nothingNew" } as const;

export class Reconciler {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #perRun: InOrder;

  /** `perRun` is shared by everything that acts on test runs; each task runs under the run's id. */
  constructor(queues: Queues, world: World, perRun: InOrder) {
    this.#queues = queues;
    this.#world = world;
    this.#perRun = perRun;
  }

  /** True if only a move of its branch can concern the queue. */
  isIdle(queue: Queue): boolean {
    const { landing = queue.settings.landing ?? "push" } = this.#world;
    const isLandingSettled = queue.landing === null && (queue.settings.landing ?? "push") === landing;
    return isLandingSettled && queue.entries.length === 0 && observedRuns(queue).length === 0;
  }

  /** Reconciles one queue with the code host completely. */
  async observe(name: QueueName): Promise<void> {
    const stored = await this.#queues.read(name);
    if (stored === null) return;
    await this.#settleLandingWay(stored.name, stored.queue);
    // The pull requests of a branch that is gone are read all the same: they have another base now, or are closed.
    const gone = await this.#observeTip(stored.name, stored.queue);
    const running = observedRuns(stored.queue).filter(({ isRunning }) => isRunning);
    // A failure to read one must not hide the others.
    const reads = await Promise.all([
      ...stored.queue.entries.map(async (entry): Promise<ReadResult> => {
        const failure = await failureOf(this.#observePullRequest(stored.name, entry, "poll"));
        return { kind: "entry", entry, failure };
      }),
      ...running.map(async (run): Promise<ReadResult> => {
        return { kind: "run", run, failure: await failureOf(this.#observeRun(stored.name, run)) };
      }),
    ]);
    const lost = await this.#followStacks(stored.name);
    await this.#recordTroubles(stored.name, reads, lost);
    const failed = reads.find(({ failure }) => failure !== null);
    if (failed !== undefined) throw failed.failure;
    throwFirst(lost);
    if (gone !== null) throw gone;
  }

  async #recordTroubles(name: QueueName, reads: readonly ReadResult[], lost: FollowFailures): Promise<void> {
    const seen = reads.map((read): ReadResult => {
      const failure = read.kind === "entry" ? lost.get(read.entry.facts.number) : undefined;
      return read.failure === null && failure !== undefined ? { ...read, failure } : read;
    });
    for (const read of troublesIn(seen, this.#queues.now())) await this.#recordIf(name, read);
  }

  /** Retargets pull requests that were stacked on one that has landed. */
  async followStacks(name: QueueName): Promise<void> {
    throwFirst(await this.#followStacks(name));
  }

  async #followStacks(name: QueueName): Promise<FollowFailures> {
    const stored = await this.#queues.read(name);
    if (stored === null) return new Map();
    const { moved, failures } = await followStacks(this.#queues, this.#world, stored.name, stored.queue);
    const lost = new Map(failures);
    for (const pullRequest of moved) {
      const failure = await failureOf(this.observePullRequest(stored.name, pullRequest));
      if (failure !== null) lost.set(pullRequest, failure);
    }
    return lost;
  }

  /**
   * Refreshes the tip only, unless the queue already has the tip that an event reported. Throws `BranchGone` if there is
   * no such branch.
   */
  async observeTip(name: QueueName, reported: CommitId | null): Promise<void> {
    const stored = await this.#queues.read(name);
    if (stored === null || stored.queue.tip === reported) return;
    const gone = await this.#observeTip(stored.name, stored.queue);
    if (gone !== null) throw gone;
  }

  /** Refreshes one pull request if the queue has it. */
  async observePullRequest(name: QueueName, pullRequest: PullRequestNumber): Promise<void> {
    const stored = await this.#queues.read(name);
    const entry = stored === null ? undefined : liveEntry(stored.queue, pullRequest);
    if (stored !== null && entry !== undefined) await this.#observePullRequest(stored.name, entry);
  }

  /** Records the current checks of one run. */
  async observeChecks(name: QueueName, run: TestRunId): Promise<void> {
    const known = await this.#liveRun(name, run);
    const { createdAt, requiredStatuses } = known ?? {};
    const checks = await this.#world.forge.readChecks(name.repository, run, createdAt, requiredStatuses);
    if (checks !== null) await this.#recordChecks(name, run, checks);
  }

  /** Removes test branches without a live run, which a crash may leave behind. */
  async sweep(repository: Repository): Promise<void> {
    const { git, forge, testBranchPrefix } = this.#world;
    const branches = await git.listBranches(repository, testBranchPrefix);
    // Listed after the branches, so that runs started meanwhile are included.
    const live = new Set<string>();
    for (const { queue } of await this.#queues.list(repository)) {
      for (const { id } of observedRuns(queue)) live.add(id);
    }
    // A failure to remove one must not keep the others.
    let failure: unknown = null;
    for (const branch of branches) {
      const run = readTestBranch(testBranchPrefix, branch)?.run;
      if (run === undefined || live.has(run)) continue;
      const removal = forge
        .stopTests(repository, run)
        .then(async () => git.unpublish(repository, branch, run));
      const failed = await failureOf(removal);
      failure ??= failed;
    }
    if (failure !== null) throw asError(failure);
  }

  /**
   * Waits until no landing is in progress and no batch exists: a batch may have been tested together or on commits that
   * the other way of landing would not create.
   */
  async #settleLandingWay(name: QueueName, { settings }: Queue): Promise<void> {
    const { landing } = this.#world;
    if (landing === undefined || (settings.landing ?? "push") === landing) return;
    await this.#recordIf(name, (queue) =>
      queue.landing === null && allBatches(queue).length === 0
        ? { kind: "settingsChanged", settings: { landing }, state: null }
        : null,
    );
  }

  async #observeTip(name: QueueName, { tip }: Queue): Promise<BranchGone | null> {
    const { forge } = this.#world;
    const to = await forge.readTip(name.repository, name.targetBranch);
    if (to === null) {
      const presentName = (await forge.presentBranch?.(name.repository, name.targetBranch)) ?? null;
      return new BranchGone(name.targetBranch, presentName);
    }
    if (to === tip) return null;
    const isRecorded = await this.#recordIf(name, (queue) =>
      queue.tip === tip && queue.landing === null ? { kind: "tipObserved", from: tip, to } : null,
    );
    if (isRecorded) await warnOfRewrite(this.#world, name, tip, to);
    return null;
  }

  /** The facts apply to the entry as it was when the read began; if the entry has changed meanwhile, reads again. */
  async #observePullRequest(
    name: QueueName,
    begun: Entry,
    asked: "admission" | "poll" = "admission",
  ): Promise<void> {
    const pullRequest = begun.facts.number;
    let known: Entry | undefined = begun;
    while (known !== undefined) {
      const before: Entry = known;
      known = undefined;
      // An admitted entry is checked against the rules again when it lands, or if it could not be read for that.
      const read = before.admittedAt === null ? asked : before.trouble === undefined ? "presence" : "landing";
      const { forge } = this.#world;
      const facts = await forge.readPullRequest(name.repository, pullRequest, name.targetBranch, read);
      if (facts !== null && isDeepStrictEqual(facts, before.facts)) {
        // The process that saw the head may have died before it recorded the targets.
        if (before.admittedAt === null && before.targets === null)
          await this.#bringTargets(name, facts, "whereNeeded");
        return;
      }
      const isRecorded = await this.#recordIf(name, (queue) => {
        known = liveEntry(queue, pullRequest);
        return known !== undefined && isAsBefore(known, before)
          ? { kind: "pullRequestObserved", pullRequest, facts }
          : null;
      });
      if (!isRecorded) continue;
      if (facts !== null && facts.headSha !== before.facts.headSha) await this.#bringTargets(name, facts);
      return;
    }
  }

  /** Targets may have been uploaded for a head before the queue knew of it. */
  async #bringTargets(
    name: QueueName,
    { number: pullRequest, headSha }: PullRequestFacts,
    when: "always" | "whereNeeded" = "always",
  ): Promise<void> {
    const queue = (await this.#queues.read(name))?.queue;
    if (queue === undefined || (when === "whereNeeded" && queue.settings.mode === "single")) return;
    await bringTargets(this.#queues, name, { queue: queue.id, pullRequest, headSha });
  }

  async #observeRun(name: QueueName, { id, createdAt, requiredStatuses }: ObservedRun): Promise<void> {
    const checks = await this.#world.forge.readChecks(name.repository, id, createdAt, requiredStatuses);
    if (checks === null) await this.#perRun.run(id, async () => this.#startAgain(name, id));
    else await this.#recordChecks(name, id, checks);
  }

  /**
   * CI does not know the run, for example after a crash of its machine. The run is read again under its own lock: the
   * branch of a run that was discarded must not be restored. Another process may discard it meanwhile.
   */
  async #startAgain(name: QueueName, id: TestRunId): Promise<void> {
    const run = await this.#liveRun(name, id);
    if (run?.isRunning !== true) return;
    const { commit, own, requiredStatusesSource, requiredStatuses } = run;
    if (commit === undefined) throw new Error(`test run ${id} has no commit`);
    const { testBranchPrefix } = this.#world;
    const [first] = own;
    const testBranch =
      first === undefined
        ? tipBranchName(testBranchPrefix, name.targetBranch, id)
        : testBranchName(testBranchPrefix, first, id);
    await this.#world.git.publish(name.repository, testBranch, commit);
    const outcome = await this.#world.forge.startTests(name.repository, {
      run: id,
      commit,
      testBranch,
      targetBranch: name.targetBranch,
      testedPullRequests: own,
      requiredStatuses: requiredStatusesSource === "merge_instance" ? requiredStatuses : [],
    });
    if (outcome.kind === "notStarted") await this.#recordAbandoned(name, run, outcome.reason);
    if ((await this.#liveRun(name, id)) !== undefined) return;
    await this.#world.forge.stopTests(name.repository, id);
    await this.#world.git.unpublish(name.repository, testBranch, id);
  }

  /** An entry that is landing on another run's pass cannot be blamed: only the outcome of that landing counts. */
  async #recordAbandoned(name: QueueName, { id, own }: ObservedRun, reason: Reason): Promise<void> {
    await this.#recordIf(name, (queue) =>
      findObserved(queue, id) === undefined || own.some((pullRequest) => isLandingEntry(queue, pullRequest))
        ? null
        : { kind: "testRunAbandoned", run: id, reason },
    );
  }

  async #liveRun(name: QueueName, id: TestRunId): Promise<ObservedRun | undefined> {
    const stored = await this.#queues.read(name);
    return stored === null ? undefined : findObserved(stored.queue, id);
  }

  async #recordChecks(name: QueueName, run: TestRunId, checks: readonly Check[]): Promise<void> {
    await this.#recordIf(name, (queue) => {
      const known = findObserved(queue, run);
      if (known === undefined) return null;
      const isKnown = checks.every((check) => known.checks.some((other) => sameCheck(check, other)));
      return isKnown && known.trouble === undefined ? null : { kind: "checksReported", run, checks };
    });
  }

  /** Returns whether there was something to record. */
  async #recordIf(name: QueueName, read: (queue: Queue) => Fact | null): Promise<boolean> {
    const at = this.#queues.now();
    const outcome = await this.#queues.act(name, (queue): Judgement<"nothingNew"> => {
      const event = read(queue);
      return event === null ? NOTHING_NEW : { event: { ...event, at } };
    });
    return outcome.kind === "done";
  }
}

/** null: the work succeeded. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return null;
  } catch (error) {
    return error;
  }
}

function throwFirst(failures: FollowFailures): void {
  for (const failure of failures.values()) throw failure;
}

/** True for the same entry with unchanged facts. */
function isAsBefore(entry: Entry, before: Entry): boolean {
  return entry.sequence === before.sequence && isDeepStrictEqual(entry.facts, before.facts);
}

function sameCheck(a: Check, b: Check): boolean {
  const isSameState = a.status === b.status && a.conclusion === b.conclusion;
  return (
    isSameState &&
    a.isMissing === b.isMissing &&
    a.name === b.name &&
    a.url === b.url &&
    a.detail === b.detail
  );
}
