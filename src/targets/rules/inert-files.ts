/**
 * Files that nothing builds or tests, by the conventions of ecosystems and code hosts. A rule applies only to a file that
 * no target owns, and only if no code names it; `ignore-defaults` of the rules file switches each rule off.
 */

interface InertRule {
  /** Why a change of such a file changes no test, as a clause about it. */
  readonly because: string;
  /** Matched against the whole path. */
  readonly paths: RegExp;
}

export const INERT_RULES = {
  "release-notes": {
    because: "it is a note for the next release, which only the release program reads",
    paths:
      /^(?:\.changeset\/(?!.*\.[cm]?[jt]s$).*|(?:\.changes|changelog\.d|changelogs\/unreleased|newsfragments|\.nx\/version-plans)\/[^/]*\.(?:md|ya?ml|rst|toml))$/s,
  },
  changelogs: {
    because: "it records releases, and people read it",
    paths:
      /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|RELEASES|RELEASE[-_]NOTES|NEWS)(?:[-_.][^/]*)?\.(?:md|markdown|rst|txt|adoc)$|^(?:CHANGELOG|CHANGES|NEWS)$/is,
  },
  legal: {
    because: "it states rights and duties of people",
    paths:
      /^(?:\.github\/)?(?:LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|PATENTS|AUTHORS|CONTRIBUTORS|MAINTAINERS|OWNERS(?:_ALIASES)?|CODEOWNERS|GOVERNANCE|CODE_OF_CONDUCT|SECURITY|SUPPORT|CONTRIBUTING|\.mailmap)(?:[-_][\w-]+)?(?:\.(?:md|markdown|rst|txt|adoc))?$/is,
  },
  editors: {
    because: "it configures an editor or an assistant, and no build reads it",
    paths:
      /^(?:\.editorconfig|\.(?:vscode|idea|zed|fleet|cursor|claude|windsurf)\/.*|\.cursorrules|CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.github\/(?:copilot-instructions\.md|(?:instructions|prompts|chatmodes)\/.*))$/s,
  },
  "code-host": {
    because: "it configures how the code host shows or sorts issues and pull requests",
    paths:
      /^(?:\.github\/(?:ISSUE_TEMPLATE(?:\/.*|\.md)|DISCUSSION_TEMPLATE\/.*|PULL_REQUEST_TEMPLATE(?:\/.*|\.md)|FUNDING\.yml|dependabot\.ya?ml|labeler\.ya?ml|labels\.ya?ml|release\.ya?ml|stale\.ya?ml|release-drafter\.ya?ml|(?:renovate|\.?renovaterc)\.json5?)|\.gitlab\/(?:issue|merge_request)_templates\/.*|(?:renovate|\.renovaterc)\.json5?|\.renovaterc|\.git-blame-ignore-revs)$/is,
  },
  prose: {
    because: "it is prose outside all packages",
    paths: /\.(?:md|markdown|rst|adoc|asciidoc)$/is,
  },
} as const satisfies Readonly<Record<string, InertRule>>;

/** Files that only a workflow reads; some of them may run for a test branch. */
export const NEVER_RUN = /^\.github\/(?:workflows|actions)\//;

export type InertRuleName = keyof typeof INERT_RULES;

export function isInertRuleName(name: string): name is InertRuleName {
  return Object.hasOwn(INERT_RULES, name);
}

export const INERT_RULE_NAMES: readonly InertRuleName[] = Object.keys(INERT_RULES).filter(isInertRuleName);

/** The first rule that applies to a path; null for any other file. */
export function inertRuleFor(path: string, allowed: ReadonlySet<InertRuleName>): InertRuleName | null {
  return INERT_RULE_NAMES.find((name) => allowed.has(name) && INERT_RULES[name].paths.test(path)) ?? null;
}

/** Whether a rule of the whole set applies: such a file names others only for people. */
export function isProse(path: string): boolean {
  return INERT_RULE_NAMES.some((name) => INERT_RULES[name].paths.test(path));
}
