/** The commonest mistakes in workflows: each is refused before it does harm, with what to write instead. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionCall, type ActionRun, runAction } from "../support/action-runner.js";
import {
  forkedPullRequestEvent,
  HEAD_SHA,
  onPullRequest,
  pullRequestEvent,
} from "../support/action-samples.js";
import { submitted } from "../support/client-samples.js";
import { answers, answersJson, type Fault, type FaultyServer, hangs } from "../support/faulty-server.js";
import { bodyOf, OK, refuses, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

const MERGE_SHA = "c0de".repeat(10);

let server: FaultyServer;

afterEach(async () => server.close());

async function run(
  inputs: Readonly<Record<string, string>>,
  call: Partial<ActionCall> = {},
  script: Script = { setImpactedTargets: [OK], getSubmittedPullRequest: [answersJson(200, submitted())] },
): Promise<ActionRun> {
  server = await startScriptedService(script);
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

function expectWrongInput(result: ActionRun, pattern: RegExp): void {
  expect(result.errors).toEqual([expect.stringMatching(pattern)]);
  expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": "wrong-input" } });
  expect(server.requests).toEqual([]);
}

describe("pr-sha with the commit of the run", () => {
  const targets = { operation: "set-impacted-targets", "impacted-targets": "a" };
  const environment = { GITHUB_SHA: MERGE_SHA };

  itInCi.each(
    rowsBySize([
      ["pull_request", pullRequestEvent(), "github.event.pull_request.head.sha"],
      ["pull_request_target", pullRequestEvent(), "github.event.pull_request.head.sha"],
      ["workflow_run", { workflow_run: { head_sha: HEAD_SHA } }, "github.event.workflow_run.head_sha"],
      ["check_suite", { check_suite: { head_sha: HEAD_SHA } }, "github.event.check_suite.head_sha"],
    ]),
  )("is refused on %s, and the expression for the head is named", async (eventName, event, expression) => {
    const inputs = { ...targets, "target-branch": "main", "pr-number": "412" };
    const result = await run(
      { ...inputs, "pr-sha": MERGE_SHA.toUpperCase() },
      { eventName, event, environment },
    );
    const named = `\\$\\{\\{ ${expression.replaceAll(".", "\\.")} \\}\\}`;
    expectWrongInput(result, new RegExp(`^Input pr-sha: .*github\\.sha.*${named}`));
  });

  it("is refused where targets are only computed, too", async () => {
    const inputs = { operation: "compute-targets", "impacted-targets-from": "workspaces" };
    expectWrongInput(
      await run({ ...inputs, "pr-sha": MERGE_SHA }, { environment }),
      /^Input pr-sha: .*github\.sha/,
    );
  });

  itInAll.each([
    ["of the head itself", HEAD_SHA, { environment: { GITHUB_SHA: HEAD_SHA } }],
    ["of another commit than the run's", "ab".repeat(20), { environment }],
    [
      "of a push, which has no other commit",
      MERGE_SHA,
      { event: { repository: {} }, eventName: "push", environment },
    ],
  ])("is taken when it is that %s", async (_which, sha, call) => {
    const inputs = { ...targets, "target-branch": "main", "pr-number": "412", "pr-sha": sha };
    expect(await run(inputs, call)).toMatchObject({ exitCode: 0, errors: [] });
    expect(bodyOf(server.requests.at(-1))).toMatchObject({ pr: { number: 412, sha } });
  });

  it("is taken for another pull request than the event's", async () => {
    const inputs = { ...targets, "target-branch": "main", "pr-number": "7", "pr-sha": MERGE_SHA };
    expect(await run(inputs, { environment })).toMatchObject({ exitCode: 0, errors: [] });
  });
});

describe("an empty api-token for a forked pull request", () => {
  const inputs = { operation: "status", "api-token": "" };

  it("is a secret that is not set on pull_request_target, and nothing is sent", async () => {
    const event = forkedPullRequestEvent();
    const result = await run(inputs, { event, eventName: "pull_request_target" });
    expectWrongInput(result, /^Input api-token: is missing or empty\. .*pull_request_target.*is not set/);
    expect(result.errors.join()).not.toMatch(/get no secrets|Dependabot/);
  });

  it("is a secret that is not set there also when Dependabot started the run", async () => {
    const environment = { GITHUB_ACTOR: "dependabot[bot]" };
    const event = forkedPullRequestEvent();
    const result = await run(inputs, { event, eventName: "pull_request_target", environment });
    expectWrongInput(result, /^Input api-token: .*pull_request_target/);
    expect(result.errors.join()).not.toMatch(/Dependabot secrets/);
  });

  itInAll.each(["pull_request", "pull_request_review"])(
    "is the run in its place on %s",
    async (eventName) => {
      await run(inputs, { event: forkedPullRequestEvent(), eventName });
      expect(server.requests[0]?.headers).toMatchObject({ "x-forked-workflow-run-id": "4242" });
    },
  );
});

describe("advice after an answer", () => {
  async function answered(fault: Fault, call: Partial<ActionCall> = {}): Promise<string> {
    const result = await run({ operation: "status" }, call, { getSubmittedPullRequest: [fault] });
    expect(result.errors).toHaveLength(1);
    return result.errors.join();
  }

  itInCi("does not blame missing secrets for a token that was sent and refused", async () => {
    const forked = { event: forkedPullRequestEvent(), eventName: "pull_request_target" };
    const error = await answered(refuses(401, "INVALID_TOKEN"), forked);
    expect(error).toMatch(/Set api-token.*to a token that this service knows/);
    expect(error).not.toMatch(/get no secrets|exists in this repository/);
  });

  itInAll.each(["schedule", "workflow_run"])(
    "knows that Dependabot has no secrets of its own on %s",
    async (eventName) => {
      const environment = { GITHUB_ACTOR: "dependabot[bot]" };
      const call = { eventName, environment };
      expect(await answered(refuses(401, "INVALID_TOKEN"), call)).not.toMatch(/Dependabot/);
    },
  );

  it("does not blame a bot, from which GitHub keeps no secrets", async () => {
    const environment = { GITHUB_ACTOR: "renovate[bot]" };
    expect(await answered(refuses(401, "INVALID_TOKEN"), { environment })).not.toContain("renovate");
  });

  itInCi("names scopes and repositories of a token that the service refuses", async () => {
    const error = await answered(refuses(403, "INSUFFICIENT_PERMISSIONS", "it does not reach acme/shop"));
    expect(error).toMatch(/scopes and repositories/);
  });

  itInCi("does not blame the token alone for a 403 without the service's code", async () => {
    expect(await answered(answers(403, "blocked"))).toMatch(/Check api-url.*proxy or firewall/);
  });

  itInCi("names both limits of a step that ran out of time", async () => {
    const result = await run(
      { operation: "status", timeout: "300ms" },
      {},
      { getSubmittedPullRequest: [hangs] },
    );
    expect(result.errors).toEqual([expect.stringMatching(/Raise timeout, and with wait also wait-timeout/)]);
  });
});
