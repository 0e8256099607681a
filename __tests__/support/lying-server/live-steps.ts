/**
 * A program: steps of the Action against a server that lies, one seed after the other. Prints a line of JSON: how many, and
 * the story of each seed that broke, up to `--most`.
 *
 *   node --import ./__tests__/support/typescript-imports.mjs __tests__/support/lying-server/live-steps.ts --from 1 --seeds 100
 */
import "./step-time.mjs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { loadAction } from "./action-in-process.js";
import { liveStep } from "./live-step.js";
import { LyingServer } from "./lying-server.js";
import { storyOf } from "./story.js";
import { falseClaims } from "./truths.js";

export interface LivedSteps {
  readonly steps: number;
  readonly requests: number;
  /** Endings, by operation and outcome. */
  readonly endings: Readonly<Record<string, number>>;
  readonly broken: readonly {
    readonly seed: number;
    readonly claims: readonly string[];
    readonly story: string;
  }[];
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    sources: { type: "string", default: "src" },
    most: { type: "string", default: "1" },
    stories: { type: "boolean", default: false },
  },
});

const runStep = await loadAction(resolve(values.sources));
const server = await LyingServer.start();
const broken: LivedSteps["broken"][number][] = [];
const endings: Record<string, number> = {};
let [steps, requests] = [0, 0];
for (let seed = Number(values.from); steps < Number(values.seeds); seed++) {
  const lived = await liveStep(seed, runStep, server);
  steps += 1;
  requests += lived.requests.length;
  const { outcome = "", "error-kind": kind = "" } = lived.told.outputs;
  const ending = `${lived.plan.operation} ${kind || outcome}`;
  endings[ending] = (endings[ending] ?? 0) + 1;
  const claims = falseClaims(lived);
  if (claims.length > 0) broken.push({ seed, claims, story: storyOf(seed, lived, values.sources) });
  if (broken.length >= Number(values.most)) break;
}
await server.close();
if (values.stories) console.log(broken.map(({ story }) => story).join("\n\n"));
else console.log(JSON.stringify({ steps, requests, endings, broken } satisfies LivedSteps));
process.exit(0);
