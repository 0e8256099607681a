/** Runs the built Action as a runner runs a workflow step, and reads its outputs and summary. */
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ACTION = fileURLToPath(new URL("../../../dist/index.js", import.meta.url));

export interface StepOutcome {
  readonly exitCode: number | null;
  readonly log: string;
  /** The job summary, in Markdown. */
  readonly summary: string;
}

/** `inputs` are keyed as in action.yml; `folder` is used by this step only. */
export async function runActionStep(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<StepOutcome> {
  const workspace = join(folder, "workspace");
  const files = {
    output: join(folder, "output"),
    summary: join(folder, "summary"),
    event: join(folder, "event.json"),
  };
  await mkdir(workspace, { recursive: true });
  await writeFile(files.output, "");
  await writeFile(files.summary, "");
  await writeFile(files.event, "{}");
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_EVENT_PATH: files.event,
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_SERVER_URL: "https://forge.test",
    GITHUB_REPOSITORY: "demo/shop",
  };
  for (const [name, value] of Object.entries(inputs)) environment[`INPUT_${name.toUpperCase()}`] = value;
  const { exitCode, log } = await runNode(ACTION, workspace, environment, signal);
  return { exitCode, log, summary: await readFile(files.summary, "utf8") };
}

async function runNode(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<{ readonly exitCode: number | null; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let log = "";
    const collect = (chunk: string) => {
      log += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, log }));
  });
}
