/** The ports of one instance: each call is held at the turnstile, and the forge and git fail and answer from the past. */
import type { Decision } from "../../../src/engine/model/decision.js";
import type { Forge } from "../../../src/service/ports/forge.js";
import type { Git } from "../../../src/service/ports/git.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { ForgeError, GitError, StoreError, type WorldError } from "../../../src/service/ports/world-error.js";
import type { Instance, Ports } from "./instance.js";
import type { Past } from "./past.js";
import type { SimulatedWorld } from "./simulated-world.js";

type Call = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;

export function heldPorts(world: SimulatedWorld, instance: Instance, ports: Ports): Ports {
  return {
    store: heldStore(storeCalls(world, instance), landingsOfOne(world, instance, ports.store)),
    forge: heldForge(world, instance, ports.forge),
    git: heldGit(
      callsThatFail(world, instance, "git", failingGit),
      ports.git,
      heldPush(world, instance, ports.git),
    ),
  };
}

type Failure = (what: string, isRetryable: boolean) => WorldError;

const failingForge: Failure = (what, isRetryable) => new ForgeError(`simulated: ${what}`, isRetryable);
const failingGit: Failure = (what, isRetryable) => new GitError(`simulated: ${what}`, isRetryable);

/** What the world may refuse whoever asks how often: a branch is protected, say, or a token has too few rights. */
const REFUSABLE: ReadonlySet<string> = new Set(["build", "prepareLanding", "publish", "startTests"]);

/** A call that fails may have been done all the same. */
function callsThatFail(world: SimulatedWorld, instance: Instance, whom: string, failure: Failure): Call {
  const { turnstile, faults } = world;
  return (what, work) =>
    turnstile.pass(instance, `${whom}.${what}`, true, async () => {
      if (faults.strikes("failsBefore", world.chance)) throw failure("not done", true);
      if (REFUSABLE.has(what) && faults.strikes("failsForGood", world.chance))
        throw failure("refused", false);
      const failsAfter = faults.strikes("failsAfter", world.chance);
      const answer = await work();
      if (failsAfter) throw failure("done, but the answer is lost", true);
      return answer;
    });
}

/** The store dies with the process: what it was not asked for yet is never done. */
function storeCalls(world: SimulatedWorld, instance: Instance): Call {
  const { turnstile, faults } = world;
  return (what, work) =>
    turnstile.pass(instance, `store.${what}`, false, async () => {
      if (faults.strikes("storeFails", world.chance)) throw new StoreError("simulated: not saved", true);
      return work();
    });
}

/**
 * Of several processes the one that ordered a landing carries it out, until it dies: two that do, while somebody takes
 * the landing off the branch again or pushes to a pull request in it, cannot be told apart by any lease on a commit.
 */
function landingsOfOne({ landingBy }: SimulatedWorld, instance: Instance, store: QueueStore): QueueStore {
  const orderedBy = ({ queue, effects }: Decision): readonly string[] =>
    effects.flatMap(({ kind, id }) => (kind === "land" ? [`${queue.id}/${id}`] : []));
  const isMine = (order: string): boolean => {
    const other = landingBy.get(order);
    if (other?.isAlive !== true) landingBy.set(order, instance);
    return landingBy.get(order) === instance;
  };
  return {
    ...store,
    commit: async (name, basedOn, event, decision) => {
      const orders = orderedBy(decision);
      const mine = orders.filter((order) => isMine(order));
      const outcome = await store.commit(name, basedOn, event, decision);
      if (outcome === "committed") for (const order of orders) landingBy.set(order, instance);
      else for (const order of mine) landingBy.delete(order);
      return outcome;
    },
    claimEffects: async (request) => {
      const claimed = await store.claimEffects(request);
      const mine = claimed.filter(
        ({ queueId, effect }) => effect.kind !== "land" || isMine(`${queueId}/${effect.id}`),
      );
      for (const order of claimed) if (!mine.includes(order)) await store.giveBack(order);
      return mine;
    },
  };
}

/** Now and then it answers out of a copy that is not up to date. */
export function staleForge(world: SimulatedWorld): Forge {
  const { faults, forge } = world;
  const fromThePast = <Value>(kind: "staleTips" | "stalePullRequests", past: Past<Value>): Value => {
    const older = world.any(past.older(world.step));
    return older === undefined || !faults.strikes(kind, world.chance) ? past.now : older.value;
  };
  return {
    ...everythingOf(forge),
    readTip: async () => Promise.resolve(fromThePast("staleTips", world.tips)),
    readPullRequest: async (_repository, number) =>
      Promise.resolve(fromThePast("stalePullRequests", world.past(number))),
  };
}

/** The methods of a class are not its own properties. */
function everythingOf(forge: Forge): Forge {
  return {
    name: forge.name,
    hasRepository: (...request) => forge.hasRepository(...request),
    readTip: (...request) => forge.readTip(...request),
    readPullRequest: (...request) => forge.readPullRequest(...request),
    pullRequestUrl: (...request) => forge.pullRequestUrl(...request),
    startTests: (...request) => forge.startTests(...request),
    readChecks: (...request) => forge.readChecks(...request),
    stopTests: (...request) => forge.stopTests(...request),
    onChecks: (listener) => forge.onChecks(listener),
    close: () => forge.close(),
  };
}

function heldForge(world: SimulatedWorld, instance: Instance, forge: Forge): Forge {
  const { turnstile, faults } = world;
  const call = callsThatFail(world, instance, "forge", failingForge);
  return {
    name: forge.name,
    hasRepository: (...request) => call("hasRepository", () => forge.hasRepository(...request)),
    readTip: (...request) => call("readTip", () => forge.readTip(...request)),
    readPullRequest: (...request) =>
      call(`readPullRequest ${request[1]}`, () => forge.readPullRequest(...request)),
    pullRequestUrl: (...request) => forge.pullRequestUrl(...request),
    startTests: (...request) => call("startTests", () => forge.startTests(...request)),
    readChecks: (...request) => call("readChecks", () => forge.readChecks(...request)),
    stopTests: (...request) => call("stopTests", () => forge.stopTests(...request)),
    onChecks: (listener) =>
      forge.onChecks((repository, run) => {
        if (!instance.isAlive || faults.strikes("lostCallbacks", world.chance)) return;
        const times = faults.strikes("doubledCallbacks", world.chance) ? 2 : 1;
        for (let time = 0; time < times; time += 1) {
          turnstile.tell(instance, "callback of CI", () => listener(repository, run));
        }
      }),
    close: () => forge.close(),
  };
}

function heldGit(call: Call, git: Git, land: Git["land"]): Git {
  return {
    readRefs: (...request) => call("readRefs", () => git.readRefs(...request)),
    readCommit: (...request) => call("readCommit", () => git.readCommit(...request)),
    readFirstParents: (...request) => call("readFirstParents", () => git.readFirstParents(...request)),
    isAncestor: (...request) => call("isAncestor", () => git.isAncestor(...request)),
    build: (...request) => call("build", () => git.build(...request)),
    prepareLanding: (...request) => call("prepareLanding", () => git.prepareLanding(...request)),
    publish: (...request) => call("publish", () => git.publish(...request)),
    unpublish: (...request) => call("unpublish", () => git.unpublish(...request)),
    land,
    moveHead: (...request) => call("moveHead", () => git.moveHead(...request)),
    forgetHeads: (...request) => call("forgetHeads", () => git.forgetHeads(...request)),
    checkOut: (...request) => call("checkOut", () => git.checkOut(...request)),
    inspectCheckout: (...request) => call("inspectCheckout", () => git.inspectCheckout(...request)),
    listBranches: (...request) => call("listBranches", () => git.listBranches(...request)),
  };
}

function heldStore(call: Call, store: QueueStore): QueueStore {
  return {
    past: store.past,
    create: (...request) => call("create", () => store.create(...request)),
    load: (...request) => call("load", () => store.load(...request)),
    lastSeen: (name) => store.lastSeen(name),
    list: (repository) => call("list", () => store.list(repository)),
    commit: (...request) => call(`commit ${request[2].kind}`, () => store.commit(...request)),
    delete: (...request) => call("delete", () => store.delete(...request)),
    claimEffects: (...request) => call("claimEffects", () => store.claimEffects(...request)),
    isClaimed: (...request) => call("isClaimed", () => store.isClaimed(...request)),
    giveBack: (...request) => call("giveBack", () => store.giveBack(...request)),
    wakings: () => call("wakings", () => store.wakings()),
    takeTurn: (...request) => call("takeTurn", () => store.takeTurn(...request)),
    pendingEffects: (...request) => call("pendingEffects", () => store.pendingEffects(...request)),
    nextEffectAt: (...request) => call("nextEffectAt", () => store.nextEffectAt(...request)),
    markDone: (...request) => call(`markDone ${request[1]}`, () => store.markDone(...request)),
    landingFate: (...request) => call(`landingFate ${request[1]}`, () => store.landingFate(...request)),
    settleLanding: (...request) => call(`settleLanding ${request[2]}`, () => store.settleLanding(...request)),
    postpone: (...request) => call(`postpone ${request[1]}`, () => store.postpone(...request)),
    findConcluded: (...request) => call("findConcluded", () => store.findConcluded(...request)),
    newestSubmissions: (...request) => call("newestStays", () => store.newestSubmissions(...request)),
    findEndedRun: (...request) => call("findEndedRun", () => store.findEndedRun(...request)),
    landings: (...request) => call("landings", () => store.landings(...request)),
    timeline: (...request) => call("timeline", () => store.timeline(...request)),
    movesSince: (...request) => call("movesSince", () => store.movesSince(...request)),
    outboxSize: (...request) => call("outboxSize", () => store.outboxSize(...request)),
    saveTrace: (...request) => call("saveTrace", () => store.saveTrace(...request)),
    loadTraces: (...request) => call("loadTraces", () => store.loadTraces(...request)),
    requireReady: (...request) => call("requireReady", () => store.requireReady(...request)),
    birth: (...request) => call("birth", () => store.birth(...request)),
    logBeginning: (...request) => call("logBeginning", () => store.logBeginning(...request)),
    events: (...request) => call("events", () => store.events(...request)),
    saveTargets: (...request) => call("saveTargets", () => store.saveTargets(...request)),
    loadTargets: (...request) => call("loadTargets", () => store.loadTargets(...request)),
    findUpload: (...request) => call("findUpload", () => store.findUpload(...request)),
    close: () => store.close(),
  };
}

/**
 * The push that lands. It may be refused for good, its answer may be lost, and it outlives whoever sent it: when its
 * process dies or gives up waiting, it arrives later or not at all.
 */
function heldPush(world: SimulatedWorld, instance: Instance, git: Git): Git["land"] {
  const { turnstile, faults, auditor } = world;
  return async (repository, branch, expectedTip, newTip) => {
    const movesBefore = world.branchMoves;
    const push = async () => git.land(repository, branch, expectedTip, newTip);
    /**
     * Somebody may have moved the branch and moved it back: then no lease tells a push that comes too late from one that
     * is meant. What is refused for good is refused whenever it comes.
     */
    const pushLate = async () => {
      const isLost = world.branchMoves !== movesBefore || world.refusedForGood.has(newTip);
      if (isLost) return Promise.reject(new GitError("simulated: it never arrives", true));
      auditor.occurrences.met("a push arrives late");
      return push();
    };
    return turnstile.pass(instance, "git.land", true, async () => {
      if (!instance.isAlive) return pushLate();
      if (faults.strikes("failsBefore", world.chance)) throw new GitError("simulated: not done", true);
      if (faults.strikes("failsForGood", world.chance)) {
        world.refusedForGood.add(newTip);
        throw new GitError("simulated: refused", false);
      }
      if (faults.strikes("latePushes", world.chance)) {
        turnstile.leave(instance, "late push", () => void pushLate().catch(() => undefined));
        throw new GitError("simulated: not done yet", true);
      }
      const failsAfter = faults.strikes("failsAfter", world.chance);
      const answer = await push();
      if (failsAfter) throw new GitError("simulated: done, but the answer is lost", true);
      return answer;
    });
  };
}
