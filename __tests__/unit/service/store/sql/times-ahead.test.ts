/** Work of each kind that was put off, or claimed, while the clock was a day ahead. */

import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { SqlCommandStore } from "../../../../../src/service/store/sql/sql-command-store.js";
import { SqlStatusStore } from "../../../../../src/service/store/sql/sql-status-store.js";
import { SqlWebhookStore } from "../../../../../src/service/store/sql/sql-webhook-store.js";
import { statusMarks } from "../../../../../src/service/store/sql/status-marks.js";
import { endWrongWaits } from "../../../../../src/service/store/sql/times-ahead.js";
import { webhookOutbox } from "../../../../../src/service/store/sql/webhook-outbox.js";
import { aCommand } from "../../../../contract/command-store.js";
import { claimantAmong } from "../../../../support/sessions.js";
import { describeSqlStores, type EmptyStore } from "../../../../support/sql-stores.js";
import { aDecision, anEffect, aQueueName, aStoredQueue, START } from "../../../../support/stored-queue.js";

const NAME = aQueueName();
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MESSAGE = {
  id: "m",
  event: "pull_request.merged",
  at: START,
  repository: "github.com/a/b",
  body: "{}",
} as const;
const ENDPOINT = {
  id: "a",
  url: "https://a.example",
  filters: ["*"],
  repositories: [],
  secret: "whsec_YQ==",
} as const;
const MARK = {
  subject: { kind: "pullRequest", number: pullRequestNumber(7) },
  waitMs: 0,
  onlyIfKnown: false,
} as const;
const TABLES =
  "queues, target_lists, webhook_endpoints, webhook_messages, webhook_deliveries, wishes, github_faces";

describeSqlStores(TABLES, (open) => {
  let opened: EmptyStore;
  let webhooks: SqlWebhookStore;
  let commands: SqlCommandStore;
  let statuses: SqlStatusStore;
  beforeEach(async () => {
    const [marks, messages] = [statusMarks(() => [MARK]), webhookOutbox(() => [MESSAGE])];
    opened = await open(async (...decision) => {
      await marks(...decision);
      await messages(...decision);
    });
    const { store, db } = opened;
    [webhooks, commands, statuses] = [
      new SqlWebhookStore(db),
      new SqlCommandStore(db),
      new SqlStatusStore(db),
    ];
    await webhooks.add({ ...ENDPOINT, createdAt: START });
    await commands.add(aCommand(1), START, 9);
    await store.create(NAME, aStoredQueue());
    const decision = aDecision(aStoredQueue({ now: START }), { effects: [anEffect(1)] });
    await store.commit(NAME, 0, { kind: "timePassed", at: START }, decision);
  });
  afterEach(() => opened.close());

  function claim(name: string, now: number) {
    const claimant = claimantAmong(["one", "next"], name);
    return { claimant, now, limit: 9, mostPerEndpoint: 9, held: [], repositories: null };
  }

  /** Fails at `now`, and is to be tried again a minute later. */
  async function putOff(now: number): Promise<void> {
    const nextAt = now + MINUTE_MS;
    const { store } = opened;
    await store.postpone(aStoredQueue().id, anEffect(1).id, nextAt, "no answer");
    for (const delivery of await webhooks.claim(claim("one", now))) {
      const disable = { ifFailingSince: 0, reason: "" };
      const failure = { at: now, status: null, error: "no answer", nextAt, countsAgainst: true, disable };
      await webhooks.settle(delivery, { kind: "failed", ...failure });
    }
    for (const status of await statuses.claim(claim("one", now)))
      await statuses.postpone(status, { until: nextAt, error: "no answer" });
    for (const claimed of await commands.claim(claim("one", now)))
      await commands.settle(claimed, { kind: "again", notBefore: nextAt });
  }

  /** How much of it is due: an order, a webhook, what is shown, and a command. */
  async function due(now: number, name = "next"): Promise<readonly number[]> {
    const orders = await opened.store.pendingEffects(now, 9);
    const claimed = [
      webhooks.claim(claim(name, now)),
      statuses.claim(claim(name, now)),
      commands.claim(claim(name, now)),
    ];
    return [orders, ...(await Promise.all(claimed))].map(({ length }) => length);
  }

  it("that was put off is due when the clock is right again", async () => {
    await putOff(START + DAY_MS);
    expect(await due(START)).toEqual([0, 0, 0, 0]);
    expect(await endWrongWaits(opened.db, START)).toBe(4);
    expect(await due(START)).toEqual([1, 1, 1, 1]);
  });

  it("that a replica of the version before had claimed is free when the clock is right again", async () => {
    for (const table of ["webhook_deliveries", "wishes", "github_faces"] as const)
      await sql`update ${sql.table(table)} set claimed_by = 'dead', claimed_until = ${START + DAY_MS}`.execute(
        opened.db,
      );
    expect(await due(START)).toEqual([1, 0, 0, 0]);
    expect(await endWrongWaits(opened.db, START)).toBe(3);
    expect(await due(START)).toEqual([1, 1, 1, 1]);
  });

  it("that was put off, or is claimed, as it should be stays so", async () => {
    await putOff(START);
    expect(await endWrongWaits(opened.db, START)).toBe(0);
    expect(await due(START + MINUTE_MS)).toEqual([1, 1, 1, 1]);
    expect(await endWrongWaits(opened.db, START + MINUTE_MS)).toBe(0);
    expect(await due(START + MINUTE_MS, "one")).toEqual([1, 0, 0, 0]);
  });
});
