/**
 * The push that lands. It may be refused for good, its answer may be lost, and it outlives whoever sent it: when its
 * process dies or gives up waiting, it arrives later or not at all.
 */
import type { Git } from "../../../src/service/ports/git.js";
import { GitError } from "../../../src/service/ports/world-error.js";
import type { Instance } from "./instance.js";
import type { SimulatedWorld } from "./simulated-world.js";

export function heldPush(world: SimulatedWorld, instance: Instance, git: Git): Git["land"] {
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
