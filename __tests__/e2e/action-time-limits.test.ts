/** A step ends at its limits though garbage is collected all the time, which on Node 20 takes `AbortSignal.timeout` along. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { runAction } from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { answersJson, FaultyServer, hangs } from "../support/faulty-server.js";
import { nodesToTry } from "../support/node-versions.js";

const COLLECTS = `
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  setInterval(collect, 20).unref();
`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(COLLECTS)}`;
/** What starting the program may take on a busy machine; without its limit a step goes on for minutes. */
const SOON_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), "merge-queue-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(nodesToTry())("$title", ({ path }) => {
  const test = path === null ? it.skip : it;
  const node = path ?? process.execPath;

  test("a step does not wait longer than its timeout for a file without end", async () => {
    const endless = join(folder, "endless");
    writeFileSync(endless, "");
    truncateSync(endless, 100_000_000_000);
    const inputs = {
      operation: "set-impacted-targets",
      "impacted-targets-file": endless,
      timeout: "1s",
    };
    const run = await runAction({
      ...onPullRequest("http://127.0.0.1:1", inputs),
      node,
      environment: { NODE_OPTIONS, RUNNER_TEMP: folder },
    });
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "deadline-passed" } });
    expect(run.durationMs).toBeLessThan(SOON_MS);
  });

  test("a step does not wait longer than its timeout for a code host that never answers", async () => {
    const service = await FaultyServer.start([answersJson(200, {})]);
    const forge = await FaultyServer.start([hangs]);
    const event = {
      action: "created",
      issue: { number: 412, pull_request: {} },
      repository: { id: 7, full_name: "acme/shop", default_branch: "main" },
    };
    const inputs = { operation: "submit", "github-token": "ghs_token", timeout: "1s", retries: "0" };
    const call = onPullRequest(service.apiUrl, inputs);
    const environment = { NODE_OPTIONS, GITHUB_API_URL: `http://127.0.0.1:${forge.port}/api/v3` };
    const run = await runAction({ ...call, node, event, eventName: "issue_comment", environment });
    await Promise.all([service.close(), forge.close()]);
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "deadline-passed" } });
    expect(run.durationMs).toBeLessThan(SOON_MS);
  });
});
