/** An upgrade of the service while pull requests are in flight. All ways of it, and Postgres: `npm run upgrade`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "@jest/globals";
import { BASELINE } from "../../src/service/store/migrations/baseline.js";
import { MIGRATIONS } from "../../src/service/store/migrations/migrations.js";
import { itIfInHistory } from "../support/if-there.js";
import { itInAll } from "../support/sized-tests.js";
import { BEFORE_ANY_TAG } from "../support/upgrade/history.js";
import { previousProgram } from "../support/upgrade/previous-program.js";
import { toldUpgrade } from "../support/upgrade/told-upgrade.js";
import { upgradeOnce } from "../support/upgrade/upgrade.js";

const SEED = Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000);
const MOST_MINUTES = 10;
const COMMIT = BEFORE_ANY_TAG;

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

itIfInHistory(
  COMMIT,
  "goes on with every pull request of an earlier version that was killed, and that refuses the store where its schema has changed",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-previous-"));
    folders.push(folder);
    const report = await upgradeOnce({
      ...{ seed: SEED, store: "sqlite", endings: ["killed"], migrates: "atStart", workers: 4, restEnds: 1 },
      previous: await previousProgram(COMMIT, folder),
      tell: () => undefined,
    });
    expect(report.broken.length === 0 ? "" : toldUpgrade(report)).toBe("");
    expect(report.ended["MERGED"]).toBeGreaterThan(report.found["MERGED"] ?? 0);
    const hasChanged = Object.keys(MIGRATIONS).at(-1) !== BASELINE;
    expect(report.refusal).toContain(hasChanged ? "written by a newer version of this program" : "");
  },
  MOST_MINUTES * 60_000,
  itInAll,
);
