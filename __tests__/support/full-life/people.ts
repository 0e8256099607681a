/** What people do in a life: through the service's own handlers, on the forge, and on the branch past the queue. */
import type { CheckedRequestOf } from "../../../src/contract/endpoints.js";
import type { PullRequestNumber } from "../../../src/domain/ids.js";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { cancelPullRequest } from "../../../src/service/http/handlers/cancel-pull-request.js";
import { createQueue } from "../../../src/service/http/handlers/create-queue.js";
import { deleteQueue } from "../../../src/service/http/handlers/delete-queue.js";
import type { Service } from "../../../src/service/http/handlers/handler.js";
import { restartTestsOnPullRequest } from "../../../src/service/http/handlers/restart-tests-on-pull-request.js";
import { setImpactedTargets } from "../../../src/service/http/handlers/set-impacted-targets.js";
import { submitPullRequest } from "../../../src/service/http/handlers/submit-pull-request.js";
import { updateQueue } from "../../../src/service/http/handlers/update-queue.js";
import { WorldError } from "../../../src/service/ports/world-error.js";
import type { Queues } from "../../../src/service/queue/queues.js";
import { TEST_BRANCH_PREFIX } from "./instance.js";
import { MAIN, NUMBERS, type SimulatedWorld } from "./simulated-world.js";

const WHERE = { repo: MAIN.repository, targetBranch: MAIN.targetBranch };
const TARGETS = ["app", "lib", "docs", "web"];

export class People {
  readonly #world: SimulatedWorld;
  readonly #queues: () => Queues;

  /** `queues` is the instance that answers the next request. */
  constructor(world: SimulatedWorld, queues: () => Queues) {
    this.#world = world;
    this.#queues = queues;
  }

  submit(): void {
    const inQueue = this.#world.auditor.queue?.entries.map(({ facts }) => facts.number) ?? [];
    const others = NUMBERS.filter((number) => !inQueue.includes(number));
    const isNews = this.#world.isLucky(0.8);
    const number = this.#world.any(isNews ? others : NUMBERS);
    if (number === undefined) return;
    const priority = this.#world.any([0, 10, 100, 100, 100, 200]);
    const noBatch = this.#world.isLucky(0.1);
    this.#ask((service) => submitPullRequest(MAIN, { ...WHERE, pr: { number }, priority, noBatch }, service));
  }

  cancel(number: PullRequestNumber = this.#anyNumber()): void {
    this.#ask((service) => cancelPullRequest(MAIN, { ...WHERE, pr: { number } }, service));
  }

  restart(): void {
    const pr = { number: this.#anyNumber() };
    this.#ask((service) => restartTestsOnPullRequest(MAIN, { ...WHERE, pr }, service));
  }

  setTargets(number: PullRequestNumber = this.#anyNumber()): void {
    const names = TARGETS.filter(() => this.#world.isLucky(0.3));
    const impactedTargets = this.#world.isLucky(0.15) ? ({ kind: "all" } as const) : targetList(names);
    this.#ask((service) =>
      setImpactedTargets(MAIN, { ...WHERE, pr: { number, sha: undefined }, impactedTargets }, service),
    );
  }

  changeSettings(): void {
    this.#update(drawnSettings(this.#world));
  }

  turn(state = this.#world.any(["RUNNING", "RUNNING", "PAUSED", "DRAINING"] as const)): void {
    if (state !== undefined) this.#update({ state });
  }

  create(): void {
    const concurrency = this.#world.chance.whole(1, 4);
    const mode = this.#world.any(["single", "parallel"] as const);
    const settings = manyDrawnSettings(this.#world);
    this.#ask(async (service) => {
      await createQueue(MAIN, { ...WHERE, mode, concurrency }, service);
      return updateQueue(MAIN, { ...WHERE, ...settings }, service);
    });
  }

  delete(): void {
    this.#ask((service) => deleteQueue(MAIN, WHERE, service));
  }

  changePullRequest(): void {
    const number = this.#anyNumber();
    const { state, draft, baseBranch, mergeability } = this.#world.facts(number);
    if (state === "merged") return;
    const change = this.#world.any([
      { state: state === "open" ? ("closed" as const) : ("open" as const) },
      { draft: !draft },
      { baseBranch: baseBranch === "main" ? "release" : "main" },
      { mergeability: mergeability === "mergeable" ? ("in_progress" as const) : ("mergeable" as const) },
      { title: `Change ${number}, seen anew` },
      "push" as const,
    ]);
    if (change === "push") this.#push(number);
    else if (change !== undefined) this.#world.changePullRequest(number, change);
  }

  /** Whoever computes the targets mostly does so at once. */
  #push(number: PullRequestNumber): void {
    this.#world.push(number);
    if (this.#world.isLucky(0.7)) this.setTargets(number);
  }

  pushOutside(): void {
    this.#world.repository.pushOutside(null);
    this.#world.noteBranch();
  }

  /** Somebody takes the newest commit off the branch. */
  dropNewest(): void {
    this.#world.repository.dropNewest();
    this.#world.noteBranch();
  }

  mergeByHand(): void {
    const { number, headSha, state, baseBranch } = this.#world.facts(this.#anyNumber());
    if (state !== "open" || baseBranch !== MAIN.targetBranch) return;
    this.#world.repository.pushOutside({ pullRequest: number, headSha });
    this.#world.noteBranch();
  }

  /** Opens what is closed and settles what is open to doubt, so that nobody waits for people. */
  settle(): void {
    this.turn("RUNNING");
    for (const number of NUMBERS) {
      if (this.#world.facts(number).state === "merged") continue;
      this.#world.changePullRequest(number, {
        state: "open",
        draft: false,
        baseBranch: MAIN.targetBranch,
        mergeability: "mergeable",
      });
      // What is stored reaches the queue, whoever died before telling it.
      const { queue, targets } = this.#world.auditor;
      if (queue === null || !targets.areStored(queue.id, this.#world.facts(number))) this.setTargets(number);
    }
  }

  #update(change: ChangeableSettings): void {
    this.#ask((service) => updateQueue(MAIN, { ...WHERE, ...change }, service));
  }

  /** Who gets no answer, or hears that the world failed, leaves it at that. */
  #ask(request: (service: Service) => Promise<unknown>): void {
    const queues = this.#queues();
    request({ queues, testBranchPrefix: TEST_BRANCH_PREFIX, stateCase: "upper" }).catch((error: unknown) => {
      if (!(error instanceof WorldError)) this.#world.auditor.broken.push(`a request: ${String(error)}`);
    });
  }

  #anyNumber(): PullRequestNumber {
    const number = this.#world.any(NUMBERS);
    if (number === undefined) throw new Error("there are pull requests");
    return number;
  }
}

type ChangeableSettings = Omit<CheckedRequestOf<"updateQueue">, "repo" | "targetBranch">;

/** One change of a queue's settings, drawn from all that the service acts on; hedging goes along with another one. */
function drawnSettings(world: SimulatedWorld): ChangeableSettings {
  const { chance } = world;
  const isTrue = chance.next() < 0.6;
  const settings: readonly ChangeableSettings[] = [
    { concurrency: chance.whole(1, 4) },
    { bisectionConcurrency: chance.whole(0, 2) },
    { testingTimeoutMinutes: chance.whole(0, 30) },
    { requiredStatuses: ["tests", "lint"].slice(0, chance.whole(1, 2)) },
    { deleteRequiredStatuses: true },
    { mergeMethod: world.any(["squash", "merge_commit", "rebase"] as const) },
    { notReadyTimeoutHours: chance.whole(0, 3) },
    { mode: world.any(["single", "parallel", "parallel"] as const) },
    { pendingFailureDepth: chance.whole(0, 2) },
    { canOptimisticallyMerge: isTrue },
    { batch: isTrue },
    { batchingMaxWaitTimeMinutes: chance.whole(0, 10) },
    { batchingMinSize: chance.whole(1, 4) },
    { directMergeMode: world.any(["off", "always"] as const) },
    { optimizationMode: world.any(["off", "bisection_skip_redundant_tests"] as const) },
    { batchingRules: isTrue ? [{ targetPattern: "doc*", policy: "isolate" }] : [], hedging: isTrue },
  ];
  return world.any(settings) ?? {};
}

/** Several changes in one request, such as a queue may begin with. */
function manyDrawnSettings(world: SimulatedWorld): ChangeableSettings {
  const changes = Array.from({ length: world.chance.whole(0, 16) }, () => drawnSettings(world));
  return changes.reduce<ChangeableSettings>(
    (all, change) => (change.deleteRequiredStatuses === true ? all : { ...all, ...change }),
    {},
  );
}
