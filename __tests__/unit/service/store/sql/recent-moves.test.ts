/** The metrics' statements read what happened lately, and not what was before it. */
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { Kysely } from "kysely";
import { migrate } from "../../../../../src/service/store/sql/migrate.js";
import { outboxSize } from "../../../../../src/service/store/sql/outbox.js";
import { movesSince } from "../../../../../src/service/store/sql/recent-moves.js";
import type { StoreTables } from "../../../../../src/service/store/sql/tables.js";
import { NodeSqliteDialect } from "../../../../../src/service/store/sqlite/node-sqlite-dialect.js";
import { openDatabase } from "../../../../../src/service/store/sqlite/open-sqlite-store.js";

let database: DatabaseSync;
let db: Kysely<StoreTables>;
const asked: { sql: string; parameters: readonly unknown[] }[] = [];
beforeEach(async () => {
  database = openDatabase(":memory:");
  db = new Kysely<StoreTables>({
    dialect: new NodeSqliteDialect(database),
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
  });
  await migrate(db);
  asked.length = 0;
});
afterEach(() => db.destroy());

/** How the database goes about the one statement that was asked. */
function plan(): string {
  expect(asked).toHaveLength(1);
  const { sql = "", parameters = [] } = asked[0] ?? {};
  const steps = database.prepare(`explain query plan ${sql}`).all(...parameters.map(Number));
  return steps.map(({ detail }) => String(detail)).join("\n");
}

it("finds the moves of all queues by their time, in one statement", async () => {
  await movesSince(db, 1, [60_000]);
  expect(plan()).toContain("SEARCH transitions USING INDEX recent_transitions (at>?)");
  expect(plan()).not.toContain("SCAN transitions");
});

it.each(["from_state", "to_state"])("refuses a transition whose %s is no state", async (column) => {
  database.exec("pragma foreign_keys = off");
  const row = { queue_id: "q", version: 1, position: 0, at: 5, pull_request: 1, json: "{}" };
  const states = { from_state: "pending", to_state: "testing", [column]: "dreaming" };
  await db
    .insertInto("transitions")
    .values({ ...row, ...states, lasted_ms: null, since_admission_ms: null, was_beside: null })
    .execute();
  await expect(movesSince(db, 1, [60_000])).rejects.toThrow("a transition of queue q");
});

it("reads only orders that are not done for the size of the outbox", async () => {
  await outboxSize(db);
  expect(plan()).toMatch(/USING (?:COVERING )?INDEX (?:pending|next)_effects?/);
});
