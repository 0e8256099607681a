/**
 * Pushes head branches to the commits that their pull requests become, directly before a landing, and takes them back if
 * the landing does not succeed. Both are stored before they begin, so another process can continue them. Pull requests
 * that cannot be shown as merged in this way land without it.
 */
import type { CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import type { EffectOf } from "../../engine/model/effect.js";
import { findRun, isOfLastTakeUp, liveEntry } from "../../engine/model/lookup.js";
import type { ContainedHead, HeadPush, Landing, Queue } from "../../engine/model/queue.js";
import type { Permit } from "../ports/dispatch.js";
import { ForgeError, RepositoryUnavailable, WorldError } from "../ports/world-error.js";
import type { Queues, World } from "./queues.js";
import type { LandingRecorder } from "./record-landing.js";

/** Attempts at a landing that may fail because of its head pushes, or of taking them back. */
const MAX_FAILURES = 3;

export class HeadPusher {
  readonly #queues: Queues;
  readonly #world: World;
  readonly #recorder: LandingRecorder;
  readonly #failures = new Map<TestRunId, number>();
  /** Attempts at taking heads back. */
  readonly #returns = new Map<TestRunId, number>();

  constructor(queues: Queues, world: World, recorder: LandingRecorder) {
    this.#queues = queues;
    this.#world = world;
    this.#recorder = recorder;
  }

  /** `landing` has begun. Throws if it has to be attempted again before its push. */
  async pushBefore(name: QueueName, queue: Queue, landing: Landing, permit: Permit): Promise<void> {
    const { run, areHeadsBack } = landing;
    const isAsked = queue.settings.showAsMerged === "head-push" && landing.mergeMethod !== "merge_commit";
    if (areHeadsBack === true || (landing.headPushes === undefined && !isAsked)) return;
    try {
      await this.#push(name, queue, landing, permit);
      this.#failures.delete(run);
    } catch (error) {
      const failures = (this.#failures.get(run) ?? 0) + 1;
      const mayPass = error instanceof WorldError && error.retryable;
      this.#failures.set(run, failures);
      if (mayPass && failures < MAX_FAILURES) throw error;
      const words = { run, error: errorText(error) };
      this.#world.log.warn(words, "pull requests will not show as merged: their heads could not be pushed");
      await this.takeBack(name, landing);
      this.#failures.delete(run);
    }
  }

  async #push(name: QueueName, queue: Queue, landing: Landing, permit: Permit): Promise<void> {
    const { run, takeUps = 0 } = landing;
    const chosen = landing.headPushes ?? (await this.#choose(name, queue, landing));
    if (chosen.length === 0) return;
    if (landing.headPushes === undefined) {
      await this.#recorder.tell(name, { kind: "headPushesChosen", run, headPushes: chosen, takeUps });
    }
    const pushed: HeadPush[] = [];
    for (const push of chosen) {
      await permit.requireClaim();
      if (await this.#isMoved(name, run, push)) pushed.push(push);
    }
    if (pushed.length === chosen.length) return;
    await this.#recorder.tell(name, { kind: "headPushesChosen", run, headPushes: pushed, takeUps });
  }

  /** False if it is certain that the head was not pushed. */
  async #isMoved({ repository }: QueueName, run: TestRunId, push: HeadPush): Promise<boolean> {
    const { git, log } = this.#world;
    const about = { pullRequest: push.pullRequest, run, branch: push.branch };
    try {
      if ((await git.moveHead(repository, { ...push, run }, "push")) === "moved") return true;
      log.info(about, "a pull request will not show as merged: its branch has moved");
    } catch (error) {
      if (!(error instanceof WorldError) || error.retryable) throw error;
      log.warn(
        { ...about, error: error.message },
        "a pull request will not show as merged: its head was refused",
      );
    }
    return false;
  }

  /** Empty also if the branch has moved: the landing will be refused. */
  async #choose(name: QueueName, queue: Queue, landing: Landing): Promise<readonly HeadPush[]> {
    const { forge, git, log } = this.#world;
    const { repository, targetBranch } = name;
    const targets = (await this.#queues.list(repository)).map((stored) => stored.name.targetBranch);
    const found: HeadPush[] = [];
    for (const [head, to] of commitsOf(queue, landing)) {
      const { pullRequest, headSha: from } = head;
      if (from === to || forge.headBranches === undefined) continue;
      const known = await forge.headBranches.find(repository, pullRequest, from);
      const isTarget = known.kind === "movable" && targets.includes(known.branch);
      const why = known.kind === "fixed" ? known.why : "its branch is the target of a queue";
      if (known.kind === "movable" && !isTarget) found.push({ pullRequest, branch: known.branch, from, to });
      else
        log.info({ pullRequest, why }, "a pull request will not show as merged: its head must not be pushed");
    }
    if (found.length === 0) return found;
    const ref = `refs/heads/${targetBranch}`;
    return (await git.readRefs(repository, [ref])).get(ref) === landing.expectedTip ? found : [];
  }

  /**
   * Takes the pushed heads back, and reads their pull requests again: approvals may be lost. Does nothing if none was
   * pushed. Call it before the failure of the landing is recorded. A head that cannot be taken back makes it throw, but
   * for the last attempt, which leaves it to the effect `takeHeadBack`.
   */
  async takeBack(
    name: QueueName,
    { run, takeUps = 0 }: Landing,
    attempt: "any" | "last" = "any",
  ): Promise<void> {
    const landing = (await this.#queues.read(name))?.queue.landing;
    if (landing?.run !== run || landing.headPushes === undefined) return;
    if (!isOfLastTakeUp(landing, takeUps))
      throw new WorldError(`another process took up landing ${run}`, true);
    const returns = (this.#returns.get(run) ?? 0) + 1;
    this.#returns.set(run, returns);
    const isLast = attempt === "last" || returns >= MAX_FAILURES;
    const back =
      landing.areHeadsBack === true ? landing.headPushes : await this.#bringBack(name, landing, isLast);
    for (const { pullRequest } of back) await this.#readAgain(name, pullRequest, isLast);
    this.#returns.delete(run);
  }

  /** Returns the heads that are back. All are attempted before an error is thrown. */
  async #bringBack(name: QueueName, landing: Landing, isLast: boolean): Promise<readonly HeadPush[]> {
    const { run, takeUps = 0, headPushes = [] } = landing;
    const back: HeadPush[] = [];
    const notYet: PullRequestNumber[] = [];
    for (const push of headPushes) {
      try {
        if (await this.#isBack(name, run, push)) back.push(push);
      } catch (error) {
        if (!(error instanceof WorldError)) throw error;
        if (error.retryable && !isLast) throw error;
        await this.#requireAvailable(name.repository);
        const about = { pullRequest: push.pullRequest, branch: push.branch, head: push.from, run };
        this.#world.log.warn({ ...about, error: error.message }, "a head could not be taken back yet");
        notYet.push(push.pullRequest);
      }
    }
    await this.#recorder.tell(name, {
      ...{ kind: "headsTakenBack", run, takeUps },
      pullRequests: back.map(({ pullRequest }) => pullRequest),
      ...(notYet.length > 0 && { notYet }),
    });
    return back;
  }

  /** Throws if the code host keeps the repository from the service: then the landing waits. */
  async #requireAvailable(repository: Repository): Promise<void> {
    try {
      await this.#world.forge.requireAvailable?.(repository);
    } catch (error) {
      if (error instanceof RepositoryUnavailable) throw error;
    }
  }

  /** False: the branch was moved by others, who have the last word. */
  async #isBack({ repository }: QueueName, run: TestRunId, push: HeadPush): Promise<boolean> {
    return (await this.#world.git.moveHead(repository, { ...push, run }, "takeBack")) === "moved";
  }

  /** Leaves the head where it is if the landing succeeded after all, or if the entry was submitted with it. */
  async performTakeBack(
    name: QueueName,
    { run, push }: EffectOf<"takeHeadBack">,
    permit: Permit,
  ): Promise<void> {
    const { git, log } = this.#world;
    const { repository, targetBranch } = name;
    const { pullRequest, branch, from, to } = push;
    const about = { pullRequest, branch, run };
    const queue = (await this.#queues.read(name))?.queue;
    const entry = queue && liveEntry(queue, pullRequest);
    if (entry?.facts.headSha === to) {
      log.info(about, "a head is not taken back: the pull request was submitted with it");
      return;
    }
    const ref = `refs/heads/${targetBranch}`;
    const tip = (await git.readRefs(repository, [ref])).get(ref);
    if (tip !== undefined && (await git.isAncestor(repository, to, tip))) {
      log.info(about, "a head is not taken back: it has landed");
      return;
    }
    await permit.requireClaim();
    const isBack = await this.#isBack(name, run, push);
    if (isBack) log.info({ ...about, head: from }, "a head was taken back after its landing");
    else log.info(about, "a head is not taken back: its branch was moved by others");
    if (entry !== undefined) await this.#readAgain(name, pullRequest, true);
  }

  giveUpTakeBack({ run, push }: EffectOf<"takeHeadBack">, why: string): void {
    const { pullRequest, branch, from } = push;
    this.#world.log.error(
      { pullRequest, branch, head: from, run, error: why },
      "a head could not be taken back; push this commit to the branch to restore it",
    );
  }

  /** After the last attempt, the read before the next landing finds lost approvals. */
  async #readAgain(name: QueueName, pullRequest: PullRequestNumber, isLast: boolean): Promise<void> {
    const { forge, log } = this.#world;
    try {
      const facts = await forge.readPullRequest(name.repository, pullRequest, name.targetBranch, "admission");
      const at = this.#queues.now();
      await this.#queues.act(name, () => ({
        event: { kind: "pullRequestObserved", at, pullRequest, facts },
      }));
    } catch (error) {
      if (!isLast || !(error instanceof ForgeError)) throw error;
      log.warn(
        { pullRequest, error: error.message },
        "a pull request could not be read after its head was taken back",
      );
    }
  }

  /** After the landing has succeeded, the old heads are no longer needed. A remaining ref does no harm. */
  async forget({ repository }: QueueName, { headPushes = [] }: Landing): Promise<void> {
    const { git, log } = this.#world;
    for (const { pullRequest } of headPushes) {
      await git.forgetHeads(repository, pullRequest).catch((error: unknown) => {
        log.warn({ pullRequest, error: errorText(error) }, "the ref that keeps an old head was not removed");
      });
    }
  }
}

/** The commit that each head becomes, as far as it is known. */
function commitsOf(
  queue: Queue,
  { run: id, commit, heads }: Landing,
): readonly (readonly [ContainedHead, CommitId])[] {
  const run = findRun(queue, id);
  return heads.flatMap((head, index) => {
    const isLast = index === heads.length - 1;
    const tested = run?.contains.findIndex(({ pullRequest }) => pullRequest === head.pullRequest) ?? -1;
    const exact = commit?.newTip === run?.commits.at(-1) ? run?.commits[tested] : undefined;
    const to = commit?.commits?.[index] ?? exact ?? (isLast ? commit?.newTip : undefined);
    return to === undefined ? [] : [[head, to] as const];
  });
}
