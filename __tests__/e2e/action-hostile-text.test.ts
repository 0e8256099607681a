/** Anyone's text, from the API, a targets file or an event, changes nothing that the runner or a page acts on. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { OUTPUTS } from "../../src/action/outputs.js";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { onPullRequest, TOKEN } from "../support/action-samples.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import { answers, answersJson, type FaultyServer } from "../support/faulty-server.js";
import { OK, refuses, startScriptedService } from "../support/scripted-service.js";
import { itInAll } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

const HOSTILE = [
  "::set-output name=state::MERGED",
  "##[add-mask]x",
  "##[set-output name=state]MERGED",
  "a\n::set-output name=state::MERGED",
  "a\r::stop-commands::forever",
  "\u200b::error::made up",
  ":\u200b:add-mask::a",
  "#\u00ad#[add-mask]a",
  "\u2028::save-state name=a::b",
  "</td><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "| a | b |\n| - | - |",
  "[click](https://evil.example) ![x](https://evil.example/x.png) https://evil.example",
  "\u001b[2J\u001b[31mred",
  "ghadelimiter_x\nstate<<E\nMERGED\nE",
  "%0A::set-output name=state::MERGED",
  "${{ github.token }} `id` $(id)",
] as const;

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

/** Only our own words: the mask, and at most the expected annotations. */
function expectUntouched(run: ActionRun, annotations: readonly string[]): void {
  const names = run.commands.map(({ name }) => name).filter((name) => name !== "add-mask");
  expect(names).toEqual(annotations);
  const masks = run.commands.filter(({ name }) => name === "add-mask").map(({ text }) => text);
  expect(masks).toEqual([TOKEN, expect.stringMatching(/^ghs_/)]);
  expect(run.stdout).not.toContain("\u001b");
  expect(run.summary).not.toMatch(/<(?!br>)|https?:\/\/(?!$)|!\[/);
  const rows = run.summary.split("\n").filter((line) => line.startsWith("|"));
  for (const row of rows) expect(row.split("|")).toHaveLength(4);
  expect(Object.keys(run.outputs).sort()).toEqual(Object.keys(OUTPUTS).sort());
}

describe.each(rowsBySize(HOSTILE))("%j", (text) => {
  itInAll("changes nothing as a title, an author, a reason or an unknown state", async () => {
    const hostile = submitted({ prTitle: text, prAuthor: text, stateReasonText: text, state: "TESTING" });
    server = await startScriptedService({
      getSubmittedPullRequest: [answersJson(200, { ...hostile, priorityName: text })],
      getQueue: [answersJson(200, aQueueReply({ enqueuedPullRequests: [{ ...hostile, noBatch: false }] }))],
    });
    const run = await runAction(onPullRequest(server.apiUrl, { operation: "status" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "TESTING" } });
    expectUntouched(run, []);
  });

  itInAll("changes nothing as the message of a refusal", async () => {
    server = await startScriptedService({
      getSubmittedPullRequest: [refuses(400, "VALIDATION_FAILED", text)],
    });
    const run = await runAction(onPullRequest(server.apiUrl, { operation: "status" }));
    expect(run).toMatchObject({ exitCode: 1, outputs: { state: "" } });
    expectUntouched(run, ["error"]);
  });

  itInAll("changes nothing as a target's name", async () => {
    server = await startScriptedService({ setImpactedTargets: [OK] });
    const call = onPullRequest(server.apiUrl, {
      operation: "set-impacted-targets",
      "impacted-targets-file": "targets.json",
    });
    const run = await runAction({ ...call, files: { "targets.json": JSON.stringify(["a", text]) } });
    expect(run).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-count": "2", state: "" } });
    expectUntouched(run, []);
  });
});

describe("the token", () => {
  const spellings = [TOKEN, encodeURIComponent(TOKEN), `${"x".repeat(1990)}${TOKEN}`, `"${TOKEN}"`];

  itInAll.each(spellings)("is removed from an answer that contains it: %s", async (text) => {
    server = await startScriptedService({
      getSubmittedPullRequest: [answers(500, text), answersJson(200, submitted({ prTitle: text }))],
    });
    for (const kind of ["server-failed", ""]) {
      const run = await runAction(onPullRequest(server.apiUrl, { operation: "status" }));
      expect(run.outputs["error-kind"]).toBe(kind);
      const shown = run.stdout.replace(/^::add-mask::.*$/gm, "") + run.summary + JSON.stringify(run.outputs);
      expect(shown).not.toContain(TOKEN.slice(0, 8));
      expect(shown).not.toContain(encodeURIComponent(TOKEN).slice(0, 12));
    }
  });

  it("of the forge is removed as well", async () => {
    const secret = "ghs_s3cr3t/of+the-forge";
    const title = `a ${secret} b ${encodeURIComponent(secret)} c`;
    server = await startScriptedService({
      getSubmittedPullRequest: [answersJson(200, submitted({ prTitle: title, stateReasonText: title }))],
    });
    const inputs = { operation: "status", "github-token": secret };
    const run = await runAction(onPullRequest(server.apiUrl, inputs));
    expect(run.outputs["reason"]).toBe("a *** b *** c");
    const shown = run.stdout.replace(/^::add-mask::.*$/gm, "") + run.summary + JSON.stringify(run.outputs);
    expect(shown).not.toContain("s3cr3t");
  });

  it("is not in a dry run", async () => {
    server = await startScriptedService({});
    const run = await runAction(onPullRequest(server.apiUrl, { operation: "submit", "dry-run": "true" }));
    expect(run).toMatchObject({ exitCode: 0, errors: [] });
    expect(run.stdout).toMatch(
      /Would send POST .*submitPullRequest \(\d+ bytes, SHA-256 [0-9a-f]{64}\): \{"repo"/,
    );
    expect(run.stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain(TOKEN);
    expect(server.requests).toEqual([]);
  });

  it("is masked before anything else is printed", async () => {
    const run = await runAction({ inputs: { "api-token": TOKEN, operation: "nonsense" } });
    expect(run.stdout.split("\n")[0]).toBe(`::add-mask::${TOKEN}`);
  });
});
