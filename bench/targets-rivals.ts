/**
 * `merge-queue targets` as a process of its own beside the fastest other programs, started in turns: Turborepo and pnpm
 * for a workspace of a thousand packages, and a naive program for a list of 400,000 names. npm brings the tools into a
 * temporary folder. Run: npm run bench:targets-rivals
 */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../__tests__/support/source-files.js";
import { manyPackages } from "./targets-repository.js";

const ROUNDS = 7;
const NAMES = 400_000;
const OURS = join(ROOT, "bin/merge-queue.js");
const NAIVE = `
  import { readFileSync } from "node:fs";
  const lines = readFileSync(process.argv[2], "utf8").split("\\n").map((line) => line.trim());
  process.stdout.write([...new Set(lines.filter((line) => line !== ""))].join("\\n") + "\\n");
`;

interface Program {
  readonly command: string;
  readonly words: readonly string[];
  readonly folder: string;
}

interface Run {
  readonly ms: number;
  readonly mb: number;
}

const folder = mkdtempSync(join(tmpdir(), "merge-queue-bench-"));
try {
  await comparePackages();
  await compareLists();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function comparePackages(): Promise<void> {
  const versions = toolVersions();
  const tools = installTools(versions);
  const packages = await manyPackages(1000);
  try {
    const checkout = join(folder, "checkout");
    execFileSync("git", ["clone", "--quiet", packages.repository.folder, checkout]);
    execFileSync("git", ["checkout", "--quiet", "--detach", packages.head], { cwd: checkout });
    const root = join(checkout, "package.json");
    const manifest = JSON.parse(readFileSync(root, "utf8")) as object;
    writeFileSync(
      root,
      JSON.stringify({ ...manifest, packageManager: `pnpm@${versions["pnpm"] ?? "12.0.0"}` }),
    );
    writeFileSync(join(checkout, "turbo.json"), '{"tasks":{"build":{}}}');
    writeFileSync(
      join(checkout, "pnpm-workspace.yaml"),
      "packages: [packages/*]\nlinkWorkspacePackages: true\n",
    );
    const { base, head } = packages;
    const between = ["--base", base, "--head", head];
    const programs: Readonly<Record<string, Program>> = {
      ours: node([OURS, "targets", "--from", "workspaces", ...between], checkout),
      pnpm: tool("pnpm", [`--filter=...[${base}...${head}]`, "list", "--json", "--depth", "-1"]),
      turbo: tool("turbo", ["query", "affected", "--packages", ...between]),
    };
    show(`1000 packages, with the start of the process`, inTurns(programs), 1.5);

    function tool(name: string, words: readonly string[]): Program {
      return { command: join(tools, name), words, folder: checkout };
    }
  } finally {
    await packages.repository.remove();
  }
}

async function compareLists(): Promise<void> {
  const names = join(folder, "names.txt");
  const lines = Array.from(
    { length: NAMES },
    (_, index) => `//services/auth/core_${index % 9973}:test_${index}`,
  );
  writeFileSync(names, `${lines.join("\n")}\n`);
  const naive = join(folder, "naive.mjs");
  writeFileSync(naive, NAIVE);
  const packages = await manyPackages(2);
  try {
    const at = packages.repository.folder;
    const between = ["--base", packages.base, "--head", packages.head];
    const programs: Readonly<Record<string, Program>> = {
      ours: node([OURS, "targets", "--from", `list=${names}`, ...between], at),
      naive: node([naive, names], at),
    };
    show(`${NAMES} names through targets --from list`, inTurns(programs), 1);
  } finally {
    await packages.repository.remove();
  }
}

type Versions = Readonly<Record<string, string>>;

/** Those that the tests of the sources use. */
function toolVersions(): Versions {
  const wanted = JSON.parse(readFileSync(join(ROOT, "tools/package.json"), "utf8")) as {
    readonly dependencies?: Versions;
    readonly devDependencies?: Versions;
  };
  return { ...wanted.dependencies, ...wanted.devDependencies };
}

function installTools(versions: Versions): string {
  writeFileSync(join(folder, "package.json"), "{}");
  const packages = ["turbo", "pnpm"].map((name) => `${name}@${versions[name] ?? "latest"}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder, stdio: "ignore" });
  return join(folder, "node_modules/.bin");
}

function node(words: readonly string[], at: string): Program {
  return { command: process.execPath, words, folder: at };
}

/** What else the machine does falls on all programs of a round. The first round fills caches. */
function inTurns(programs: Readonly<Record<string, Program>>): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run[]>(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const run = runOnce(program);
      if (round > 0) runs.get(name)?.push(run);
    }
  }
  return new Map([...runs].map(([name, all]) => [name, { ms: median(all, "ms"), mb: median(all, "mb") }]));
}

function runOnce({ command, words, folder: at }: Program): Run {
  const output = openSync(join(folder, "output"), "w");
  const measured = join(folder, "measured");
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
  const startedAt = performance.now();
  const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%M", "-o", measured, command, ...words], {
    cwd: at,
    env,
    stdio: ["ignore", output, "pipe"],
    encoding: "utf8",
  });
  const ms = performance.now() - startedAt;
  closeSync(output);
  if (status !== 0)
    throw new Error(
      `${command} ${words.join(" ")} ended with ${status}: ${stderr} ${readFileSync(join(folder, "output"), "utf8").slice(0, 500)}`,
    );
  return { ms, mb: Number(readFileSync(measured, "utf8")) / 1024 };
}

function median(runs: readonly Run[], of: keyof Run): number {
  return (
    runs.map((run) => run[of]).sort((one, other) => one - other)[Math.floor(runs.length / 2)] ?? Number.NaN
  );
}

function show(title: string, runs: ReadonlyMap<string, Run>, most: number): void {
  const ours = runs.get("ours") ?? { ms: Number.NaN, mb: Number.NaN };
  const others = [...runs].filter(([name]) => name !== "ours");
  const fastest = Math.min(...others.map(([, { ms }]) => ms));
  console.log(`${title}: ${(ours.ms / fastest).toFixed(2)} × the fastest other (at most ${most})`);
  for (const [name, { ms, mb }] of runs) console.log(`  ${name}: ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB`);
}
