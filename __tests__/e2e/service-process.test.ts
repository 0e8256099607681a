/** The service as the demo has it: started again when it was killed, and not when it has reasons of its own to end. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { until } from "../support/until.js";

jest.setTimeout(60_000);

let folder: string;
let restarts: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-service-process-"));
  restarts = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    MERGE_QUEUE_API_TOKEN: "a-token-for-this-test",
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_REPOSITORIES: `forge.test/demo/shop=${folder}`,
    MERGE_QUEUE_TEST_COMMAND: "true",
    ...settings,
  };
  return ServiceProcess.start({ folder, environment, onRestart: () => restarts++ });
}

function isAlive(processId: number | undefined): boolean {
  try {
    return processId !== undefined && process.kill(processId, 0);
  } catch {
    return false;
  }
}

function log(): string {
  return readFileSync(join(folder, "service.log"), "utf8");
}

it("that cannot start says why, and is not tried again", async () => {
  await expect(start({ MERGE_QUEUE_POLL_INTERVAL: "now and then" })).rejects.toThrow(
    /exit code 2[^]*MERGE_QUEUE_POLL_INTERVAL/,
  );
  expect(log().split("MERGE_QUEUE_POLL_INTERVAL")).toHaveLength(2);
  expect(restarts).toBe(0);
});

it("that was killed is started again at the same address, and one that ends by itself is not", async () => {
  const service = await start();
  const first = service.processId;
  service.kill();
  await until(() => restarts === 1);
  const second = service.processId;
  expect(second).not.toBe(first);
  expect((await fetch(new URL("/readyz", service.apiUrl))).status).toBe(200);
  process.kill(Number(second), "SIGTERM");
  await until(() => !isAlive(second));
  expect([service.processId, restarts]).toEqual([second, 1]);
  await service.stop();
});
