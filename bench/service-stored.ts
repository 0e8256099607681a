/** Stores as they are after years, or with many queues: written in bulk, because living through it would take as long. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha1 } from "../__tests__/support/contract-fuzz/instant-git.js";
import { type CommitId, pullRequestNumber, type QueueId, queueId } from "../src/domain/ids.js";
import type { QueueName } from "../src/domain/queue-name.js";
import { DEFAULT_QUEUE_SETTINGS } from "../src/domain/queue-settings.js";
import { decide } from "../src/engine/decide.js";
import type { Decision } from "../src/engine/model/decision.js";
import type { QueueEvent } from "../src/engine/model/event.js";
import { newQueue } from "../src/engine/model/new-queue.js";
import type { Queue } from "../src/engine/model/queue.js";
import { databaseOf } from "../src/service/store/database.js";
import { openStore } from "../src/service/store/open-store.js";
import { factsFor, git, REPOSITORY, TIP } from "./service-world.js";

export interface Stored {
  /** For MERGE_QUEUE_DATABASE_URL. */
  readonly url: string;
  remove(): Promise<void>;
}

const START = Date.UTC(2026, 0, 1);

export function nameOf(targetBranch: string): QueueName {
  return { repository: REPOSITORY, targetBranch };
}

export function emptyQueue(number: number, targetBranch: string, concurrency = 10): Queue {
  const id = queueId(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  const settings = { ...DEFAULT_QUEUE_SETTINGS, concurrency };
  return newQueue({ id, targetBranch, tip: TIP, settings, at: START });
}

export function submission(number: number, targetBranch: string): QueueEvent {
  return {
    kind: "entrySubmitted",
    at: START,
    facts: factsFor(number, targetBranch),
    priority: 100,
    usedDefaultPriority: true,
    noBatch: false,
    targets: null,
    earlierEntry: null,
  };
}

export async function newSqliteFile(): Promise<Stored> {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-bench-"));
  return {
    url: `sqlite:${join(folder, "bench.sqlite")}`,
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

/** Each with so many entries, of which ten are under test. */
export async function storeQueues(url: string, queues: number, entries: number): Promise<void> {
  const { store } = await openStore(database(url), "bench");
  for (let number = 1; number <= queues; number += 1) {
    const branch = branchOf(number);
    await store.create(nameOf(branch), await busyQueue(emptyQueue(number, branch), entries));
  }
  await store.close();
}

/** The first is `main`. */
export function branchOf(number: number): string {
  return number === 1 ? "main" : `release/${number}`;
}

async function busyQueue(empty: Queue, entries: number): Promise<Queue> {
  let queue = empty;
  for (let number = 1; number <= entries; number += 1) {
    queue = await lived(queue, submission(number, empty.targetBranch));
  }
  return queue;
}

/** Decides, and lets each run that this starts be built and begin. */
async function lived(queue: Queue, event: QueueEvent): Promise<Queue> {
  const decision = decide(queue, event);
  let now = decision.queue;
  for (const effect of decision.effects) {
    if (effect.kind !== "startTestRun") continue;
    const { run } = effect;
    const built = await git.build(REPOSITORY, effect);
    if (built.kind !== "built") throw new Error("everything merges here");
    const { commits, tree } = built;
    now = decide(now, { kind: "testRunBuilt", at: START, run, commits, tree }).queue;
    const requiredStatuses = ["tests"];
    const requiredStatusesSource = "merge_instance" as const;
    now = decide(now, {
      kind: "testRunStarted",
      at: START,
      run,
      requiredStatuses,
      requiredStatusesSource,
    }).queue;
  }
  return now;
}

export function database(url: string) {
  const known = databaseOf(url);
  if (known === null) throw new Error(`no database: ${url}`);
  return known;
}

/** A queue on `main` that so many pull requests have left, with all they leave behind: SQLite only. */
export async function storeHistory(url: string, concluded: number): Promise<void> {
  const { store } = await openStore(database(url), "bench");
  const empty = emptyQueue(1, "main");
  const template = afterOneCancellation(empty);
  // Numbers of entries and effects go on behind what is written below.
  const queue = { ...empty, nextNumber: 10 * concluded + 100 };
  await store.create(nameOf("main"), await busyQueue(queue, 10));
  await store.close();
  const path = url.replace(/^sqlite:/, "");
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = off; begin");
  for (const statement of bulk(queue.id, concluded, template)) db.exec(statement);
  db.exec(`update queues set version = ${concluded} where id = '${queue.id}'; commit; analyze`);
  db.exec("pragma wal_checkpoint(truncate)");
  db.close();
}

interface OneStay {
  readonly event: QueueEvent;
  readonly first: Decision;
  readonly last: Decision;
}

/** One entry's whole stay, as the engine tells it. */
function afterOneCancellation(queue: Queue): OneStay {
  const event = submission(1, "main");
  const first = decide(queue, event);
  const last = decide(first.queue, {
    kind: "entryCancelled",
    at: START,
    pullRequest: pullRequestNumber(1),
    reason: { code: "API_REQUESTED", sentence: "#1 was cancelled through the API." },
  });
  return { first, last, event };
}

/** Numbers that no live entry has. */
const FIRST_NUMBER = 1_000_000;

function bulk(queue: QueueId, count: number, stay: OneStay): readonly string[] {
  const [entry] = stay.last.concluded;
  const [ended] = stay.last.endedRuns;
  if (entry === undefined || ended === undefined) throw new Error("nothing was concluded");
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const number = `(${FIRST_NUMBER} + i)`;
  const head: CommitId = entry.facts.headSha;
  const numbered = (value: object) =>
    `replace(replace(${quoted(JSON.stringify(value).replaceAll(head, sha1("any head")))}, '"number":1,', '"number":' || ${number} || ','), '"sequence":${entry.sequence},', '"sequence":' || i || ',')`;
  const moves = [...stay.first.transitions, ...stay.last.transitions];
  return [
    `${rows} insert into concluded_entries (queue_id, sequence, pull_request, json) select '${queue}', i, ${number}, ${numbered(entry)} from n`,
    `${rows} insert into events (queue_id, version, json) select '${queue}', i, ${numbered(stay.event)} from n`,
    `${rows} insert into ended_runs (queue_id, run_id, json) select '${queue}', printf('00000000-0000-8000-8000-%012x', i), ${quoted(JSON.stringify(ended))} from n`,
    `${rows} insert into effects (queue_id, effect_id, json, attempts, not_before, done) select '${queue}', i, ${quoted(JSON.stringify(stay.first.effects[0] ?? {}))}, 0, 0, 1 from n`,
    ...moves.map(
      (move, position) =>
        `${rows} insert into transitions (queue_id, version, position, at, pull_request, from_state, to_state, json) select '${queue}', i, ${position}, ${START} + i, ${number}, ${move.from === null ? "null" : quoted(move.from)}, ${quoted(move.to)}, ${quoted(JSON.stringify(move))} from n`,
    ),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
