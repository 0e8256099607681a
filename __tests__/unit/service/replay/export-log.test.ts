/** What a store keeps is enough to tell a queue's whole log, and to notice when it is not. */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { isRecord } from "../../../../src/domain/is-record.js";
import { decide } from "../../../../src/engine/decide.js";
import type { QueueEvent } from "../../../../src/engine/model/event.js";
import type { Queue } from "../../../../src/engine/model/queue.js";
import type { QueueReader, QueueStore } from "../../../../src/service/ports/queue-store.js";
import { type ExportOutcome, exportLog } from "../../../../src/service/replay/export-log.js";
import { readStore } from "../../../../src/service/store/open-store.js";
import type { Decide } from "../../../support/engine-world.js";
import { createMemoryStore } from "../../../support/memory-queue-store.js";
import { openSqliteStore } from "../../../support/open-sqlite-store.js";
import { aQueue, cancelled, story, submitted } from "../../../support/queue-builder.js";
import { liveRandomly } from "../../../support/random-life.js";
import { recordedLines, withoutLanding } from "../../../support/recorded-log.js";
import { aQueueName } from "../../../support/stored-queue.js";

const NAME = aQueueName();
const LONG = story(
  aQueue(),
  ...Array.from({ length: 300 }, (_, index) => [submitted(index + 1), cancelled(index + 1)]).flat(),
);

async function live(
  store: QueueStore,
  first: Queue,
  events: readonly QueueEvent[],
  by: Decide = decide,
): Promise<void> {
  await store.create(NAME, first);
  let queue = first;
  for (const [version, event] of events.entries()) {
    const decision = by(queue, event);
    await store.commit(NAME, version, event, decision);
    ({ queue } = decision);
  }
}

async function exported(
  store: QueueReader,
): Promise<{ readonly outcome: ExportOutcome; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const outcome = await exportLog(store, NAME, "1.0.0", (line) => {
    lines.push(line);
    return Promise.resolve("open");
  });
  return { outcome, lines };
}

/** As a store whose events are older than the records. */
function withoutRecords(store: QueueReader): QueueReader {
  return {
    load: (name) => store.load(name),
    birth: (id) => store.birth(id),
    logBeginning: (id) => store.logBeginning(id),
    events: async (...request) =>
      (await store.events(...request)).map((event) => ({ ...event, recorded: null })),
    close: () => store.close(),
  };
}

function read(line: string): Readonly<Record<string, unknown>> {
  const document: unknown = JSON.parse(line);
  if (!isRecord(document)) throw new Error("the line is no object");
  return document;
}

describe("exporting a log", () => {
  it("tells everything from the first day on, more than is read at once", async () => {
    const store = createMemoryStore("1.0.0");
    await live(store, aQueue(), LONG.events);
    expect(LONG.events.length).toBeGreaterThan(1000);
    const { outcome, lines } = await exported(store);
    expect(outcome).toEqual({ kind: "exported", version: LONG.events.length });
    expect(lines).toEqual(recordedLines({ first: aQueue(), log: LONG.events }));
  });

  it("tells of a queue to which nothing happened", async () => {
    const store = createMemoryStore("1.0.0");
    await store.create(NAME, aQueue());
    const { outcome, lines } = await exported(store);
    expect(outcome).toEqual({ kind: "exported", version: 0 });
    expect(lines).toEqual(recordedLines({ first: aQueue(), log: [] }));
  });

  it("notices that the events lead to another queue than the one stored", async () => {
    const store = createMemoryStore("1.0.0");
    await store.create(NAME, aQueue());
    const event = { kind: "timePassed", at: 1 } as const;
    const decision = decide(aQueue(), event);
    await store.commit(NAME, 0, event, { ...decision, queue: { ...decision.queue, state: "paused" } });
    expect((await exported(store)).outcome).toEqual({
      kind: "leadsElsewhere",
      version: 1,
      first: { version: 1, engine: "1.0.0" },
    });
    expect((await exported(withoutRecords(store))).outcome).toEqual({
      kind: "leadsElsewhere",
      version: 1,
      first: null,
    });
  });

  it("tells the decisions as they were taken, also when this version would take others", async () => {
    const { first, log } = liveRandomly(1, decide);
    const store = createMemoryStore("0.9.0");
    await live(store, first, log, withoutLanding);
    const asTaken = recordedLines({ first, log }, "0.9.0", withoutLanding).map(read);
    const differing = recordedLines({ first, log }).map(read);
    const at = asTaken.findIndex(({ decision }, index) => decision !== differing[index]?.["decision"]);
    expect(at).toBeGreaterThan(1);
    const { outcome, lines } = await exported(store);
    expect(outcome).toEqual({
      kind: "leadsElsewhere",
      version: log.length,
      first: { version: at, engine: "0.9.0" },
    });
    const told = lines.map(read);
    expect(told.map(({ decision }) => decision)).toEqual(asTaken.map(({ decision }) => decision));
    expect(new Set(told.slice(1).map(({ engine }) => engine))).toEqual(new Set(["0.9.0"]));
    expect(told.map(({ picture }) => picture)).toEqual(
      asTaken.map(({ picture }, index) => (index < at ? picture : null)),
    );
  });

  it("tells events whose decisions nobody recorded", async () => {
    const store = createMemoryStore("1.0.0");
    await live(store, aQueue(), LONG.events);
    const { outcome, lines } = await exported(withoutRecords(store));
    expect(outcome).toEqual({ kind: "exported", version: LONG.events.length });
    const [, ...told] = lines.map(read);
    expect(new Set(told.map(({ decision, engine }) => decision ?? engine))).toEqual(new Set([null]));
    expect(told.at(-1)?.["picture"]).toBe("main");
  });

  it("writes a line when the one before is taken, and none when nobody takes it", async () => {
    const store = createMemoryStore("1.0.0");
    await live(store, aQueue(), LONG.events);
    let [under, taken] = [0, 0];
    const outcome = await exportLog(store, NAME, "1.0.0", async () => {
      under += 1;
      expect(under).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      taken += 1;
      return taken === 7 ? "closed" : "open";
    });
    expect({ outcome, taken }).toEqual({ outcome: { kind: "closed" }, taken: 7 });
  });

  it("has nothing to tell of a queue that is not there", async () => {
    expect((await exported(createMemoryStore("1.0.0"))).outcome).toEqual({ kind: "noSuchQueue" });
  });
});

describe("reading a SQLite store", () => {
  let folder = "";
  let path = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "merge-queue-export-"));
    path = join(folder, "store.sqlite");
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Changes the file past the program. */
  function tamper(statement: string): void {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
  }

  async function exportedFromFile() {
    const reader = await readStore({ kind: "sqlite", path });
    try {
      return await exported(reader);
    } finally {
      await reader.close();
    }
  }

  it.each([1, 2, 3])("tells life %i while a service has it, and after", async (seed) => {
    const { first, log } = liveRandomly(seed, decide);
    const store = await openSqliteStore({ path, engine: "1.0.0" });
    try {
      await live(store, first, log);
      const meanwhile = await exportedFromFile();
      expect(meanwhile.outcome).toEqual({ kind: "exported", version: log.length });
      expect(meanwhile.lines).toEqual(recordedLines({ first, log }));
    } finally {
      await store.close();
    }
    expect((await exportedFromFile()).lines).toEqual(recordedLines({ first, log }));
  });

  it("leaves the writer free to write between two reads, and tells the version it began with", async () => {
    const store = await openSqliteStore({ path, engine: "1.0.0" });
    const reader = await readStore({ kind: "sqlite", path });
    try {
      const [one, two] = story(aQueue(), submitted(1)).events;
      if (one === undefined || two === undefined) throw new Error("too little happened");
      await live(store, aQueue(), [one]);
      const loaded = await reader.load(NAME);
      const queue = decide(aQueue(), one).queue;
      expect(await store.commit(NAME, 1, two, decide(queue, two))).toBe("committed");
      const late: QueueReader = {
        load: () => Promise.resolve(loaded),
        birth: (id) => reader.birth(id),
        logBeginning: (id) => reader.logBeginning(id),
        events: (...request) => reader.events(...request),
        close: () => reader.close(),
      };
      expect((await exported(late)).outcome).toEqual({ kind: "exported", version: 1 });
    } finally {
      await reader.close();
      await store.close();
    }
  });

  it("notices that an event is missing", async () => {
    const store = await openSqliteStore({ path, engine: "1.0.0" });
    await live(store, aQueue(), story(aQueue(), submitted(1)).events);
    await store.close();
    tamper("delete from events where version = 2");
    expect((await exportedFromFile()).outcome).toEqual({ kind: "gap", version: 1 });
  });

  it("says that nobody kept how an old queue began", async () => {
    const store = await openSqliteStore({ path, engine: "1.0.0" });
    await store.create(NAME, aQueue());
    await store.close();
    tamper("update queues set birth = null");
    expect((await exportedFromFile()).outcome).toEqual({ kind: "initialQueueUnknown" });
  });

  it("refuses a store whose schema is older or newer", async () => {
    await (await openSqliteStore({ path, engine: "1.0.0" })).close();
    tamper("update kysely_migration set name = '9999-later' where name = '0001-first'");
    await expect(readStore({ kind: "sqlite", path })).rejects.toThrow(
      "newer version of this program (unknown schema change: 9999-later)",
    );
    tamper("delete from kysely_migration where name = '9999-later'");
    await expect(readStore({ kind: "sqlite", path })).rejects.toThrow(
      "older version of this program (missing schema change: 0001-first); run `merge-queue db migrate`",
    );
  });

  it("refuses what is not a store, and makes none", async () => {
    await expect(readStore({ kind: "sqlite", path })).rejects.toThrow(
      `there is no file ${path}: check the path`,
    );
    tamper("create table other (x)");
    await expect(readStore({ kind: "sqlite", path })).rejects.toThrow("is not a store of merge-queue");
  });

  it("claims no absence of a file that it cannot reach", async () => {
    symlinkSync(path, path);
    await expect(readStore({ kind: "sqlite", path })).rejects.toThrow("the file cannot be opened");
  });
});
