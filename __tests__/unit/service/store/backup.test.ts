/** A backup holds everything of one moment, and gives it back in either kind of database, or changes nothing. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Database } from "../../../../src/service/store/database.js";
import { BASELINE } from "../../../../src/service/store/migrations/baseline.js";
import { openStore } from "../../../../src/service/store/open-store.js";
import { type CommandRun, callCommand } from "../../../support/command-line.js";
import { LIVED, liveInStore } from "../../../support/lived-store.js";
import { itInCi } from "../../../support/sized-tests.js";
import { DATABASE_KINDS, everythingIn, StoreDatabases, urlOf } from "../../../support/store-databases.js";
import { aDecision, aQueueId, aQueueName, aStoredQueue, START } from "../../../support/stored-queue.js";
import { rowsBySize } from "../../../support/test-size.js";

const databases = new StoreDatabases();
afterAll(() => databases.remove());

const QUEUE = "github.com/octo/mono:main";
const PAIRS = DATABASE_KINDS.flatMap((from) => DATABASE_KINDS.map((to) => [from, to] as const));

async function livedIn(kind: (typeof DATABASE_KINDS)[number]): Promise<Database> {
  const database = await databases.empty(kind);
  const { store } = await openStore(database, "1.0.0");
  await liveInStore(store, 1);
  await store.close();
  return database;
}

function on(database: Database, ...words: readonly string[]): Promise<CommandRun> {
  return callCommand(words, { environment: { MERGE_QUEUE_DATABASE_URL: urlOf(database) } });
}

let files = 0;
function newFile(): string {
  files += 1;
  return join(databases.folder, `${files}.backup`);
}

describe("a backup", () => {
  const lived = new Map<string, Database>();
  beforeAll(async () => {
    for (const kind of DATABASE_KINDS) lived.set(kind, await livedIn(kind));
  });

  function source(kind: string): Database {
    const database = lived.get(kind);
    if (database === undefined) throw new Error(`nobody lived in ${kind}`);
    return database;
  }

  itInCi.each(PAIRS)("of a store in %s becomes the same store in %s, with the same log", async (from, to) => {
    const [file, restored] = [newFile(), await databases.empty(to)];
    expect(await on(source(from), "backup", file)).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await on(restored, "restore", file)).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await everythingIn(restored)).toEqual(await everythingIn(source(from)));
    const [log, again] = [
      await on(source(from), "export-log", "--queue", QUEUE),
      await on(restored, "export-log", "--queue", QUEUE),
    ];
    expect(log.exitCode).toBe(0);
    expect(again).toEqual(log);
    const replayed = await callCommand(["replay", "-", "--json"], { stdin: again.stdout });
    expect(replayed.exitCode).toBe(0);
    expect((await on(restored, "db", "check")).exitCode).toBe(0);
  });

  it("is for its owner only, and leaves nothing else in its folder", async () => {
    const file = newFile();
    await on(source("sqlite"), "backup", file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(databases.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("never takes the place of a file that is there", async () => {
    const file = newFile();
    writeFileSync(file, "mine");
    const { exitCode, stderr } = await on(source("sqlite"), "backup", file);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("is there already: name another file");
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.each(DATABASE_KINDS)(
    "in %s has one moment of a store that goes on, and does not hold it up",
    async (kind) => {
      const database = await databases.empty(kind);
      const { store } = await openStore(database, "1.0.0");
      const branches = ["a", "b"];
      for (const [index, branch] of branches.entries()) {
        await store.create(aQueueName(branch), queueOn(index));
      }
      const file = newFile();
      const progress = { isOver: false };
      const backup = on(database, "backup", file).finally(() => {
        progress.isOver = true;
      });
      let steps = 0;
      while (!progress.isOver && steps < 2000) {
        for (const [index, branch] of branches.entries()) {
          const event = { kind: "timePassed", at: START } as const;
          const outcome = await store.commit(aQueueName(branch), steps, event, aDecision(queueOn(index)));
          expect(outcome).toBe("committed");
        }
        steps += 1;
        // Both are in this process, and SQLite waits for nothing.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await backup).exitCode).toBe(0);
      await store.close();
      const restored = await databases.empty("sqlite");
      expect((await on(restored, "restore", file)).exitCode).toBe(0);
      const opened = (await openStore(restored, "1.0.0")).store;
      const [a, b] = await opened.list();
      await opened.close();
      const [first, second] = [a?.version ?? -1, b?.version ?? -1];
      expect(first - second === 0 || first - second === 1).toBe(true);
      expect((await on(restored, "db", "check")).exitCode).toBe(0);
    },
  );

  it.each(DATABASE_KINDS)("is not restored over a store in %s that has something in it", async (kind) => {
    const file = newFile();
    await on(source("sqlite"), "backup", file);
    const before = await everythingIn(source(kind));
    const { exitCode, stderr } = await on(source(kind), "restore", file);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("is not empty: the table queues has rows");
    expect(await everythingIn(source(kind))).toEqual(before);
  });

  describe.each(DATABASE_KINDS)("that is damaged leaves %s without a row", (kind) => {
    let lines: readonly string[] = [];
    beforeAll(async () => {
      const file = newFile();
      await on(source("postgres"), "backup", file);
      lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
    });

    const DAMAGES: readonly (readonly [string, (lines: readonly string[]) => Buffer, string])[] = [
      ["cut off", (all) => gzipSync(all.join("\n")).subarray(0, -2000), "cannot be restored"],
      ["without its end", (all) => gzipSync(`${all.slice(0, -2).join("\n")}\n`), "its end is missing"],
      [
        "changed in one row",
        (all) => gzipSync(all.join("\n").replace("timePassed", "timepassed")),
        "its checksum",
      ],
      ["short of a row", (all) => gzipSync(all.toSpliced(-3, 1).join("\n")), "its checksum"],
      [
        "of a table that nobody knows",
        (all) => gzipSync(all.join("\n").replace('"events"', '"evens"')),
        "no version has",
      ],
      [
        "written before the baseline of the migrations",
        (all) => gzipSync(all.join("\n").replace(new RegExp(`,"${BASELINE}"(,"\\d{4}-[a-z-]+")*`), "")),
        "too old for this program",
      ],
      ["followed by something", (all) => gzipSync(`${all.join("\n")}{}\n`), "goes on after its end"],
      ["no backup", () => Buffer.from("hello"), "cannot be restored"],
      ["another gzip", () => gzipSync("hello\n"), "is no backup that this version reads"],
    ];

    it.each(rowsBySize(DAMAGES))("%s", async (_, damage, words) => {
      const file = newFile();
      writeFileSync(file, damage(lines));
      const target = await databases.empty(kind);
      const { exitCode, stderr } = await on(target, "restore", file);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(words);
      const { store } = await openStore(target, "1.0.0");
      expect(await store.list()).toEqual([]);
      await store.close();
      expect(Object.values(await everythingIn(target)).flat()).toEqual([]);
    });
  });

  it("needs a folder that exists, as an exported log does, and names the file that it was to write", async () => {
    const file = join(databases.folder, "nowhere", "monday.backup");
    const { exitCode, stderr } = await on(source("sqlite"), "backup", file);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `merge-queue backup: ${file} cannot be written (ENOENT): check that its folder exists and that this user may write there\n`,
    );
    const log = await on(source("sqlite"), "export-log", "--queue", QUEUE, "--out", file);
    expect(log.exitCode).toBe(2);
    expect(log.stderr).toBe(
      `merge-queue export-log: --out: ${file} cannot be written (ENOENT): check that its folder exists and that this user may write there\n`,
    );
  });

  it("that does not exist is not called damaged", async () => {
    const file = newFile();
    const { exitCode, stderr } = await on(await databases.empty("sqlite"), "restore", file);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `merge-queue restore: ${file} cannot be read (ENOENT): check the path and its permissions; nothing was changed\n`,
    );
  });

  it("goes on as a queue that takes the next decision", async () => {
    const [file, restored] = [newFile(), await databases.empty("postgres")];
    await on(source("sqlite"), "backup", file);
    await on(restored, "restore", file);
    const { store } = await openStore(restored, "1.0.0");
    const stored = await store.load(LIVED);
    if (stored === null) throw new Error("the queue is gone");
    const event = { kind: "timePassed", at: START } as const;
    expect(await store.commit(LIVED, stored.version, event, aDecision(stored.queue))).toBe("committed");
    await store.close();
  });
});

function queueOn(index: number) {
  return aStoredQueue({ id: aQueueId(index + 1) });
}
