#!/usr/bin/env node
/**
 * Rebuilds the Action on every Node there is here (the project's own, and npm's when that is another major)
 * and compares it byte for byte with what is committed.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const BUILD = join(import.meta.dirname, "build-action.mjs");

const problems = (await Promise.all(nodes().map(problemsOf))).flat();

const uncommitted = execFileSync("git", ["status", "--porcelain", "--", "dist"], {
  cwd: ROOT,
  encoding: "utf8",
}).trim();
if (uncommitted !== "") problems.push(`dist has changes that are not committed:\n${uncommitted}`);
if (problems.length > 0) {
  console.error(`${problems.join("\n")}\nRun \`npm run build:action\` and commit dist.`);
  process.exitCode = 1;
}

async function problemsOf(node) {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-dist-"));
  try {
    const { stderr } = await promisify(execFile)(node, [BUILD, folder]);
    process.stderr.write(stderr);
    console.log(`rebuilt on ${version}`);
    return differences(folder).map((problem) => `${problem} (built on ${version})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nodes() {
  const other = process.env.npm_node_execpath;
  if (other === undefined || major(other) === process.versions.node.split(".")[0]) {
    console.log("SKIPPED the second Node: npm runs on the same major version as the project");
    return [process.execPath];
  }
  return [process.execPath, other];
}

function major(node) {
  return execFileSync(node, ["--version"], { encoding: "utf8" }).slice(1).split(".")[0];
}

function differences(folder) {
  const committed = files(join(ROOT, "dist"));
  const built = files(folder);
  const names = new Set([...committed, ...built]);
  return [...names].flatMap((name) => {
    if (!built.includes(name)) return [`dist/${name} is committed but no longer built`];
    if (!committed.includes(name)) return [`dist/${name} is built but not there`];
    const same = readFileSync(join(ROOT, "dist", name)).equals(readFileSync(join(folder, name)));
    return same ? [] : [`dist/${name} is not what the sources build`];
  });
}

function files(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
