/** `merge-queue doctor` as an operator calls it: the built program, in a process with an environment of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { callCommand } from "./command-line.js";
import { isJsonObject } from "./json-object.js";
import { ROOT } from "./source-files.js";

export interface DoctorRun {
  readonly exitCode: number | null;
  readonly output: string;
  /** One line for each finding: its level, its check, what it says and what to do next. */
  readonly lines: readonly string[];
}

/** Inside the test's process, which is as good where the program as such is not what is looked at. */
export async function askDoctor(
  folder: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<DoctorRun> {
  const settings = { MERGE_QUEUE_DATA: join(folder, "data"), ...environment };
  const { exitCode, stdout } = await callCommand(["doctor", "--json", ...words], { environment: settings });
  return { exitCode, output: stdout, lines: linesIn(stdout) };
}

export async function callDoctor(
  folder: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<DoctorRun> {
  const child = spawn(process.execPath, [join(ROOT, "bin/merge-queue.js"), "doctor", ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, MERGE_QUEUE_DATA: join(folder, "data"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const lines = words.includes("--json") ? linesIn(output) : output.split("\n").slice(0, -2);
  return { exitCode, output, lines };
}

function linesIn(output: string): readonly string[] {
  const document: unknown = JSON.parse(output);
  const findings: unknown = isJsonObject(document) ? document["findings"] : null;
  if (!Array.isArray(findings)) throw new Error(`no findings in ${output}`);
  return findings.map((found: unknown) => {
    if (!isJsonObject(found)) throw new Error(`no finding: ${JSON.stringify(found)}`);
    const { level, check, says, next } = found;
    const advice = typeof next === "string" ? ` -> ${next}` : "";
    return `${String(level)} ${String(check)}: ${String(says)}${advice}`;
  });
}
