#!/usr/bin/env node
/**
 * What is too long for every change, one step after the other: `npm run check:deep`, and `-- mutate bench` for only
 * these. Goes on after a failure, and ends with `N passed, N failed`.
 */
import { spawnSync } from "node:child_process";

const STEPS = [
  {
    name: "explore",
    words: ["npm", "run", "--silent", "jest", "--", "--testPathPatterns", "simulation/exploration"],
    environment: { EXPLORATION_DEPTH: "deep" },
  },
  {
    name: "histories",
    words: [
      "npm",
      "run",
      "--silent",
      "jest",
      "--",
      "unit/service/git/random-histories",
      "simulation/real-git",
    ],
    environment: { GIT_HISTORIES: "60", REAL_GIT_SEEDS: "500" },
  },
  {
    name: "targets",
    words: ["npm", "run", "--silent", "jest", "--", "property/impacted-targets"],
    environment: { IMPACTED_TARGETS_REPOSITORIES: "20000", IMPACTED_TARGETS_FIRST_SEED: "1" },
  },
  {
    name: "tools",
    words: ["npm", "run", "--silent", "test:tools"],
    environment: { TOOLS_MATRIX: "whole" },
  },
  {
    name: "contract-fuzz",
    words: ["npm", "run", "--silent", "jest", "--", "property/contract-fuzz"],
    environment: { CONTRACT_FUZZ_REQUESTS: "150000", CONTRACT_FUZZ_SEED: "2" },
  },
  {
    name: "webhooks",
    words: ["npm", "run", "--silent", "jest", "--", "property/webhooks", "webhooks/crash"],
    environment: { WEBHOOK_LIVES: "3000", WEBHOOK_KILLS: "50" },
  },
  {
    name: "faces",
    words: ["npm", "run", "--silent", "jest", "--", "github/face"],
    environment: { FACE_LIVES: "2000", PROPERTY_RUNS: "100000" },
  },
  {
    name: "github-stories",
    words: ["npm", "run", "--silent", "jest", "--", "simulation/github-faults"],
    environment: { GITHUB_STORIES: "400" },
  },
  {
    name: "api-git",
    words: ["npm", "run", "--silent", "jest", "--", "contract/api-git"],
    environment: { API_GIT_CONTRACT: "deep" },
  },
  {
    name: "bug-stories",
    words: ["npm", "run", "--silent", "jest", "--", "simulation/full-loop-bugs"],
    environment: { SHRUNK: "whole" },
  },
  { name: "simulate", words: ["npm", "run", "--silent", "simulate", "--", "--seeds", "100000"] },
  {
    name: "simulate-sqlite",
    words: ["npm", "run", "--silent", "simulate", "--", "--seeds", "10000", "--store", "sqlite"],
  },
  {
    name: "replicas",
    words: ["npm", "run", "--silent", "jest", "--", "simulation/replicas", "e2e/replicas"],
    environment: { REPLICAS_KILLS: "200", REPLICAS_PULL_REQUESTS: "60" },
  },
  { name: "soak", words: ["npm", "run", "--silent", "soak", "--", "--kills", "500", "--store", "sqlite"] },
  {
    name: "soak-postgres",
    words: [
      "npm",
      "run",
      "--silent",
      "soak",
      "--",
      "--kills",
      "200",
      "--store",
      "postgres",
      "--replicas",
      "3",
    ],
  },
  {
    name: "demo",
    words: ["npm", "run", "--silent", "jest", "--", "e2e/demo"],
    environment: { DEMO_KILLS: "40" },
  },
  {
    name: "random-lives",
    words: ["npm", "run", "--silent", "jest", "--", "simulation/random-life"],
    environment: { SIMULATION_SEEDS: "50000" },
  },
  {
    name: "readings",
    words: ["npm", "run", "--silent", "jest", "--", "property/reference"],
    environment: { PROPERTY_RUNS: "3000" },
  },
  { name: "upgrade", words: ["npm", "run", "--silent", "upgrade", "--", "--times", "5"] },
  { name: "mutate", words: ["npm", "run", "--silent", "mutate"] },
  { name: "bench", words: ["npm", "run", "--silent", "bench"] },
  { name: "bench-service", words: ["npm", "run", "--silent", "bench:service"] },
  { name: "bench-github", words: ["npm", "run", "--silent", "bench:github"] },
  { name: "size", words: ["npm", "run", "--silent", "size"] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `no step is named ${unknown.join(", ")}; expected ${STEPS.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

let passed = 0;
const failed = [];
for (const { name, words, environment = {} } of STEPS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n▶ ${name}: ${words.join(" ")}`);
  const startedAt = performance.now();
  const [program, ...rest] = words;
  const { status } = spawnSync(program, rest, { stdio: "inherit", env: { ...process.env, ...environment } });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`  ${status === 0 ? "passed" : "FAILED"} in ${minutes} min`);
  if (status === 0) passed += 1;
  else failed.push(name);
}
if (failed.length > 0) console.log(`\nfailed: ${failed.join(", ")}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
