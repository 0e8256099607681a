/**
 * `merge-queue targets` as a process beside the fastest other programs that answer the same question. Run:
 * npm run bench:targets-rivals, with names of comparisons (packages, list, depth) for some of them.
 *
 * - packages: the packages that a change of one package of a thousand affects. Turborepo and pnpm 12 read the work tree,
 *   the command reads git's two trees, and all three have to print the same names. The clone has its objects in one pack, as
 *   a clone from a code host has, and pnpm is kept from asking the registry about itself.
 * - list: 400,000 names, beside a program that splits the file and removes duplicates. Both have to print the same bytes.
 * - depth: from a checkout of depth one at the merge of a pull request, as a workflow leaves it, beside `git fetch` of the
 *   base and `git diff`, in the checkout and in an empty repository. The server is on this machine, so the start of the
 *   programs weighs more than with a code host. The command reads a thousand manifests besides, and prints packages.
 *
 * `node` is an empty program. `floor` is a program of a few lines that starts the usual git calls for the question, one stage
 * after the other, and does nothing with what they print.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ForgeOnDisk, git } from "../__tests__/support/forge-on-disk.js";
import { GitOverHttp } from "../__tests__/support/git-over-http.js";
import { ROOT } from "../__tests__/support/source-files.js";
import { commitId } from "../src/domain/ids.js";
import { inTurns, type Program, type Programs, type Runs, show } from "./programs-in-turns.js";
import { manyPackages } from "./targets-repository.js";

const ROUNDS = 7;
const NAMES = 400_000;
const PACKAGES = 1_000;
const OURS = join(ROOT, "bin/merge-queue.js");
const NAIVE = `
  import { readFileSync } from "node:fs";
  const lines = readFileSync(process.argv[2], "utf8").split("\\n").map((line) => line.trim());
  process.stdout.write([...new Set(lines.filter((line) => line !== ""))].join("\\n") + "\\n");
`;
/** Each argument is a JSON list of git calls that run at the same time; the last call reads the manifests of a listing. */
const FLOOR = `
  import { spawn } from "node:child_process";
  const git = (words, input = "") =>
    new Promise((resolve) => {
      const child = spawn("git", words, { stdio: ["pipe", "pipe", "inherit"] });
      const pieces = [];
      child.stdout.on("data", (piece) => pieces.push(piece));
      child.on("close", () => resolve(Buffer.concat(pieces)));
      child.stdin.on("error", () => undefined).end(input);
    });
  let printed = [];
  for (const calls of process.argv.slice(2).map((text) => JSON.parse(text)))
    printed = await Promise.all(calls.map((words) => git(words)));
  const lines = printed[0].toString().split("\\0").filter((line) => line.endsWith("/package.json"));
  await git(["cat-file", "--batch", "--buffer"], lines.map((line) => line.split(/[\\s\\t]/)[2] + "\\n").join(""));
`;

const folder = mkdtempSync(join(tmpdir(), "merge-queue-bench-"));
const floor = join(folder, "floor.mjs");
const comparisons = { packages: comparePackages, list: compareLists, depth: compareDepth };
try {
  writeFileSync(floor, FLOOR);
  const wanted = process.argv.slice(2);
  for (const [name, compare] of Object.entries(comparisons))
    if (wanted.length === 0 || wanted.includes(name)) await compare();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function comparePackages(): Promise<void> {
  const versions = toolVersions();
  const tools = installTools(versions);
  const { repository, base, head } = await manyPackages(PACKAGES, configurationOf(versions));
  try {
    const checkout = join(folder, "checkout");
    execFileSync("git", ["clone", "--quiet", `file://${repository.folder}`, checkout]);
    execFileSync("git", ["checkout", "--quiet", "--detach", head], { cwd: checkout });
    const between = ["--base", base, "--head", head];
    const tool = (name: string, words: readonly string[]): Program => {
      return { command: join(tools, name), words, folder: checkout };
    };
    const runs = await inTurns(
      {
        ours: node([OURS, "targets", "--from", "workspaces", ...between], checkout),
        pnpm: tool("pnpm", [`--filter=...[${base}...${head}]`, "list", "--json", "--depth", "-1"]),
        turbo: tool("turbo", ["query", "affected", "--packages", ...between]),
        floor: floorOf(checkout, [[["rev-parse", "HEAD"]], [listing(head), difference(base, head)]]),
        node: node(["--eval", "0"], checkout),
      },
      ROUNDS,
      folder,
    );
    mustAgree(namesIn(runs));
    show(`${PACKAGES} packages`, runs, { time: 1.5 });
  } finally {
    await repository.remove();
  }
}

/** Committed, or Turborepo would count them as changes that affect everything. */
function configurationOf(versions: Versions): Readonly<Record<string, string>> {
  const packageManager = `pnpm@${versions["pnpm"] ?? "12.0.0"}`;
  const root = { name: "many", version: "1.0.0", private: true, packageManager, workspaces: ["packages/*"] };
  return {
    "package.json": JSON.stringify(root),
    "turbo.json": '{"tasks":{"build":{}}}',
    "pnpm-workspace.yaml": "packages: [packages/*]\nlinkWorkspacePackages: true\n",
  };
}

function namesIn({ printed }: Runs): ReadonlyMap<string, readonly string[]> {
  const named = (text: string) => [...text.matchAll(/"name": "(p\d+)"/g)].map(([, name = ""]) => name);
  return new Map([
    ["ours", (printed.get("ours") ?? "").trim().split("\n")],
    ["pnpm", named(printed.get("pnpm") ?? "")],
    ["turbo", named(printed.get("turbo") ?? "")],
  ]);
}

function mustAgree(answers: ReadonlyMap<string, readonly string[]>): void {
  const texts = [...answers].map(([name, names]) => [name, [...new Set(names)].sort().join(" ")] as const);
  const [[, first] = ["", ""]] = texts;
  for (const [name, text] of texts)
    if (text !== first) throw new Error(`${name} has another answer: ${text.slice(0, 200)}`);
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
  const { repository, base, head } = await manyPackages(2);
  try {
    const at = repository.folder;
    const words = ["targets", "--from", `list=${names}`, "--base", base, "--head", head];
    const programs = {
      ours: node([OURS, ...words], at),
      naive: node([naive, names], at),
      node: node(["--eval", "0"], at),
    };
    const runs = await inTurns(programs, ROUNDS, folder);
    mustAgree(new Map(["ours", "naive"].map((name) => [name, [runs.printed.get(name) ?? ""]])));
    show(`${NAMES} names of a list`, runs, { time: 1, memory: 0.5 });
  } finally {
    await repository.remove();
  }
}

async function compareDepth(): Promise<void> {
  const { repository, base } = await manyPackages(PACKAGES);
  const forge = await ForgeOnDisk.of(repository);
  const server = await GitOverHttp.serve(repository.folder, null);
  try {
    const files = { "packages/p8/src/file0.js": "export const value = 1;\n" };
    const { merge, base: tip } = await forge.pullRequest(1, commitId(base), files);
    const fresh = await forge.checkOut(merge, "--depth=1");
    const url = `${server.url}/acme/shop`;
    await git(fresh, "remote", "set-url", "origin", url);
    const checkout = join(folder, "depth");
    const before = () => {
      rmSync(checkout, { recursive: true, force: true });
      cpSync(join(fresh, ".git"), join(checkout, ".git"), { recursive: true });
    };
    const fetched = ["fetch", "--quiet", "--no-tags", "--depth=1", "origin", "main"];
    const programs: Programs = {
      ours: { ...node([OURS, "targets", "--from", "workspaces", "--base", "origin/main"], checkout), before },
      "git fetch and git diff": {
        ...shell(`git ${fetched.join(" ")} && git diff --name-only FETCH_HEAD HEAD`, checkout),
        before,
      },
      "the same in an empty repository": {
        ...shell(
          `git init --quiet && git fetch --quiet --no-tags --filter=blob:none --depth=2 ${url} ${merge} && git diff --name-only ${tip} ${merge}`,
          checkout,
        ),
        before: () => {
          rmSync(checkout, { recursive: true, force: true });
          cpSync(join(fresh, ".git/info"), join(checkout, "none"), { recursive: true });
        },
      },
      floor: {
        ...floorOf(checkout, [
          [["rev-parse", "HEAD"]],
          [fetched],
          [listing("HEAD"), difference(tip, "HEAD")],
        ]),
        before,
      },
      node: node(["--eval", "0"], folder),
    };
    show("a checkout of depth one", await inTurns(programs, ROUNDS, folder), { time: 2 });
  } finally {
    await server.close();
    await forge.remove();
  }
}

type GitWords = readonly string[];

function floorOf(at: string, stages: readonly (readonly GitWords[])[]): Program {
  return node([floor, ...stages.map((calls) => JSON.stringify(calls))], at);
}

function listing(commit: string): GitWords {
  return ["ls-tree", "-r", "-z", commit];
}

function difference(base: string, head: string): GitWords {
  return ["diff-tree", "-r", "-z", "--raw", base, head];
}

function node(words: readonly string[], at: string): Program {
  return { command: process.execPath, words, folder: at };
}

function shell(script: string, at: string): Program {
  return { command: "/bin/sh", words: ["-c", script], folder: at };
}

type Versions = Readonly<Record<string, string>>;

/** The versions in the tests of the sources. */
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
