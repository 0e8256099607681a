/** The service as the demo has it: started again when it was killed, and not when it has reasons of its own to end. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { ServiceProcess, type ServiceProcessOptions } from "../../src/cli/demo/service-process.js";
import { isThere } from "../support/soak/left-processes.js";
import { until } from "../support/until.js";

let folder: string;
let restarts: number;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-service-process-"));
  restarts = 0;
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(
  settings: Readonly<Record<string, string>> = {},
  options: Partial<ServiceProcessOptions> = {},
): Promise<ServiceProcess> {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    MERGE_QUEUE_API_TOKEN: "a-token-for-this-test",
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_REPOSITORIES: `forge.test/demo/shop=${folder}`,
    MERGE_QUEUE_TEST_COMMAND: "true",
    ...settings,
  };
  service = await ServiceProcess.start({ folder, environment, onRestart: () => restarts++, ...options });
  return service;
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
  const started = await start();
  const first = started.processId;
  started.kill();
  await until(() => restarts === 1);
  const second = started.processId;
  expect(second).not.toBe(first);
  expect((await fetch(new URL("/readyz", started.apiUrl))).status).toBe(200);
  process.kill(Number(second), "SIGTERM");
  await until(() => !isThere(Number(second)));
  expect([started.processId, restarts]).toEqual([second, 1]);
});

it("that does not come to serve is ended", async () => {
  const connections = new Set<Socket>();
  const silent = createServer((connection) => {
    connections.add(connection.on("error", () => undefined).resume());
    connection.once("close", () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const database = `postgres://queue@127.0.0.1:${port}/queue`;
  await expect(start({ MERGE_QUEUE_DATABASE_URL: database }, { startDeadlineMs: 3000 })).rejects.toThrow(
    "no output for 3 s",
  );
  await until(() => connections.size === 0);
  silent.close();
});
