/** What goes wrong outside: the step is red, says why in one line, and shows neither stack nor token. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { forkedPullRequestEvent, onPullRequest, TOKEN } from "../support/action-samples.js";
import { answers, answersJson, type Fault, type FaultyServer, redirects } from "../support/faulty-server.js";
import { refuses, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function statusAnswered(
  fault: Fault,
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  server = await startScriptedService({ getSubmittedPullRequest: [fault] });
  return runAction(onPullRequest(server.apiUrl, { operation: "status", ...inputs }));
}

function expectOneClearError(run: ActionRun, pattern: RegExp): void {
  expect(run.exitCode).toBe(1);
  expect(run.errors).toEqual([expect.stringMatching(pattern)]);
  const [error = ""] = run.errors;
  expect(run.stdout.split(error)).toHaveLength(2);
  expect(run.stdout + run.stderr).not.toMatch(/^\s+at /m);
  const visible = run.stdout.replace(/^::add-mask::.*$/gm, "") + run.stderr + run.summary;
  expect(visible + JSON.stringify(run.outputs)).not.toContain(TOKEN);
}

describe("an answer that is no success", () => {
  itInCi.each(
    rowsBySize([
      ["401", refuses(401, "INVALID_TOKEN"), /401 INVALID_TOKEN.*Set api-token/, "unauthorized"],
      ["403", refuses(403, "INSUFFICIENT_PERMISSIONS"), /403 INSUFFICIENT_PERMISSIONS/, "forbidden"],
      ["404", refuses(404, "PR_NOT_FOUND"), /404 PR_NOT_FOUND/, "not-found"],
      ["404 of something else", answers(404, "nothing here"), /Check that api-url/, "not-found"],
      ["500", refuses(500, "INTERNAL_ERROR"), /500 INTERNAL_ERROR/, "server-failed"],
      ["HTML", answers(200, "<!doctype html><p>Sign in"), /HTML, not JSON/, "bad-answer"],
      ["wrong types", answersJson(200, { state: 7 }), /its field state/, "bad-answer"],
      ["a redirect", redirects(302, "https://elsewhere.example/"), /elsewhere\.example/, "redirected"],
      ["the token itself", answers(400, `bad token ${TOKEN}`), /bad token \*\*\*/, "refused"],
    ]),
  )("is named: %s", async (_name, fault, pattern, errorKind) => {
    const run = await statusAnswered(fault);
    expectOneClearError(run, pattern);
    expect(run.outputs["error-kind"]).toBe(errorKind);
    expect(run.summary).toContain("❌");
  });

  itInAll("explains a refused token to whoever started the run", async () => {
    server = await startScriptedService({ getSubmittedPullRequest: [refuses(401, "INVALID_TOKEN")] });
    const call = onPullRequest(server.apiUrl, { operation: "status" });
    const run = await runAction({ ...call, environment: { GITHUB_TRIGGERING_ACTOR: "dependabot[bot]" } });
    expectOneClearError(run, /Dependabot secrets/);
    const repeated = await runAction({ ...call, environment: { GITHUB_ACTOR: "dependabot[bot]" } });
    expectOneClearError(repeated, /Dependabot secrets/);
  });

  it("is a warning when the workflow says so", async () => {
    const run = await statusAnswered(refuses(500, "INTERNAL_ERROR"), { "on-error": "warn" });
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { "error-kind": "server-failed" } });
    expect(run.warnings).toHaveLength(1);
  });
});

itInCi.each([
  ["401", /own words\? Set api-token/, answers(401, "in its own words?")],
  ["403", /is api-url right\? Check api-url/, answers(403, "<html>blocked</html>")],
])("puts one mark between the words of a %s and the advice", async (_status, pattern, fault) => {
  expectOneClearError(await statusAnswered(fault), pattern);
});

itInCi("takes the space around the token of the environment away, and keeps it secret", async () => {
  server = await startScriptedService({ getSubmittedPullRequest: [answers(400, "bad padded-t0ken")] });
  const call = onPullRequest(server.apiUrl, { operation: "status", "api-token": "" });
  const run = await runAction({ ...call, environment: { MERGE_QUEUE_API_TOKEN: " padded-t0ken " } });
  expect(server.requests[0]?.headers["x-api-token"]).toBe("padded-t0ken");
  expect(run.commands.filter(({ name }) => name === "add-mask").map(({ text }) => text)).toContain(
    "padded-t0ken",
  );
  expect(run.outputs["response"]).toBe('"bad ***"');
  expect(run.errors).toEqual([expect.stringContaining("bad ***")]);
});

itInCi("names a proxy variable that is no address, without its value", async () => {
  const call = onPullRequest("https://queue.example.invalid/v1", { operation: "status", retries: "3" });
  const run = await runAction({ ...call, environment: { https_proxy: "http://u:pa55word@h:99999" } });
  expectOneClearError(run, /the variable https_proxy is not the address of a proxy/);
  expect(run.outputs).toMatchObject({ attempts: "1", "error-kind": "unreachable" });
  expect(run.stdout + run.summary + JSON.stringify(run.outputs)).not.toContain("pa55");
});

it("names a service that cannot be reached", async () => {
  server = await startScriptedService({});
  const { apiUrl } = server;
  await server.close();
  const run = await runAction(onPullRequest(apiUrl, { operation: "status" }));
  expectOneClearError(run, /cannot be reached.*ECONNREFUSED.*Check api-url/);
});

itInCi("stops at the deadline when the service never answers", async () => {
  const run = await statusAnswered(() => undefined, { timeout: "500ms" });
  expectOneClearError(run, /deadline/);
  expect(run.durationMs).toBeLessThan(5000);
});

it("shows the workflow run instead of a token when a forked pull request has none", async () => {
  server = await startScriptedService({ getSubmittedPullRequest: [refuses(401, "AUTHENTICATION_REQUIRED")] });
  const call = onPullRequest(server.apiUrl, { operation: "status", "api-token": "" });
  const run = await runAction({ ...call, event: forkedPullRequestEvent() });
  expect(server.requests[0]?.headers).toMatchObject({ "x-forked-workflow-run-id": "4242" });
  expect(server.requests[0]?.headers).not.toHaveProperty("x-api-token");
  expectOneClearError(run, /forked pull request/);
});
