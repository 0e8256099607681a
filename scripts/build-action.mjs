#!/usr/bin/env node
/**
 * Bundles the Action into `dist/`, or into the folder named. Not minified, so that the bundle can be reviewed, and
 * into an empty folder, since the bundler leaves chunks behind that are no longer part of it.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const NCC = join(ROOT, "node_modules/@vercel/ncc/dist/ncc/cli.js");
const folder = process.argv[2] ?? join(ROOT, "dist");

rmSync(folder, { recursive: true, force: true });
const words = [
  "build",
  "src/action/start.ts",
  "--out",
  folder,
  "--target",
  "es2022",
  "--no-cache",
  "--transpile-only",
];
execFileSync(process.execPath, [NCC, ...words], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
