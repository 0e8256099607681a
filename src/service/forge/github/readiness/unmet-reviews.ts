/** Which demands on reviews and review threads a pull request does not meet, each in words for people. */
import { type Demands, demandsReview } from "./demands.js";
import type { ReviewState, Unreadable } from "./review-state.js";
import { amount, quoted } from "./words.js";

export function unmetReviews(demands: Demands, state: ReviewState | Unreadable): readonly string[] {
  const { approvals, threads } = demands;
  if ("unreadable" in state) {
    const why = `which cannot be read (${state.unreadable})`;
    const reviews = approvals === 0 ? "reviews" : amount(approvals, "approval");
    return [
      ...(demandsReview(demands) ? [`${reviews}, ${why}`] : []),
      ...(threads ? [`resolved review threads, ${why}`] : []),
    ];
  }
  return [
    ...(demandsReview(demands) ? reviewGaps(demands, state) : []),
    ...(threads ? threadGaps(state) : []),
  ];
}

/** GitHub decides, and knows code owners and the last push. The demands supply the reason that it does not give. */
function reviewGaps(demands: Demands, state: ReviewState): readonly string[] {
  const { approvals: wanted } = demands;
  const { decision, approvals, allApprovals, changesRequestedBy } = state;
  if (decision === "CHANGES_REQUESTED") {
    const by = changesRequestedBy.map(quoted).join(", ");
    return [`changes are requested by ${by === "" ? "a reviewer" : by}`];
  }
  // A decision that does not know of this rule must not stand for it.
  if (decision === "APPROVED" && (allApprovals === null || allApprovals >= wanted)) return [];
  if (approvals < wanted) return [`${approvals} of ${amount(wanted, "approval")}`];
  return [
    decision === "REVIEW_REQUIRED"
      ? missingReview(demands)
      : "GitHub's decision on the reviews, which cannot be read",
  ];
}

function missingReview({ codeOwners, lastPush }: Demands): string {
  const byOwner = "an approval by a code owner";
  const ofPush = "an approval of the last push by someone who did not push it";
  if (codeOwners && lastPush) return `${byOwner}, or ${ofPush}`;
  if (codeOwners) return byOwner;
  return lastPush ? ofPush : "another review, which GitHub demands";
}

function threadGaps({ unresolvedThreads, hasMoreThreads }: ReviewState): readonly string[] {
  if (hasMoreThreads) return ["resolved review threads, of which there are too many to read"];
  return unresolvedThreads === 0 ? [] : [amount(unresolvedThreads, "unresolved review thread")];
}
