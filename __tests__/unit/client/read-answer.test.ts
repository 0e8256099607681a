/** Which answers need a body: those of which an operation needs something, and no others. */
import { describe, expect, it } from "@jest/globals";
import { readAnswer } from "../../../src/client/read-answer.js";
import { ENDPOINT_FACTS, type EndpointName } from "../../../src/contract/endpoint-facts.js";
import { endpoints } from "../../../src/contract/endpoints.js";

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));

it.each(NAMES)("%s needs a body if a field of it is needed", async (name) => {
  const answer = await readAnswer(
    name,
    "",
    name === "getMergeQueueMetrics" ? "text/plain" : "application/json",
  );
  expect(answer.ok).toBe((ENDPOINT_FACTS[name].needs ?? []).length === 0);
});

describe("an answer without a body of its own", () => {
  const read = (text: string) => readAnswer("submitPullRequest", text, "");

  it.each(["", " ", "{}", '{"ok":true}', "[]", '{"error":null}'])("is a success: %j", async (text) => {
    expect(await read(text)).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['{"error":{"code":"QUEUE_PAUSED","message":"no"}}', /reports a failure: no/],
    ['{"error":"closed"}', /reports a failure: closed/],
    ['{"errors":[{"message":"no"}]}', /reports a failure/],
    ['{"success":false,"message":"closed"}', /reports a failure: closed/],
    ['{"ok":false}', /reports a failure/],
    ["false", /reports a failure: false/],
    ['{"error":', /not JSON/],
    ["[1,", /not JSON/],
    ["[".repeat(100), /too deeply/],
    ["<html>", /HTML/],
  ])("is none by accident: %j", async (text, problem) => {
    expect(await read(text)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it.each(["ok", "Maintenance, come back later", "null"])("is remarked on: %j", async (text) => {
    expect(await read(text)).toEqual({ ok: true, value: {}, remark: expect.stringContaining(text) });
  });
});
