/**
 * The order to land where the code host merges. It takes the branch as it finds it, so the branch is looked at just
 * before, and what came of it is held against what was tested: a merge of anything else cannot be kept from happening
 * there, only be told of.
 */
import type { CommitId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { EffectOf } from "../../engine/effect.js";
import type { Landing } from "../../engine/queue.js";
import type { Merge, MergeOrder, PullRequestMerges } from "../ports/forge.js";
import { RefusedByHost, WorldError } from "../ports/world-error.js";
import type { Fact } from "./fact.js";
import type { Queues } from "./queues.js";
import type { World } from "./world.js";

export class MergePerformer {
  readonly #queues: Queues;
  readonly #world: World;

  constructor(queues: Queues, world: World) {
    this.#queues = queues;
    this.#world = world;
  }

  /** The intent is stored; a merge whose answer got lost is found again, and counts once. */
  async merge(name: QueueName, effect: EffectOf<"land">, landing: Landing): Promise<void> {
    const { run, expectedTip, targetBranch } = effect;
    const { merges } = this.#world.forge;
    const [head, ...more] = landing.heads;
    if (merges === undefined) return this.#fail(name, effect, "this code host has no merging of its own");
    if (head === undefined || more.length > 0) {
      const why = "what is between its pull requests would be on the branch without a test of its own";
      return this.#fail(name, effect, `the code host merges one by one, and ${why}`);
    }
    const { pullRequest, headSha, mergeTitle: title = null } = head;
    const order = { pullRequest, headSha, targetBranch, mergeMethod: landing.mergeMethod, title };
    const tip = await this.#tip(name, effect);
    const merge = await this.#mergeFrom(name, merges, order, tip === expectedTip);
    if (merge !== null) return this.#recordMerge(name, effect, order, merge);
    await this.#record(name, { kind: "landingRefused", run, tip });
  }

  async #mergeFrom(
    { repository }: QueueName,
    merges: PullRequestMerges,
    order: MergeOrder,
    isUnmoved: boolean,
  ): Promise<Merge | null> {
    return isUnmoved ? merges.merge(repository, order) : merges.find(repository, order);
  }

  async #recordMerge(
    name: QueueName,
    { run, expectedTip, newTip, tree, targetBranch }: EffectOf<"land">,
    { pullRequest }: MergeOrder,
    merge: Merge,
  ): Promise<void> {
    const { git, log } = this.#world;
    const { repository } = name;
    const tip = await this.#tip(name, { targetBranch });
    if (tip === expectedTip) {
      const why = `#${pullRequest} is merged as ${merge.commit}, and ${targetBranch} does not show it`;
      throw new RefusedByHost(why, true, "change");
    }
    if (tip !== merge.commit && !(await git.isAncestor(repository, merge.commit, tip))) {
      await this.#record(name, { kind: "landingRefused", run, tip });
      return;
    }
    const isOnExpected = await git.isAncestor(repository, expectedTip, merge.commit);
    if (isOnExpected && merge.tree === tree) {
      await this.#record(name, { kind: "landed", run, newTip, as: merge.commit });
      return;
    }
    const trees = { expected: tree, found: merge.tree };
    log.error(
      { pullRequest, run, targetBranch, testedOn: expectedTip, commit: merge.commit, ...trees },
      "the code host merged what was not tested, because the branch moved at that very moment",
    );
    await this.#record(name, { kind: "landedUntested", run, tip: merge.commit });
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

  async #fail(name: QueueName, { run, targetBranch }: EffectOf<"land">, why: string): Promise<void> {
    const sentence = `It passed, but \`${targetBranch}\` could not be moved: ${why}`;
    await this.#record(name, {
      kind: "landingFailed",
      run,
      reason: { code: "GITHUB_API_MERGE_PR_FAILED", sentence },
    });
  }

  async #record(name: QueueName, event: Fact): Promise<void> {
    await this.#queues.act(name, () => ({ event: { ...event, at: this.#queues.now() } }));
  }
}
