/** Taking out what may still be on its way in. */
import { afterEach, expect, it } from "@jest/globals";
import { cancelUnderWay } from "../../../src/client/cancel-under-way.js";
import { aClient, PULL_REQUEST } from "../../support/client-samples.js";
import type { FaultyServer } from "../../support/faulty-server.js";
import { JumpingClock } from "../../support/jumping-clock.js";
import { OK, refuses, type Script, startScriptedService } from "../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(() => server?.close());

async function cancelled(script: Script) {
  server = await startScriptedService(script);
  const clock = new JumpingClock();
  const kind = await cancelUnderWay(aClient(server.apiUrl, { clock, retries: 0 }), PULL_REQUEST);
  return { kind, requests: server.requests.length, waitedMs: clock.now() };
}

const absent = refuses(404, "PR_NOT_IN_QUEUE");

it("is done at once when the pull request is there", async () => {
  const done = await cancelled({ cancelPullRequest: [OK] });
  expect(done).toEqual({ kind: "cancelled", requests: 1, waitedMs: 0 });
});

it("asks again a moment later when the pull request is not there yet", async () => {
  const done = await cancelled({ cancelPullRequest: [absent, OK] });
  expect(done).toEqual({ kind: "cancelled", requests: 2, waitedMs: 300 });
});

it("does not call it absent for good after that", async () => {
  const done = await cancelled({ cancelPullRequest: [absent] });
  expect(done).toEqual({ kind: "mayStillArrive", requests: 2, waitedMs: 300 });
});
