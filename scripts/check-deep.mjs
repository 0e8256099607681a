#!/usr/bin/env node
/**
 * What is too long for every change, one step after the other: the long suites at full size, corpora, mutation, benchmarks.
 * `npm run check:deep -- mutate bench` runs only these. Goes on after a failure, and ends with `N passed, N failed`.
 */
import { Tally, take } from "./step.mjs";

const STEPS = [
  "test:deep",
  "test:corpus",
  "mutate",
  "bench",
  "bench:hedging",
  "bench:service",
  "bench:replicas",
  "bench:github",
  "size",
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.includes(name));
if (unknown.length > 0) {
  console.error(`no step is named ${unknown.join(", ")}; expected ${STEPS.join(", ")}`);
  process.exitCode = 2;
} else {
  const tally = new Tally();
  for (const name of wanted.length > 0 ? wanted : STEPS) {
    await take(tally, { name, words: ["npm", "run", "--silent", name], isWatched: true });
  }
  tally.conclude();
}
