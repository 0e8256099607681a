/**
 * A repository that Bazel builds without any network: `core` is used by `ui` and `api`, those by `web`; `docs` stands
 * alone, and says what it is by a macro of `tools`.
 */
import { type CommitPlan, type FileChange, GitRepository } from "./git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

const ALL = "ALL";
const BUILD_OF_DOCS = 'load("//tools:page.bzl", "page")\n\npage(name = "docs")\n';

/** Each with the labels that must be in its list. */
export const BAZEL_PULL_REQUESTS = {
  "file of core edited": {
    files: { "core/in.txt": "core, edited\n" },
    expected: ["//core:in.txt", "//core:core", "//ui:ui", "//api:api", "//web:web"],
  },
  "build file of core edited": {
    files: { "core/BUILD.bazel": rule("core", ["in.txt", "//tools:version.txt"]) },
    expected: ["//core:core", "//ui:ui", "//web:web", "//tools:version.txt", "//tools:BUILD.bazel"],
  },
  "docs begins to use core": {
    files: { "docs/BUILD.bazel": `${BUILD_OF_DOCS}${rule("more", ["//core"])}` },
    expected: ["//docs:more", "//docs:docs", "//core:core", "//core:BUILD.bazel"],
  },
  "target of core deleted": {
    files: { "core/BUILD.bazel": rule("core", ["in.txt"]) },
    expected: ["//core:BUILD.bazel", "//core:core", "//web:web"],
  },
  "file that a glob finds deleted": {
    files: { "web/pages/old.txt": null },
    expected: ["//web:web", "//web:BUILD.bazel"],
  },
  "file with a name beyond ASCII": {
    files: { "web/pages/café.txt": "coffee\n" },
    expected: ["//web:web"],
  },
  "file that no rule speaks of": {
    files: { "ui/README.md": "edited\n" },
    expected: ["//ui:ui", "//web:web"],
  },
  "macro edited": {
    files: { "tools/page.bzl": macro('["in.txt", "//tools:version.txt"]') },
    expected: ["//docs:docs", "//docs:BUILD.bazel", "//tools:version.txt"],
  },
  "package brought in": {
    files: { "web/pages/BUILD.bazel": rule("pages", ["old.txt"]) },
    expected: ["//web/pages:pages", "//web:web", "//web/pages:BUILD.bazel"],
  },
  "package deleted": { files: { docs: null }, expected: ["//docs:BUILD.bazel", "//docs:in.txt"] },
  "package inside another deleted": {
    files: { "api/sub": null },
    expected: ["//api/sub:BUILD", "//api/sub:in.txt", "//api:api", "//web:web"],
  },
  "package deleted that others use": { files: { ui: null }, expected: ALL },
  "package with rules deleted": {
    files: { tools: null, "docs/BUILD.bazel": rule("docs", ["in.txt"]) },
    expected: ["//tools:BUILD.bazel", "//tools:page.bzl", "//docs:docs"],
  },
  "docs begins to load rules": {
    files: { "docs/BUILD.bazel": `load("//tools:other.bzl", "other")\n${BUILD_OF_DOCS}` },
    expected: ["//docs:docs", "//tools:other.bzl", "//tools:BUILD.bazel"],
  },
  "file that a glob finds added": {
    files: { "web/pages/new.txt": "new\n" },
    expected: ["//web:web", "//web:BUILD.bazel"],
  },
  "file at the root": { files: { "tool.cfg": "strict = true\n" }, expected: ALL },
  "file that configures Bazel": { files: { "tools/ci.bazelrc": "query --keep_going\n" }, expected: ALL },
  "file in no package": { files: { "elsewhere/notes.txt": "notes\n" }, expected: ALL },
} as const satisfies Readonly<
  Record<string, { readonly files: Files; readonly expected: readonly string[] | typeof ALL }>
>;

export type BazelPullRequest = keyof typeof BAZEL_PULL_REQUESTS;

export interface BazelPackages {
  readonly repository: GitRepository;
  readonly merges: ReadonlyMap<string, string>;
}

export async function bazelPackages(): Promise<BazelPackages> {
  const repository = await GitRepository.create();
  const requests = Object.entries(BAZEL_PULL_REQUESTS);
  const plans: CommitPlan[] = [{ files: baseFiles(), refs: ["refs/heads/main"] }];
  for (const [index, [, { files }]] of requests.entries()) {
    plans.push({ parents: [0], files });
    plans.push({ parents: [0, plans.length - 1], files, refs: [`refs/heads/merge-${index}`] });
  }
  const commits = await repository.commits(plans);
  const merges = requests.map(([name], index): [string, string] => [name, commits[2 + index * 2] ?? ""]);
  return { repository, merges: new Map(merges) };
}

function baseFiles(): Files {
  return {
    WORKSPACE: "",
    "core/BUILD.bazel": `${rule("core", ["in.txt"])}${rule("extra", ["in.txt"])}`,
    "ui/BUILD.bazel": rule("ui", ["in.txt", "//core"]),
    "api/BUILD.bazel": rule("api", ["in.txt", "//core"]),
    "web/BUILD.bazel": rule("web", ["in.txt", "//ui", "//api"], 'glob(["pages/*.txt"])'),
    "web/pages/old.txt": "old\n",
    "docs/BUILD.bazel": BUILD_OF_DOCS,
    "tools/BUILD.bazel": 'exports_files(["version.txt"])\n',
    "tools/version.txt": "1\n",
    "tools/page.bzl": macro('["in.txt"]'),
    "tools/other.bzl": "def other():\n    pass\n",
    "api/sub/BUILD": rule("sub", ["in.txt"]),
    "api/sub/in.txt": "sub\n",
    ...Object.fromEntries(
      ["core", "ui", "api", "web", "docs"].map((name) => [`${name}/in.txt`, `${name}\n`]),
    ),
    "ui/README.md": "the ui\n",
  };
}

function rule(name: string, sources: readonly string[], more = "[]"): string {
  const fields = [
    `name = "${name}"`,
    `srcs = ${JSON.stringify(sources)} + ${more}`,
    `outs = ["${name}.out"]`,
    'cmd = "cat $(SRCS) > $@"',
    'visibility = ["//visibility:public"]',
  ];
  return `genrule(\n    ${fields.join(",\n    ")},\n)\n`;
}

function macro(sources: string): string {
  return `def page(name):\n    native.genrule(name = name, srcs = ${sources}, outs = [name + ".out"], cmd = "cat $(SRCS) > $@")\n`;
}
