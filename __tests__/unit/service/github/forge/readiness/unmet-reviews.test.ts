/** GitHub's decision on the reviews counts only as an approval; the demands supply the words for what it does not explain. */
import { expect, it } from "@jest/globals";
import { type Demands, demandsOf } from "../../../../../../src/service/github/forge/readiness/demands.js";
import type { ReviewState } from "../../../../../../src/service/github/forge/readiness/review-state.js";
import { unmetReviews } from "../../../../../../src/service/github/forge/readiness/unmet-rules.js";

const NO_DEMANDS = demandsOf([], null);
const SEEN: ReviewState = {
  decision: "APPROVED",
  approvals: 2,
  allApprovals: 2,
  changesRequestedBy: [],
  unresolvedThreads: 0,
  hasMoreThreads: false,
  protection: { updates: null, environments: null },
};

it.each<[string, Partial<Demands>, Partial<ReviewState>, readonly string[]]>([
  ["nothing is demanded", {}, { decision: null, approvals: 0, unresolvedThreads: 3 }, []],
  ["it is approved", { approvals: 2 }, {}, []],
  ["a reviewer without write access approved too", { approvals: 2 }, { allApprovals: 3 }, []],
  ["there are too many reviewers to count", { approvals: 200 }, { allApprovals: null }, []],
  ["GitHub decides without this rule", { approvals: 3 }, { allApprovals: 2 }, ["2 of 3 approvals"]],
  [
    "GitHub gives no decision",
    { approvals: 2 },
    { decision: null },
    ["GitHub's review decision, which cannot be read"],
  ],
  [
    "GitHub gives no decision and approvals are missing",
    { approvals: 3 },
    { decision: null },
    ["2 of 3 approvals"],
  ],
  [
    "GitHub gives a decision of tomorrow",
    { approvals: 2 },
    { decision: "PERHAPS" },
    ["GitHub's review decision, which cannot be read"],
  ],
  [
    "GitHub wants more than the rules show",
    { approvals: 1 },
    { decision: "REVIEW_REQUIRED" },
    ["another review, which GitHub requires"],
  ],
  [
    "a code owner or the last push lacks approval",
    { approvals: 1, codeOwners: true, lastPush: true },
    { decision: "REVIEW_REQUIRED" },
    ["an approval by a code owner, or an approval of the last push by someone who did not push it"],
  ],
  [
    "only code owners are demanded",
    { codeOwners: true },
    { decision: "REVIEW_REQUIRED", approvals: 0 },
    ["an approval by a code owner"],
  ],
  [
    "several reviewers want changes",
    { approvals: 1 },
    { decision: "CHANGES_REQUESTED", changesRequestedBy: ["bob", "c`at"] },
    ["changes are requested by `bob`, `c'at`"],
  ],
  [
    "a reviewer is unknown",
    { approvals: 1 },
    { decision: "CHANGES_REQUESTED" },
    ["changes are requested by a reviewer"],
  ],
  [
    "threads are open",
    { threads: true },
    { unresolvedThreads: 2, decision: null },
    ["2 unresolved review threads"],
  ],
  [
    "there are more threads than are read",
    { threads: true },
    { hasMoreThreads: true },
    ["resolved review threads; there are too many to read"],
  ],
])("says what is unmet where %s", (_, demands, seen, words) => {
  expect(unmetReviews({ ...NO_DEMANDS, ...demands }, { ...SEEN, ...seen })).toEqual(words);
});

it("takes what a rule about pull requests requires in an unknown shape for a demand", () => {
  const parameters = {
    required_approving_review_count: "2",
    require_code_owner_review: true,
    required_reviewers: [],
    require_moon_phase: { full: true },
    require_nothing: false,
    dismiss_stale_reviews_on_push: true,
    allowed_merge_methods: ["squash"],
  };
  expect(demandsOf([{ type: "pull_request", ruleset_id: 7, parameters }], null)).toEqual({
    ...NO_DEMANDS,
    codeOwners: true,
    unknown: [
      { name: "required_approving_review_count", ruleset: 7 },
      { name: "require_moon_phase", ruleset: 7 },
    ],
  });
  expect(demandsOf([{ type: "pull_request", parameters: "all" }], null).unknown).toHaveLength(1);
  expect(demandsOf([{ type: "required_deployments", parameters: {} }], null).unknown).toHaveLength(1);
});
