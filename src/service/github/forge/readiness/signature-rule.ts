/**
 * The rule that commits are signed, for landings by push. GitHub applies it to the pushed commits, which the service
 * makes, so the state of the pull request does not show whether it is met.
 */
import type { CommitId } from "../../../../domain/ids.js";
import type { UnmetRule } from "../../../../domain/pull-request.js";
import type { LandingWay } from "../../../../domain/queue-settings.js";
import type { Repository } from "../../../../domain/repository.js";
import type { RuleAnswer } from "../../api/answers.js";
import type { GitHubCalls } from "../../api/github-calls.js";
import { type BranchProtection, isBypassed, readBypass } from "../branch-protection.js";
import type { SignatureProof } from "../signature-proofs.js";
import { quoted } from "./demands.js";

export const SIGNATURES = "required_signatures";

export interface SignedBranch {
  readonly repository: Repository;
  readonly rules: readonly RuleAnswer[];
  readonly protection: BranchProtection | "unreadable" | null;
  readonly landing: LandingWay;
  readonly headSha: CommitId;
}

export async function unmetSignatures(
  calls: GitHubCalls,
  signature: (repository: Repository, base: CommitId) => Promise<SignatureProof>,
  { repository, rules, protection, landing, headSha }: SignedBranch,
): Promise<readonly UnmetRule[]> {
  // GitHub signs the merges that it makes itself.
  if (landing === "merge") return [];
  const ofRules = rules
    .filter(({ type }) => type === SIGNATURES)
    .map(async ({ ruleset_id: id }) => {
      const { name, mode } = await readBypass(calls, repository, id);
      const of = name === "" ? "" : ` of the ruleset ${quoted(name)}`;
      return isBypassed(mode, landing) ? [] : [`the rule ${quoted(SIGNATURES)}${of}`];
    });
  const isProtected =
    protection !== null && protection !== "unreadable" && protection.required_signatures?.enabled === true;
  const demands = [
    ...(await Promise.all(ofRules)).flat(),
    ...(isProtected ? ["branch protection, which requires signed commits"] : []),
  ];
  if (demands.length === 0) return [];
  const proof = await signature(repository, headSha);
  if (proof.kind === "verified") return [];
  const why =
    proof.kind === "none"
      ? "the service signs commits only with `signingKey`"
      : `GitHub does not verify the signature of the service: ${proof.reason}`;
  return [...new Set(demands)].map((words) => ({ rule: "branch", words: `${words}; ${why}` }));
}
