/** The bundle of `merge-queue targets`: it answers as the modules do, and takes nothing that was compiled from another text. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ForgeOnDisk, git } from "../support/forge-on-disk.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

let forge: ForgeOnDisk;
let checkout = "";
let copy = "";

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", private: true, workspaces: ["packages/*"] }),
    "packages/core/package.json": JSON.stringify({ name: "core" }),
    "packages/ui/package.json": JSON.stringify({ name: "ui", dependencies: { core: "*" } }),
  });
  await forge.repository.commit({
    parents: [base],
    files: { "packages/core/ä.js": "1\n" },
    refs: ["refs/heads/change"],
  });
  checkout = forge.folder();
  rmSync(checkout, { recursive: true });
  await git(forge.folder(), "clone", "--quiet", forge.url, checkout);
  // A copy may be damaged.
  copy = mkdtempSync(join(tmpdir(), "merge-queue-bundle-"));
  cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  const build = currentBuild(ROOT);
  cpSync(bundleOf(ROOT), join(copy, "lib/bundle", build), { recursive: true });
  cpSync(join(ROOT, "lib/bundle/current"), join(copy, "lib/bundle/current"));
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
});

afterAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  await forge.remove();
});

function currentBuild(root: string): string {
  const [build = ""] = readFileSync(join(root, "lib/bundle/current"), "utf8").split("\n");
  return build;
}

function bundleOf(root: string): string {
  return join(root, "lib/bundle", currentBuild(root));
}

interface Printed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function called(program: readonly string[], words: readonly string[], path = process.env["PATH"]): Printed {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
    cwd: checkout,
    encoding: "utf8",
    env: { ...process.env, PATH: path },
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const FROM_MODULES = `
  const { run } = await import(${JSON.stringify(join(ROOT, "lib/cli/main.js"))});
  process.exitCode = await run(process.argv.slice(1));
`;

function byModules(...words: readonly string[]): Printed {
  return called(["--input-type=module", "--eval", FROM_MODULES, "--"], words);
}

function byBundle(...words: readonly string[]): Printed {
  return called([join(copy, "bin/merge-queue.js")], words);
}

const CHANGE = ["--base", "origin/main", "--head", "origin/change"];

it("answers without the modules", () => {
  expect(existsSync(join(copy, "lib/cli"))).toBe(false);
  expect(byBundle("targets", ...CHANGE)).toEqual({ status: 0, stdout: "core\nui\n", stderr: "" });
});

itInCi.each([
  [[...CHANGE, "--json"]],
  [[...CHANGE, "--explain"]],
  [["--base", "absent"]],
  [["--head", "origin/change"]],
  [[...CHANGE, "--from", "work"]],
  [[...CHANGE, "--unknown"]],
  [["suggest", "--commits", "2"]],
  [["suggest", "--help"]],
  [["--help"]],
  [["--version"]],
])("answers as the modules do to %j", (words) => {
  expect(byBundle("targets", ...words)).toEqual(byModules("targets", ...words));
});

it("compiles its text where what lies beside it was compiled from another", () => {
  const file = join(bundleOf(copy), "targets.js");
  const text = readFileSync(file);
  const cache = readFileSync(`${file}.cache`);
  // The length is the same, which is all that the compiler compares.
  writeFileSync(
    file,
    readFileSync(file, "latin1")
      .replace(/^\/\/ ..../, "// 0000")
      .replaceAll('"core', '"erco'),
    "latin1",
  );
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
  writeFileSync(`${file}.cache`, cache.subarray(0, 100));
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
  rmSync(`${file}.cache`);
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
  writeFileSync(file, text);
  writeFileSync(`${file}.cache`, cache);
});

it("takes nothing that another version of Node or another kind of machine has compiled", () => {
  const file = join(bundleOf(copy), "targets.js");
  const program = `
    const { loadBundle } = await import(${JSON.stringify(join(copy, "bin/compiled-bundle.js"))});
    loadBundle(${JSON.stringify(file)}, (path, script) => {
      if (path.endsWith("/targets.js")) console.log(script.cachedDataRejected);
    });`;
  const isRejected = () => called(["--input-type=module", "--eval", program], []).stdout;
  expect(isRejected()).toBe("false\n");
  const cache = readFileSync(`${file}.cache`);
  const { version, platform, arch } = process;
  for (const [word, other] of [
    [version, "v0.0.0"],
    [` ${platform} `, " beos "],
    [` ${arch} `, " pdp11 "],
  ] as const) {
    const head = cache.subarray(0, 128).toString("latin1").replace(word, other).padEnd(128).slice(0, 128);
    writeFileSync(`${file}.cache`, Buffer.concat([Buffer.from(head, "latin1"), cache.subarray(128)]));
    expect([word, isRejected()]).toEqual([word, "undefined\n"]);
  }
  writeFileSync(`${file}.cache`, cache);
});

describe("a copy with modules", () => {
  const files = ["package-lock.json", "lib/.tsbuildinfo", "lib/cli/main.js"];
  const MODULES = { status: 0, stdout: "modules\n", stderr: "" };
  const BUNDLE = { status: 0, stdout: "core\nui\n", stderr: "" };

  beforeAll(() => {
    mkdirSync(join(copy, "lib/cli"));
    for (const file of files) writeFileSync(join(copy, file), "");
    writeFileSync(
      join(copy, "lib/cli/main.js"),
      'export async function run() { process.stdout.write("modules\\n"); return 0; }\n',
    );
  });

  afterAll(() => {
    for (const file of files) rmSync(join(copy, file));
    rmSync(join(copy, "lib/cli"), { recursive: true });
  });

  it("runs them where they were compiled after the bundle, unless it is an installation", () => {
    expect(byBundle("targets", ...CHANGE)).toEqual(MODULES);
    rmSync(join(copy, "package-lock.json"));
    expect(byBundle("targets", ...CHANGE)).toEqual(BUNDLE);
    writeFileSync(join(copy, "package-lock.json"), "");
    const now = new Date();
    utimesSync(join(copy, "lib/bundle/current"), now, now);
    expect(byBundle("targets", ...CHANGE)).toEqual(BUNDLE);
  });

  it("runs them where there is no bundle", () => {
    const current = join(copy, "lib/bundle/current");
    const text = readFileSync(current);
    writeFileSync(current, "build-gone\n");
    expect(byBundle("targets", ...CHANGE)).toEqual(MODULES);
    rmSync(current);
    expect(byBundle("targets", ...CHANGE)).toEqual(MODULES);
    writeFileSync(current, text);
  });
});

describe("a git that hangs", () => {
  let path = "";

  beforeAll(() => {
    const folder = join(copy, "hanging");
    mkdirSync(folder);
    writeFileSync(
      join(folder, "git"),
      `#!/bin/sh\ntrap '' TERM\n: > '${join(folder, "started")}'\nwhile :; do sleep 600; done\n`,
    );
    chmodSync(join(folder, "git"), 0o755);
    path = `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
  });

  beforeEach(() => rmSync(join(copy, "hanging/started"), { force: true }));

  it("is ended after the timeout, and everything is impacted", () => {
    const words = ["targets", ...CHANGE, "--timeout", "300ms"];
    const printed = called([join(copy, "bin/merge-queue.js")], words, path);
    expect(printed).toMatchObject({ status: 0, stdout: "ALL\n" });
    expect(printed.stderr).toMatch(/there was no time left for it/);
  });

  it("does not keep a command that is interrupted", async () => {
    const child = spawn(process.execPath, [join(copy, "bin/merge-queue.js"), "targets", ...CHANGE], {
      cwd: checkout,
      env: { ...process.env, PATH: path },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = once(child, "close");
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    while (!existsSync(join(copy, "hanging/started"))) await setImmediate();
    child.kill("SIGINT");
    const ended: readonly unknown[] = await closed;
    expect([ended[0], stderr]).toEqual([1, "merge-queue targets: interrupted\n"]);
  });
});

it.each(["--base", "--head"])("names an empty %s", (option) => {
  const printed = byBundle("targets", ...CHANGE, option, "");
  expect(printed).toMatchObject({ status: 2, stdout: "" });
  expect(printed.stderr).toContain(`${option}: expected a commit, a branch or a tag, not an empty text`);
});

itInCi("is built twice at the same time, and once for the same modules", async () => {
  const root = join(copy, "built");
  const isCopied = (from: string) => !from.startsWith(join(ROOT, "lib/bundle"));
  for (const name of ["bin", "lib", "scripts/build-command.mjs", "package.json", "package-lock.json"])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: isCopied });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const built = async () => {
    const words = ["--no-warnings", join(root, "scripts/build-command.mjs")];
    const child = spawn(process.execPath, words, { stdio: "inherit" });
    const ended: readonly unknown[] = await once(child, "close");
    return ended[0];
  };
  expect(await Promise.all([built(), built()])).toEqual([0, 0]);
  const build = currentBuild(root);
  const builds = readdirSync(join(root, "lib/bundle")).filter((name) => name !== "current");
  expect(builds).toHaveLength(2);
  expect(builds).toContain(build);
  expect(called([join(root, "bin/merge-queue.js")], ["targets", ...CHANGE]).stdout).toBe("core\nui\n");
  const old = new Date(Date.now() - 7_200_000);
  for (const name of builds) utimesSync(join(root, "lib/bundle", name), old, old);
  expect(await built()).toBe(0);
  expect(readdirSync(join(root, "lib/bundle")).toSorted()).toEqual([build, "current"].toSorted());
});

it("contains no path of the machine that built it", () => {
  const folder = bundleOf(ROOT);
  for (const name of readdirSync(folder))
    expect([name, readFileSync(join(folder, name), "latin1").includes(ROOT)]).toEqual([name, false]);
});
