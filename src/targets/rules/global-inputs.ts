/**
 * START HERE for global inputs: files that decide how every target is built or tested. A file of the first list always
 * touches everything; a file of the other lists only if no source knows which targets it affects, or which targets read it.
 */

interface GlobalRule {
  readonly rule: string;
  /** Matched against the whole path. */
  readonly paths: RegExp;
}

const ALWAYS: readonly GlobalRule[] = [
  {
    rule: "it is a CI workflow, and decides what is tested",
    paths:
      /^(?:\.github\/(?:workflows|actions)\/|\.circleci\/|\.buildkite\/|\.gitlab-ci\.yml$|\.gitlab\/ci\/|azure-pipelines\.ya?ml$|\.azure-pipelines\/|Jenkinsfile$|\.travis\.yml$|\.drone\.yml$|bitbucket-pipelines\.yml$|\.woodpecker\/|\.woodpecker\.yml$|\.forgejo\/workflows\/|\.gitea\/workflows\/)/,
  },
  { rule: "it decides which submodules there are", paths: /^\.gitmodules$/ },
  { rule: "it decides how files are checked out", paths: /^\.(?:gitattributes|lfsconfig)$/ },
  {
    rule: "it chooses the toolchain",
    paths:
      /^(?:\.nvmrc|\.node-version|\.tool-versions|\.?mise(?:\..+)?\.toml|\.config\/mise(?:\/config)?\.toml|rust-toolchain(?:\.toml)?|\.python-version|\.ruby-version|\.java-version|\.go-version|\.sdkmanrc|\.bazelversion|\.bazeliskrc|global\.json|\.terraform-version|flake\.nix|shell\.nix|default\.nix|\.devcontainer\/.*|\.prototools)$/,
  },
  {
    rule: "it configures the package manager",
    paths:
      /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.yarn\/(?:releases|plugins|patches)\/.*|patches\/.*\.patch|bunfig\.toml|\.cargo\/config(?:\.toml)?|\.mvn\/.*|mvnw(?:\.cmd)?|gradlew(?:\.bat)?|gradle\.properties|gradle\/wrapper\/.*|init\.gradle|pip\.conf)$/,
  },
  {
    rule: "it configures the build",
    paths:
      /^(?:nx\.json|turbo\.jsonc?|lerna\.json|rush\.json|common\/config\/.*|\.moon\/.*|\.bazelrc|\.bazelignore|WORKSPACE(?:\.bazel|\.bzlmod)?|MODULE\.bazel|REPO\.bazel|tools\/bazel|pants\.toml|\.buckconfig|BUCK|Makefile|makefile|GNUmakefile|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|Dockerfile|(?:docker-)?compose(?:\..+)?\.ya?ml|build\.gradle(?:\.kts)?|tsconfig\.json|jsconfig\.json|(?:babel|jest|vitest|vite|webpack|rollup|esbuild|playwright|cypress|karma|tailwind|postcss|metro|eslint|prettier)\.config\.[cm]?[jt]s|jest\.setup\.[cm]?[jt]s|\.(?:babelrc|eslintrc|swcrc|mocharc|prettierrc|browserslistrc)(?:\.\w+)?|\.env(?:\..+)?|pytest\.ini|tox\.ini|setup\.cfg|conftest\.py|clippy\.toml|rustfmt\.toml)$/,
  },
];

const UNLESS_RESOLVED: readonly GlobalRule[] = [
  {
    rule: "it is a lockfile, and no source knows which targets it affects",
    paths:
      /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|go\.work\.sum|MODULE\.bazel\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|gradle\.lockfile|flake\.lock|mix\.lock|pubspec\.lock|Package\.resolved|Podfile\.lock|packages\.lock\.json)$/,
  },
  {
    rule: "it is the root of the build, and no source knows which targets it affects",
    paths:
      /^(?:package\.json|pnpm-workspace\.yaml|Cargo\.toml|go\.mod|go\.work|pom\.xml|settings\.gradle(?:\.kts)?|gradle\/(?:libs\.versions\.toml|.*\.gradle(?:\.kts)?)|pyproject\.toml|requirements(?:[-.\w]*)\.txt|Gemfile|composer\.json|BUILD(?:\.bazel)?)$/,
  },
];

/** Tools look for these in the folder of a file and in all above, so packages read them without naming them. */
const LOOKED_FOR: GlobalRule = {
  rule: "it configures a linter, a formatter or a test runner, which looks for it in the folder of each file and above",
  paths:
    /^(?:\.?biome\.jsonc?|\.?dprint\.jsonc?|\.oxlintrc\.jsonc?|\.oxfmtrc\.jsonc?|\.stylelintrc(?:\.\w+)?|stylelint\.config\.[cm]?[jt]s|vitest\.workspace\.(?:[cm]?[jt]s|json)|\.(?:eslint|prettier|stylelint)ignore)$/,
};

/** No tool finds these by looking for them: what reads them names them. */
const READ_BY_NAME: GlobalRule = {
  rule: "it configures the build, and no source knows which targets read it",
  paths: /^(?:tsconfig\.[^/]+\.json|jest\.preset\.[cm]?[jt]s)$/,
};

/** The rule that applies to a changed file regardless of the sources; null for any other file. */
export function alwaysGlobal(path: string): string | null {
  return ruleIn(ALWAYS, path);
}

/** The same for a file that no source owns. */
export function globalUnlessOwned(path: string): string | null {
  return ruleIn([...UNLESS_RESOLVED, LOOKED_FOR], path);
}

/** The same for configuration at the root, unless a source knows its readers. */
export function globalUnlessFollowed(path: string): string | null {
  return ruleIn([READ_BY_NAME], path);
}

function ruleIn(rules: readonly GlobalRule[], path: string): string | null {
  return rules.find(({ paths }) => paths.test(path))?.rule ?? null;
}
