/** A program: lives steps of an Action with each planted bug until it shows; prints lines of JSON. */
import "./step-time.mjs";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Patch } from "../patched-engine.js";
import { seededChance } from "../seeded-chance.js";
import { loadAction, type RunStep } from "./action-in-process.js";
import { liveStep } from "./live-step.js";
import { LyingServer } from "./lying-server.js";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.js";
import { drawPlan } from "./step-plan.js";
import { falseClaims } from "./truths.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const PARTS = ["action", "client", "contract", "domain", "operations", "targets"];

/** A whole Action of its own. A patch names a file in `src`; it fails when the text is not there exactly once. */
async function withPatchedAction<Result>(
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

export interface LivedWithBug {
  readonly name: string;
  /** The first seed that shows it, and what it claims; null when none does. */
  readonly found: { readonly seed: number; readonly claims: string } | null;
}

const seeds = Number(process.argv[2]);
const server = await LyingServer.start();
for (const bug of PLANTED_BUGS) {
  const lived: LivedWithBug = {
    name: bug.name,
    found: await withPatchedAction(bug.patches, (runStep) => find(bug, runStep)),
  };
  console.log(JSON.stringify(lived));
}
await server.close();
process.exit(0);

async function find({ operations }: PlantedBug, runStep: RunStep): Promise<LivedWithBug["found"]> {
  for (let seed = 1; seed <= seeds; seed++) {
    if (!operations.includes(drawPlan(seededChance(seed)).operation)) continue;
    const claims = falseClaims(await liveStep(seed, runStep, server));
    if (claims.length > 0) return { seed, claims: claims.join("; ") };
  }
  return null;
}
