/** Runs the built Action as a runner runs a workflow step, and reads its outputs and summary. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../process/run-program.js";

const ACTION = fileURLToPath(new URL("../../../dist/index.js", import.meta.url));

/** Longer than the step waits for its pull request. */
const DEADLINE_MS = 2 * 3_600_000;

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
  const end = await runProgram({
    command: process.execPath,
    arguments: [ACTION],
    folder: workspace,
    environment,
    deadlineMs: DEADLINE_MS,
    ...(signal !== undefined && { signal }),
  });
  if (end.kind !== "exited")
    throw new Error(`the Action did not end: ${end.kind === "missing" ? "no program" : end.because}`);
  const { exitCode, stdout, stderr } = end;
  return { exitCode, log: `${stdout.toString()}${stderr}`, summary: await readFile(files.summary, "utf8") };
}
