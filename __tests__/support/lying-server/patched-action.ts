/** The Action with pieces of its source text replaced, for the tests that show that such a bug is found. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Patch } from "../patched-engine.js";
import { loadAction, type RunStep } from "./action-in-process.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const PARTS = ["action", "client", "contract", "domain", "operations", "targets"];

/** A whole Action of its own. A patch names a file in `src`; it fails when the text is not there exactly once. */
export async function withPatchedAction<Result>(
  patches: readonly Patch[],
  use: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "patched-action-"));
  try {
    mkdirSync(join(folder, "src"));
    for (const part of PARTS) cpSync(join(ROOT, "src", part), join(folder, "src", part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    for (const patch of patches) apply(join(folder, "src"), patch);
    return await use(await loadAction(join(folder, "src")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function apply(sources: string, { file, from, to }: Patch): void {
  const path = join(sources, file);
  const pieces = readFileSync(path, "utf8").split(from);
  if (pieces.length !== 2) throw new Error(`src/${file} has ${pieces.length - 1} times: ${from}`);
  writeFileSync(path, pieces.join(to));
}
