/** What the API answers to "why has it not landed?", over a real socket, against the OpenAPI document. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { endpoints } from "../../src/contract/endpoints.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { detailsUrl } from "../../src/service/webhooks/destination.js";
import { type ApiWorld, answerOf, apiWorld, ON_MAIN, TOKEN } from "../support/api-world.js";
import { cancelled, failed, submitted } from "../support/queue-builder.js";

let world: ApiWorld;
let door: HttpServer;

beforeEach(async () => {
  world = await apiWorld();
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
});
afterEach(async () => door.close());

async function answerOn(number: number, more: object) {
  const headers = { "content-type": "application/json", "x-api-token": TOKEN };
  const body = JSON.stringify({ ...ON_MAIN, pr: { number }, ...more });
  const url = `${door.url}/v1/getSubmittedPullRequest`;
  const answer = await answerOf(await fetch(url, { method: "POST", headers, body }));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return endpoints.getSubmittedPullRequest.response.parse(answer.body);
}

describe("the field `why`", () => {
  it("is in the answer only on request", async () => {
    await world.happens(submitted(1));
    expect((await answerOn(1, {})).why).toBeUndefined();
    expect((await answerOn(1, { includeTimeline: true })).why).toBeUndefined();
  });

  it("has the situation of a pull request that waits", async () => {
    await world.happens(submitted(1), submitted(2, { facts: { draft: true } }));
    expect((await answerOn(1, { includeWhy: true })).why).toEqual({
      sentence: "First in `main`, being tested. You need not do anything.",
      needsAction: false,
      situation: "TESTING",
      position: 1,
      waitsFor: [{ what: "its tests", why: "is being tested" }],
    });
    expect((await answerOn(2, { includeWhy: true, includeTimeline: true })).why).toMatchObject({
      needsAction: true,
      situation: "DRAFT",
      waitsFor: [{ what: "#2", why: "is a draft", prNumber: 2 }],
    });
  });

  it("has the page only where the service has a public address", async () => {
    const pageOf = detailsUrl("https://queue.example.com/mq", () => "");
    const withPages = await apiWorld({ pageOf });
    await withPages.happens(submitted(1), submitted(2), cancelled(2));
    await world.happens(submitted(1));
    expect((await answerOn(1, { includeWhy: true })).why).not.toHaveProperty("pageUrl");
    for (const number of [1, 2]) {
      const { body } = await withPages.call("getSubmittedPullRequest", { pr: { number }, includeWhy: true });
      expect(body).toMatchObject({
        why: { pageUrl: `https://queue.example.com/mq/github.com/octo/mono/pull/${number}?branch=main` },
      });
    }
  });

  it("has the verdict on one that left, with what failed and whether to submit it again", async () => {
    await world.happens(submitted(1), failed("1"), failed("1"), submitted(2), cancelled(2));
    const { why } = await answerOn(1, { includeWhy: true });
    expect(why).toMatchObject({
      sentence: "#1 failed `tests` on exactly `main` and this change, twice, so the failure is its own.",
      needsAction: true,
      exit: {
        verdict: "YOURS",
        submitAgain: "AFTER_CHANGE",
        next: "Push a fix, then submit it again.",
        failedChecks: [{ name: "tests", url: "https://ci.example/tests", conclusion: "failure" }],
      },
    });
    expect(why?.exit?.testRunId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await answerOn(2, { includeWhy: true })).why?.exit).toMatchObject({
      verdict: "WITHDRAWN",
      submitAgain: "AS_IT_IS",
    });
  });
});
