#!/usr/bin/env node
/**
 * Tests the sources that ask external tools, with the real tools in the versions of tools/package-lock.json. They are
 * installed beside the project, so that nobody else has to have them. A tool that cannot be had is named at the end.
 * `--install-only` tests nothing.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const TOOLS = join(ROOT, "tools");
const LOCK = join(TOOLS, "package-lock.json");
const INSTALLED = join(TOOLS, "node_modules", ".installed-from");
const JEST = join(ROOT, "node_modules/jest/bin/jest.js");
/** Tools that no package brings. */
const ON_PATH_ONLY = ["bazel"];

if (`${process.platform} ${process.arch}` !== "linux x64") {
  console.warn(
    "\n!!! SKIPPED: the external tools are locked for Linux on x64 only, so none of them was tested\n",
  );
  process.exit(0);
}
if (!install()) {
  console.error("the tools could not be installed: npm ci in tools/ failed");
  process.exit(1);
}
if (process.argv[2] === "--install-only") process.exit(0);
const skipped = ON_PATH_ONLY.filter((name) => !isOnPath(name));
for (const name of skipped) warn(name);
const words = ["--experimental-vm-modules", "--no-warnings", JEST, "--config", "jest.tools.config.mjs"];
const { status } = spawnSync(process.execPath, [...words, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
for (const name of skipped) warn(name);
process.exitCode = status ?? 1;

/** Nothing to do where what is there comes from this very lock file. */
function install() {
  const lock = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
  if (lock === installedLock()) return true;
  console.log("installing the tools of tools/package-lock.json");
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  const [program, ...start] = node && npm ? [node, npm] : ["npm"];
  const { status: code } = spawnSync(program, [...start, "ci", "--no-audit", "--no-fund"], {
    cwd: TOOLS,
    stdio: ["ignore", "inherit", "inherit"],
    env: ownNpmSettings(),
  });
  if (code === 0) writeFileSync(INSTALLED, lock);
  return code === 0;
}

function installedLock() {
  try {
    return readFileSync(INSTALLED, "utf8");
  } catch {
    return null;
  }
}

/** What `npm run` says of the project that it was started in would count for the tools too. */
function ownNpmSettings() {
  const ofTheProject = /^npm_(package|lifecycle|config_((local_)?prefix|loglevel))/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheProject.test(name)));
}

function isOnPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function warn(name) {
  console.warn(`\n!!! SKIPPED: ${name} is not on the PATH, so its source was tested with a stand-in only\n`);
}
