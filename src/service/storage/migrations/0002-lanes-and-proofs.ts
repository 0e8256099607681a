/**
 * Brings a store of queues with one line each to what lanes, batches that are split, and proofs of landings need. Rows
 * are read as what they are, without the types of the program: those change, a migration that was released does not.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { type Json, list, type Place, record, rewrite } from "./rewrite-json.js";

export const lanesAndProofs: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await createLandings(db);
  // What a queue was created with, from which its log tells everything; of older queues nobody kept it.
  await db.schema.alterTable("queues").addColumn("birth", "text").execute();
  // What was decided on older events, and by whom, nobody kept either.
  for (const column of ["decision_digest", "engine"]) {
    await db.schema.alterTable("events").addColumn(column, "text").execute();
  }
  for (const table of ["live_entries", "concluded_entries"]) await addEarlierTargets(db, table);
  const tips = new Map<unknown, unknown>();
  await rewrite(db, { table: "queues", key: ["id"], column: "snapshot" }, (queue, row) => {
    tips.set(row["id"], queue["tip"]);
    return withLanes(queue);
  });
  await rewrite(db, ofQueue("live_entries", "sequence"), withOpenQuestions);
  await rewrite(db, ofQueue("concluded_entries", "sequence"), withOpenQuestions);
  await rewrite(db, ofQueue("live_runs", "run_id"), (run, row) => standing(run, tips.get(row["queue_id"])));
  // Nobody asks what a run that is over would still tell.
  await rewrite(db, ofQueue("ended_runs", "run_id"), (end) => ({
    ...end,
    run: { ...record(end["run"]), standsOn: null, landed: [], passedBy: [] },
  }));
  await rewrite(db, ofQueue("events", "version"), withWholeFacts);
}

async function createLandings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("landings")
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("landings_key", ["queue_id", "version"])
    .execute();
}

async function addEarlierTargets(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn("earlier_targets_digest", "text", (column) => column.references("target_lists.digest"))
    .execute();
}

function withLanes(queue: Json): Json {
  const settings = record(queue["settings"]);
  return {
    ...queue,
    modeSwitch: null,
    settings: { ...settings, priorityAgeingHours: 24 },
    line: list(queue["line"]).map((batch) => ({
      ...record(batch),
      isRetried: false,
      isSuspect: false,
      splitFrom: null,
    })),
    beside: [],
    landing: queue["landing"] === null ? null : withProof(record(queue["landing"]), settings["mergeMethod"]),
  };
}

/** Until now nothing landed but the very commit that was tested. */
function withProof({ run, expectedTip, newTip, tree, heads, batches }: Json, mergeMethod: unknown): Json {
  return {
    run,
    proof: { kind: "tested" },
    expectedTip,
    mergeMethod,
    commit: { newTip, tree },
    heads,
    batches,
  };
}

function withOpenQuestions(entry: Json): Json {
  return { ...withWholeFacts(entry), needsTests: false, earlierTargets: null };
}

/** Entries and some events carry what is known of a pull request. */
function withWholeFacts(value: Json): Json {
  const { facts } = value;
  if (facts === undefined || facts === null) return value;
  return { ...value, facts: { ...record(facts), basedOn: null, ownChecksPassed: false } };
}

/** A run used to be told by its commits how much of it is on the branch, also by those foretold before it is built. */
function standing(run: Json, tip: unknown): Json {
  const commits = list(run["commits"]);
  const last = commits.indexOf(tip);
  const isBuilding = record(run["progress"])["kind"] === "building" && run["tree"] === null;
  return {
    ...run,
    standsOn: run["testedOn"] === tip || last >= 0 ? tip : null,
    landed: list(run["contains"])
      .slice(0, last + 1)
      .map((head) => record(head)["pullRequest"]),
    passedBy: [],
    commits: isBuilding ? [] : commits,
  };
}

function ofQueue(table: string, key: string): Place {
  return { table, key: ["queue_id", key], column: "json" };
}
