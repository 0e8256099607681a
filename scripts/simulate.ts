/** Lives many lives of the whole service in a simulated world; the first that breaks is shrunk, told, and ends it. */
import { parseArgs } from "node:util";
import { isFaultKind } from "../__tests__/support/full-life/faults.js";
import { liveMany } from "../__tests__/support/full-life/many-lives.js";
import { metLessThan } from "../__tests__/support/full-life/occurrences.js";
import { stepsIn } from "../__tests__/support/full-life/told-life.js";

const HELP = `Lives lives of the whole service in a simulated world, one seed after the other.

  npm run simulate -- [options]

  --seeds N            how many lives (1000)
  --from SEED          the first seed (1)
  --store KIND         memory or sqlite (memory)
  --budget-minutes N   end after so many minutes, whatever is left
  --steps RANGES       only these steps of each life, such as 1-3,7
  --without KINDS      without these kinds of faults, such as crashes,staleTips
  --occurrences        say in the end how often each thing was met
  --least N            fail when anything that can be met was met less often
  --help               this text

The first life that breaks ends it: it is told as short as it gets, with the commands that live it again, and the exit
code is 1. Such a life belongs into __tests__/support/full-life/named-seeds.ts.`;
const PROGRESS_EVERY_MS = 5000;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    store: { type: "string", default: "memory" },
    "budget-minutes": { type: "string" },
    steps: { type: "string" },
    without: { type: "string", default: "" },
    occurrences: { type: "boolean", default: false },
    least: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(HELP);
else await simulate();

async function simulate(): Promise<void> {
  const seeds = wholeNumber("seeds", values.seeds);
  const firstSeed = wholeNumber("from", values.from);
  const budget = values["budget-minutes"];
  const minutes = budget === undefined ? Infinity : wholeNumber("budget-minutes", budget);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const lived = await liveMany({
    firstSeed,
    seeds,
    store: storeKind(values.store),
    steps: values.steps === undefined ? null : stepsIn(values.steps),
    without: new Set(faultKinds(values.without)),
    goesOn: (count) => {
      const now = performance.now();
      const elapsedMs = now - startedAt;
      if (now - toldAt > PROGRESS_EVERY_MS) {
        toldAt = now;
        const eachMs = elapsedMs / count;
        const leftMs = Math.min(eachMs * (seeds - count), minutes * 60_000 - elapsedMs);
        console.log(`${count} of ${seeds} lives, ${eachOf(elapsedMs, count)}, ${duration(leftMs)} left`);
      }
      return elapsedMs < minutes * 60_000;
    },
  });
  const elapsedMs = performance.now() - startedAt;
  const { tally } = lived;
  console.log(
    `${lived.seeds} lives from seed ${firstSeed} in ${duration(elapsedMs)}, ${eachOf(elapsedMs, lived.seeds)}: ` +
      `${tally.get("a queue decides") ?? 0} decisions, ${tally.get("event landed") ?? 0} landings, ` +
      `${tally.get("a process dies") ?? 0} processes died`,
  );
  if (values.occurrences) console.log(metLessThan(Infinity, tally).join("\n"));
  const rare = values.least === undefined ? [] : metLessThan(wholeNumber("least", values.least), tally);
  if (rare.length > 0 && lived.broken === null) {
    console.log(`met too rarely: ${rare.join(", ")}`);
    process.exitCode = 1;
  }
  if (lived.broken !== null) {
    console.log(lived.broken.story);
    process.exitCode = 1;
  }
}

function eachOf(elapsedMs: number, count: number): string {
  return `${(elapsedMs / count).toFixed(1)} ms each`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new RangeError(`--${option}: expected a whole number from 1`);
  return number;
}

function storeKind(text: string): "memory" | "sqlite" {
  if (text !== "memory" && text !== "sqlite") throw new RangeError("--store: expected memory or sqlite");
  return text;
}

function faultKinds(text: string) {
  return text.split(",").flatMap((kind) => {
    if (kind === "") return [];
    if (!isFaultKind(kind)) throw new RangeError(`--without: there is no kind of fault ${kind}`);
    return [kind];
  });
}
