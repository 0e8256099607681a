/** A list that never ends its arrival ends with the interruption or the deadline, and nothing is sent. */
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "@jest/globals";
import { callCommand, ENVIRONMENT } from "../../../support/command-line.js";
import type { FaultyServer } from "../../../support/faulty-server.js";
import { startScriptedService } from "../../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function callWithoutEnd(words: readonly string[], interruption?: AbortSignal) {
  server = await startScriptedService({});
  const stdin = new PassThrough();
  stdin.write("web\n");
  const run = await callCommand([...words, "--branch", "main"], {
    environment: { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl },
    stdin,
    ...(interruption === undefined ? {} : { interruption }),
  });
  return { ...run, isStdinOpen: !stdin.destroyed, requests: server.requests };
}

const targets = ["set-impacted-targets", "412", "--file", "-", "--sha", "5b1d".repeat(10)];

describe("stdin without an end", () => {
  it("ends with an interruption", async () => {
    const run = await callWithoutEnd(targets, AbortSignal.timeout(50));
    expect(run).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "merge-queue set-impacted-targets: interrupted: nothing was sent.\n",
      isStdinOpen: false,
      requests: [],
    });
  });

  it("is not even begun after an interruption", async () => {
    const run = await callWithoutEnd(targets, AbortSignal.abort());
    expect(run).toMatchObject({ exitCode: 1, isStdinOpen: false, requests: [] });
  });

  it("ends with the deadline", async () => {
    const run = await callWithoutEnd(["update-queue", "--config", "-", "--timeout", "50ms"]);
    expect(run).toEqual({
      exitCode: 4,
      stdout: "",
      stderr: "merge-queue update-queue: the deadline has passed: nothing was sent.\n",
      isStdinOpen: false,
      requests: [],
    });
  });
});
