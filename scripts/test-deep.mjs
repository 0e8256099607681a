#!/usr/bin/env node
/**
 * The long suites at full size, then all other suites as `others`, external tools and upgrades: hours.
 * `npm run test:deep -- lives kills` runs only these, `-- github-stories --shard 2/40` one part of a suite.
 * Goes on after a failure, and ends with `N passed, N failed`.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEEP_SUITES } from "./deep-suites.mjs";
import { REPORTS, Tally, take } from "./step.mjs";

/** Their suites take rows by `inShard` of `__tests__/support/test-size.ts`. */
const SHARDED = ["ci-files", "rulesets", "shown-as-merged", "github-stories"];

const HELP = `Runs the long suites at full size. Ends with "N passed, N failed".

  npm run test:deep                    all of them
  npm run test:deep -- lives kills     only these
  npm run test:deep -- github-stories --shard 2/40
                                       the second of 40 parts of ${SHARDED.join(", ")}

Names: ${Object.keys(DEEP_SUITES).join(", ")}, others (every test of all other suites), tools, upgrades`;

const JEST = ["npm", "run", "--silent", "jest", "--"];
const NOT_OTHERS = [
  "/node_modules/",
  "/__tests__/tools/",
  "/__tests__/groups/",
  ...Object.values(DEEP_SUITES).flat(),
];
const OTHERS = {
  others: {
    words: [...JEST, "--testPathIgnorePatterns", ...NOT_OTHERS],
    results: "jest-others.json",
  },
  tools: {
    words: ["npm", "run", "--silent", "test:tools", "--"],
    results: "jest-tools.json",
    mayBeSkipped: true,
  },
  upgrades: { words: ["npm", "run", "--silent", "upgrade", "--", "--times", "5"] },
};

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", default: false }, shard: { type: "string" } },
  allowPositionals: true,
});
const names = [...Object.keys(DEEP_SUITES), ...Object.keys(OTHERS)];
const unknown = positionals.filter((name) => !names.includes(name));
const whole = (positionals.length > 0 ? positionals : names).filter((name) => !SHARDED.includes(name));
if (values.help) console.log(HELP);
else if (unknown.length > 0) {
  console.error(`no long suite is named ${unknown.join(", ")}; expected ${names.join(", ")}`);
  process.exitCode = 2;
} else if (values.shard !== undefined && whole.length > 0) {
  console.error(`--shard: ${whole.join(", ")} has no parts; expected only ${SHARDED.join(", ")}`);
  process.exitCode = 2;
} else await testDeep(positionals.length > 0 ? positionals : names);

async function testDeep(wanted) {
  const tally = new Tally();
  const shard = values.shard === undefined ? {} : { TEST_SHARD: values.shard };
  const environment = { TEST_SIZE: "full", ...shard };
  for (const name of wanted) {
    const { results, ...step } = OTHERS[name] ?? {
      words: [...JEST, ...DEEP_SUITES[name]],
      results: `jest-${name}.json`,
    };
    const file = results === undefined ? {} : { results: join(REPORTS, results) };
    await take(tally, { name, environment, isWatched: true, ...step, ...file });
  }
  tally.conclude();
}
