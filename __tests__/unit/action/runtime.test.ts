/** What the runner gets of a summary for which it has too little room left. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { markup } from "../../../src/action/markup.js";
import { Runtime } from "../../../src/action/runtime.js";

const MIB = 1024 * 1024;

class ListeningRuntime extends Runtime {
  readonly warnings: string[] = [];

  override warn(message: string): void {
    this.warnings.push(message);
  }
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
