/** One process serves a SQLite store at a time. */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "@jest/globals";
import { StoreError } from "../../../../../src/service/ports/world-error.js";
import { CommittingProcess } from "../../../../support/committing-process.js";
import { openSqliteStore } from "../../../../support/open-sqlite-store.js";
import { aQueueName } from "../../../../support/stored-queue.js";

const folder = mkdtempSync(join(tmpdir(), "queue-store-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

let other: CommittingProcess | undefined;
afterEach(async () => {
  await other?.kill();
});

it("refuses a store that another process serves, and opens it once that process was killed", async () => {
  const path = join(folder, "served.sqlite");
  other = new CommittingProcess(path);
  await other.acknowledge(3);
  const opening = openSqliteStore({ path, engine: "1.0.0" });
  await expect(opening).rejects.toThrow(StoreError);
  await expect(opening).rejects.toThrow(
    new RegExp(`served\\.sqlite is already served by process ${other.id} on .+: stop that process first`),
  );
  const acknowledged = await other.kill();
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  expect((await store.load(aQueueName()))?.version).toBeGreaterThanOrEqual(acknowledged);
  await store.close();
});

it("refuses a second store on the same file in one process until the first is closed", async () => {
  const path = join(folder, "twice.sqlite");
  const first = await openSqliteStore({ path, engine: "1.0.0" });
  await expect(openSqliteStore({ path, engine: "1.0.0" })).rejects.toThrow(`process ${process.pid}`);
  await first.close();
  const second = await openSqliteStore({ path, engine: "1.0.0" });
  await second.close();
});

it("knows the file behind another name", async () => {
  const path = join(folder, "one-name.sqlite");
  symlinkSync(path, join(folder, "another-name.sqlite"));
  const store = await openSqliteStore({ path: join(folder, "another-name.sqlite"), engine: "1.0.0" });
  symlinkSync(folder, join(folder, "folder"));
  for (const alias of ["one-name.sqlite", join("folder", "one-name.sqlite")]) {
    await expect(openSqliteStore({ path: join(folder, alias), engine: "1.0.0" })).rejects.toThrow(
      "already served",
    );
  }
  await store.close();
});
