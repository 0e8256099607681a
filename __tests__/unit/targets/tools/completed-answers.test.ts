/** A tool that answers well: what is added to its answer, what it gets to see, and where it is not asked at all. */
import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { commitId } from "../../../../src/domain/ids.js";
import type { SourceContext } from "../../../../src/targets/source.js";
import { moon } from "../../../../src/targets/sources/moon.js";
import { nx } from "../../../../src/targets/sources/nx.js";
import { pnpm } from "../../../../src/targets/sources/pnpm.js";
import { rush } from "../../../../src/targets/sources/rush.js";
import { turbo } from "../../../../src/targets/sources/turbo.js";
import { type FivePackages, fivePackages, type PullRequestName } from "../../../support/five-packages.js";
import { listOf } from "../../../support/list-of-answer.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { ToolCheckout } from "../../../support/tool-checkout.js";

const execute = promisify(execFile);

let five: FivePackages;
let checkout: ToolCheckout;

beforeAll(async () => {
  five = await fivePackages({ lockFile: "package-lock.json", packageManager: null, range: "1.0.0" });
});

beforeEach(async () => {
  checkout = await ToolCheckout.create(five.repository);
});

afterEach(async () => {
  await checkout.remove();
});

afterAll(async () => {
  await five.repository.remove();
});

async function at(name: PullRequestName): Promise<SourceContext> {
  return checkout.at(five.merges.get(name) ?? "");
}

/** A change of our own, onto the target branch. */
async function mergeOf(files: Readonly<Record<string, string>>): Promise<SourceContext> {
  const main = await checkout.git("rev-parse", "origin/main");
  const merge = await five.repository.commit({
    parents: [commitId(main)],
    files,
    refs: [`refs/heads/own-${Object.keys(files).length}`],
  });
  await checkout.git("fetch", "--quiet", "origin");
  return checkout.at(merge);
}

/** By project, those that it uses. */
type Graph = Readonly<Record<string, readonly string[]>>;

/** An Nx that names these projects, and finds these dependencies. */
async function nxThatNames(names: readonly string[], also = "true", graph: Graph = {}): Promise<void> {
  const projects = Object.entries(graph);
  const dependencies = projects.map(([source, used]) => [source, used.map((target) => ({ source, target }))]);
  const printed = JSON.stringify({
    graph: {
      nodes: Object.fromEntries(projects.map(([name]) => [name, { name }])),
      dependencies: Object.fromEntries(dependencies) as unknown,
    },
  });
  const answers = [
    "--version) echo 24.0.6 ;;",
    `graph*) echo '${printed}' > "\${2#--file=}" ;;`,
    `*) ${also}; echo '${JSON.stringify(names)}' ;;`,
  ];
  await checkout.install("nx", `case "$*" in ${answers.join(" ")} esac`);
}

async function causeOf(context: SourceContext) {
  const answer = await nx.answer(context);
  return answer.kind === "all" ? answer.cause : null;
}

describe("an answer", () => {
  itInAll("keeps what the tool names, whatever the manifests say", async () => {
    await nxThatNames(["docs"]);
    expect(listOf(await nx.answer(await at("ui edit")), await at("ui edit"))).toEqual(["docs", "ui", "web"]);
  });

  itInAll("gets what depends on a changed project by the manifests", async () => {
    await nxThatNames(["core"]);
    const answer = await nx.answer(await at("core edit"));
    expect(answer.kind === "targets" && Object.fromEntries(answer.targets)).toEqual({
      core: { kind: "file", path: "packages/core/src/index.js" },
      ui: { kind: "dependsOn", on: "core" },
      api: { kind: "dependsOn", on: "core" },
      web: { kind: "dependsOn", on: expect.stringMatching(/^(ui|api)$/) },
    });
  });

  itInAll("gets the projects that are gone, even when the tool then names nothing", async () => {
    await nxThatNames([]);
    const context = await at("docs deleted");
    const answer = await nx.answer(context);
    expect(answer.kind === "targets" && [...answer.targets]).toEqual([["docs", { kind: "deleted" }]]);
    expect(listOf(answer, context)).toEqual(["docs"]);
  });

  itInAll("gets what somebody has begun to depend on", async () => {
    await nxThatNames(["docs"]);
    const answer = await nx.answer(await at("docs begins to use core"));
    expect(answer.kind === "targets" && answer.targets.get("core")).toEqual({
      kind: "newlyUsed",
      by: "docs",
    });
  });

  itInAll(
    "gets what code has begun to depend on, and what depends by code on a changed project",
    async () => {
      await nxThatNames(["ui"], "true", { ui: ["docs", "npm:react"], docs: [], api: ["ui"], core: ["ui"] });
      const answer = await nx.answer(await at("ui edit"));
      expect(answer.kind === "targets" && Object.fromEntries(answer.targets)).toMatchObject({
        docs: { kind: "newlyUsed", by: "ui" },
        ui: { kind: "file" },
        core: { kind: "dependsOn" },
        api: { kind: "dependsOn" },
        web: { kind: "dependsOn" },
      });
    },
  );

  itInCi("gets the project that a file has left", async () => {
    await nxThatNames(["docs"]);
    const context = await at("file moved from core to docs");
    expect(listOf(await nx.answer(context), context)).toEqual(["api", "core", "docs", "ui", "web"]);
  });

  itInAll(
    "gets the project around one that is brought in, and the name that all such changes share",
    async () => {
      await nxThatNames(["inner"]);
      const merge = await mergeOf({
        "packages/ui/inner/package.json": JSON.stringify({ name: "inner" }),
        "package.json": JSON.stringify({ name: "five", workspaces: ["packages/*", "packages/ui/inner"] }),
      });
      const answer = await nx.answer(merge);
      expect(answer.kind === "targets" && [...answer.targets.keys()].sort()).toEqual([
        "inner",
        "package-lock.json",
        "ui",
        "web",
      ]);
    },
  );

  itInAll("gets the name that all changes share which ask for something new", async () => {
    await nxThatNames(["docs"]);
    const merge = await mergeOf({
      "packages/docs/package.json": JSON.stringify({ name: "docs", dependencies: { react: "19" } }),
    });
    expect(listOf(await nx.answer(merge), merge)).toEqual(["docs", "package-lock.json"]);
  });

  itInAll("leaves a file to nobody that had no owner before", async () => {
    await nxThatNames(["extra"]);
    const merge = await mergeOf({
      "extra/package.json": JSON.stringify({ name: "extra" }),
      "extra/notes.txt": "of a package now\n",
      "package.json": JSON.stringify({ name: "five", workspaces: ["packages/*", "extra"] }),
    });
    const answer = await nx.answer(merge);
    expect(answer.kind === "targets" && [...answer.owned]).toEqual(["extra/package.json"]);
  });

  itInAll("leaves files at the root to nobody", async () => {
    await nxThatNames(["five"]);
    const context = await at("root file");
    expect(listOf(await nx.answer(context), context)).toBe("ALL: tool.cfg");
  });

  it("is none of nothing, without asking, when nothing has changed", async () => {
    const context = { ...(await at("ui edit")), changed: [] };
    expect(await nx.answer(context)).toEqual({ kind: "targets", targets: new Map(), owned: new Set() });
  });

  itInCi("may be no output at all for a pnpm that says so when there is nothing", async () => {
    await checkout.install("pnpm", `case "$*" in --version) echo 9.15.9 ;; esac`);
    const context = await at("docs deleted");
    expect(listOf(await pnpm.answer(context), context)).toEqual(["docs"]);
  });

  itInAll("is an empty object for a moon that has nothing to name", async () => {
    const script = `case "$*" in --version) echo moon 2.5.5 ;; *changed*) echo '{"files":[]}' ;; *graph*) echo '{"graph":{"nodes":[],"edges":[]}}' ;; *) echo '{}' ;; esac`;
    await checkout.install("moon", script);
    const context = await at("docs deleted");
    expect(listOf(await moon.answer(context), context)).toEqual(["docs"]);
  });

  itInAll("may stand behind what Rush says first", async () => {
    const script = `case "$*" in --help) echo 'Rush Multi-Project Build Tool 5.1.0' ;; *) printf 'Found {configuration}\\n{"projects":[{"name":"ui"}]}' ;; esac`;
    await checkout.install("rush", script);
    const context = await at("ui edit");
    expect(listOf(await rush.answer(context), context)).toEqual(["ui", "web"]);
  });
});

describe("the tool", () => {
  itInAll("sees no secret, and a git that nobody's settings change", async () => {
    const seen = join(checkout.folder, ".git", "seen");
    await nxThatNames(["ui"], `env > '${seen}'`);
    process.env["MERGE_QUEUE_API_TOKEN"] = "secret-1";
    process.env["GITHUB_TOKEN"] = "secret-2";
    process.env["NODE_AUTH_TOKEN"] = "secret-3";
    try {
      await nx.answer(await at("ui edit"));
    } finally {
      for (const name of ["MERGE_QUEUE_API_TOKEN", "GITHUB_TOKEN", "NODE_AUTH_TOKEN"]) {
        Reflect.deleteProperty(process.env, name);
      }
    }
    const environment = await readFile(seen, "utf8");
    expect(environment).not.toContain("secret-");
    expect(environment).toMatch(/^CI=true$/m);
    expect(environment).toMatch(/^NX_DAEMON=false$/m);
    expect(environment).toContain("=diff.renames\n");
    expect(environment).toContain(`=${checkout.folder}\n`);
  });

  itInCi("writes what it wants to keep into a folder that goes away with it", async () => {
    const seen = join(checkout.folder, ".git", "seen");
    await nxThatNames(
      ["ui"],
      `echo kept > "$NX_CACHE_DIRECTORY/kept"; printf %s "$NX_CACHE_DIRECTORY" > '${seen}'`,
    );
    expect((await nx.answer(await at("ui edit"))).kind).toBe("targets");
    await expect(readFile(join(await readFile(seen, "utf8"), "kept"))).rejects.toThrow("ENOENT");
  });

  itInCi("is taken from the PATH when the checkout has none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-path-"));
    const path = process.env["PATH"] ?? "";
    process.env["PATH"] = `${folder}:${path}`;
    try {
      await writeFile(join(folder, "nx"), "#!/bin/sh\necho '[\"ui\"]' 24.0.6\n", { mode: 0o755 });
      expect(await causeOf(await at("ui edit"))).toMatchObject({ rule: expect.stringContaining("shape") });
    } finally {
      process.env["PATH"] = path;
      await rm(folder, { recursive: true });
    }
  });
});

describe("the tool is not asked", () => {
  beforeEach(async () => {
    await nxThatNames(["ui"], "exit 99");
  });

  it("without a checkout", async () => {
    expect(await causeOf({ ...(await at("ui edit")), checkout: null })).toMatchObject({
      subject: "nx",
      rule: "there is no checkout of the repository to run it in",
    });
  });

  itInCi("in a folder of the checkout", async () => {
    const context = await at("ui edit");
    expect(await causeOf({ ...context, checkout: join(checkout.folder, "packages") })).toMatchObject({
      subject: "checkout",
      rule: "it is the folder packages/ of a repository, and not its root",
    });
  });

  it("where there is no repository", async () => {
    const empty = await mkdtemp(join(tmpdir(), "merge-queue-empty-"));
    try {
      expect(await causeOf({ ...(await at("ui edit")), checkout: empty })).toMatchObject({
        rule: expect.stringMatching(/^it is at no commit/),
      });
    } finally {
      await rm(empty, { recursive: true });
    }
  });

  it("while the checkout is at another commit", async () => {
    const context = await at("ui edit");
    await checkout.git("checkout", "--quiet", "--detach", "HEAD^2");
    expect(await causeOf(context)).toMatchObject({
      subject: "checkout",
      rule: expect.stringMatching(/^it is at [0-9a-f]{40}, and the change ends at [0-9a-f]{40}$/),
    });
  });

  itInAll("while the checkout lacks the commit to compare with", async () => {
    const context = await at("ui edit");
    const shallow = await mkdtemp(join(tmpdir(), "merge-queue-shallow-"));
    try {
      const branch = (
        await checkout.git("for-each-ref", "--format=%(refname:lstrip=3)", "--points-at", "HEAD")
      ).split("\n")[0];
      const options = ["--quiet", "--depth", "1", "--branch", branch ?? ""];
      await execute("git", ["clone", ...options, `file://${five.repository.folder}`, shallow]);
      expect(await causeOf({ ...context, checkout: shallow })).toMatchObject({
        subject: "checkout",
        rule: `it lacks the commit ${context.base.commit}, which the tool would compare with`,
        hint: "Give actions/checkout `fetch-depth: 2`.",
      });
    } finally {
      await rm(shallow, { recursive: true });
    }
  });

  it("while a tracked file differs from what was committed", async () => {
    const context = await at("ui edit");
    await appendFile(join(checkout.folder, "packages/api/package.json"), "\n");
    expect(await causeOf(context)).toMatchObject({ subject: "packages/api/package.json" });
  });

  itInCi("while the checkout is sparse", async () => {
    const context = await at("ui edit");
    await checkout.git("sparse-checkout", "set", "packages/ui");
    expect(await causeOf(context)).toMatchObject({
      subject: "checkout",
      rule: expect.stringContaining("sparse"),
    });
  });
});

describe("a source", () => {
  it("fits a repository that has its file", async () => {
    const { head } = await at("ui edit");
    expect(await Promise.all([nx, turbo, moon, rush].map((source) => source.detect(head)))).toEqual([
      "nx.json",
      "turbo.json",
      ".moon/workspace.yml",
      "rush.json",
    ]);
    expect(await pnpm.detect(head)).toBeNull();
  });

  itInCi("says what depends on a target without asking its tool", async () => {
    const context = await at("docs begins to use core");
    const dependents = await turbo.dependents?.(context, new Set(["core"]));
    expect([...(dependents?.keys() ?? [])].sort()).toEqual(["api", "docs", "ui", "web"]);
  });

  it.each([nx, moon])(
    "cannot say so where its tool finds dependencies that no manifest shows: $name",
    (source) => {
      expect(source.dependents).toBeUndefined();
    },
  );
});
