/**
 * How long it takes to find the impacted targets of a workspace of a thousand packages, beside git reading the same
 * files and doing nothing with them; and of twenty thousand changed files under three hundred patterns, beside the bare
 * expressions. Run: node --import ./__tests__/support/typescript-imports.mjs bench/targets-graph.ts
 */
import { execFileSync } from "node:child_process";
import { MemoryTree } from "../__tests__/support/memory-tree.js";
import { RealTrees } from "../__tests__/support/real-trees.js";
import { compilePattern } from "../src/targets/path-patterns.js";
import type { SourceAnswer } from "../src/targets/source.js";
import { pathsSource } from "../src/targets/sources/paths/paths.js";
import { workspacesSource } from "../src/targets/sources/workspaces/workspaces.js";
import { type ManyPackages, manyPackages } from "./targets-repository.js";

const ROUNDS = 5;

await compareWorkspaces(1000);
await comparePaths(20_000, 300);

async function compareWorkspaces(count: number): Promise<void> {
  const packages = await manyPackages(count);
  const trees = await RealTrees.of(packages.repository);
  try {
    const names = new Set<number>();
    const ours = await median(async () => {
      const answer = await workspacesSource().answer(await trees.context(packages.base, packages.head));
      names.add(targetsIn(answer));
    });
    const reference = await median(() => readWithGit(packages));
    console.log(
      `${count} packages, ${count * 11 + 2} files → ${[...names].join(", ")} targets: ${ms(ours)} ms`,
    );
    console.log(
      `  git alone, reading the same: ${ms(reference)} ms; ours is ${ratio(ours, reference)} × that`,
    );
  } finally {
    await trees.remove();
    await packages.repository.remove();
  }
}

/** Both listings, the difference, and every manifest once: what cannot be done without. */
function readWithGit({ repository: { folder }, base, head }: ManyPackages): void {
  const git = (words: readonly string[], input = "") =>
    execFileSync("git", ["--git-dir", folder, ...words], { input, encoding: "utf8", maxBuffer: 1 << 30 });
  git(["diff-tree", "-r", "-z", "--raw", "--no-renames", base, head]);
  git(["ls-tree", "-r", "-z", head]);
  const listing = git(["ls-tree", "-r", "-z", base]).split("\0");
  const manifests = listing
    .filter((line) => line.endsWith("/package.json"))
    .map((line) => line.split(/[\s\t]/)[2]);
  git(["cat-file", "--batch"], `${manifests.join("\n")}\n`);
}

async function comparePaths(count: number, patterns: number): Promise<void> {
  const files = Array.from(
    { length: count },
    (_, index) => `services/s${index % 400}/src/part${index % 7}/file${index}.ts`,
  );
  const mapping = Array.from({ length: patterns }, (_, index) => [`t${index}`, patternOf(index)] as const);
  const tree = MemoryTree.of({ "targets.yml": JSON.stringify(Object.fromEntries(mapping)) });
  const changed = files.map((path) => ({ path, status: "modified", isSubmodule: false }) as const);
  const context = { base: tree, head: tree, changed, checkout: null, signal: new AbortController().signal };
  const ours = await median(async () => {
    targetsIn(await pathsSource("targets.yml").answer(context));
  });
  const tests = mapping.map(([, pattern]) => compilePattern(pattern));
  const reference = await median(() => {
    for (const path of files) for (const test of tests) test(path);
  });
  console.log(`${count} files × ${patterns} patterns: ${ms(ours)} ms (at most 500)`);
  console.log(`  the bare expressions: ${ms(reference)} ms; ours is ${ratio(ours, reference)} × that`);
}

/** Two thirds begin with a folder's name, as most do; the rest may match anywhere. */
function patternOf(index: number): string {
  const shapes = [
    `services/s${index}/**`,
    `services/s${index}/src/**/*.{ts,tsx}`,
    `**/part${index % 7}/file${index}*.ts`,
  ];
  return shapes[index % shapes.length] ?? "**";
}

function targetsIn(answer: SourceAnswer): number {
  if (answer.kind === "all") throw new Error(`${answer.cause.subject}: ${answer.cause.rule}`);
  return answer.targets.size;
}

/** In milliseconds. */
async function median(run: () => Promise<void> | void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function ms(time: number): string {
  return time.toFixed(0);
}

function ratio(time: number, reference: number): string {
  return (time / reference).toFixed(2);
}
