/**
 * How long it takes to find the impacted targets of a workspace of a thousand packages, beside Nx on the same
 * repository, which has to name the same ones. Nx is the one of tools/, asked as in CI, with its graph in its cache.
 * Run: npm run bench:targets-tools, after npm run test:tools has brought Nx.
 */
import { execFileSync } from "node:child_process";
import { RealTrees } from "../__tests__/support/real-trees.js";
import { ROOT } from "../__tests__/support/source-files.js";
import { ToolCheckout } from "../__tests__/support/tool-checkout.js";
import { INSTALLED_TOOLS, putInto } from "../__tests__/tools/installed-tools.js";
import { workspacesSource } from "../src/targets/sources/workspaces/workspaces.js";
import { manyPackages } from "./targets-repository.js";

const ROUNDS = 9;

const nx = INSTALLED_TOOLS.find(({ title }) => title === "nx 24");
if (nx === undefined) throw new Error("the tools have no such Nx");
const packages = await manyPackages(1000);
const trees = await RealTrees.of(packages.repository);
const checkout = await ToolCheckout.create(packages.repository);
try {
  await checkout.git("checkout", "--quiet", "--detach", packages.head);
  await putInto(checkout.folder, nx);
  namesFromNx(); // fills its cache
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      nx: await measured(namesFromNx),
      ours: await measured(namesFromUs),
      command: await measured(namesFromCommand),
    });
  }
  const times = (of: keyof Round) => median(rounds.map((round) => round[of].ms)).toFixed(0);
  const ratio = (of: keyof Round) => median(rounds.map((round) => round.nx.ms / round[of].ms)).toFixed(1);
  const names = new Set(
    rounds.flatMap((round) => Object.values(round).map((one: Measured) => one.names.join("\n"))),
  );
  if (names.size !== 1) throw new Error("Nx names other targets than we do");
  const count = [...names].join().split("\n").length;
  console.log(
    `1000 packages, ${count} targets by Nx and by us; nx show projects --affected: ${times("nx")} ms`,
  );
  console.log(
    `  ours, as the action does it: ${times("ours")} ms, ${ratio("ours")} times as fast (at least 10)`,
  );
  console.log(`  ours, as a command of its own: ${times("command")} ms, ${ratio("command")} times as fast`);
} finally {
  await checkout.remove();
  await trees.remove();
  await packages.repository.remove();
}

interface Measured {
  readonly names: readonly string[];
  readonly ms: number;
}

/** What is measured one right after the other, so that what else the machine does falls on all of it. */
interface Round {
  readonly nx: Measured;
  readonly ours: Measured;
  readonly command: Measured;
}

async function measured(ask: () => readonly string[] | Promise<readonly string[]>): Promise<Measured> {
  const start = performance.now();
  const names = await ask();
  return { names: [...names].sort(), ms: performance.now() - start };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function namesFromNx(): readonly string[] {
  const words = [
    "show",
    "projects",
    "--affected",
    `--base=${packages.base}`,
    `--head=${packages.head}`,
    "--json",
  ];
  const environment = { ...process.env, NX_DAEMON: "false", NX_NO_CLOUD: "true", CI: "true" };
  const printed = execFileSync("node_modules/.bin/nx", words, { cwd: checkout.folder, env: environment });
  return JSON.parse(printed.toString()) as string[];
}

async function namesFromUs(): Promise<readonly string[]> {
  const answer = await workspacesSource().answer(await trees.context(packages.base, packages.head));
  if (answer.kind === "all") throw new Error(`${answer.cause.subject}: ${answer.cause.rule}`);
  return [...answer.targets.keys()];
}

function namesFromCommand(): readonly string[] {
  const words = ["targets", "--from", "workspaces", "--base", packages.base, "--head", packages.head];
  const program = `${ROOT}/bin/merge-queue.js`;
  const printed = execFileSync(process.execPath, [program, ...words], {
    cwd: checkout.folder,
    encoding: "utf8",
  });
  return printed.split("\n").filter((line) => line !== "");
}
