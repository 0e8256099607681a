/** Lives one life of the real service under `kill -9`, and says whether everything held: `npm run soak`. */
import { parseArgs } from "node:util";
import { soak } from "../__tests__/support/soak/soak.js";
import type { SoakPlan } from "../__tests__/support/soak/soak-plan.js";
import { toldReport } from "../__tests__/support/soak/told-report.js";

const HELP = `Kills the real service again and again while real clients submit pull requests to a real repository, starts it at
once every time, and checks in the end that nothing was lost and nothing happened twice. Of several replicas, the second
one's clock is an hour ahead, and the third one's 40 days.

  npm run soak -- [options]

  --kills N       how many kills (25)
  --store KIND    sqlite or postgres (sqlite)
  --replicas N    processes at once, on postgres (1 on sqlite, 3 on postgres)
  --seed N        what is drawn (by the clock)
  --help          this text

What is broken is told with the last pictures of the queues, its folder is kept, and the exit code is 1.`;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "25" },
    store: { type: "string", default: "sqlite" },
    replicas: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(HELP);
else {
  const plan = planned();
  console.log(`seed ${plan.seed}`);
  const report = await soak(plan);
  console.log(toldReport(report));
  // What a broken life left running must not keep this one going.
  process.exit(report.broken.length === 0 ? 0 : 1);
}

function planned(): SoakPlan {
  const { store } = values;
  if (store !== "sqlite" && store !== "postgres")
    throw new RangeError("--store: expected sqlite or postgres");
  const replicas = wholeNumber("replicas", values.replicas ?? (store === "sqlite" ? "1" : "3"));
  if (store === "sqlite" && replicas > 1) throw new RangeError("--replicas: sqlite is for one process");
  const startedAt = performance.now();
  return {
    ...{ store, replicas },
    kills: wholeNumber("kills", values.kills),
    seed: wholeNumber("seed", values.seed ?? String(Date.now() % 1_000_000)),
    tell: (line) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}`),
  };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new RangeError(`--${option}: expected a whole number from 1, and found ${text}`);
  return number;
}
