/** What is counted of GitHub's webhooks, of what people ask for there, and of what waits. */
import { expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../../src/domain/ids.js";
import { meteredEars } from "../../../../../../src/service/metered-calls.js";
import { type Meter, NO_METER } from "../../../../../../src/service/ports/meter.js";
import { ONLY_PROCESS } from "../../../../../../src/service/ports/session.js";
import type { Hearing } from "../../../../../../src/service/ports/wish-store.js";
import { ForgeError, StoreError } from "../../../../../../src/service/ports/world-error.js";
import { SqlFaceStore } from "../../../../../../src/service/storage/sql/sql-face-store.js";
import { SqlWishStore } from "../../../../../../src/service/storage/sql/sql-wish-store.js";
import { gitHubWaiting } from "../../../../../../src/service/storage/sql/times-ahead.js";
import { openSqlite } from "../../../../../../src/service/storage/sqlite/open-sqlite-store.js";
import { aWish } from "../../../../../contract/wish-store.js";
import { EarsWorld } from "../../../../../support/ears/ears-world.js";
import { AT, comment } from "../../../../../support/ears/github-events.js";
import { aQueueName, aStoredQueue } from "../../../../../support/stored-queue.js";

it("each attempt at a wish is counted by how it ended", async () => {
  const world = await EarsWorld.create();
  const attempts: string[] = [];
  const url = await world.listen(
    world.ears({ meter: { count: (_, labels) => attempts.push("outcome" in labels ? labels.outcome : "") } }),
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
  const answers: readonly Hearing[] = ["heard", "ignored", "notSigned", { problem: "it is odd" }, "full"];
  for (const hearing of answers) {
    const ears = meteredEars({ hear: async () => Promise.resolve(hearing) }, meter);
    expect(await ears.hear(delivery)).toBe(hearing);
  }
  const gone = new StoreError("gone", true);
  await expect(meteredEars({ hear: async () => Promise.reject(gone) }, meter).hear(delivery)).rejects.toThrow(
    "gone",
  );
  const counted = ["heard", "ignored", "notSigned", "notUnderstood", "full", "failed"];
  expect(outcomes).toEqual(counted.map((outcome) => `gitHubDelivery ${outcome}`));
});

it("what waits is counted until it is done", async () => {
  const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
  const [wishes, faces] = [new SqlWishStore(db), new SqlFaceStore(db)];
  await wishes.add(aWish(1, 1), AT, 10);
  await wishes.add(aWish(2, 2), AT, 10);
  const subject = { kind: "pullRequest", number: pullRequestNumber(7) } as const;
  await store.create(aQueueName(), aStoredQueue());
  const { id } = aStoredQueue();
  await faces.mark(aQueueName(), id, [{ subject, waitMs: 0, onlyIfKnown: false }], AT);
  expect(await gitHubWaiting(db)).toEqual({ wishes: 2, faces: 1 });
  const claim = { taker: ONLY_PROCESS.taker(), now: AT + 60_000, limit: 1, held: [] };
  const [[claimed], [face]] = [await wishes.claim(claim), await faces.claim(claim)];
  if (claimed === undefined || face === undefined) throw new Error("nothing is due");
  await wishes.settle(claimed, { kind: "done" });
  const shown = { shown: "{}", now: AT + 60_000, isFinal: true, againAt: null, isDoubtful: false };
  await faces.settle(face, shown);
  expect(await gitHubWaiting(db)).toEqual({ wishes: 1, faces: 0 });
  await store.close();
});
