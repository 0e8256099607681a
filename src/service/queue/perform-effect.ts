/**
 * Translates each effect into calls to git and the forge. An effect may be performed twice, so each step is idempotent;
 * each result is recorded in the queue as an event.
 */
import { assertNever } from "../../domain/assert-never.js";
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { testBranchName } from "../../domain/test-branch.js";
import type { Effect, EffectOf } from "../../engine/model/effect.js";
import { findRun, isLandingEntry } from "../../engine/model/lookup.js";
import type { Queue, TestRun } from "../../engine/model/queue.js";
import type { Permit } from "../ports/dispatch.js";
import type { TestRequest } from "../ports/forge.js";
import type { UnusableHead } from "../ports/git.js";
import { WorldError } from "../ports/world-error.js";
import type { Obstacle, Performer } from "../work/attempt-effect.js";
import type { LandingPerformer } from "./perform-landing.js";
import { TipTestPerformer } from "./perform-tip-test.js";
import type { Fact, Judgement, Queues, World } from "./queues.js";

type PreparationAnswer = Extract<
  Fact,
  { readonly kind: "landingPrepared" | "landingDiffers" | "landingFailed" }
>;

/** Both record what has changed. */
export interface EffectRefresher {
  observe(name: QueueName): Promise<void>;
  observePullRequest(name: QueueName, pullRequest: PullRequestNumber): Promise<void>;
}

export class EffectPerformer implements Performer {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #landings: LandingPerformer;
  readonly #tipTests: TipTestPerformer;
  readonly #refresher: EffectRefresher;

  constructor(queues: Queues, world: World, landings: LandingPerformer, refresher: EffectRefresher) {
    this.#queues = queues;
    this.#world = world;
    this.#landings = landings;
    this.#tipTests = new TipTestPerformer(queues, world);
    this.#refresher = refresher;
  }

  async perform(name: QueueName, effect: Effect, permit: Permit): Promise<void> {
    switch (effect.kind) {
      case "startTestRun":
        return this.#startTestRun(name, effect, permit);
      case "discardTestRun":
        return this.#discardTestRun(name, effect, permit);
      case "testTip":
        return this.#tipTests.start(name, effect, permit);
      case "discardTipTest":
        return this.#tipTests.discard(name, effect.run, permit);
      case "readmitEntry":
        return this.#tipTests.readmit(name, effect);
      case "prepareLanding":
        return this.#prepareLanding(name, effect);
      case "takeHeadBack":
        return this.#landings.takeHeadBack(name, effect, permit);
      case "land":
        return this.#landings.land(name, effect, permit);
      default:
        return assertNever(effect);
    }
  }

  async giveUp(name: QueueName, effect: Effect, obstacle: Obstacle): Promise<boolean> {
    const { why } = obstacle;
    switch (effect.kind) {
      case "startTestRun":
        await this.#recordNotStarted(name, effect, startFailure(obstacle));
        return true;
      case "prepareLanding":
        await this.#recordPreparation(name, effect, {
          kind: "landingFailed",
          run: effect.run,
          reason: preparationFailure(name, why),
          isOfOne: true,
        });
        return true;
      case "land":
        return this.#landings.giveUp(name, effect, obstacle);
      case "testTip":
        await this.#tipTests.recordNotStarted(name, effect.run, startFailure(obstacle));
        return true;
      case "readmitEntry":
        // Retried through an outage: the entry must not be lost.
        if (!obstacle.isFinal) return false;
        await this.#tipTests.giveUpReadmission(name, effect);
        return true;
      case "takeHeadBack":
        // Retried through an outage: the head must not remain elsewhere unnoticed.
        if (obstacle.isFinal) this.#landings.giveUpHead(effect, obstacle);
        return obstacle.isFinal;
      case "discardTestRun":
      case "discardTipTest":
        return false;
      default:
        return assertNever(effect);
    }
  }

  async #startTestRun(name: QueueName, effect: EffectOf<"startTestRun">, permit: Permit): Promise<void> {
    const { git, forge } = this.#world;
    if ((await this.#liveRun(name, effect))?.progress.kind !== "building") return;
    const built = await git.build(name.repository, effect);
    switch (built.kind) {
      case "missing":
        // If the head was force-pushed away, observing it ends the entry, and this run is no longer needed.
        await this.#refresher.observe(name);
        if ((await this.#liveRun(name, effect)) === undefined) return;
        throw notThere(built.commit);
      case "conflicted":
        // What moved the branch may be its own merge by a person, of which the queue only knows the new tip.
        await this.#refresher.observePullRequest(name, built.pullRequest);
        if ((await this.#liveRun(name, effect)) === undefined) return;
        await this.#record(name, { ...built, kind: "testRunConflicted", run: effect.run });
        return;
      case "unusable":
        await this.#recordUnusable(name, built);
        if ((await this.#liveRun(name, effect)) === undefined) return;
        throw new WorldError(built.why, true);
      case "built":
        break;
      default:
        return assertNever(built);
    }
    await this.#record(name, { ...built, kind: "testRunBuilt", run: effect.run });
    const request = this.#testRequest(name, effect, built.commits.at(-1));
    await permit.requireClaim();
    await git.publish(name.repository, request.testBranch, request.commit);
    await permit.requireClaim();
    const outcome = await forge.startTests(name.repository, request);
    if (outcome.kind === "notStarted") return this.#recordNotStarted(name, effect, outcome.reason);
    const started = await this.#record(name, { ...outcome, kind: "testRunStarted", run: effect.run });
    // Another process may have performed this effect and discarded the run while this one was paused.
    const isLive = started !== null && findRun(started, effect.run) !== undefined;
    if (!isLive) await this.#discardTestRun(name, effect, permit);
  }

  /** An entry that is landing on another run's pass cannot be blamed: only the outcome of that landing counts. */
  async #recordNotStarted(
    name: QueueName,
    { run, own }: EffectOf<"startTestRun">,
    reason: Reason,
  ): Promise<void> {
    const at = this.#queues.now();
    const outcome = await this.#queues.act(name, (queue): Judgement<"landing"> => {
      if (own.some((pullRequest) => isLandingEntry(queue, pullRequest))) return { refusal: "landing" };
      return { event: { kind: "testRunNotStarted", at, run, reason } };
    });
    if (outcome.kind === "refused") throw new WorldError(`the entries of test run ${run} are landing`, true);
  }

  /** Evicts the entry immediately; the runs that contain it are planned again. */
  async #recordUnusable(name: QueueName, { pullRequest, headSha, why }: UnusableHead): Promise<void> {
    const reason = { code: "START_TEST_RUN_INVALID_EVENT", sentence: why } as const;
    await this.#record(name, { kind: "headUnusable", pullRequest, headSha, reason });
  }

  async #discardTestRun(
    name: QueueName,
    effect: EffectOf<"startTestRun" | "discardTestRun">,
    permit: Permit,
  ): Promise<void> {
    await permit.requireClaim();
    await this.#world.forge.stopTests(name.repository, effect.run);
    await permit.requireClaim();
    await this.#world.git.unpublish(name.repository, this.#branchOf(effect), effect.run);
  }

  /** Pushes nothing: the result is stored as the landing's intent before the push. */
  async #prepareLanding(name: QueueName, effect: EffectOf<"prepareLanding">): Promise<void> {
    const { run } = effect;
    if (!(await this.#isToBePrepared(name, effect))) return;
    const outcome = await this.#world.git.prepareLanding(name.repository, effect);
    switch (outcome.kind) {
      case "missing":
        await this.#refresher.observe(name);
        if (!(await this.#isToBePrepared(name, effect))) return;
        throw notThere(outcome.commit);
      case "unusable":
        await this.#recordUnusable(name, outcome);
        return this.#recordPreparation(name, effect, {
          kind: "landingFailed",
          run,
          reason: preparationFailure(name, outcome.why),
          isOfOne: true,
        });
      case "differs":
        return this.#recordPreparation(name, effect, { kind: "landingDiffers", run, files: outcome.files });
      case "prepared":
        return this.#recordPreparation(name, effect, { ...outcome, kind: "landingPrepared", run });
      default:
        return assertNever(outcome);
    }
  }

  async #isToBePrepared(name: QueueName, effect: EffectOf<"prepareLanding">): Promise<boolean> {
    const stored = await this.#queues.read(name);
    return stored !== null && isPreparedBy(stored.queue, effect);
  }

  /** The landing may have been withdrawn meanwhile and prepared again on another tip. */
  async #recordPreparation(
    name: QueueName,
    effect: EffectOf<"prepareLanding">,
    event: PreparationAnswer,
  ): Promise<void> {
    const at = this.#queues.now();
    await this.#queues.act(
      name,
      (queue): Judgement<"withdrawn"> =>
        isPreparedBy(queue, effect) ? { event: { ...event, at } } : { refusal: "withdrawn" },
    );
  }

  #testRequest(
    name: QueueName,
    effect: EffectOf<"startTestRun">,
    commit: TestRequest["commit"] | undefined,
  ): TestRequest {
    if (commit === undefined) throw new Error(`test run ${effect.run} contains nothing`);
    return {
      run: effect.run,
      commit,
      testBranch: this.#branchOf(effect),
      targetBranch: name.targetBranch,
      testedPullRequests: effect.own,
      requiredStatuses: effect.requiredStatuses,
    };
  }

  #branchOf({ own, run }: EffectOf<"startTestRun" | "discardTestRun">): string {
    const [first] = own;
    if (first === undefined) throw new Error(`test run ${run} tests nothing`);
    return testBranchName(this.#world.testBranchPrefix, first, run);
  }

  async #liveRun(name: QueueName, effect: EffectOf<"startTestRun">): Promise<TestRun | undefined> {
    const stored = await this.#queues.read(name);
    return stored === null ? undefined : findRun(stored.queue, effect.run);
  }

  /** Returns the queue as saved with the event; null: there is no queue any more. */
  async #record(name: QueueName, event: Fact): Promise<Queue | null> {
    const outcome = await this.#queues.act(name, () => ({ event: { ...event, at: this.#queues.now() } }));
    return outcome.kind === "done" ? outcome.decision.queue : null;
  }
}

function isPreparedBy({ landing }: Queue, { run, onto }: EffectOf<"prepareLanding">): boolean {
  return landing?.run === run && landing.commit === null && landing.expectedTip === onto;
}

function notThere(commit: CommitId): WorldError {
  return new WorldError(`commit ${commit} is not in the repository or was removed from it`, true);
}

function startFailure({ why, refusedBy }: Obstacle): Reason {
  const code =
    refusedBy === "rules" ? "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH" : "START_TEST_RUN_RETRY_EXHAUSTED";
  return { code, sentence: `The test run could not be started: ${why}` };
}

function preparationFailure({ targetBranch }: QueueName, why: string): Reason {
  return {
    code: "GITHUB_API_MERGE_PR_FAILED",
    sentence: `It passed, but could not be placed on the tip of \`${targetBranch}\`: ${why}`,
  };
}
