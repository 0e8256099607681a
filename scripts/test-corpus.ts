/**
 * `npm run test:corpus -- DIR…`: the impacted targets of the newest commits of repositories, verified by the ecosystems'
 * own tools. Without folders it takes small corpora that the project writes. Ends with an error for a wrong list.
 */
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ToolBox } from "./corpus/exact-graphs.js";
import { isRepository } from "./corpus/history.js";
import { type Measured, measureRepository } from "./corpus/measure-repository.js";
import { writtenCorpora } from "./corpus/written-corpora.js";

const HELP = `Computes the impacted targets of the newest commits of each repository.

  npm run test:corpus -- [options] [folder…]

  --commits N    how many commits along the first parents (60)
  --from SOURCE  source of the targets, as of merge-queue targets; several times for several (workspaces)
  --blockers N   how many causes of ALL to print (10)
  --keep FOLDER  keeps what is measured there, and continues from it; remove it after a change of the program
  --get-tools    gets pnpm and yarn from npm into a temporary folder
  --help         this text

For each repository and source it prints the wrong lists (0), the lists that are ALL and why, how long the other lists are,
and how many pairs share no target, also by the exact lists. A list is wrong if it lacks a target that the ecosystem's own
tool finds in the checkouts of the commit and its parent: cargo, go, mvn, npm, pnpm and yarn, where they are installed. Tools
that did not verify are named with the reason. An exact list has the members that a change touches, adds, deletes or begins to use,
and their dependents, in the tool's graphs of both trees. No tool knows what a file outside all members affects, so for such
files the exact list begins with what the program's list begins with. pnpm and yarn read the configuration of a repository,
which may contain code: measure only repositories that you trust.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: "string", default: "60" },
    from: { type: "string", multiple: true, default: ["workspaces"] },
    blockers: { type: "string", default: "10" },
    keep: { type: "string" },
    "get-tools": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const commits = Number(values.commits);
const blockers = Number(values.blockers);
if (values.help) console.log(HELP);
else if (!Number.isSafeInteger(commits) || commits < 1 || !Number.isSafeInteger(blockers) || blockers < 0) {
  console.error("--commits must be a whole number from 1, and --blockers one from 0");
  process.exitCode = 2;
} else {
  const tools = new ToolBox({ fromNpm: values["get-tools"] });
  try {
    await (positionals.length > 0 ? measureAll(positionals, tools) : measureWritten(tools));
  } finally {
    tools.remove();
  }
}

async function measureAll(folders: readonly string[], tools: ToolBox): Promise<void> {
  const ratios: number[] = [];
  let all = 0;
  let total = 0;
  for (const given of folders) {
    const folder = resolve(given);
    if (!isRepository(folder)) {
      console.error(`${given} is not a git repository with commits`);
      process.exitCode = 2;
      continue;
    }
    for (const source of values.from) {
      const measured = await measureRepository({
        folder,
        source,
        commits,
        tools,
        keepIn: values.keep ?? null,
      });
      const { apart, exactlyApart } = measured;
      if (exactlyApart !== null) ratios.push(exactlyApart === 0 ? 1 : apart / exactlyApart);
      print(nameOf(folder), source, measured);
      all += measured.all;
      total += measured.commits;
      if (measured.wrong.length > 0) process.exitCode = 1;
    }
  }
  if (total > 0) console.log(`\nALL: ${all} of ${total} lists (${percent(all, total)})`);
  if (ratios.length > 0)
    console.log(`pairs apart / exactly apart: median ${middleOf(ratios).toFixed(2)} of ${ratios.length}`);
}

function middleOf(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}

async function measureWritten(tools: ToolBox): Promise<void> {
  for (const { name, repository, expectedAll } of await writtenCorpora()) {
    try {
      const measured = await measureRepository({
        folder: repository.folder,
        source: "workspaces",
        commits,
        tools,
        keepIn: null,
      });
      print(name, "workspaces", measured);
      if (measured.all === expectedAll && measured.wrong.length === 0) continue;
      console.error(`expected ${expectedAll} lists that are ALL, and none that is wrong`);
      process.exitCode = 1;
    } finally {
      await repository.remove();
    }
  }
}

/** A bare repository is often called `repo` or `repo.git`, inside a folder with its name. */
function nameOf(folder: string): string {
  const name = basename(folder).replace(/\.git$/, "");
  return name === "repo" || name === "" ? basename(dirname(folder)) : name;
}

function print(name: string, source: string, measured: Measured): void {
  const { all, commits: count, sizes, apart, exactlyApart, pairs, wrong, verified, skipped } = measured;
  const middle = sizes[Math.floor(sizes.length / 2)] ?? 0;
  console.log(`\n${name}, ${source}`);
  const checks = [...verified].map(([program, times]) => `${program} verified ${times}`);
  const missing = [...skipped].map(([program, why]) => `${program} skipped: ${why}`);
  console.log(`  wrong        ${wrong.length} (${[...checks, ...missing].join("; ") || "no tool applies"})`);
  for (const line of wrong.slice(0, 10)) console.log(`               ${line}`);
  console.log(`  ALL          ${all} of ${count} (${percent(all, count)})`);
  for (const [cause, times] of [...measured.blockers].slice(0, blockers)) {
    console.log(`               ${times}  ${cause}`);
  }
  console.log(`  list sizes   median ${middle}, longest ${sizes.at(-1) ?? 0}`);
  const exact =
    exactlyApart === null
      ? "exact: not known, see the skipped tools"
      : `exact: ${exactlyApart}, ${percent(apart, exactlyApart)} of it`;
  console.log(`  pairs apart  ${apart} of ${pairs} (${percent(apart, pairs)}); ${exact}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((100 * part) / whole)} %`;
}
