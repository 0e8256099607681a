/** What never ends its arrival ends with the interruption or the deadline, and nothing is sent. */
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { TOKEN } from "../../../support/client-samples.js";
import { callCommand, ENVIRONMENT } from "../../../support/command-line.js";
import type { FaultyServer } from "../../../support/faulty-server.js";
import { makeNamedPipe } from "../../../support/named-pipe.js";
import { bodyOf, OK, startScriptedService } from "../../../support/scripted-service.js";

let folder = "";
let server: FaultyServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-cli-"));
});

afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

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
      stderr: "merge-queue set-impacted-targets: interrupted; nothing was sent.\n",
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
      stderr: "merge-queue update-queue: the deadline has passed; nothing was sent.\n",
      isStdinOpen: false,
      requests: [],
    });
  });
});

describe("a named pipe", () => {
  const onMain = ["set-impacted-targets", "412", "--branch", "main", "--sha", "5b1d".repeat(10)];

  async function callWithPipe(words: readonly string[], interruption = new AbortController().signal) {
    const pipe = join(folder, "pipe");
    makeNamedPipe(pipe);
    const present = words.map((word) => (word === "PIPE" ? pipe : word));
    server = await startScriptedService({ setImpactedTargets: [OK] });
    const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
    return { pipe, server, run: callCommand(present, { environment, interruption }) };
  }

  it.each([
    ["of targets", [...onMain, "--file", "PIPE"]],
    ["of settings", ["update-queue", "--branch", "main", "--config", "PIPE"]],
    ["of the token", [...onMain, "--all", "--token-file", "PIPE"]],
  ])("%s into which nobody writes ends with the deadline and with an interruption", async (_, words) => {
    const late = await callWithPipe([...words, "--timeout", "50ms"]);
    expect(await late.run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/nothing was sent/) });
    await late.server.close();
    const stopped = await callWithPipe(words, AbortSignal.timeout(50));
    expect(await stopped.run).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/interrupted/) });
    expect([...late.server.requests, ...stopped.server.requests]).toEqual([]);
  });

  it("is read once someone writes", async () => {
    const { pipe, run, server } = await callWithPipe([...onMain, "--file", "PIPE"]);
    const writer = await open(pipe, "w");
    await writer.write("web\n");
    await writer.write("api\n");
    await writer.close();
    expect(await run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(bodyOf(server.requests[0])).toMatchObject({ impactedTargets: ["web", "api"] });
  });

  it("may hold the token", async () => {
    const { pipe, run, server } = await callWithPipe([...onMain, "--all", "--token-file", "PIPE"]);
    const writer = await open(pipe, "w");
    await writer.write(`${TOKEN}\n`);
    await writer.close();
    expect(await run).toMatchObject({ exitCode: 0 });
    expect(server.requests[0]?.headers["x-api-token"]).toBe(TOKEN);
  });
});

it("a token file without an end is not read further than a token may be long", async () => {
  const run = await callCommand(["cancel", "412", "--branch", "main", "--token-file", "/dev/zero"], {
    environment: { ...ENVIRONMENT, MERGE_QUEUE_API_URL: "http://127.0.0.1:1/v1" },
  });
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/limit of 65536 bytes/) });
});
