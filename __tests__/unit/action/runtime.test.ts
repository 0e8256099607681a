/** What the runner gets of a summary for which it has too little room left, and what the process keeps of secrets. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { markup } from "../../../src/action/markup.js";
import { runStep } from "../../../src/action/run-step.js";
import { Runtime } from "../../../src/action/runtime.js";

const MIB = 1024 * 1024;

class ListeningRuntime extends Runtime {
  readonly warnings: string[] = [];

  override warn(message: string): void {
    this.warnings.push(message);
  }
}

/** Without an operation its step ends at once. */
class QuietRuntime extends Runtime {
  override mask(): void {}
  override error(): void {}
  override async writeSummary(): Promise<void> {}
}

it("the job summary lacks rows rather than all of it, and the runner takes it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-summary-"));
  const file = join(folder, "summary");
  try {
    writeFileSync(file, "");
    truncateSync(file, MIB - 1000);
    process.env["GITHUB_STEP_SUMMARY"] = file;
    const runtime = new ListeningRuntime();
    await runtime.writeSummary({
      head: markup`### Title`,
      rows: [markup`| State | MERGED |`, markup`| History | ${"é".repeat(600)} |`, markup`| Took | 1 s |`],
    });
    const written = readFileSync(file);
    expect(written.byteLength).toBeLessThanOrEqual(MIB);
    expect(written.subarray(MIB - 1000).toString()).toMatch(
      /^### Title\n\| State \| MERGED \|\n\| Took \| 1 s \|\n\| … \| [^|]*left out here\. \|\n\n$/,
    );
    expect(runtime.warnings).toEqual([expect.stringMatching(/lacks 1 lines/)]);
  } finally {
    delete process.env["GITHUB_STEP_SUMMARY"];
    rmSync(folder, { recursive: true });
  }
});

it("secrets are out of the environment once a step has begun, and its inputs still have them", async () => {
  const secrets = {
    "INPUT_API-TOKEN": " mq_a-token ",
    "INPUT_GITHUB-TOKEN": "ghs_a-token",
    MERGE_QUEUE_API_TOKEN: "mq_another-token",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "id-token",
    ACTIONS_RUNTIME_TOKEN: "runtime-token",
  };
  Object.assign(process.env, secrets);
  try {
    const runtime = new QuietRuntime();
    const { signal } = new AbortController();
    await runStep(runtime, { stop: signal, end: signal });
    expect(Object.keys(process.env).filter((name) => name in secrets)).toEqual([]);
    expect(runtime.input("api-token")).toBe("mq_a-token");
    expect(runtime.input("github-token")).toBe("ghs_a-token");
    expect(runtime.environment("MERGE_QUEUE_API_TOKEN")).toBe("mq_another-token");
  } finally {
    for (const name of Object.keys(secrets)) Reflect.deleteProperty(process.env, name);
  }
});
