/** Git and the forge with every call counted; what they do and say stays as it is. */
import type { Forge } from "./ports/forge.js";
import type { ForgeEars, Hearing } from "./ports/forge-ears.js";
import type { Git } from "./ports/git.js";
import { type DeliveryOutcome, type Meter, type Outcome, secondsSince } from "./ports/meter.js";

type Count = (operation: string, outcome: Outcome, seconds: number) => void;

export function meteredGit(git: Git, meter: Meter): Git {
  const call = counted((operation, outcome, seconds) => meter.gitCalled(operation, outcome, seconds));
  return {
    readRefs: (...request) => call("readRefs", () => git.readRefs(...request)),
    readCommit: (...request) => call("readCommit", () => git.readCommit(...request)),
    isAncestor: (...request) => call("isAncestor", () => git.isAncestor(...request)),
    build: (...request) => call("build", () => git.build(...request)),
    prepareLanding: (...request) => call("prepareLanding", () => git.prepareLanding(...request)),
    publish: (...request) => call("publish", () => git.publish(...request)),
    unpublish: (...request) => call("unpublish", () => git.unpublish(...request)),
    land: (...request) => call("land", () => git.land(...request)),
    checkOut: (...request) => call("checkOut", () => git.checkOut(...request)),
    inspectCheckout: (...request) => call("inspectCheckout", () => git.inspectCheckout(...request)),
    listBranches: (...request) => call("listBranches", () => git.listBranches(...request)),
  };
}

export function meteredEars(ears: ForgeEars, meter: Meter): ForgeEars {
  return {
    hear: async (delivery) => {
      let outcome: DeliveryOutcome = "failed";
      try {
        const hearing = await ears.hear(delivery);
        outcome = outcomeOf(hearing);
        return hearing;
      } finally {
        meter.deliveryCame(outcome);
      }
    },
  };
}

function outcomeOf(hearing: Hearing): DeliveryOutcome {
  return typeof hearing === "string" ? hearing : "notUnderstood";
}

export function meteredForge(forge: Forge, meter: Meter): Forge {
  const call = counted((operation, outcome, seconds) => meter.forgeCalled(operation, outcome, seconds));
  const verifyForkedRun = forge.verifyForkedRun?.bind(forge);
  const { merges, stacks } = forge;
  return {
    name: forge.name,
    // A forge that cannot is told from one that can by having it.
    ...(verifyForkedRun !== undefined && {
      verifyForkedRun: (...request: Parameters<typeof verifyForkedRun>) =>
        call("verifyForkedRun", () => verifyForkedRun(...request)),
    }),
    ...(merges !== undefined && {
      merges: {
        merge: (...request: Parameters<typeof merges.merge>) => call("merge", () => merges.merge(...request)),
        find: (...request: Parameters<typeof merges.find>) =>
          call("findMerge", () => merges.find(...request)),
      },
    }),
    ...(stacks !== undefined && {
      stacks: {
        below: (...request: Parameters<typeof stacks.below>) => call("below", () => stacks.below(...request)),
        onBranch: (...request: Parameters<typeof stacks.onBranch>) =>
          call("onBranch", () => stacks.onBranch(...request)),
        retarget: (...request: Parameters<typeof stacks.retarget>) =>
          call("retarget", () => stacks.retarget(...request)),
      },
    }),
    hasRepository: (...request) => call("hasRepository", () => forge.hasRepository(...request)),
    readTip: (...request) => call("readTip", () => forge.readTip(...request)),
    readPullRequest: (...request) => call("readPullRequest", () => forge.readPullRequest(...request)),
    pullRequestUrl: (...request) => forge.pullRequestUrl(...request),
    startTests: (...request) => call("startTests", () => forge.startTests(...request)),
    readChecks: (...request) => call("readChecks", () => forge.readChecks(...request)),
    stopTests: (...request) => call("stopTests", () => forge.stopTests(...request)),
    onChecks: (listener) => forge.onChecks(listener),
    close: () => forge.close(),
  };
}

function counted(count: Count) {
  return async <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      const result = await work();
      count(operation, "succeeded", secondsSince(startedAt));
      return result;
    } catch (error) {
      count(operation, "failed", secondsSince(startedAt));
      throw error;
    }
  };
}
