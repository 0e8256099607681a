#!/usr/bin/env node
/**
 * Bundles `merge-queue targets` into a folder of `lib/bundle/`, whose file `current` names the newest one. Beside each file is
 * what the compiler made of it after the command has run on small repositories: functions that were not called are compiled
 * when they are. Only `current` gets a newer time while `lib/` is the same.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { cacheHead, loadBundle } from "../bin/compiled-bundle.js";

const LIB = join(import.meta.dirname, "../lib");
const ENTRY = join(LIB, "cli/targets-program.js");
const FOLDER = join(LIB, "bundle");
const CURRENT = join(FOLDER, "current");
/** A command that has started with an earlier build may load parts of it later. */
const KEPT_MS = 3_600_000;
const MOST_ATTEMPTS = 5;
const WHO = [
  "-c",
  "user.name=nobody",
  "-c",
  "user.email=nobody@example.invalid",
  "-c",
  "commit.gpgSign=false",
];

mkdirSync(FOLDER, { recursive: true });
const former = currentBuild();
const { stamp, at } = stateOfSources();
if (former?.stamp === stamp && isWhole(former.build)) touch(CURRENT, at);
else publish(await newBuild(), former?.build);
removeOldBuilds();

/** Another process may compile the modules meanwhile, so that some of them were read half written. */
async function newBuild() {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const folder = mkdtempSync(join(FOLDER, "build-"));
    const before = stateOfSources();
    let failure = null;
    try {
      await writeBundle(folder);
      await writeCaches(folder);
      // A temporary folder is for its owner alone.
      chmodSync(folder, 0o755);
    } catch (error) {
      failure = error;
    }
    const isSame = stateOfSources().moment === before.moment;
    if (isSame && failure === null) return { ...before, build: basename(folder) };
    rmSync(folder, { recursive: true, force: true });
    if (isSame) throw failure;
  }
  throw new Error(
    "lib/ changes while it is bundled: run `npm run build:lib` again when nothing else compiles it.",
  );
}

/** A command that starts now finds one complete build or another. */
function publish(bundled, formerBuild) {
  const draft = join(FOLDER, `${bundled.build}.current`);
  writeFileSync(draft, `${bundled.build}\n${bundled.stamp}\n`);
  touch(draft, bundled.at);
  renameSync(draft, CURRENT);
  // Its time is the one at which it was replaced.
  if (formerBuild !== undefined) touch(join(FOLDER, formerBuild), new Date());
}

function touch(path, at) {
  try {
    utimesSync(path, at, at);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

/** What a build that was ended has left is removed as well. */
function removeOldBuilds() {
  const used = ["current", currentBuild()?.build];
  for (const name of readdirSync(FOLDER).filter((one) => !used.includes(one))) {
    const { mtimeMs = Date.now() } = statSync(join(FOLDER, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(join(FOLDER, name), { recursive: true, force: true });
  }
}

/** `stamp` is the same for the same content, `moment` only while nothing is written. What is written after `at` may differ. */
function stateOfSources() {
  const at = new Date();
  const stamp = createHash("sha256").update([process.version, process.platform, process.arch].join(" "));
  const moment = createHash("sha256");
  const folders = readdirSync(LIB).filter((name) => !name.startsWith(".") && name !== "bundle");
  const files = folders.flatMap((name) => scriptsIn(name)).map((file) => join(LIB, file));
  const own = ["scripts/build-command.mjs", "bin/compiled-bundle.js", "package-lock.json"].map((file) =>
    join(LIB, "..", file),
  );
  for (const file of [...files.sort(), ...own]) {
    const content = readFileSync(file);
    stamp.update(file).update("\0").update(content);
    moment.update(`${file}\0${statSync(file).mtimeMs}\0`).update(content);
  }
  return { stamp: stamp.digest("hex"), moment: moment.digest("hex"), at };
}

function scriptsIn(name) {
  if (!statSync(join(LIB, name)).isDirectory()) return name.endsWith(".js") ? [name] : [];
  const files = readdirSync(join(LIB, name), { recursive: true });
  return files.filter((file) => file.endsWith(".js")).map((file) => join(name, file));
}

function currentBuild() {
  try {
    const [build = "", stamp = ""] = readFileSync(CURRENT, "utf8").split("\n");
    return { build, stamp };
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}

function isWhole(build) {
  return existsSync(join(FOLDER, build, "targets.js"));
}

async function writeBundle(folder) {
  const ncc = createRequire(import.meta.url)("@vercel/ncc");
  const { code, assets } = await ncc(ENTRY, {
    cache: false,
    esm: false,
    quiet: true,
    filename: "targets.js",
  });
  const files = Object.entries(assets).map(([name, { source }]) => [name, source.toString()]);
  for (const [name, text] of [["targets.js", code], ...files]) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name.endsWith(".js") ? marked(text) : text);
  }
}

/** A function with the variables of a module, in ASCII, after a line that names the content. */
function marked(text) {
  const ascii = text.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {\n${ascii}\n})`;
  return `// ${createHash("sha256").update(wrapped).digest("hex")}\n${wrapped}`;
}

async function writeCaches(folder) {
  const scripts = new Map();
  const { run } = loadBundle(join(folder, "targets.js"), (path, script) => scripts.set(path, script));
  const samples = mkdtempSync(join(tmpdir(), "merge-queue-build-"));
  try {
    await runSamples(run, samples);
  } finally {
    rmSync(samples, { recursive: true, force: true });
  }
  for (const [path, script] of scripts) {
    const head = Buffer.from(cacheHead(readFileSync(path, "latin1")), "latin1");
    writeFileSync(`${path}.cache`, Buffer.concat([head, script.createCachedData()]));
  }
}

/** What most calls do: workspaces of a checkout with and without its history, and a list. */
async function runSamples(run, folder) {
  const whole = join(folder, "whole");
  const shallow = join(folder, "shallow");
  const base = sampleRepository(whole);
  git(folder, "clone", "--quiet", "--depth=1", `file://${whole}`, shallow);
  git(whole, "checkout", "--quiet", "-B", "main", base);
  const names = join(folder, "names");
  writeFileSync(names, "//one\n//two\n//one\n");
  const samples = [
    ["--from", "workspaces", "--base", base, "--head", "change", "--checkout", whole],
    ["--from", "workspaces", "--base", "main", "--head", "change", "--checkout", whole],
    ["--from", "workspaces", "--base", "origin/main", "--checkout", shallow],
    ["--from", `list=${names}`, "--base", base, "--head", "change", "--checkout", whole],
    ["--base", base, "--head", "change", "--checkout", whole, "--json"],
    ["--help"],
  ];
  for (const words of samples) {
    let complaints = "";
    const surroundings = {
      environment: {},
      stdin: Readable.from([]),
      stdout: { write: () => true },
      stderr: { write: (text) => (complaints += text) },
      interruption: () => new AbortController().signal,
    };
    const exitCode = await run(["targets", ...words], surroundings);
    if (exitCode !== 0 || complaints !== "")
      throw new Error(`targets ${words.join(" ")} ended with ${exitCode}: ${complaints}`);
  }
}

/** The branch `change` merges a change into `main`; returns the commit of `main`. */
function sampleRepository(folder) {
  mkdirSync(folder);
  git(folder, "init", "--quiet", "--initial-branch=main");
  write(folder, {
    "package.json": { name: "sample", private: true, workspaces: ["packages/*"] },
    "packages/core/package.json": { name: "core", version: "1.0.0" },
    "packages/ui/package.json": { name: "ui", dependencies: { core: "^1.0.0" }, devDependencies: { x: "1" } },
    "packages/ui/tsconfig.json": { extends: "../core/tsconfig.json", references: [] },
    "packages/core/tsconfig.json": {},
  });
  writeFileSync(join(folder, "pnpm-workspace.yaml"), "packages:\n  - packages/*\n");
  writeFileSync(join(folder, "packages/core/index.js"), 'import { a } from "./a.js";\n');
  commit(folder);
  const base = git(folder, "rev-parse", "HEAD").trim();
  git(folder, "checkout", "--quiet", "-b", "change");
  writeFileSync(join(folder, "packages/core/index.js"), 'import { b } from "./b.js";\n');
  commit(folder);
  git(folder, "checkout", "--quiet", "-b", "merge", base);
  git(folder, ...WHO, "merge", "--quiet", "--no-ff", "--no-edit", "change");
  git(folder, "branch", "--quiet", "-f", "change", "merge");
  return base;
}

function write(folder, files) {
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(value));
  }
}

function commit(folder) {
  git(folder, "add", "--all");
  git(folder, ...WHO, "commit", "--quiet", "--message=A sample");
}

function git(folder, ...words) {
  const environment = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  return execFileSync("git", words, { cwd: folder, encoding: "utf8", env: environment });
}
