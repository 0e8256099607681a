/** Recognizes a push that the code host's branch rules refused, and whether a later attempt may succeed. */

import { isAbsolute, resolve } from "node:path";
import { beginningOf } from "../../domain/words.js";

/** GitHub's messages for branch protection, for rulesets, and for workflow files that a token may not change. */
const REFUSALS = [
  /\bGH006: Protected branch update failed\b/,
  /\bGH013: Repository rule violations found\b/,
  /\(protected branch hook declined\)/,
  /\(push declined due to repository rule violations\)/,
  /\brefusing to allow an? [\w ]{1,40} to create or update workflow\b/,
];

/** A check that has not ended yet, or that not all of GitHub's servers have received. */
const MAY_PASS =
  /\bstatus checks? .{0,200}\b(are|is) (expected|pending|queued|in progress)\b|\bwaiting for\b/i;

/** Lines of the code host or git that name no rule. */
const NO_RULE = /\bGH0\d\d: |^Review all repository rules at |^Resolving deltas: |^hook declined to update /;
const MOST_RULES = 5;
const MOST_CHARACTERS = 500;

export interface RulesRefusal {
  /** The code host's message in one line; untrusted text. */
  readonly words: string;
  readonly mayPass: boolean;
}

/** Null when the push failed for another reason. */
export function rulesRefusal(text: string): RulesRefusal | null {
  if (!REFUSALS.some((pattern) => pattern.test(text))) return null;
  const rules = text
    .split(/[\r\n\0]+/)
    .flatMap((line) => /^remote:\s*(?:error:\s*)?(?:-\s+)?(\S.*)$/.exec(line)?.[1]?.trim() ?? [])
    .filter((line) => !NO_RULE.test(line))
    .slice(0, MOST_RULES);
  return {
    words: beginningOf(rules.join(" "), MOST_CHARACTERS),
    mayPass: rules.length > 0 && rules.every(mayPassByItself),
  };
}

/** Whether a later attempt may satisfy this rule; `rule` is the code host's message. */
export function mayPassByItself(rule: string): boolean {
  return MAY_PASS.test(rule) && !/pull request/i.test(rule);
}

/** Returns URLs and `host:path` unchanged; resolves anything else as a path. */
export function repositoryAddress(pathOrUrl: string): string {
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(pathOrUrl) || /^[^./][^/]*:/.test(pathOrUrl);
  return isRemote ? pathOrUrl : resolve(pathOrUrl);
}

/** The absolute path of a repository on this machine; null for a URL or `host:path`. */
export function localPath(pathOrUrl: string): string | null {
  const address = repositoryAddress(pathOrUrl);
  return isAbsolute(address) ? address : null;
}
