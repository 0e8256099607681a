/** What a code host says when its rules for a branch refuse a push, and whether that may change by itself. */

import { resolve } from "node:path";

/** GitHub's words for branch protection, for rulesets, and for workflow files that a token may not touch. */
const REFUSED = [
  /\bGH006: Protected branch update failed\b/,
  /\bGH013: Repository rule violations found\b/,
  /\(protected branch hook declined\)/,
  /\(push declined due to repository rule violations\)/,
  /\brefusing to allow an? [\w ]{1,40} to create or update workflow\b/,
];

/** A check that ends later, or that the code host has not heard of everywhere. */
const MAY_PASS =
  /\bstatus checks? .{0,200}\b(are|is) (expected|pending|queued|in progress)\b|\bwaiting for\b/i;

/** What a code host or git says beside the rules. */
const BESIDE = /\bGH0\d\d: |^Review all repository rules at |^Resolving deltas: |^hook declined to update /;
const MOST_RULES = 5;
const MOST_CHARACTERS = 500;

export interface RulesRefusal {
  /** The code host's own words, in one line; untrusted text. */
  readonly words: string;
  readonly mayPass: boolean;
}

/** Null where it was something else that failed. */
export function rulesRefusal(text: string): RulesRefusal | null {
  if (!REFUSED.some((pattern) => pattern.test(text))) return null;
  const rules = text
    .split(/[\r\n\0]+/)
    .flatMap((line) => /^remote:\s*(?:error:\s*)?(?:-\s+)?(\S.*)$/.exec(line)?.[1]?.trim() ?? [])
    .filter((line) => !BESIDE.test(line))
    .slice(0, MOST_RULES);
  return {
    words: rules.join(" ").slice(0, MOST_CHARACTERS),
    mayPass: rules.length > 0 && rules.every(mayPassByItself),
  };
}

/** Of one rule, in the code host's words. */
export function mayPassByItself(rule: string): boolean {
  return MAY_PASS.test(rule) && !/pull request/i.test(rule);
}

/** URLs and `host:path` stay as they are; anything else is a path. */
export function repositoryAddress(pathOrUrl: string): string {
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(pathOrUrl) || /^[^./][^/]*:/.test(pathOrUrl);
  return isRemote ? pathOrUrl : resolve(pathOrUrl);
}
