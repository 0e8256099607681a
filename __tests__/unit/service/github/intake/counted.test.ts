/** What is counted of GitHub's webhooks, of what people ask for there, and of what waits. */
import { expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { meteredIntake } from "../../../../../src/service/observability/metered-calls.js";
import type { ReceiptOutcome } from "../../../../../src/service/ports/command-store.js";
import { type Meter, NO_METER } from "../../../../../src/service/ports/meter.js";
import { ONLY_PROCESS } from "../../../../../src/service/ports/session.js";
import { ForgeError, StoreError } from "../../../../../src/service/ports/world-error.js";
import { SqlCommandStore } from "../../../../../src/service/store/sql/sql-command-store.js";
import { SqlStatusStore } from "../../../../../src/service/store/sql/sql-status-store.js";
import { gitHubWaiting } from "../../../../../src/service/store/sql/times-ahead.js";
import { openSqlite } from "../../../../../src/service/store/sqlite/open-sqlite-store.js";
import { aCommand } from "../../../../contract/command-store.js";
import { AT, comment } from "../../../../support/intake/github-events.js";
import { IntakeWorld } from "../../../../support/intake/intake-world.js";
import { aQueueName, aStoredQueue } from "../../../../support/stored-queue.js";

it("each attempt at a wish is counted by how it ended", async () => {
  const world = await IntakeWorld.create();
  const attempts: string[] = [];
  const url = await world.listen(
    world.intake({
      meter: { ...NO_METER, count: (_, labels) => attempts.push("outcome" in labels ? labels.outcome : "") },
    }),
    "stopped",
  );
  let failures = 2;
  world.hub.before = async () => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new ForgeError("502", failures > 0)) : Promise.resolve();
  };
  await world.send(comment(1, 501, "/merge"), {}, url);
  await world.waitUntil(() => attempts.length === 2);
  await world.send(comment(2, 502, "/merge"), {}, url);
  await world.waitUntil(() => attempts.length === 3);
  await world.send(comment(3, 503, "/cancel", { login: "stranger" }), {}, url);
  await world.waitUntil(() => attempts.length === 4);
  expect(attempts).toEqual(["failed", "givenUp", "done", "void"]);
  await world.close();
});

it("each signed webhook is counted by what became of it", async () => {
  const outcomes: string[] = [];
  const meter: Meter = {
    ...NO_METER,
    count: (activity, labels) => outcomes.push(`${activity} ${"outcome" in labels ? labels.outcome : ""}`),
  };
  const delivery = { signature: "", event: "push", id: "1", bytes: new Uint8Array(0) };
  const answers: readonly ReceiptOutcome[] = [
    "heard",
    "ignored",
    "notSigned",
    { problem: "it is odd" },
    "full",
  ];
  for (const hearing of answers) {
    const intake = meteredIntake({ receive: async () => Promise.resolve(hearing) }, meter);
    expect(await intake.receive(delivery)).toBe(hearing);
  }
  const gone = new StoreError("gone", true);
  await expect(
    meteredIntake({ receive: async () => Promise.reject(gone) }, meter).receive(delivery),
  ).rejects.toThrow("gone");
  const counted = ["heard", "ignored", "notSigned", "notUnderstood", "full", "failed"];
  expect(outcomes).toEqual(counted.map((outcome) => `gitHubDelivery ${outcome}`));
});

it("what waits is counted until it is done", async () => {
  const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
  const [commands, statuses] = [new SqlCommandStore(db), new SqlStatusStore(db)];
  await commands.add(aCommand(1, 1), AT, 10);
  await commands.add(aCommand(2, 2), AT, 10);
  const subject = { kind: "pullRequest", number: pullRequestNumber(7) } as const;
  await store.create(aQueueName(), aStoredQueue());
  const { id } = aStoredQueue();
  await statuses.mark(aQueueName(), id, [{ subject, waitMs: 0, onlyIfKnown: false }], AT);
  expect(await gitHubWaiting(db)).toEqual({ commands: 2, statuses: 1 });
  const claim = {
    claimant: ONLY_PROCESS.claimant(),
    now: AT + 60_000,
    limit: 1,
    held: [],
    repositories: null,
  };
  const [[claimed], [status]] = [await commands.claim(claim), await statuses.claim(claim)];
  if (claimed === undefined || status === undefined) throw new Error("nothing is due");
  await commands.settle(claimed, { kind: "done" });
  const shown = { shown: "{}", now: AT + 60_000, isFinal: true, againAt: null, isUncertain: false };
  await statuses.settle(status, shown);
  expect(await gitHubWaiting(db)).toEqual({ commands: 1, statuses: 0 });
  await store.close();
});
