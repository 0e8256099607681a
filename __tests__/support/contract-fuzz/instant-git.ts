/** The git port where everything merges at once and nothing is remembered: it is not what is under test. */
import { createHash } from "node:crypto";
import { commitId, treeId } from "../../../src/domain/ids.js";
import type { ContainedHead } from "../../../src/engine/model/queue.js";
import type { Git } from "../../../src/service/ports/git.js";

export const instantGit: Git = {
  readRefs: async () => Promise.resolve(new Map()),
  readCommit: async () => Promise.resolve({ subject: "Change", authorName: "mona" }),
  readFirstParents: async () => Promise.resolve(null),
  isAncestor: async () => Promise.resolve(true),
  build: async (_repository, { testedOn, contains }) => {
    const commits = stacked(testedOn, contains);
    return Promise.resolve({
      kind: "built",
      commits,
      tree: treeId(sha1(`tree of ${commits.at(-1) ?? testedOn}`)),
    });
  },
  prepareLanding: async (_repository, { onto, heads }) => {
    const commits = stacked(onto, heads);
    const newTip = commits.at(-1) ?? onto;
    return Promise.resolve({ kind: "prepared", commits, newTip, tree: treeId(sha1(`tree of ${newTip}`)) });
  },
  publish: async () => Promise.resolve(),
  unpublish: async () => Promise.resolve(),
  land: async () => Promise.resolve({ kind: "landed" }),
  moveHead: async () => Promise.resolve("elsewhere"),
  forgetHeads: async () => Promise.resolve(),
  checkOut: async () => Promise.reject(new Error("these commits have no files")),
  inspectCheckout: async () => Promise.reject(new Error("these commits have no files")),
  listBranches: async () => Promise.resolve([]),
};

function stacked(onto: string, heads: readonly ContainedHead[]) {
  let parent = onto;
  return heads.map(({ headSha }) => {
    parent = sha1(`${headSha} on ${parent}`);
    return commitId(parent);
  });
}

export function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
