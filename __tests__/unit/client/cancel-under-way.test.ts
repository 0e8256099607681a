/** Taking out what may still be on its way in. */
import { afterEach, expect, it } from "@jest/globals";
import { cancelUnderWay } from "../../../src/client/cancel-idempotently.js";
import { Deadline } from "../../../src/client/deadline.js";
import { aClient, PULL_REQUEST } from "../../support/client-samples.js";
import type { FaultyServer } from "../../support/faulty-server.js";
import { JumpingClock } from "../../support/jumping-clock.js";
import { OK, refuses, type Script, startScriptedService } from "../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(() => server?.close());

async function cancelled(
  script: Script,
  options: { clock: JumpingClock; deadline?: Deadline } = { clock: new JumpingClock() },
) {
  server = await startScriptedService(script);
  const { clock } = options;
  const kind = await cancelUnderWay(aClient(server.apiUrl, { retries: 0, ...options }), PULL_REQUEST);
  return { kind, requests: server.requests.length, waitedMs: clock.now() };
}

const absent = refuses(404, "PR_NOT_IN_QUEUE");

it("is done at once when the pull request is there", async () => {
  const done = await cancelled({ cancelPullRequest: [OK] });
  expect(done).toEqual({ kind: "cancelled", requests: 1, waitedMs: 0 });
});

it("asks again a moment later when the pull request is not there yet", async () => {
  const done = await cancelled({ cancelPullRequest: [absent, OK] });
  expect(done).toEqual({ kind: "cancelled", requests: 2, waitedMs: 400 });
});

it("asks for six seconds, ever less often, and does not call it absent for good after that", async () => {
  const done = await cancelled({ cancelPullRequest: [absent] });
  expect(done).toEqual({ kind: "mayStillArrive", requests: 5, waitedMs: 6000 });
});

it("waits for nothing that the deadline leaves no time for", async () => {
  const clock = new JumpingClock();
  const done = await cancelled(
    { cancelPullRequest: [absent] },
    { clock, deadline: Deadline.after(700, clock) },
  );
  expect(done).toEqual({ kind: "mayStillArrive", requests: 2, waitedMs: 400 });
});
