/** Everything about one seed that a person needs: what was asked, what happened, what was claimed, and how to see it again. */

import type { Lived } from "./evidence.js";
import { finalSentence } from "./told.js";
import { falseClaims } from "./truths.js";

const LONGEST = 160;

export function storyOf(seed: number, lived: Lived, sources: string): string {
  const { plan, habits, world, told } = lived;
  const end = world.truth;
  return [
    `Seed ${seed}: the step claims what is not true.`,
    `Step: ${JSON.stringify(plan.inputs)}${plan.cancelledAt === null ? "" : `, cancelled during request ${plan.cancelledAt + 1}`}`,
    `Server: ${JSON.stringify(habits)}`,
    `History: ${JSON.stringify(world.at(0), withoutSettings)}`,
    ...historyOf(lived),
    ...told.logs.map((line) => `  log: ${line}`),
    ...told.warnings.map((line) => `  warning: ${line}`),
    `Claim: exit code ${told.exitCode}, ${finalSentence(told)}`,
    `  ${JSON.stringify({ ...told.outputs, response: undefined })}`,
    `Not true: ${falseClaims(lived).join("; ")}`,
    `Truth: ${JSON.stringify(end, withoutSettings)}`,
    `Again: ${commandFor(seed, sources)}`,
  ].join("\n");
}

export function commandFor(seed: number, sources: string): string {
  if (sources === "dist") {
    const suite = "__tests__/simulation/lying-server-bundle.test.ts";
    return `LYING_SERVER_FIRST_SEED=${seed} LYING_SERVER_BUNDLE_SEEDS=1 npm run jest -- ${suite}`;
  }
  const from = sources === "src" ? "" : ` --sources ${sources}`;
  return `node --import ./__tests__/support/typescript-imports.mjs __tests__/support/lying-server/live-steps.ts --stories --from ${seed} --seeds 1${from}`;
}

/** Requests and changes in the order in which they happened. */
function historyOf({ requests, world }: Lived): readonly string[] {
  const lines = world.moments
    .map(({ by, what }, index) => ({ at: index, line: `    ${by} ${what}` }))
    .slice(1);
  const asked = requests.map(({ at, endpoint, body, deal, reply, status, sent, isTrue }, index) => {
    const { repo: _repo, targetBranch: _branch, pr: _pr, ...rest } = body;
    const answer = status === null ? reply : `${status} ${JSON.stringify((sent ?? "").slice(0, LONGEST))}`;
    const line = `  ${index + 1}. ${endpoint} ${JSON.stringify(rest)}: deal ${deal}; ${isTrue ? "true" : reply} answer ${answer}`;
    return { at: at + 0.5, line };
  });
  return [...lines, ...asked].sort((one, other) => one.at - other.at).map(({ line }) => line);
}

function withoutSettings(key: string, value: unknown): unknown {
  if (key !== "settings" || typeof value !== "object" || value === null) return value;
  const shown = ["state", "mode", "concurrency", "batch", "testingTimeoutMinutes"];
  return Object.fromEntries(Object.entries(value).filter(([name]) => shown.includes(name)));
}
