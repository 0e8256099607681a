/**
 * Performs a landing through the code host's own merge. The host merges onto the present tip, expected or not, so the
 * branch is read just before, and the result is compared with the tested tree. A merge of untested content cannot be
 * prevented here, only reported.
 */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { EffectOf } from "../../engine/model/effect.js";
import type { Landing } from "../../engine/model/queue.js";
import type { Merge } from "../ports/forge.js";
import { RefusedByHost, WorldError } from "../ports/world-error.js";
import type { World } from "./queues.js";
import type { LandingRecorder } from "./record-landing.js";

export class MergePerformer {
  readonly #world: World;
  readonly #recorder: LandingRecorder;

  constructor(world: World, recorder: LandingRecorder) {
    this.#world = world;
    this.#recorder = recorder;
  }

  /** The intent is stored; a merge whose response was lost is found again and counted once. */
  async merge(name: QueueName, effect: EffectOf<"land">, landing: Landing): Promise<void> {
    const { expectedTip, targetBranch } = effect;
    const { merges } = this.#world.forge;
    const [head, ...more] = landing.heads;
    if (merges === undefined) return this.#fail(name, landing, "this code host offers no merge operation");
    if (head === undefined || more.length > 0) {
      const why = "the commits between its pull requests would reach the branch untested";
      return this.#fail(name, landing, `the code host merges one by one, and ${why}`);
    }
    const { pullRequest, headSha, mergeTitle: title = null } = head;
    const request = { pullRequest, headSha, targetBranch, mergeMethod: landing.mergeMethod, title };
    const tip = await this.#tip(name, effect);
    const merge =
      tip === expectedTip
        ? await merges.merge(name.repository, request)
        : await merges.find(name.repository, request, (landing.takeUps ?? 0) > 0);
    if (merge === null) return this.#refuse(name, landing, tip);
    await this.#recordMerge(name, effect, { landing, pullRequest }, merge);
  }

  async #recordMerge(
    name: QueueName,
    { run, expectedTip, newTip, tree, targetBranch }: EffectOf<"land">,
    { landing, pullRequest }: { readonly landing: Landing; readonly pullRequest: PullRequestNumber },
    merge: Merge,
  ): Promise<void> {
    const { git, log } = this.#world;
    const { repository } = name;
    const tip = await this.#tip(name, { targetBranch });
    if (tip === expectedTip) {
      const why = `#${pullRequest} is merged as ${merge.commit}, but ${targetBranch} does not show it`;
      throw new RefusedByHost(why, true, "change");
    }
    if (tip !== merge.commit && !(await git.isAncestor(repository, merge.commit, tip))) {
      return this.#refuse(name, landing, tip);
    }
    const isOnExpected = await git.isAncestor(repository, expectedTip, merge.commit);
    if (isOnExpected && merge.tree === tree) {
      return this.#recorder.tell(name, { kind: "landed", run, newTip, as: merge.commit });
    }
    const trees = { expected: tree, found: merge.tree };
    log.error(
      { pullRequest, run, targetBranch, testedOn: expectedTip, commit: merge.commit, ...trees },
      "the code host merged an untested commit because the branch moved during the merge",
    );
    await this.#recorder.tell(name, { kind: "landedUntested", run, tip: merge.commit });
  }

  async #tip(
    { repository }: QueueName,
    { targetBranch }: Pick<EffectOf<"land">, "targetBranch">,
  ): Promise<CommitId> {
    const ref = `refs/heads/${targetBranch}`;
    const tip = (await this.#world.git.readRefs(repository, [ref])).get(ref);
    if (tip === undefined) throw new WorldError(`branch ${targetBranch} is gone`, true);
    return tip;
  }

  async #refuse(name: QueueName, { run, takeUps = 0 }: Landing, tip: CommitId): Promise<void> {
    await this.#recorder.tell(name, { kind: "landingRefused", run, tip, takeUps });
  }

  async #fail(name: QueueName, { run, takeUps = 0 }: Landing, why: string): Promise<void> {
    const sentence = `It passed, but \`${name.targetBranch}\` could not be moved: ${why}`;
    const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence } as const;
    await this.#recorder.tell(name, { kind: "landingFailed", run, reason, takeUps });
  }
}
