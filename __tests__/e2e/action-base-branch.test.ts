/** A comment's event does not name the base of its pull request: the code host does, or the workflow has to. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { onPullRequest, TOKEN } from "../support/action-samples.js";
import {
  answers,
  answersJson,
  type Fault,
  FaultyServer,
  hangs,
  redirects,
  resetsBeforeHeaders,
} from "../support/faulty-server.js";
import { bodyOf, OK, startScriptedService } from "../support/scripted-service.js";
import { itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

const FORGE_TOKEN = "ghs_the-token-of-the-job";
const EVENT = {
  action: "created",
  issue: { number: 412, pull_request: {} },
  repository: { id: 7, full_name: "acme/shop", default_branch: "trunk" },
};
const PULL = { number: 412, base: { ref: "release/1.x" } };

let service: FaultyServer;
let forge: FaultyServer | undefined;

beforeEach(async () => {
  service = await startScriptedService({ submitPullRequest: [OK], cancelPullRequest: [OK], getQueue: [OK] });
});

afterEach(async () => {
  await service.close();
  await forge?.close();
  forge = undefined;
});

async function onComment(
  script: readonly Fault[],
  inputs: Readonly<Record<string, string>> = {},
  event: unknown = EVENT,
): Promise<ActionRun> {
  forge = await FaultyServer.start(script);
  const call = onPullRequest(service.apiUrl, {
    operation: "submit",
    "github-token": FORGE_TOKEN,
    ...inputs,
  });
  const environment = { GITHUB_API_URL: `http://127.0.0.1:${forge.port}/api/v3` };
  return runAction({ ...call, event, eventName: "issue_comment", environment });
}

function asked(): readonly string[] {
  return (forge?.requests ?? []).map(({ method, path }) => `${method} ${path}`);
}

function expectToAskForBranch(run: ActionRun, reason: RegExp): void {
  expect(run.errors).toEqual([
    expect.stringMatching(/^Input target-branch: is missing, .*; give the branch /),
  ]);
  expect(run.errors.join()).toMatch(reason);
  expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "wrong-input" } });
  expect(run.stdout.replace(/^::add-mask::.*$/gm, "") + run.summary).not.toContain(FORGE_TOKEN);
  expect(service.requests).toEqual([]);
}

describe("the target branch of a comment on a pull request", () => {
  itInCi("is the base that the code host names, which gets its own token and no other", async () => {
    const run = await onComment([answersJson(200, PULL)]);
    expect(run.errors).toEqual([]);
    expect(bodyOf(service.requests[0])).toMatchObject({ targetBranch: "release/1.x", pr: { number: 412 } });
    expect(asked()).toEqual(["GET /api/v3/repos/acme/shop/pulls/412"]);
    expect(forge?.requests[0]?.headers["authorization"]).toBe(`token ${FORGE_TOKEN}`);
    expect(JSON.stringify(forge?.requests)).not.toContain(TOKEN);
    expect(JSON.stringify(service.requests)).not.toContain(FORGE_TOKEN);
  });

  it("is that of the queue for operations on a queue, too", async () => {
    await onComment([answersJson(200, PULL)], { operation: "get-queue" });
    expect(bodyOf(service.requests[0])).toMatchObject({ targetBranch: "release/1.x" });
  });

  it.each(
    rowsBySize([
      ["the workflow names a branch", { "target-branch": "main" }, EVENT],
      ["another pull request is named", { "pr-number": "7" }, EVENT],
      ["the operation has no branch", { operation: "metrics" }, EVENT],
      ["the event names a base", {}, { pull_request: { ...PULL, head: { sha: "ab".repeat(20) } } }],
    ]),
  )("is not asked for when %s", async (_when, inputs, event) => {
    await onComment([answersJson(200, PULL)], inputs, event);
    expect(asked()).toEqual([]);
    expect(service.requests).not.toEqual([]);
  });

  itInCi("is the default branch for a comment on an issue, where no pull request has another", async () => {
    const event = { ...EVENT, issue: { number: 3 } };
    await onComment([answersJson(200, PULL)], { operation: "get-queue" }, event);
    expect(bodyOf(service.requests[0])).toMatchObject({ targetBranch: "trunk" });
    expect(asked()).toEqual([]);
  });

  it("has to be given without a token for the code host", async () => {
    expectToAskForBranch(await onComment([answersJson(200, PULL)], { "github-token": " " }), /github-token/);
    expect(asked()).toEqual([]);
  });

  itInCi.each<[string, Fault, RegExp, number]>(
    rowsBySize([
      [
        "is not allowed",
        answersJson(403, { message: "Resource not accessible" }),
        /403.*pull-requests: read/,
        1,
      ],
      ["has no such pull request", answersJson(404, {}), /404/, 1],
      ["redirects", redirects(301, "http://127.0.0.1:1/elsewhere"), /301/, 1],
      ["answers without JSON", answers(200, "<html>"), /is not JSON/, 1],
      ["answers about another one", answersJson(200, { ...PULL, number: 413 }), /names no base/, 1],
      ["names no base", answersJson(200, { number: 412 }), /names no base/, 1],
      [
        "names what is no branch",
        answersJson(200, { number: 412, base: { ref: "-x..y" } }),
        /names no base/,
        1,
      ],
      ["fails again and again", answersJson(502, {}), /502/, 2],
      ["resets again and again", resetsBeforeHeaders, /ECONNRESET|socket hang up/, 2],
    ]),
  )("has to be given when the code host %s", async (_how, fault, reason, requests) => {
    expectToAskForBranch(await onComment([fault], { retries: "1" }), reason);
    expect(asked()).toHaveLength(requests);
  });

  it("has to be given where the address of the code host is none that a token may go to", async () => {
    const call = onPullRequest(service.apiUrl, {
      operation: "submit",
      "github-token": FORGE_TOKEN,
      retries: "3",
    });
    const environment = { GITHUB_API_URL: "http://forge.example.com/api/v3" };
    const run = await runAction({ ...call, event: EVENT, eventName: "issue_comment", environment });
    expectToAskForBranch(run, /expected https/);
  });

  itInCi("is read again after a failure that passes", async () => {
    const run = await onComment([answersJson(502, {}), answersJson(200, PULL)], { retries: "1" });
    expect(run.errors).toEqual([]);
    expect(bodyOf(service.requests[0])).toMatchObject({ targetBranch: "release/1.x" });
  });

  itInCi("is waited for no longer than the step may take", async () => {
    const run = await onComment([hangs], { timeout: "300ms" });
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "deadline-passed" } });
    expect(run.durationMs).toBeLessThan(10_000);
    expect(service.requests).toEqual([]);
  });
});
