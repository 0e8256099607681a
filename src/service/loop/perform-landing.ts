/**
 * The order to land: one push, and what may be believed of the world before, during and after it. A push outlives
 * whoever sent it, so that one that was begun is never taken back.
 */
import { isDeepStrictEqual } from "node:util";
import type { CommitId, EffectId, QueueId, TestRunId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { errorText } from "../../domain/thrown.js";
import type { EffectOf } from "../../engine/effect.js";
import { findRun, isLandingEntry, landsOneByOne, liveEntry } from "../../engine/lookup.js";
import type { ContainedHead, Landing, Queue } from "../../engine/queue.js";
import type { Permit } from "../ports/dispatch.js";
import type { LandingFate, SettledLanding } from "../ports/queue-store.js";
import { WorldError } from "../ports/world-error.js";
import type { Obstacle } from "./attempt-order.js";
import { MergePerformer } from "./perform-merge.js";
import type { Judgement, Queues, World } from "./queues.js";
import { troubleReason } from "./record-troubles.js";
import { LandingTeller } from "./tell-landing.js";
import { warnOfRewrite } from "./warn-of-rewrite.js";

interface OrderName {
  readonly queue: QueueId;
  readonly id: EffectId;
}

interface LandOrder extends OrderName {
  /** The branch is seen to stand where the landing expects it. */
  readonly isUnmoved: boolean;
}

export class LandingPerformer {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #merges: MergePerformer;
  readonly #teller: LandingTeller;
  /** Each landing that the attempt under way, or the last one, came as far as to push, as it was then. */
  readonly #pushed = new Map<TestRunId, Landing>();
  /** What the last attempt at a landing failed at before its push: a pull request to read, or the commits to make. */
  readonly #heldUpBy = new Map<TestRunId, ContainedHead | "commits">();

  constructor(queues: Queues, world: World) {
    this.#queues = queues;
    this.#world = world;
    this.#teller = new LandingTeller(queues);
    this.#merges = new MergePerformer(world, this.#teller);
  }

  /**
   * The intent was stored with the decision, so after a crash this asks again and finds the push done or not. A push
   * that was begun may still arrive, long after its process: from then on the landing is only pushed again, by whoever
   * takes it up, whatever is heard of the pull requests meanwhile. Before that, one of all processes may withdraw it.
   */
  async land(name: QueueName, effect: EffectOf<"land">, permit: Permit): Promise<void> {
    this.#pushed.delete(effect.run);
    this.#heldUpBy.delete(effect.run);
    await this.#land(name, effect, permit);
    this.#pushed.delete(effect.run);
  }

  async #land(name: QueueName, effect: EffectOf<"land">, permit: Permit): Promise<void> {
    const { git } = this.#world;
    const { run, targetBranch, expectedTip, newTip } = effect;
    const queue = (await this.#queues.read(name))?.queue;
    const landing = queue?.landing;
    if (queue === undefined || landing?.run !== run) return;
    const ref = `refs/heads/${targetBranch}`;
    const tip = (await git.readRefs(name.repository, [ref])).get(ref);
    const order = { queue: queue.id, id: effect.id, isUnmoved: tip === expectedTip };
    await permit.requireClaim();
    const begun = await this.#begin(name, order, landing, queue);
    if (begun === "withdrawn") return this.#tellRefused(name, landing, tip ?? null);
    await permit.requireClaim();
    if (landsOneByOne(queue)) return this.#merges.merge(name, effect, begun);
    const outcome = await git.land(name.repository, targetBranch, expectedTip, newTip);
    if (outcome.kind === "landed") return this.#teller.tell(name, { kind: "landed", run, newTip });
    await this.#refuse(name, begun, outcome.tip);
  }

  async #refuse(name: QueueName, landing: Landing, tip: CommitId | null): Promise<void> {
    const hasMoved = tip !== null && tip !== landing.expectedTip;
    const reached = hasMoved ? await this.#reached(name, landing.run, tip) : tip;
    await this.#tellRefused(name, landing, tip, reached);
  }

  async #tellRefused(
    name: QueueName,
    { run, expectedTip, takeUps = 0 }: Landing,
    tip: CommitId | null,
    reached = tip,
  ): Promise<void> {
    if (tip === null || reached === null) throw new WorldError(`branch ${name.targetBranch} is gone`, true);
    await this.#teller.tell(name, { kind: "landingRefused", run, tip: reached, takeUps });
    if (tip !== expectedTip) await warnOfRewrite(this.#world, name, expectedTip, tip);
  }

  /**
   * A push may have arrived, and somebody have taken the last of it off the branch again and pushed on top of the rest:
   * the queue is told of the last commit of its own that is there, and the next look tells it of what came on top.
   */
  async #reached(name: QueueName, run: TestRunId, tip: CommitId): Promise<CommitId> {
    const queue = (await this.#queues.read(name))?.queue;
    const landing = queue?.landing;
    if (queue === undefined || landing?.run !== run || landing.proof.kind !== "tested") return tip;
    const commits = findRun(queue, run)?.commits ?? [];
    for (const commit of commits.slice(commits.indexOf(landing.expectedTip) + 1).reverse()) {
      if (await this.#world.git.isAncestor(name.repository, commit, tip)) return commit;
    }
    return tip;
  }

  /**
   * Either no process ever pushes, or from now on every one does, and the branch is to be looked at anew: answers with
   * the landing as it is then.
   */
  async #begin(
    name: QueueName,
    order: LandOrder,
    landing: Landing,
    queue: Queue,
  ): Promise<Landing | "withdrawn"> {
    const fate = await this.#queues.store.landingFate(order.queue, order.id);
    if (fate === "withdrawn") return fate;
    const mayLeave = fate === null && order.isUnmoved;
    // Who asked to leave need not be read for that.
    if (mayLeave && (isToLeave(queue, landing) || (await this.#hasSomebodyLeft(name, landing)))) {
      const { fate: settled } = await this.#settle(order, "withdrawn");
      if (settled === "withdrawn") return settled;
    }
    if (order.isUnmoved && fate === null) await this.#makeCommitsAgain(name, landing);
    const settled = await this.#settle(order, "pushed");
    if (settled.fate === "withdrawn") return settled.fate;
    const begun = settled.isFirst ? landing : await this.#teller.takeUp(name, landing.run);
    this.#pushed.set(landing.run, begun);
    // After the take-up, so that a failure counts for the push that cannot be done again.
    if (order.isUnmoved && fate !== null) await this.#makeCommitsAgain(name, landing);
    return begun;
  }

  async #settle({ queue, id }: OrderName, fate: LandingFate): Promise<SettledLanding> {
    const settled = await this.#queues.store.settleLanding(queue, id, fate);
    if (settled === null) throw new Error(`order ${id} of queue ${queue} is carried out and was never given`);
    return settled;
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
    this.#heldUpBy.set(landing.run, "commits");
    await this.#world.git.prepareLanding(name.repository, { onto, heads, mergeMethod, ...change });
    this.#heldUpBy.delete(landing.run);
  }

  /**
   * Heals a lost word of a push: what lands is what the pull requests are at this moment, as the rules of the branch
   * about pull requests still allow. One that is merged may be so by this very landing, when somebody else did the order
   * meanwhile; then the push tells. A direct merge rests on nothing but their own checks, which have to hold too.
   */
  async #hasSomebodyLeft(name: QueueName, landing: Landing): Promise<boolean> {
    let hasLeft = false;
    for (const head of landing.heads) {
      this.#heldUpBy.set(landing.run, head);
      const facts = await this.#askFor(name, head);
      this.#heldUpBy.delete(landing.run);
      const isProven = landing.proof.kind !== "direct" || facts?.ownChecksPassed === true;
      const stays = await this.#staysAs(name, landing, head, facts);
      if (!stays || !isProven) hasLeft = true;
    }
    return hasLeft;
  }

  /** Whoever cannot be asked is no reason to fail: what passed waits until somebody answers. */
  async #askFor(name: QueueName, { pullRequest }: ContainedHead): Promise<PullRequestFacts | null> {
    try {
      const { forge } = this.#world;
      return await forge.readPullRequest(name.repository, pullRequest, name.targetBranch, "landing");
    } catch (error) {
      throw new WorldError(`pull request #${pullRequest} could not be looked at: ${errorText(error)}`, true);
    }
  }

  /** The queue itself judges whether what is seen lets the pull request stay. */
  async #staysAs(
    name: QueueName,
    { run }: Landing,
    { pullRequest, headSha }: ContainedHead,
    facts: PullRequestFacts | null,
  ): Promise<boolean> {
    const at = this.#queues.now();
    let known: Queue | undefined;
    const outcome = await this.#queues.act(name, (queue): Judgement<"over" | "nothingNew"> => {
      known = queue;
      if (queue.landing?.run !== run) return { refusal: "over" };
      const entry = liveEntry(queue, pullRequest);
      if (entry !== undefined && facts !== null && isDeepStrictEqual(entry.facts, facts)) {
        return { refusal: "nothingNew" };
      }
      return { event: { kind: "pullRequestObserved", at, pullRequest, facts } };
    });
    const queue = outcome.kind === "done" ? outcome.decision.queue : known;
    if (queue?.landing?.run !== run) throw new WorldError(`landing ${run} is over`, true);
    return liveEntry(queue, pullRequest)?.leaving === null && facts?.headSha === headSha;
  }

  /**
   * Only what the repository has refused for good while the branch is seen to stand unmoved, or when the branch is seen
   * to be gone: of any other push nobody knows what will have come of it. An attempt that came no further than to what
   * goes before its push knows nothing of those begun earlier: it only withdraws what nobody has begun.
   */
  async giveUp(name: QueueName, effect: EffectOf<"land">, obstacle: Obstacle): Promise<boolean> {
    const { run } = effect;
    const ref = `refs/heads/${effect.targetBranch}`;
    const tip = (await this.#world.git.readRefs(name.repository, [ref])).get(ref);
    const heldUpBy = this.#heldUpBy.get(run);
    // What goes before a push says nothing of one that was begun.
    const isRefused = heldUpBy === undefined && (obstacle.isFinal || obstacle.refusedBy !== null);
    const isNotDone = tip === undefined || (isRefused && tip === effect.expectedTip);
    const reason = landingFailure(name, obstacle);
    const pushed = this.#pushed.get(run);
    if (pushed !== undefined && !isNotDone) return this.#hinder(name, pushed, reason);
    if (pushed === undefined && tip !== undefined && heldUpBy !== undefined && heldUpBy !== "commits")
      return this.#putOff(name, effect, { head: heldUpBy, tip, why: obstacle.why });
    if (!isNotDone && heldUpBy !== "commits") return false;
    const landing = pushed ?? (await this.#withdraw(name, effect));
    if (landing === null) return false;
    const takeUps = landing.takeUps ?? 0;
    await this.#teller.tell(name, { kind: "landingFailed", run, reason, takeUps, isOfOne: true });
    this.#pushed.delete(run);
    return true;
  }

  /** The push may have worked, or may yet: the queue decides how long others wait for that. */
  async #hinder(name: QueueName, { run, takeUps = 0 }: Landing, reason: Reason): Promise<boolean> {
    await this.#teller.tell(name, { kind: "landingHindered", run, reason, takeUps });
    const isOver = (await this.#queues.read(name))?.queue.landing?.run !== run;
    if (isOver) this.#pushed.delete(run);
    return isOver;
  }

  /**
   * One of the pull requests cannot be read, while others can, and wait: nothing is pushed yet, so they go first. Where none
   * waits, or none can be read, what passed waits until the code host answers.
   */
  async #putOff(
    name: QueueName,
    effect: EffectOf<"land">,
    { head, tip, why }: { readonly head: ContainedHead; readonly tip: CommitId; readonly why: string },
  ): Promise<boolean> {
    const { pullRequest, headSha } = head;
    if (!(await this.#canOthersBeRead(name, effect.run))) return false;
    const landing = await this.#withdraw(name, effect);
    if (landing === null) return false;
    const reason = troubleReason(new WorldError(why, true));
    const at = this.#queues.now();
    await this.#queues.act(name, () => ({
      event: { kind: "pullRequestUnreadable", at, pullRequest, headSha, reason },
    }));
    await this.#tellRefused(name, landing, tip);
    return true;
  }

  async #canOthersBeRead(name: QueueName, run: TestRunId): Promise<boolean> {
    const queue = (await this.#queues.read(name))?.queue;
    if (queue?.landing?.run !== run) return false;
    const others = queue.entries.filter(
      ({ facts, admittedAt }) => admittedAt !== null && !isLandingEntry(queue, facts.number),
    );
    const { repository, targetBranch } = name;
    for (const { facts } of others.slice(0, MAX_PROBES)) {
      try {
        await this.#world.forge.readPullRequest(repository, facts.number, targetBranch, "landing");
        return true;
      } catch {
        // It may be one more that cannot be read.
      }
    }
    return false;
  }

  /** Null when somebody has begun to push it. */
  async #withdraw(name: QueueName, { id, run }: EffectOf<"land">): Promise<Landing | null> {
    const queue = (await this.#queues.read(name))?.queue;
    if (queue?.landing?.run !== run) return null;
    const { fate } = await this.#settle({ queue: queue.id, id }, "withdrawn");
    return fate === "withdrawn" ? queue.landing : null;
  }
}

/** So many others are asked for, to tell a pull request that cannot be read from a code host that does not answer. */
const MAX_PROBES = 5;

function isToLeave(queue: Queue, { heads }: Landing): boolean {
  return heads.some(({ pullRequest }) => (liveEntry(queue, pullRequest)?.leaving ?? null) !== null);
}

function landingFailure({ targetBranch }: QueueName, { why, refusedBy }: Obstacle): Reason {
  const isForbidden = refusedBy === "rules";
  const advice = isForbidden
    ? " (docs/explanation/github-landing.md tells which rules let the service land)"
    : "";
  return {
    code: isForbidden ? "GITHUB_API_BRANCH_PROTECTION_UNMET" : "GITHUB_API_MERGE_PR_FAILED",
    sentence: `It passed, but \`${targetBranch}\` could not be moved: ${why}${advice}`,
  };
}
