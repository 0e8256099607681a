/** What is asked of Bazel, and that nothing is believed of it which is not whole. A script stands for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { SourceContext } from "../../../../src/targets/source.js";
import { bazelSource } from "../../../../src/targets/sources/bazel.js";
import { type BazelPackages, type BazelPullRequest, bazelPackages } from "../../../support/bazel-packages.js";
import { listOf } from "../../../support/list-of-answer.js";
import { changesBetween, MemoryTree } from "../../../support/memory-tree.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { ToolCheckout, withOnlyGitOnPath } from "../../../support/tool-checkout.js";

let packages: BazelPackages;
let checkout: ToolCheckout;
let context: SourceContext;

const KINDS = ["source file //core:in.txt", "genrule rule //core:core", "source file //core:BUILD.bazel"];
const DEPENDENTS = ["//core:core", "//ui:ui", "@other//x:y"];

beforeAll(async () => {
  packages = await bazelPackages();
  checkout = await ToolCheckout.create(packages.repository);
});

beforeEach(async () => {
  await checkout.uninstall();
  context = await at("file of core edited");
});

afterAll(async () => {
  await checkout.remove();
  await packages.repository.remove();
});

async function at(name: BazelPullRequest): Promise<SourceContext> {
  return checkout.at(packages.merges.get(name) ?? "");
}

function printing(lines: readonly string[]): string {
  return `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(" ")}`;
}

/** Answers the two queries that a changed file needs. */
async function bazel({
  kinds = printing(KINDS),
  dependents = printing(DEPENDENTS),
  version = "bazel 8.4.1",
} = {}): Promise<void> {
  const answers = `*label_kind*) ${kinds} ;; *) ${dependents} ;;`;
  await checkout.install("bazel", `case "$*" in --version) echo '${version}' ;; ${answers} esac`);
}

async function rule(source = bazelSource()): Promise<string> {
  const answer = await source.answer(context);
  if (answer.kind !== "all") throw new Error(`it answers ${[...answer.targets.keys()].join(", ")}`);
  expect(answer.cause.subject).toBe("bazel");
  return answer.cause.rule;
}

describe("bazel", () => {
  it("runs code of the repository", () => {
    expect(bazelSource().runsRepositoryCode).toBe(true);
  });

  it("fits a repository with a workspace of it", async () => {
    expect(await bazelSource().detect(context.head)).toBe("WORKSPACE");
  });

  itInAll("names what depends on a changed file, in the repository itself", async () => {
    await bazel();
    expect(listOf(await bazelSource().answer(context), context)).toEqual([
      "//core:core",
      "//core:in.txt",
      "//ui:ui",
    ]);
  });

  itInCi("has one spelling for a label, whatever its version", async () => {
    await bazel({
      kinds: printing(KINDS.map((line) => line.replace("//", "@@//"))),
      dependents: printing(["@@//core:core", "@//ui:ui"]),
    });
    expect(listOf(await bazelSource().answer(context), context)).toEqual([
      "//core:core",
      "//core:in.txt",
      "//ui:ui",
    ]);
  });

  it("is not asked about a file that is in no package", async () => {
    const outside = await at("file in no package");
    expect(listOf(await bazelSource().answer(outside), outside)).toBe("ALL: elsewhere/notes.txt");
  });

  it("has a deleted package in the list, with its files, if nothing uses it any more", async () => {
    await bazel({ dependents: "true" });
    const deleted = await at("package deleted");
    expect(listOf(await bazelSource().answer(deleted), deleted)).toEqual([
      "//docs:BUILD.bazel",
      "//docs:in.txt",
    ]);
  });

  itInCi("is asked about the package around a deleted one", async () => {
    const inside = await at("package inside another deleted");
    const kinds = ["source file //api:BUILD.bazel", "genrule rule //api:api"];
    await bazel({ kinds: printing(kinds), dependents: printing(["//api:api", "//web:web"]) });
    expect(listOf(await bazelSource().answer(inside), inside)).toEqual([
      "//api/sub:BUILD",
      "//api/sub:in.txt",
      "//api:BUILD.bazel",
      "//api:api",
      "//web:web",
    ]);
  });

  it("makes everything count when something still uses a deleted package", async () => {
    context = await at("package deleted that others use");
    await bazel({ dependents: "echo 'ERROR: no such package' >&2; exit 7" });
    expect(await rule()).toBe("it ended with exit code 7: ERROR: no such package");
  });

  itInCi("names the package of an added file, and what a build file begins to load", async () => {
    const added = await at("file that a glob finds added");
    const kinds = [
      "source file //web:BUILD.bazel",
      "source file //web:pages/new.txt",
      "genrule rule //web:web",
    ];
    await bazel({ kinds: printing(kinds), dependents: printing(["//web:web"]) });
    expect(listOf(await bazelSource().answer(added), added)).toContain("//web:BUILD.bazel");
    const loads = await at("docs begins to load rules");
    const answers = `*label_kind*) ${printing(["source file //docs:BUILD.bazel", "genrule rule //docs:docs"])} ;; *) case "$(cat $(printf '%s\n' "$@" | sed -n 's/^--query_file=//p'))" in loadfiles*) echo //tools:other.bzl ;; *) echo //docs:docs ;; esac ;;`;
    await checkout.install("bazel", `case "$*" in --version) echo 'bazel 8.4.1' ;; ${answers} esac`);
    expect(listOf(await bazelSource().answer(loads), loads)).toEqual([
      "//docs:BUILD.bazel",
      "//docs:docs",
      "//tools:BUILD.bazel",
      "//tools:other.bzl",
    ]);
  });

  itInCi("is not believed when it says nothing of a package that is there", async () => {
    await bazel({ kinds: "true" });
    expect(await rule()).toBe("its answer lacks //core:BUILD.bazel, although the file exists");
  });

  itInCi("is not believed when it leaves the changed target itself out", async () => {
    await bazel({ kinds: printing([...KINDS.slice(1), "genrule rule //core:in.txt"]), dependents: "true" });
    expect(await rule()).toMatch(/^its answer does not list \/\/core:in\.txt as depending on itself/);
  });

  itInAll.each([
    ["a text", { kinds: printing(["Loading: 0 packages"]) }],
    ["a text among labels", { dependents: printing([...DEPENDENTS, "and more"]) }],
    ["JSON", { dependents: printing(["[]"]) }],
  ])("is not believed with %s", async (_, answers) => {
    await bazel(answers);
    expect(await rule()).toBe("its output has an unknown shape");
  });

  itInCi("is not believed when it fails after half of an answer", async () => {
    await bazel({ dependents: `${printing(DEPENDENTS)}; echo 'ERROR: no such target' >&2; exit 3` });
    expect(await rule()).toBe("it ended with exit code 3: ERROR: no such target");
  });

  it("is not believed with an output that is no text", async () => {
    await bazel({ dependents: "printf '\\377'" });
    expect(await rule()).toBe("its output is not UTF-8 text");
  });

  itInAll("is ended at the deadline", async () => {
    await bazel({ kinds: "sleep 1000" });
    expect(await rule(bazelSource(400))).toBe("it did not finish within 0.4 s");
  });

  it("is not asked in a version whose answers nobody has looked at", async () => {
    await bazel({ version: "bazel 3.7.2" });
    expect(await rule()).toMatch(
      /^its version is 3\.7\.2, and only the major versions 4 to 9 are supported$/,
    );
  });

  it("is not asked when it tells no version", async () => {
    await bazel({ version: "latest" });
    expect(await rule()).toBe("--version prints no version");
  });

  itInCi("is asked when somebody has built it by hand", async () => {
    await bazel({ version: "bazel no_version" });
    expect((await bazelSource().answer(context)).kind).toBe("targets");
  });

  it("says where it was looked for when it is missing", async () => {
    expect(await withOnlyGitOnPath(() => rule())).toBe(
      "it is neither in node_modules/.bin of the checkout nor on the PATH",
    );
  });
});

describe("what decides over repositories from elsewhere", () => {
  const build = 'exports_files(glob(["**"]))\n';
  const files = {
    WORKSPACE: 'load("//third_party:deps.bzl", "deps")\nlocal_repository(name = "v", path = "vendored/v")\n',
    "MODULE.bazel": `pip.parse(requirements_lock = "//third_party:pins.txt")\ninclude("//build:go.MODULE.bazel")\n`,
    "build/go.MODULE.bazel": 'go_deps.from_file(go_mod = ":go.modules")\n',
    "build/BUILD": build,
    "build/go.modules": "1",
    "third_party/BUILD": build,
    "third_party/deps.bzl": "load(':versions.bzl', 'V')\n",
    "third_party/versions.bzl": "V = 1\n",
    "third_party/pins.txt": "1",
    "third_party/notes.txt": "1",
    "third_party/requirements_lock.txt": "1",
    "third_party/maven_install.json": "1",
    "third_party/x/BUILD": build,
    "third_party/x/REPO.bazel": "",
    "third_party/x/deep/BUILD": build,
    "third_party/x/deep/a.txt": "1",
    "vendored/BUILD": build,
    "vendored/v/BUILD": build,
    "vendored/v/a.txt": "1",
  };
  const base = MemoryTree.of(files);

  async function causeOf(path: string, from = base): Promise<unknown> {
    const head = from.with({ [path]: "2" });
    const { signal } = new AbortController();
    const answer = await bazelSource().answer({
      base: from,
      head,
      changed: changesBetween(from, head),
      checkout: null,
      signal,
    });
    return answer.kind === "all" ? answer.cause.subject : answer;
  }

  itInAll.each([
    "third_party/deps.bzl",
    "third_party/versions.bzl",
    "third_party/pins.txt",
    "third_party/requirements_lock.txt",
    "third_party/maven_install.json",
    "third_party/x/deep/a.txt",
    "build/go.MODULE.bazel",
    "build/go.modules",
    "vendored/v/a.txt",
  ])("makes everything count: %s", async (path) => {
    expect(await causeOf(path)).toBe(path);
  });

  it("does so also when the change itself takes it away", async () => {
    const head = base.with({ "third_party/x/REPO.bazel": null, "third_party/x/deep/a.txt": "2" });
    const { signal } = new AbortController();
    const changed = changesBetween(base, head);
    const answer = await bazelSource().answer({ base, head, changed, checkout: null, signal });
    expect(answer).toMatchObject({ kind: "all", cause: { subject: "third_party/x/deep/a.txt" } });
  });

  it("leaves other files of the same folder to Bazel", async () => {
    // It is asked, and there is no checkout to ask it in.
    expect(await causeOf("third_party/notes.txt")).toBe("bazel");
  });

  itInCi("is every file with rules that no build file loads", async () => {
    const edited = await at("macro edited");
    await checkout.install(
      "bazel",
      `case "$*" in --version) echo 'bazel 8.4.1' ;; *) echo '//tools:page.bzl' ;; esac`,
    );
    expect(await bazelSource().answer(edited)).toMatchObject({
      kind: "all",
      cause: {
        subject: "tools/page.bzl",
        rule: "no build file loads it, so it may affect any target",
      },
    });
  });
});
