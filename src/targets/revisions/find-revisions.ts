/**
 * START HERE for revisions: finds the two trees that a change lies between. The exact pair is a merge of the pull
 * request and its parent on the target branch. The ways to find it are tried in order, cheapest first. Nothing is
 * written to the checkout.
 */
import { findCheckout } from "../git/checkout.js";
import { compareTrees } from "../git/compare-trees.js";
import { ObjectStore } from "../git/object-store.js";
import { GitFailure } from "../git/run-git.js";
import { listedByForge } from "./listed-by-forge.js";
import {
  mergeById,
  mergeInCheckout,
  mergeRef,
  ontoTargetBranch,
  parentOfMerge,
} from "./merge-of-pull-request.js";
import type { FoundPair, FoundRevisions, RevisionQuestion, Revisions, Search, Way } from "./question.js";
import {
  fetchedHistory,
  fetchedParent,
  givenPair,
  namedInCheckout,
  namedWithoutHistory,
  unknownName,
} from "./unmerged.js";

const WAYS: Readonly<Record<RevisionQuestion["wanted"]["kind"], readonly Way[]>> = {
  pullRequest: [
    ontoTargetBranch(mergeInCheckout),
    parentOfMerge,
    ontoTargetBranch(mergeById),
    ontoTargetBranch(mergeRef),
    fetchedHistory,
  ],
  pair: [givenPair],
  named: [namedInCheckout, fetchedParent, fetchedHistory, namedWithoutHistory],
};

/**
 * The caller has to remove the returned store. A git failure is not thrown, but returned as `notFound` with the
 * reason.
 */
export async function findRevisions(question: RevisionQuestion): Promise<FoundRevisions> {
  const { checkout: folder, remote, signal } = question;
  try {
    const checkout = question.examined ?? (folder === null ? null : await findCheckout(folder, signal));
    const none = { objects: null, format: formatOf(question) };
    const borrowed = checkout === null ? none : () => checkout.facts();
    const store = new ObjectStore({ borrowed, checkout: checkout?.objects ?? null, remote, signal });
    return await removedUnlessFound(store, firstThatWorks({ question, checkout, store }));
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { kind: "notFound", because: error.message, ...hinted(error.hint) };
  }
}

function hinted(hint: string | null) {
  return hint === null ? {} : { hint };
}

async function removedUnlessFound(
  store: ObjectStore,
  search: Promise<FoundRevisions>,
): Promise<FoundRevisions> {
  let isKept = false;
  try {
    const found = await search;
    isKept = found.kind === "found";
    return found;
  } finally {
    if (!isKept) await store.remove();
  }
}

function formatOf({ wanted }: RevisionQuestion): "sha1" | "sha256" {
  const isLong = wanted.kind === "pullRequest" ? wanted.headSha.length === 64 : wanted.head.length === 64;
  return isLong ? "sha256" : "sha1";
}

async function firstThatWorks(search: Search): Promise<FoundRevisions> {
  const complaints = new Set<string>();
  let hint: string | null = null;
  const tries = WAYS[search.question.wanted.kind].map((way) => async () => {
    const pair = await way(search);
    return typeof pair === "string" ? pair : read(search, pair);
  });
  for (const attempt of [...tries, () => listedByForge(search)]) {
    try {
      const revisions = await attempt();
      if (typeof revisions !== "string") return { kind: "found", revisions, store: search.store };
      complaints.add(revisions);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      complaints.add(error.message);
      hint ??= error.hint;
    }
  }
  const because = [...complaints].join("; ");
  const unknown = hint === null ? await unknownName(search) : null;
  return { kind: "notFound", because, ...hinted(hint), ...(unknown !== null && { unknown }) };
}

/** Throws if parts of a tree are missing; the caller then tries the next way. */
async function read({ store }: Search, { base, head, how }: FoundPair): Promise<Revisions> {
  return { ...(await compareTrees(store, base, head)), how };
}
