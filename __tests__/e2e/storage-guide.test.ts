/** The commands of docs/how-to/storage.md, one after the other as they stand there, on real databases. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { callCommand } from "../support/command-line.js";
import { liveInStore } from "../support/lived-store.js";
import { openSqliteStore } from "../support/open-sqlite-store.js";
import { emptyDatabase, type TestDatabase } from "../support/postgres-server.js";
import { everythingIn } from "../support/store-databases.js";

const GUIDE = new URL("../../docs/how-to/storage.md", import.meta.url);
const FOLDER_THERE = "/var/lib/merge-queue";
const POSTGRES_THERE = "postgres://merge_queue:SECRET@db.example/merge_queue";

const folder = mkdtempSync(join(tmpdir(), "storage-guide-"));
let made: TestDatabase;
beforeAll(async () => {
  made = await emptyDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await made.drop();
});

function linesOfTheGuide(): readonly string[] {
  const blocks = [...readFileSync(GUIDE, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  return blocks
    .flatMap(([, block = ""]) => block.split("\n"))
    .filter((line) => line !== "")
    .map((line) => line.replaceAll(FOLDER_THERE, folder).replaceAll(POSTGRES_THERE, made.url));
}

it("leads from a store to its backup, back again, and to Postgres", async () => {
  const path = join(folder, "queue.sqlite");
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  await liveInStore(store, 2);
  await store.close();
  const environment: Record<string, string> = {};
  const lines = linesOfTheGuide();
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      environment[name] = value;
      continue;
    }
    const [program, ...words] = line.split(" ");
    expect(program).toBe("merge-queue");
    const { exitCode, stderr } = await callCommand(words, { environment });
    expect({ line, exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({
      line,
      exitCode: 0,
      stderr: "",
    });
  }
  const everything = await everythingIn({ kind: "sqlite", path });
  expect(await everythingIn({ kind: "sqlite", path: join(folder, "restored.sqlite") })).toEqual(everything);
  expect(await everythingIn({ kind: "postgres", url: made.url })).toEqual(everything);
});
