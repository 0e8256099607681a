/** START HERE: every rule type that GitHub publishes, what decision 2 makes of it, and how a pull request meets it. */
import type { GitHub } from "../github/git-hub.js";
import type { Protection } from "../github/protection.js";
import type { JsonObject } from "../json-object.js";

/**
 * "people": about the pull request, bypassed or not. "moving": about moves of the branch. "unknown": the service
 * cannot check it. "harmless": it never concerns a pull request to an existing branch.
 */
export type RuleKind = "people" | "moving" | "unknown" | "harmless";

export interface RuleWind {
  readonly type: string;
  readonly kind: RuleKind;
  readonly parameters?: JsonObject;
  /** How an unmet rule is named. */
  readonly named: RegExp;
  /** Brings the pull request to meet the rule; null: no pull request can. */
  readonly meet: ((github: GitHub, number: number) => void) | null;
  /** Of a pull request that does not meet it; unless given, it lacks what `meet` does. */
  readonly break?: (github: GitHub, number: number) => void;
}

const approve = (github: GitHub, number: number) => github.review(number, "bob", "APPROVED");
const nothing = () => undefined;

function violated(type: string, kind: RuleKind): RuleWind {
  const breaks = (github: GitHub) => void github.world.violatedRules.add(type);
  return { type, kind, named: new RegExp(`\`${type}\``), meet: nothing, break: breaks };
}

function ofPullRequest(parameters: JsonObject, named: RegExp, more: Partial<RuleWind> = {}): RuleWind {
  return { type: "pull_request", kind: "people", parameters, named, meet: approve, ...more };
}

const ONE = { required_approving_review_count: 1 };

export const RULE_WINDS: readonly RuleWind[] = [
  ofPullRequest(ONE, /0 of 1 approval/),
  ofPullRequest({ ...ONE, require_code_owner_review: true }, /code owner|0 of 1 approval/),
  ofPullRequest({ ...ONE, require_last_push_approval: true }, /last push|0 of 1 approval/),
  ofPullRequest(ONE, /changes are requested by `bob`/, {
    break: (github, number) => github.review(number, "bob", "CHANGES_REQUESTED"),
  }),
  ofPullRequest({ required_review_thread_resolution: true }, /1 unresolved review thread/, {
    meet: nothing,
    break: (github, number) => void github.openThread(number),
  }),
  {
    type: "required_deployments",
    kind: "people",
    parameters: { required_deployment_environments: ["staging"] },
    named: /no deployment to `staging`/,
    meet: (github, number) => github.deploy(github.pull(number).headSha, "staging", "success"),
  },
  {
    type: "required_status_checks",
    kind: "people",
    parameters: { required_status_checks: [{ context: "tests" }] },
    named: /`tests` has failed/,
    meet: (github, number) => void github.reportCheck(github.pull(number).headSha, "tests", "success"),
    break: (github, number) => void github.reportCheck(github.pull(number).headSha, "tests", "failure"),
  },
  { type: "update", kind: "moving", named: /`update`/, meet: null },
  { type: "merge_queue", kind: "moving", named: /`merge_queue`/, meet: null },
  { type: "required_signatures", kind: "moving", named: /`required_signatures`/, meet: null },
  ...[
    "required_linear_history",
    "commit_message_pattern",
    "commit_author_email_pattern",
    "committer_email_pattern",
    "file_path_restriction",
    "file_extension_restriction",
    "max_file_path_length",
    "max_file_size",
  ].map((type) => violated(type, "moving")),
  ...["workflows", "code_scanning", "license_compliance_scanning", "code_quality"].map((type) =>
    violated(type, "unknown"),
  ),
  ...[
    "creation",
    "deletion",
    "non_fast_forward",
    "branch_name_pattern",
    "tag_name_pattern",
    "copilot_code_review",
  ].map((type): RuleWind => ({ type, kind: "harmless", named: /never/, meet: nothing })),
];

export interface ProtectionWind {
  readonly name: string;
  readonly protection: Partial<Protection>;
  readonly checks?: readonly string[];
  readonly named: RegExp;
  readonly meet: (github: GitHub, number: number) => void;
  readonly break?: (github: GitHub, number: number) => void;
}

/** Classic branch protection: all of these are about people and the pull request. */
export const PROTECTION_WINDS: readonly ProtectionWind[] = [
  { name: "approvals", protection: { requiredReviews: 1 }, named: /0 of 1 approval/, meet: approve },
  {
    name: "code owners",
    protection: { requiredReviews: 1, codeOwners: true },
    named: /code owner|0 of 1 approval/,
    meet: approve,
  },
  {
    name: "the last push",
    protection: { requiredReviews: 1, lastPush: true },
    named: /last push|0 of 1 approval/,
    meet: approve,
  },
  {
    name: "conversations",
    protection: { threads: true },
    named: /1 unresolved review thread/,
    meet: nothing,
    break: (github, number) => void github.openThread(number),
  },
  {
    name: "checks",
    protection: {},
    checks: ["tests"],
    named: /`tests` has failed/,
    meet: (github, number) => void github.reportCheck(github.pull(number).headSha, "tests", "success"),
    break: (github, number) => void github.reportCheck(github.pull(number).headSha, "tests", "failure"),
  },
];
