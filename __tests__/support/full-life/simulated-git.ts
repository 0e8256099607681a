/** The git port over a repository made of names; the files of a commit are the one thing it cannot lay out. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { Repository } from "../../../src/domain/repository.js";
import type { Git, Speculation } from "../../../src/service/ports/git.js";
import { MAIN_REF, type SimulatedRepository } from "./simulated-repository.js";

/** Hears of every move of a branch that is about to happen, and may object by remembering it. */
export interface Onlooker {
  landing(expectedTip: CommitId, newTip: CommitId): void;
  landed(): void;
}

export function simulatedGit(repository: SimulatedRepository, onlooker: Onlooker): Git {
  const { refs } = repository;
  const land = (branch: string, expectedTip: CommitId, newTip: CommitId) => {
    const ref = `refs/heads/${branch}`;
    const tip = refs.get(ref) ?? null;
    if (tip !== null && repository.isAncestor(newTip, tip)) return { kind: "landed" } as const;
    if (tip !== expectedTip) return { kind: "refused", tip } as const;
    onlooker.landing(expectedTip, newTip);
    refs.set(ref, newTip);
    onlooker.landed();
    return { kind: "landed" } as const;
  };
  return {
    readRefs: async (_repository: Repository, names: readonly string[]) =>
      Promise.resolve(
        new Map(
          names.flatMap((name) => {
            const commit = refs.get(name);
            return commit === undefined ? [] : [[name, commit] as const];
          }),
        ),
      ),
    readCommit: async (_repository, commit) =>
      Promise.resolve(repository.has(commit) ? { subject: `Commit ${commit}`, authorName: "mona" } : null),
    readFirstParents: async () => Promise.resolve(null),
    isAncestor: async (_repository, ancestor, descendant) =>
      Promise.resolve(repository.has(descendant) && repository.isAncestor(ancestor, descendant)),
    build: async (_repository, speculation: Speculation) => Promise.resolve(repository.build(speculation)),
    prepareLanding: async (_repository, replay) => Promise.resolve(repository.prepareLanding(replay)),
    publish: async (_repository, branch: string, commit: CommitId) => {
      const ref = `refs/heads/${branch}`;
      if (ref === MAIN_REF) throw new Error("nobody publishes the target branch");
      refs.set(ref, repository.commit(commit).id);
      return Promise.resolve();
    },
    unpublish: async (_repository, branch: string) => {
      refs.delete(`refs/heads/${branch}`);
      return Promise.resolve();
    },
    land: async (_repository, branch, expectedTip, newTip) =>
      Promise.resolve(land(branch, expectedTip, newTip)),
    // Its queues show nothing as merged.
    moveHead: async () => Promise.resolve("elsewhere"),
    forgetHeads: async () => Promise.resolve(),
    checkOut: async () => Promise.reject(new Error("a simulated commit has no files")),
    inspectCheckout: async () => Promise.reject(new Error("a simulated commit has no files")),
    listBranches: async (_repository, prefix) => Promise.resolve(repository.branches(prefix)),
  };
}
