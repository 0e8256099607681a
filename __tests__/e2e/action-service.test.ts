/** Every operation of the built action against the API of this repository's own service, over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { type ActionRun, runAction, startAction } from "../support/action-runner.js";
import { type ApiWorld, apiWorld, TOKEN } from "../support/api-world.js";
import { failed, landed, passed } from "../support/queue-builder.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

let world: ApiWorld;
let door: HttpServer;

beforeEach(async () => {
  world = await apiWorld();
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
  world.forge.tell(1);
  world.forge.tell(2);
});

afterEach(async () => door.close());

function call(operation: string, inputs: Readonly<Record<string, string>> = {}) {
  return {
    inputs: {
      operation,
      "api-url": `${door.url}/v1/`,
      "api-token": TOKEN,
      repository: "octo/mono",
      "target-branch": "main",
      "pr-number": "1",
      ...inputs,
    },
  };
}

async function run(operation: string, inputs: Readonly<Record<string, string>> = {}): Promise<ActionRun> {
  return runAction(call(operation, inputs));
}

const waiting = { wait: "true", "poll-interval": "100ms", "wait-timeout": "60s" };

describe("a pull request", () => {
  itInCi("is submitted, watched and landed", async () => {
    const action = startAction(call("submit", waiting));
    await action.logMatches(/#1 TESTING/);
    await world.happens(passed("1"), landed());
    const result = await action.finished;
    expect(result.errors).toEqual([]);
    expect(result).toMatchObject({
      exitCode: 0,
      outputs: { state: "MERGED", "is-final": "true", "is-submitted": "false", "queue-state": "RUNNING" },
    });
  });

  itInCi("is red with the queue's own reason when its tests fail", async () => {
    const action = startAction(call("submit", waiting));
    await action.logMatches(/#1 TESTING/);
    await world.happens(failed("1"), failed("1"));
    const result = await action.finished;
    expect(result).toMatchObject({ exitCode: 1, outputs: { state: "FAILED", "error-kind": "failed" } });
    expect(result.outputs["reason"]).toMatch(/tests/);
    expect(result.errors).toEqual([expect.stringContaining(result.outputs["reason"] ?? "?")]);
  });

  itInAll("is submitted twice, shown, restarted and cancelled twice", async () => {
    for (const operation of ["submit", "submit", "status", "restart-tests"]) {
      const result = await run(operation);
      expect(result.errors).toEqual([]);
      expect(result).toMatchObject({ exitCode: 0, outputs: { "is-submitted": "true" } });
    }
    for (const state of ["CANCELLED", ""]) {
      expect(await run("cancel")).toMatchObject({ exitCode: 0, outputs: { state, "is-submitted": "false" } });
    }
  });

  it("that was never submitted is not found", async () => {
    expect(await run("status")).toMatchObject({ exitCode: 1, outputs: { "error-kind": "not-found" } });
  });

  it("has its impacted targets uploaded", async () => {
    const sha = "ab12".repeat(10);
    const result = await run("set-impacted-targets", { "impacted-targets": "a\nb", "pr-sha": sha });
    expect(result.errors).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-count": "2" } });
  });

  itInAll("has a test run with details", async () => {
    await run("submit");
    const [testRun] = (await world.queue()).runs;
    const result = await run("testing-details", { "test-run-id": testRun?.id ?? "" });
    expect(result.errors).toEqual([]);
    expect(result.outputs["pull-request-url"]).toBe("https://github.com/octo/mono/pull/1");
    expect(result.summary).toMatch(/\| Tests \| \[#1\]\(https&#58;\/\/github\.com\/octo\/mono\/pull\/1\) /);
  });
});

describe("a queue", () => {
  const release = { "target-branch": "release/1.x" };

  itInAll("is created, shown, paused and deleted twice", async () => {
    const results = [
      await run("create-queue", { ...release, concurrency: "2", state: "DRAINING" }),
      await run("get-queue", release),
      await run("update-queue", { ...release, "queue-config": "testingTimeoutMinutes: 30", state: "paused" }),
      await run("delete-queue", release),
      await run("delete-queue", release),
    ];
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(results.map(({ outputs }) => outputs["queue-state"])).toEqual([
      "DRAINING",
      "DRAINING",
      "PAUSED",
      "",
      "",
    ]);
  });

  itInCi("that is there already is not created again", async () => {
    expect(await run("create-queue")).toMatchObject({ exitCode: 1, outputs: { "http-status": "409" } });
  });

  itInAll("with a pull request in it is not deleted", async () => {
    await run("submit");
    const result = await run("delete-queue");
    expect(result).toMatchObject({ exitCode: 1, errors: [expect.stringMatching(/QUEUE_NOT_EMPTY/)] });
  });

  it("has metrics", async () => {
    const result = await run("metrics", { "metrics-file": "metrics.txt" });
    expect(result).toMatchObject({ exitCode: 0, errors: [] });
    expect(result.file("metrics.txt")).toContain("mq_depth_current");
  });
});

describe("a token that the service does not know", () => {
  it("is explained", async () => {
    const result = await run("get-queue", { "api-token": "another" });
    expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": "unauthorized" } });
    expect(result.errors).toEqual([expect.stringMatching(/INVALID_TOKEN.*Set api-token/)]);
  });
});
