/** A call that has ended leaves nothing behind that would keep the process, and with it a job, alive. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { aClient, PULL_REQUEST, submitted } from "../../support/client-samples.js";
import {
  answers,
  answersJson,
  breaksOff,
  drips,
  type Fault,
  FaultyServer,
  floods,
  hangs,
  redirects,
} from "../../support/faulty-server.js";

/** Longer than a test may take: a timer that is left behind is waited for in vain. */
const PATIENCE_MS = 60_000;

let server: FaultyServer | undefined;

afterEach(() => server?.close());

const ends: readonly (readonly [fact: string, fault: Fault, patienceMs: number, kind: string])[] = [
  ["a success", answersJson(200, submitted()), PATIENCE_MS, "ok"],
  ["a refusal", answers(400), PATIENCE_MS, "refused"],
  ["a redirect", redirects(302, "/x"), PATIENCE_MS, "redirected"],
  ["a body that is too large", floods(100_000_000), PATIENCE_MS, "badAnswer"],
  ["an error whose text is too large", answers(400, "x".repeat(10_000_000)), PATIENCE_MS, "refused"],
  ["a truncated body", breaksOff("closes"), PATIENCE_MS, "unreachable"],
  ["a hang", hangs, 50, "attemptTimedOut"],
  ["a drip", drips(5), 50, "attemptTimedOut"],
];

describe("after a call", () => {
  for (const [fact, fault, attemptTimeoutMs, kind] of ends) {
    it(`no timer and no connection is left by ${fact}`, async () => {
      server = await FaultyServer.start([fault]);
      const before = timers();
      const client = aClient(server.apiUrl, { retries: 0, attemptTimeoutMs });
      const outcome = await client.getSubmittedPullRequest(PULL_REQUEST).then(
        () => "ok",
        (error: unknown) => error,
      );
      expect(outcome).toEqual(kind === "ok" ? kind : expect.objectContaining({ kind }));
      while (timers() > before || server.openConnections > 0) await new Promise(setImmediate);
    });
  }
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}
