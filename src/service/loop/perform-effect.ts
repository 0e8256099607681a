/**
 * What each order to the world means in calls to git and the forge. An order may come twice, so each step
 * is one that repeating does not harm; what the world answered goes back to the queue as an event.
 */
import { assertNever } from "../../domain/assert-never.js";
import type { CommitId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { testBranchName } from "../../domain/test-branch.js";
import type { Effect, EffectOf } from "../../engine/effect.js";
import type { Landing, TestRun } from "../../engine/queue.js";
import type { Forge, TestOrder } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import { WorldError } from "../ports/world-error.js";
import type { Performer } from "./effect-pump.js";
import type { Fact } from "./fact.js";
import type { Queues } from "./queues.js";

export interface World {
  readonly git: Git;
  readonly forge: Forge;
  readonly testBranchPrefix: string;
}

export class EffectPerformer implements Performer {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #observe: (name: QueueName) => Promise<void>;

  /** `observe` looks at the world of one queue again and records what changed. */
  constructor(queues: Queues, world: World, observe: (name: QueueName) => Promise<void>) {
    this.#queues = queues;
    this.#world = world;
    this.#observe = observe;
  }

  async perform(name: QueueName, effect: Effect): Promise<void> {
    switch (effect.kind) {
      case "startTestRun":
        return this.#startTestRun(name, effect);
      case "discardTestRun":
        return this.#discardTestRun(name, effect);
      case "prepareLanding":
        return this.#prepareLanding(name, effect);
      case "land":
        return this.#land(name, effect);
      default:
        return assertNever(effect);
    }
  }

  async giveUp(name: QueueName, effect: Effect, why: string): Promise<boolean> {
    switch (effect.kind) {
      case "startTestRun":
        await this.#record(name, { kind: "testRunNotStarted", run: effect.run, reason: startFailure(why) });
        return true;
      case "prepareLanding":
        await this.#record(name, {
          kind: "landingFailed",
          run: effect.run,
          reason: preparationFailure(name, why),
        });
        return true;
      case "land":
        return this.#giveUpLanding(name, effect, why);
      case "discardTestRun":
        return false;
      default:
        return assertNever(effect);
    }
  }

  /** Only while the branch is seen to stand unmoved, or to be gone: what has landed after all is no failure. */
  async #giveUpLanding(name: QueueName, effect: EffectOf<"land">, why: string): Promise<boolean> {
    const ref = `refs/heads/${effect.targetBranch}`;
    const tip = (await this.#world.git.readRefs(name.repository, [ref])).get(ref);
    if (tip !== undefined && tip !== effect.expectedTip) return false;
    await this.#record(name, { kind: "landingFailed", run: effect.run, reason: landingFailure(name, why) });
    return true;
  }

  async #startTestRun(name: QueueName, effect: EffectOf<"startTestRun">): Promise<void> {
    const { git, forge } = this.#world;
    if ((await this.#liveRun(name, effect))?.progress.kind !== "building") return;
    const built = await git.build(name.repository, effect);
    switch (built.kind) {
      case "missing":
        // A head that was pushed away ends its entry once it is seen; only then is this run in nobody's way.
        await this.#observe(name);
        if ((await this.#liveRun(name, effect)) === undefined) return;
        throw notThere(built.commit);
      case "conflicted":
        await this.#record(name, { ...built, kind: "testRunConflicted", run: effect.run });
        return;
      case "built":
        break;
      default:
        return assertNever(built);
    }
    await this.#record(name, { ...built, kind: "testRunBuilt", run: effect.run });
    const order = this.#testOrder(name, effect, built.commits.at(-1));
    await git.publish(name.repository, order.testBranch, order.commit);
    const outcome = await forge.startTests(name.repository, order);
    const { run } = effect;
    await this.#record(
      name,
      outcome.kind === "started"
        ? { ...outcome, kind: "testRunStarted", run }
        : { kind: "testRunNotStarted", run, reason: outcome.reason },
    );
  }

  async #discardTestRun(name: QueueName, effect: EffectOf<"discardTestRun">): Promise<void> {
    await this.#world.forge.stopTests(name.repository, effect.run);
    await this.#world.git.unpublish(name.repository, this.#branchOf(effect), effect.run);
  }

  /** Nothing is pushed yet: what comes out is stored as the intent before it is. */
  async #prepareLanding(name: QueueName, effect: EffectOf<"prepareLanding">): Promise<void> {
    const { run } = effect;
    if (!(await this.#isToBePrepared(name, effect))) return;
    const outcome = await this.#world.git.prepareLanding(name.repository, effect);
    switch (outcome.kind) {
      case "missing":
        await this.#observe(name);
        if (!(await this.#isToBePrepared(name, effect))) return;
        throw notThere(outcome.commit);
      case "differs":
        await this.#record(name, { kind: "landingDiffers", run, files: outcome.files });
        return;
      case "prepared":
        await this.#record(name, { ...outcome, kind: "landingPrepared", run });
        return;
      default:
        return assertNever(outcome);
    }
  }

  async #isToBePrepared(name: QueueName, { run }: EffectOf<"prepareLanding">): Promise<boolean> {
    const landing = (await this.#queues.read(name))?.queue.landing;
    return landing?.run === run && landing.commit === null;
  }

  /** The intent was stored with the decision, so after a crash this asks again and finds the push done or not. */
  async #land(name: QueueName, effect: EffectOf<"land">): Promise<void> {
    const { git } = this.#world;
    const landing = (await this.#queues.read(name))?.queue.landing;
    if (landing?.run !== effect.run) return;
    const ref = `refs/heads/${effect.targetBranch}`;
    const tip = (await git.readRefs(name.repository, [ref])).get(ref);
    if (tip === effect.expectedTip) {
      if (await this.#aHeadMoved(name, landing)) {
        await this.#record(name, { kind: "landingRefused", run: effect.run, tip });
        return;
      }
      await this.#makeCommitsAgain(name, landing);
    }
    const outcome = await git.land(name.repository, effect.targetBranch, effect.expectedTip, effect.newTip);
    if (outcome.kind === "landed") {
      await this.#record(name, { kind: "landed", run: effect.run, newTip: effect.newTip });
      return;
    }
    if (outcome.tip === null) throw new WorldError(`branch ${effect.targetBranch} is gone`, true);
    await this.#record(name, { kind: "landingRefused", run: effect.run, tip: outcome.tip });
  }

  /**
   * Commits that were prepared are nowhere but in the clone, which is a cache. Whether they are there now is for the
   * landing to say.
   */
  async #makeCommitsAgain(name: QueueName, landing: Landing): Promise<void> {
    const { proof, expectedTip: onto, heads, mergeMethod } = landing;
    if (proof.kind === "tested") return;
    const change =
      proof.kind === "disjoint"
        ? { testedOn: proof.testedOn, tested: proof.tested }
        : { testedOn: onto, tested: proof.head };
    await this.#world.git.prepareLanding(name.repository, { onto, heads, mergeMethod, ...change });
  }

  /**
   * Heals a lost word of a push: what lands is what the pull requests hold at this moment. One that is merged may be
   * so by this very landing, when somebody else did the order meanwhile; then the push tells. A direct merge rests on
   * nothing but their own checks, which have to hold too.
   */
  async #aHeadMoved(name: QueueName, { heads, proof }: Landing): Promise<boolean> {
    let moved = false;
    for (const { pullRequest, headSha } of heads) {
      const facts = await this.#world.forge.readPullRequest(name.repository, pullRequest, name.targetBranch);
      const isProven = proof.kind !== "direct" || facts?.ownChecksPassed === true;
      if (facts?.headSha === headSha && facts.state !== "closed" && isProven) continue;
      await this.#record(name, { kind: "pullRequestObserved", pullRequest, facts });
      moved = true;
    }
    return moved;
  }

  #testOrder(
    name: QueueName,
    effect: EffectOf<"startTestRun">,
    commit: TestOrder["commit"] | undefined,
  ): TestOrder {
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
    return (await this.#queues.read(name))?.queue.runs.find(({ id }) => id === effect.run);
  }

  async #record(name: QueueName, event: Fact): Promise<void> {
    await this.#queues.act(name, () => ({ event: { ...event, at: this.#queues.now() } }));
  }
}

function notThere(commit: CommitId): WorldError {
  return new WorldError(`commit ${commit} is not in the repository (any more)`, true);
}

function startFailure(why: string): Reason {
  return { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: `The test run could not be started: ${why}` };
}

function preparationFailure({ targetBranch }: QueueName, why: string): Reason {
  return {
    code: "GITHUB_API_MERGE_PR_FAILED",
    sentence: `It passed, but could not be put on the tip of \`${targetBranch}\`: ${why}`,
  };
}

function landingFailure({ targetBranch }: QueueName, why: string): Reason {
  return {
    code: "GITHUB_API_MERGE_PR_FAILED",
    sentence: `It passed, but \`${targetBranch}\` could not be moved: ${why}`,
  };
}
