/**
 * Performs a landing: one push, with checks before and after. A push may arrive after the process that sent it has
 * died, so a push that has begun is never withdrawn.
 */
import { isDeepStrictEqual } from "node:util";
import type { CommitId, EffectId, QueueId, TestRunId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { errorText } from "../../domain/thrown.js";
import type { EffectOf } from "../../engine/model/effect.js";
import { findRun, isLandingEntry, landsOneByOne, liveEntry } from "../../engine/model/lookup.js";
import type { ContainedHead, Landing, LandingProof, Queue } from "../../engine/model/queue.js";
import type { Permit } from "../ports/dispatch.js";
import type { LandingFate, SettledLanding } from "../ports/queue-store.js";
import { RefusedByHost, WorldError } from "../ports/world-error.js";
import type { Obstacle } from "../work/attempt-effect.js";
import { DraftCloser } from "./close-drafts.js";
import { MergePerformer } from "./perform-merge.js";
import { HeadPusher } from "./push-heads.js";
import type { Judgement, Queues, World } from "./queues.js";
import { LandingRecorder, landingFailure } from "./record-landing.js";
import { troubleReason } from "./record-troubles.js";
import { warnOfRewrite } from "./warn-of-rewrite.js";

interface EffectKey {
  readonly queue: QueueId;
  readonly id: EffectId;
}

interface LandEffect extends EffectKey {
  /** The branch is at the tip the landing expects. */
  readonly isUnmoved: boolean;
}

export class LandingPerformer {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #merges: MergePerformer;
  readonly #recorder: LandingRecorder;
  readonly #drafts: DraftCloser;
  readonly #heads: HeadPusher;
  /** Landings whose current or latest attempt got as far as the push, as they were at that moment. */
  readonly #pushed = new Map<TestRunId, Landing>();
  /** Where the latest attempt failed before its push: reading a pull request, or preparing the commits. */
  readonly #heldUpBy = new Map<TestRunId, ContainedHead | "commits">();

  constructor(queues: Queues, world: World) {
    this.#queues = queues;
    this.#world = world;
    this.#recorder = new LandingRecorder(queues);
    this.#merges = new MergePerformer(world, this.#recorder);
    this.#drafts = new DraftCloser(world);
    this.#heads = new HeadPusher(queues, world, this.#recorder);
  }

  /**
   * The intent was stored with the decision, so a retry after a crash asks again whether the push arrived. Before a
   * push begins, one process may withdraw the landing. After that, every process only repeats the push, even when its
   * pull requests change: the first push may still arrive long after its process died.
   */
  async land(name: QueueName, effect: EffectOf<"land">, permit: Permit): Promise<void> {
    this.#pushed.delete(effect.run);
    this.#heldUpBy.delete(effect.run);
    await this.#land(name, effect, permit);
    this.#pushed.delete(effect.run);
  }

  async takeHeadBack(name: QueueName, effect: EffectOf<"takeHeadBack">, permit: Permit): Promise<void> {
    await this.#heads.performTakeBack(name, effect, permit);
  }

  giveUpHead(effect: EffectOf<"takeHeadBack">, { why }: Obstacle): void {
    this.#heads.giveUpTakeBack(effect, why);
  }

  async #land(name: QueueName, effect: EffectOf<"land">, permit: Permit): Promise<void> {
    const { git } = this.#world;
    const { run, targetBranch, expectedTip, newTip } = effect;
    const queue = (await this.#queues.read(name))?.queue;
    const landing = queue?.landing;
    if (queue === undefined || landing?.run !== run) return;
    const ref = `refs/heads/${targetBranch}`;
    const tip = (await git.readRefs(name.repository, [ref])).get(ref);
    const key = { queue: queue.id, id: effect.id, isUnmoved: tip === expectedTip };
    await permit.requireClaim();
    const begun = await this.#begin(name, key, landing, queue);
    if (begun === "withdrawn") return this.#recordRefusal(name, landing, tip ?? null);
    if (key.isUnmoved) await this.#drafts.closeBefore(name, queue, begun);
    await permit.requireClaim();
    if (landsOneByOne(queue)) return this.#merges.merge(name, effect, begun);
    if (key.isUnmoved) await this.#heads.pushBefore(name, queue, begun, permit);
    const outcome = await git
      .land(name.repository, targetBranch, expectedTip, newTip)
      .catch(asFinalOf(begun));
    if (outcome.kind === "refused") return this.#refuse(name, begun, outcome.tip);
    const pushed = (await this.#queues.read(name))?.queue.landing ?? begun;
    await this.#recorder.tell(name, { kind: "landed", run, newTip });
    await this.#heads.forget(name, pushed);
  }

  async #refuse(name: QueueName, landing: Landing, tip: CommitId | null): Promise<void> {
    await this.#heads.takeBack(name, landing);
    const hasMoved = tip !== null && tip !== landing.expectedTip;
    const reached = hasMoved ? await this.#reached(name, landing.run, tip) : tip;
    await this.#recordRefusal(name, landing, tip, reached);
  }

  async #recordRefusal(
    name: QueueName,
    { run, expectedTip, takeUps = 0 }: Landing,
    tip: CommitId | null,
    reached = tip,
  ): Promise<void> {
    if (tip === null || reached === null) throw new WorldError(`branch ${name.targetBranch} is gone`, true);
    await this.#recorder.tell(name, { kind: "landingRefused", run, tip: reached, takeUps });
    if (tip !== expectedTip) await warnOfRewrite(this.#world, name, expectedTip, tip);
  }

  /**
   * After the push arrived, a person may have removed its last commits and pushed others. Records the last commit of
   * this run that is still on the branch; the next refresh records the commits on top.
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
   * Settles whether the landing is pushed: either no process ever pushes, or from now on each one does, after reading
   * the branch again. Returns the landing as it is then.
   */
  async #begin(
    name: QueueName,
    key: LandEffect,
    landing: Landing,
    queue: Queue,
  ): Promise<Landing | "withdrawn"> {
    const fate = await this.#queues.store.landingFate(key.queue, key.id);
    if (fate === "withdrawn") return fate;
    const mayLeave = fate === null && key.isUnmoved;
    // Entries that asked to leave are known without reading them.
    if (mayLeave && (isToLeave(queue, landing) || (await this.#hasSomebodyLeft(name, landing)))) {
      const { fate: settled } = await this.#settle(key, "withdrawn");
      if (settled === "withdrawn") return settled;
    }
    if (key.isUnmoved && fate === null) await this.#makeCommitsAgain(name, landing);
    const settled = await this.#settle(key, "pushed");
    if (settled.fate === "withdrawn") return settled.fate;
    const begun = settled.isFirst ? landing : await this.#recorder.takeUp(name, landing.run);
    this.#pushed.set(landing.run, begun);
    // After the take-up, so that a failure counts for this push.
    if (key.isUnmoved && fate !== null) await this.#makeCommitsAgain(name, landing);
    return begun;
  }

  async #settle({ queue, id }: EffectKey, fate: LandingFate): Promise<SettledLanding> {
    const settled = await this.#queues.store.settleLanding(queue, id, fate);
    if (settled === null)
      throw new Error(`effect ${id} of queue ${queue} is performed but is not in the store`);
    return settled;
  }

  /** Prepared commits exist only in the clone, which is a cache. The landing itself reports whether they exist. */
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
   * Detects changes whose events were lost: checks each pull request against its branch's rules as of now. A pull
   * request may be merged already because another process performed this effect; then the push decides. A direct merge
   * also requires that the pull request's own checks pass.
   */
  async #hasSomebodyLeft(name: QueueName, landing: Landing): Promise<boolean> {
    let hasLeft = false;
    for (const head of landing.heads) {
      this.#heldUpBy.set(landing.run, head);
      const facts = await this.#askFor(name, head);
      this.#heldUpBy.delete(landing.run);
      const isProven = landing.proof.kind !== "direct" || isStillProven(landing.proof, facts);
      const stays = await this.#isUnchanged(name, landing, head, facts);
      if (!stays || !isProven) hasLeft = true;
    }
    return hasLeft;
  }

  /** A pull request that cannot be read does not fail: the landing waits until the code host answers. */
  async #askFor(name: QueueName, { pullRequest }: ContainedHead): Promise<PullRequestFacts | null> {
    try {
      const { forge } = this.#world;
      return await forge.readPullRequest(name.repository, pullRequest, name.targetBranch, "landing");
    } catch (error) {
      throw new WorldError(`pull request #${pullRequest} could not be read: ${errorText(error)}`, true);
    }
  }

  /** The queue judges whether the observed facts let the pull request remain. */
  async #isUnchanged(
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
    if (queue?.landing?.run !== run) throw new WorldError(`landing ${run} has ended`, true);
    return liveEntry(queue, pullRequest)?.leaving === null && facts?.headSha === headSha;
  }

  /**
   * Gives up only if the repository refused the push permanently while the branch is unmoved, or if the branch does not
   * exist. The outcome of any other push is unknown. An attempt that failed before its push knows nothing about earlier
   * pushes, so it may only withdraw a landing that no process has begun to push.
   */
  async giveUp(name: QueueName, effect: EffectOf<"land">, obstacle: Obstacle): Promise<boolean> {
    const { run } = effect;
    const ref = `refs/heads/${effect.targetBranch}`;
    const tip = (await this.#world.git.readRefs(name.repository, [ref])).get(ref);
    const heldUpBy = this.#heldUpBy.get(run);
    // A failure before the push is no evidence about a push that an earlier attempt began.
    const isRefused = heldUpBy === undefined && (obstacle.isFinal || obstacle.refusedBy !== null);
    const isNotDone = tip === undefined || (isRefused && tip === effect.expectedTip);
    const pushed = this.#pushed.get(run);
    const needsTests = pushed?.proof.kind === "direct" && obstacle.refusedBy === "rules";
    const reason = landingFailure(name, obstacle, !needsTests);
    // The landing may fail now; if its push arrives late all the same, the pull requests are closed instead.
    if (pushed !== undefined && (tip === undefined || tip === effect.expectedTip))
      await this.#heads.takeBack(name, pushed, "last");
    if (pushed !== undefined && !isNotDone) return this.#recordObstacle(name, pushed, reason);
    if (pushed === undefined && tip !== undefined && heldUpBy !== undefined && heldUpBy !== "commits")
      return this.#withdrawUnreadable(name, effect, { head: heldUpBy, tip, why: obstacle.why });
    if (!isNotDone && heldUpBy !== "commits") return false;
    const landing = pushed ?? (await this.#withdraw(name, effect));
    if (landing === null) return false;
    const takeUps = landing.takeUps ?? 0;
    await this.#recorder.tell(name, {
      ...{ kind: "landingFailed", run, reason, takeUps, isOfOne: true },
      ...(needsTests && { needsTests }),
    });
    this.#pushed.delete(run);
    return true;
  }

  /** The push may have succeeded or may still succeed: the queue decides how long others wait for it. */
  async #recordObstacle(name: QueueName, { run, takeUps = 0 }: Landing, reason: Reason): Promise<boolean> {
    await this.#recorder.tell(name, { kind: "landingHindered", run, reason, takeUps });
    const isOver = (await this.#queues.read(name))?.queue.landing?.run !== run;
    if (isOver) this.#pushed.delete(run);
    return isOver;
  }

  /**
   * Lets other entries land first when one pull request cannot be read, others can, and nothing is pushed yet. If no
   * other entry waits or none can be read, the landing waits for the code host.
   */
  async #withdrawUnreadable(
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
    await this.#recordRefusal(name, landing, tip);
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
        // This one may be unreadable too; try the next.
      }
    }
    return false;
  }

  /** null: a process has begun to push it. */
  async #withdraw(name: QueueName, { id, run }: EffectOf<"land">): Promise<Landing | null> {
    const queue = (await this.#queues.read(name))?.queue;
    if (queue?.landing?.run !== run) return null;
    const { fate } = await this.#settle({ queue: queue.id, id }, "withdrawn");
    return fate === "withdrawn" ? queue.landing : null;
  }
}

/** How many others are read, to distinguish an unreadable pull request from a code host that does not answer. */
const MAX_PROBES = 5;

/** The checks of the head still stand for a test run, of the same tree. */
function isStillProven(
  { evidence }: Extract<LandingProof, { readonly kind: "direct" }>,
  facts: PullRequestFacts | null,
): boolean {
  return facts?.ownChecksPassed === true && facts.headEvidence?.tree === evidence?.tree;
}

function isToLeave(queue: Queue, { heads }: Landing): boolean {
  return heads.some(({ pullRequest }) => (liveEntry(queue, pullRequest)?.leaving ?? null) !== null);
}

/** No CI runs on a commit that lands without a test run, so a check that its rules expect never comes. */
function asFinalOf({ proof }: Landing): (error: unknown) => never {
  return (error) => {
    const isFinal = proof.kind === "direct" && error instanceof RefusedByHost && error.by === "rules";
    throw isFinal ? new RefusedByHost(error.message, false, "rules") : error;
  };
}
