#!/usr/bin/env node
/**
 * The short check while working: types, lint, the house rules, and the unit and contract suites that the change
 * reaches by the imports that exist at run time. It runs the nearest ones that fit into a minute and names the others.
 * `npm run check` remains what has to pass.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reachedSuites, type SuitePlan, withinBudget } from "../__tests__/support/reached-suites.js";
import { sourceFiles } from "../__tests__/support/source-files.js";
import { costOf } from "../__tests__/support/suite-costs.js";
import { REPORTS, Tally, take } from "./step.mjs";

const HELP = `Checks what a change reaches: types, lint, house rules, and unit and contract suites, the nearest first.
It names the suites that do not fit into about a minute. Ends with "N passed, N failed".

  npm run check:quick                    what differs from the merge base with main, with the work tree
  npm run check:quick -- --since REV     what differs from REV, with the work tree
  npm run check:quick -- --list          print the suites, run nothing
  npm run check:quick -- --all           run all unit and contract suites that the change reaches`;

const QUICK = /^__tests__\/(unit|contract)\//;
/** Seconds of processor time: with the other steps about a minute on two cores. */
const BUDGET_SECONDS = 45;
const NAMED_AT_MOST = 10;
const HOUSE_RULES = "__tests__/architecture/";

const values = readOptions();
if (values.help) console.log(HELP);
else await checkQuickly(values.since ?? mergeBase());

function readOptions() {
  try {
    return parseArgs({
      options: {
        since: { type: "string" },
        list: { type: "boolean", default: false },
        all: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(2);
  }
}

async function checkQuickly(since: string): Promise<void> {
  const files = ["src", "__tests__", "scripts", "bench"].flatMap((folder) => sourceFiles(folder));
  const changed = changedFiles(since);
  const reached = reachedSuites(files, changed);
  const quick = reached.filter(({ path }) => QUICK.test(path));
  const plan = withinBudget(quick, costOf, values.all ? Number.POSITIVE_INFINITY : BUDGET_SECONDS);
  const others = reached.length - quick.length;
  console.log(
    `${changed.length} files differ from ${since.slice(0, 10)}; they reach ${quick.length} unit and contract suites` +
      ` (and ${others} longer ones, which npm test runs)`,
  );
  if (values.list) {
    console.log(plan.run.join("\n"));
    reportLeftOut(plan);
  } else await check(plan);
}

function reportLeftOut({ leftOut }: SuitePlan): void {
  if (leftOut.length === 0) return;
  const named = leftOut.slice(0, NAMED_AT_MOST).map((path) => `  ${path}`);
  const more = leftOut.length > named.length ? [`  and ${leftOut.length - named.length} more`] : [];
  const seconds = leftOut.reduce((sum, path) => sum + costOf(path), 0);
  console.error(
    [
      `\n${leftOut.length} suites did not fit into a minute (about ${seconds} s of processor time); --all runs them too:`,
      ...named,
      ...more,
    ].join("\n"),
  );
}

async function check(plan: SuitePlan): Promise<void> {
  const tally = new Tally();
  // Some suites start what is compiled here, and types are checked on the way.
  await take(tally, { name: "build", words: ["npm", "run", "--silent", "build:lib"] });
  const reading = inTurn(tally, "types", "lint");
  const words = ["npm", "run", "--silent", "jest", "--", "--runTestsByPath"];
  await take(tally, {
    name: "tests that the change reaches",
    words: [...words, ...architectureSuites(), ...plan.run],
    environment: { TEST_SIZE: "all" },
    results: join(REPORTS, "jest-quick.json"),
    isWatched: true,
  });
  await reading;
  reportLeftOut(plan);
  tally.conclude();
}

async function inTurn(tally: Tally, ...names: readonly string[]): Promise<void> {
  for (const name of names) await take(tally, { name, words: ["npm", "run", "--silent", name] });
}

function architectureSuites(): readonly string[] {
  return sourceFiles(HOUSE_RULES).flatMap(({ path }) => (path.endsWith(".test.ts") ? [path] : []));
}

function mergeBase(): string {
  for (const main of ["origin/main", "main"]) {
    try {
      return git("merge-base", "HEAD", main).trim();
    } catch {
      // A clone may lack either.
    }
  }
  return "HEAD";
}

/** Files that git tracks and new ones that it does not ignore. */
function changedFiles(since: string): readonly string[] {
  const tracked = git("diff", "--name-only", "--no-renames", "-z", since, "--");
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set(`${tracked}${untracked}`.split("\0").filter((path) => path !== ""))];
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
