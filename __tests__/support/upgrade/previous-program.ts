/** An earlier version of this program, taken out of the history and built in a folder of its own, with its packages. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { CommandRun } from "../command-line.js";
import type { Program } from "../soak/program.js";
import { ROOT } from "../source-files.js";
import { takeOut } from "./history.js";

const run = promisify(execFile);
const LONGEST_CALL_MS = 60_000;

export async function previousProgram(commit: string, folder: string): Promise<Program> {
  await takeOut(commit, folder);
  await installPackages(folder);
  await build(folder);
  const path = join(folder, "bin/merge-queue.js");
  return { path, call: async (words, environment) => callProgram(path, words, environment) };
}

/** Those of the present version, where the lock files are equal. Throws npm's message where the registry has them not. */
async function installPackages(folder: string): Promise<void> {
  const [own, present] = await Promise.all(
    [folder, ROOT].map(async (one) => readFile(join(one, "package-lock.json"), "utf8")),
  );
  if (own === present) await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else await run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: folder });
}

/** As the compiler would: the sources have no syntax that is more than types to be taken away. */
async function build(folder: string): Promise<void> {
  const sources = join(folder, "src");
  for (const name of await readdir(sources, { recursive: true })) {
    if (!name.endsWith(".ts") || name.endsWith(".d.ts")) continue;
    const built = join(folder, "lib", name.replace(/\.ts$/, ".js"));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, stripTypeScriptTypes(await readFile(join(sources, name), "utf8")));
  }
}

/** Ends by itself: a service that starts although it should not is told to stop. */
async function callProgram(
  path: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: dirname(path), ...environment };
  return new Promise((resolve) => {
    const options = { env, cwd: dirname(path), timeout: LONGEST_CALL_MS };
    const child = execFile(process.execPath, [path, ...words], options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdout?.on("data", (chunk: string) => {
      if (chunk.includes("merge-queue serves")) child.kill("SIGTERM");
    });
  });
}
