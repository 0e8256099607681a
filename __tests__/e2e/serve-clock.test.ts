/** The service on SQLite while the clock of its machine is set: for a moment, for ever, and between two starts. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "../support/git-repository.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { itInAll, itInDeep } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { until } from "../support/until.js";

const TOKEN = "mq_the-token-of-a-service-whose-clock-is-set";
const REPO = { host: "github.com", owner: "acme", name: "shop" };
const ON_MAIN = { repo: REPO, targetBranch: "main" } as const;
const DAY_MS = 86_400_000;
/** A step of the clock that has lasted for so long is followed. */
const LASTING_MS = 12_000;

let folder = "";
let origin: GitRepository;
let base: CommitId;
let service: ServeProcess;
let client: MergeQueueClient;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-clock-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { "README.md": "Shop\n" }, refs: ["refs/heads/main"] });
});
afterEach(async () => {
  await service.kill();
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

async function setClockAhead(byMs: number): Promise<void> {
  await writeFile(join(folder, "clock-ahead-ms"), String(byMs));
}

/** Tests of a pull request last while there is a file `hold-NUMBER`, and note that they began. */
async function start(): Promise<void> {
  const port = await freePort();
  const [begun, hold] = ["begun", "hold"].map((word) => join(folder, `${word}-$MERGE_QUEUE_PULL_REQUESTS`));
  service = new ServeProcess({
    folder,
    nodeOptions: ["--import", join(ROOT, "__tests__/support/moved-clock.mjs")],
    environment: {
      CLOCK_AHEAD_FILE: join(folder, "clock-ahead-ms"),
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: join(folder, "data"),
      MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
      MERGE_QUEUE_PARALLEL_TESTS: "4",
      MERGE_QUEUE_POLL_INTERVAL: "1s",
      MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${origin.folder}`,
      MERGE_QUEUE_TEST_COMMAND: `: >"${begun}-$$"; while test -e "${hold}"; do sleep 0.1; done`,
    },
  });
  await service.says(/merge-queue serves/);
  const credential = { kind: "token", token: TOKEN } as const;
  client = new MergeQueueClient({ apiUrl: `http://127.0.0.1:${port}/v1`, credential, userAgent: "test" });
}

async function submit(number: number, isHeld = false): Promise<void> {
  const files = { [`change-${number}.txt`]: "changed\n" };
  await origin.commit({ parents: [base], files, refs: [`refs/pull/${number}/head`] });
  if (isHeld) await writeFile(join(folder, `hold-${number}`), "");
  await client.submitPullRequest({ ...ON_MAIN, pr: { number } });
}

async function letGo(number: number): Promise<void> {
  await rm(join(folder, `hold-${number}`));
}

async function untilBegun(number: number, times: number, patienceMs?: number): Promise<void> {
  await until(
    async () => (await begun(number)) >= times,
    async () => begun(number),
    patienceMs,
  );
}

async function begun(number: number): Promise<number> {
  return (await readdir(folder)).filter((name) => name.startsWith(`begun-${number}-`)).length;
}

async function shown(number: number) {
  return (await client.getSubmittedPullRequest({ ...ON_MAIN, pr: { number } })).value;
}

async function untilMerged(number: number): Promise<void> {
  const isMerged = async () => (await shown(number)).state.toUpperCase() === "MERGED";
  await until(isMerged, async () => shown(number));
}

/** How far the start of the state, as the service shows it, is ahead of the right time. */
async function aheadMs(number: number): Promise<number> {
  return Date.parse(String((await shown(number)).stateChangedAt)) - Date.now();
}

/** Decides the whole log again; returns its lines on corrections. */
function replayed(): readonly string[] {
  const program = join(ROOT, "bin/merge-queue.js");
  const database = `sqlite:${join(folder, "data/merge-queue.sqlite")}`;
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: "utf8" });
  const exported = run(
    "export-log",
    "--database",
    database,
    "--queue",
    "github.com/acme/shop:main",
    "--out",
    "log",
  );
  expect(exported.status).toBe(0);
  const { status, stdout } = run("replay", "log");
  expect(status).toBe(0);
  return stdout.split("\n").filter((line) => line.includes("clockCorrected"));
}

itInAll("a jump of a day for half a second is not seen", async () => {
  await setClockAhead(0);
  await start();
  await client.createQueue({ ...ON_MAIN, concurrency: 2 });
  await client.updateQueue({ ...ON_MAIN, testingTimeoutMinutes: 5 });
  await submit(1, true);
  await untilBegun(1, 1);
  await setClockAhead(DAY_MS);
  await pause(50);
  await submit(2);
  expect(await aheadMs(2)).toBeLessThan(1000);
  await pause(400);
  await setClockAhead(0);
  await pause(2000);
  await letGo(1);
  await untilMerged(2);
  expect(await begun(1)).toBe(1);
  service.signal("SIGTERM");
  await service.ended;
  expect(replayed()).toEqual([]);
});

itInAll("a step that lasts is followed, either way, and times no healthy run out", async () => {
  await setClockAhead(0);
  await start();
  await client.createQueue({ ...ON_MAIN, concurrency: 2 });
  await client.updateQueue({ ...ON_MAIN, testingTimeoutMinutes: 5 });
  await submit(1, true);
  await untilBegun(1, 1);
  await setClockAhead(DAY_MS);
  await pause(LASTING_MS);
  await submit(2, true);
  await untilBegun(2, 1);
  expect(await aheadMs(2)).toBeGreaterThan(DAY_MS - 60_000);
  await setClockAhead(0);
  await pause(LASTING_MS);
  await until(
    async () => (await aheadMs(2)) <= 0,
    async () => aheadMs(2),
  );
  await letGo(1);
  await letGo(2);
  await untilMerged(2);
  expect([await begun(1), await begun(2)]).toEqual([1, 1]);
  service.signal("SIGTERM");
  await service.ended;
  const [forward, back, ...more] = replayed();
  expect(forward).toMatch(/ by 86\d{3}[\d.]* s /);
  expect(back).toMatch(/ by -86\d{3}[\d.]* s /);
  expect(more).toEqual([]);
});

itInDeep("a clock that is set back between two starts holds nothing up", async () => {
  await setClockAhead(DAY_MS);
  await start();
  await client.createQueue({ ...ON_MAIN, concurrency: 2 });
  await client.updateQueue({ ...ON_MAIN, testingTimeoutMinutes: 1 });
  await submit(1, true);
  await untilBegun(1, 1);
  expect(await aheadMs(1)).toBeGreaterThan(DAY_MS - 60_000);
  service.signal("SIGTERM");
  await service.ended;
  await setClockAhead(0);
  await start();
  expect(await aheadMs(1)).toBeLessThanOrEqual(0);
  // CI is asked again for the run that the restart ended, and then for another one when that has timed out.
  await untilBegun(1, 3, 90_000);
  await letGo(1);
  await untilMerged(1);
  service.signal("SIGTERM");
  await service.ended;
  expect(replayed()).toHaveLength(1);
});
