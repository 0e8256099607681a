/**
 * Performs the effects about the target branch itself: tests of the tip alone, and the return of entries that were
 * evicted because it was broken. Each may be performed twice.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import { tipBranchName } from "../../domain/test-branch.js";
import type { EffectOf } from "../../engine/model/effect.js";
import { healthOf, type TipTest, tipTestOf } from "../../engine/model/target-health.js";
import type { Permit } from "../ports/dispatch.js";
import type { Fact, Judgement, Queues, World } from "./queues.js";

export class TipTestPerformer {
  readonly #queues: Queues;
  readonly #world: World;

  constructor(queues: Queues, world: World) {
    this.#queues = queues;
    this.#world = world;
  }

  /** The branch is at the commit of the target branch itself, so nothing is built. */
  async start(name: QueueName, effect: EffectOf<"testTip">, permit: Permit): Promise<void> {
    const { git, forge, testBranchPrefix } = this.#world;
    const { run, commit, requiredStatuses } = effect;
    if ((await this.#live(name, run))?.startedAt !== null) return;
    const testBranch = tipBranchName(testBranchPrefix, name.targetBranch, run);
    await permit.requireClaim();
    await git.publish(name.repository, testBranch, commit);
    await permit.requireClaim();
    const outcome = await forge.startTests(name.repository, {
      ...{ run, commit, testBranch, requiredStatuses, targetBranch: name.targetBranch },
      testedPullRequests: [],
    });
    if (outcome.kind === "notStarted") return this.recordNotStarted(name, run, outcome.reason);
    await this.#record(name, { ...outcome, kind: "testRunStarted", run });
    // Another process may have discarded it while this one was paused.
    if ((await this.#live(name, run)) === null) await this.discard(name, run, permit);
  }

  async discard(name: QueueName, run: TestRunId, permit: Permit): Promise<void> {
    const { git, forge, testBranchPrefix } = this.#world;
    await permit.requireClaim();
    await forge.stopTests(name.repository, run);
    await permit.requireClaim();
    await git.unpublish(name.repository, tipBranchName(testBranchPrefix, name.targetBranch, run), run);
  }

  async recordNotStarted(name: QueueName, run: TestRunId, reason: Reason): Promise<void> {
    await this.#record(name, { kind: "testRunNotStarted", run, reason });
  }

  /** Reads the pull request as a submission does: its approvals and checks may have changed since the eviction. */
  async readmit(name: QueueName, { pullRequest, headSha }: EffectOf<"readmitEntry">): Promise<void> {
    const stored = await this.#queues.read(name);
    if (stored === null || !isReturning(stored.queue, pullRequest)) return;
    const { forge, store } = this.#queues;
    const facts = await forge.readPullRequest(stored.name.repository, pullRequest, name.targetBranch);
    const targets = await store.loadTargets(stored.queue.id, pullRequest, headSha);
    await this.#recordReturn(name, { kind: "entryReadmitted", pullRequest, facts, targets });
  }

  /** The pull request can never be read. */
  async giveUpReadmission(name: QueueName, { pullRequest }: EffectOf<"readmitEntry">): Promise<void> {
    await this.#recordReturn(name, { kind: "entryReadmitted", pullRequest, facts: null, targets: null });
  }

  async #recordReturn(
    name: QueueName,
    event: Extract<Fact, { readonly kind: "entryReadmitted" }>,
  ): Promise<void> {
    const at = this.#queues.now();
    await this.#queues.act(
      name,
      (queue): Judgement<"over"> =>
        isReturning(queue, event.pullRequest) ? { event: { ...event, at } } : { refusal: "over" },
    );
  }

  async #live(name: QueueName, run: TestRunId): Promise<TipTest | null> {
    const stored = await this.#queues.read(name);
    return stored === null ? null : tipTestOf(stored.queue, run);
  }

  async #record(name: QueueName, event: Fact): Promise<void> {
    await this.#queues.act(name, () => ({ event: { ...event, at: this.#queues.now() } }));
  }
}

type Returning = Parameters<typeof healthOf>[0];

function isReturning(queue: Returning, pullRequest: EffectOf<"readmitEntry">["pullRequest"]): boolean {
  return healthOf(queue).returning.some((evicted) => evicted.pullRequest === pullRequest);
}
