/** A program: lives steps of an Action with each planted bug until it shows; prints lines of JSON. */
import "./step-time.mjs";
import { seededChance } from "../seeded-chance.js";
import type { RunStep } from "./action-in-process.js";
import { liveStep } from "./live-step.js";
import { LyingServer } from "./lying-server.js";
import { withPatchedAction } from "./patched-action.js";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.js";
import { drawPlan } from "./step-plan.js";
import { falseClaims } from "./truths.js";

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
