/** What was done must not turn a step red, through the built action: sparse answers, and trouble that passes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionCall, runAction } from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import { answers, answersJson, type FaultyServer } from "../support/faulty-server.js";
import { OK, refuses, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function run(script: Script, inputs: Readonly<Record<string, string>>, call: Partial<ActionCall> = {}) {
  server = await startScriptedService(script);
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

const inState = (state: string) => answersJson(200, submitted({ state }));

describe("a change of settings that the service answers without showing them", () => {
  const ANSWERS = [
    ["{}", OK],
    ["204", answers(204)],
    ["OK", answers(200, "OK")],
  ] as const;

  it.each(rowsBySize(ANSWERS))("is done by update-queue: %s", async (_what, answer) => {
    const script = { updateQueue: [answer], getQueue: [answersJson(200, aQueueReply({ state: "PAUSED" }))] };
    const result = await run(script, { operation: "update-queue", state: "PAUSED" });
    expect(result).toMatchObject({ exitCode: 0, errors: [], outputs: { "queue-state": "PAUSED" } });
    expect(result.stdout).toMatch(/The queue of main has its new settings and is PAUSED\./);
  });

  it.each(rowsBySize(ANSWERS))("is done by create-queue: %s", async (_what, answer) => {
    const script = { createQueue: [OK], updateQueue: [answer] };
    const result = await run(script, { operation: "create-queue", batch: "true" });
    expect(result).toMatchObject({ exitCode: 0, errors: [] });
    expect(result.stdout).toMatch(/The queue of main is created and has its settings\./);
  });

  itInCi("is done although the queue is not shown either", async () => {
    const result = await run({ updateQueue: [OK] }, { operation: "update-queue", state: "PAUSED" });
    expect(result).toMatchObject({ exitCode: 0, errors: [], outputs: { "queue-state": "" } });
    expect(result.stdout).toMatch(/The queue of main has its new settings\./);
  });
});

describe("a service that shows nothing but the state", () => {
  const sparse = answersJson(200, { state: "MERGED" });

  itInCi.each([
    ["status", { operation: "status" }],
    ["a wait", { operation: "status", wait: "true", "poll-interval": "100ms" }],
  ])("has merged the pull request for %s", async (_what, inputs) => {
    const result = await run({ getSubmittedPullRequest: [sparse] }, inputs);
    expect(result).toMatchObject({
      exitCode: 0,
      errors: [],
      outputs: { state: "MERGED", "is-final": "true", "is-submitted": "false" },
    });
  });
});

describe("amid a wait", () => {
  const waiting = { operation: "status", wait: "true", "poll-interval": "100ms" };

  itInCi.each(
    rowsBySize([
      ["one 401", [refuses(401, "INVALID_TOKEN")]],
      ["two 401 in a row", [refuses(401, "INVALID_TOKEN"), refuses(401, "INVALID_TOKEN")]],
      ["a queue that is not known", [refuses(404, "MERGE_QUEUE_NOT_FOUND")]],
      ["a repository that is not known", [refuses(404, "REPOSITORY_NOT_FOUND")]],
    ]),
  )("%s does not end it", async (_what, trouble) => {
    const polls = [inState("TESTING"), ...trouble, inState("MERGED")];
    const result = await run({ getSubmittedPullRequest: polls }, waiting);
    expect(result).toMatchObject({ exitCode: 0, errors: [], outputs: { state: "MERGED" } });
  });

  itInCi("a 401 from the beginning ends it", async () => {
    const polls = [refuses(401, "INVALID_TOKEN"), inState("MERGED")];
    const result = await run({ getSubmittedPullRequest: polls }, waiting);
    expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": "unauthorized" } });
  });
});

describe("outputs that cannot be written", () => {
  const script: Script = { deleteQueue: [OK] };
  let folder: string;

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Even an administrator cannot write a folder as if it were a file. */
  function unwritable(which: "a folder" | "missing"): string {
    folder = mkdtempSync(join(tmpdir(), "merge-queue-output-"));
    return which === "a folder" ? folder : join(folder, "not", "there");
  }

  itInAll.each(["a folder", "missing"] as const)("are an error that names the file: %s", async (which) => {
    const file = unwritable(which);
    const environment = { GITHUB_OUTPUT: file };
    const result = await run(script, { operation: "delete-queue" }, { environment });
    expect(result.exitCode).toBe(1);
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]).toContain(file);
    expect(result.errors[0]).toMatch(/^The queue of main is deleted\. .*GITHUB_OUTPUT/);
    expect(result.errors[0]).not.toContain("mistake of its own");
    expect(result.summary).toContain("❌ The queue of main is deleted.");
  });

  it("are a warning where errors are to be warnings", async () => {
    const environment = { GITHUB_OUTPUT: unwritable("a folder") };
    const inputs = { operation: "delete-queue", "on-error": "warn" };
    const result = await run(script, inputs, { environment });
    expect(result).toMatchObject({ exitCode: 0, errors: [], warnings: [expect.stringContaining(folder)] });
  });

  it("leave an error of the operation its sentence", async () => {
    const environment = { GITHUB_OUTPUT: unwritable("a folder") };
    const refused = { deleteQueue: [refuses(400, "QUEUE_NOT_EMPTY")] };
    const result = await run(refused, { operation: "delete-queue" }, { environment });
    expect(result.errors).toEqual([expect.stringMatching(/QUEUE_NOT_EMPTY.*GITHUB_OUTPUT/)]);
    expect(result.exitCode).toBe(1);
  });
});
