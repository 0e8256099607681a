/** Lives of the real service under `kill -9`: nothing is lost, nothing happens twice. Longer ones: `npm run soak`. */
import { beforeAll, expect, jest } from "@jest/globals";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { soak } from "../support/soak/soak.js";
import type { SoakPlan, SoakReport } from "../support/soak/soak-plan.js";
import { toldReport } from "../support/soak/told-report.js";
import { bySize, isAtLeast } from "../support/test-size.js";

const SEED = Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000);
const ON_SQLITE = {
  kills: bySize({ reduced: 1, share: 1, all: 4, full: 500 }),
  store: "sqlite",
  replicas: 1,
} as const;
const ON_POSTGRES = {
  kills: bySize({ reduced: 4, share: 4, full: 200 }),
  store: "postgres",
  replicas: 3,
} as const;

jest.setTimeout(bySize({ reduced: 300_000, share: 300_000, full: 4 * 3_600_000 }));

// Both at once where both are lived: in the end either waits for the claims of killed processes to run out.
let lives: readonly [Promise<SoakReport>, Promise<SoakReport> | null];
beforeAll(() => {
  lives = [liveQuietly(ON_SQLITE), isAtLeast("all") ? liveQuietly(ON_POSTGRES) : null];
});

async function liveQuietly(plan: Omit<SoakPlan, "seed" | "tell">): Promise<SoakReport> {
  const life = soak({ ...plan, seed: SEED, tell: () => undefined });
  life.catch(() => undefined);
  return life;
}

function expectKept(report: SoakReport, kills: number): void {
  expect(report.broken.length === 0 ? "" : toldReport(report)).toBe("");
  expect(report.kills).toBe(kills);
  expect(report.ended["MERGED"]).toBeGreaterThan(0);
}

itInCi(`keeps every promise through ${ON_SQLITE.kills} kills on the embedded store`, async () => {
  expectKept(await lives[0], ON_SQLITE.kills);
});

itInAll(
  `keeps every promise through ${ON_POSTGRES.kills} kills of three replicas, while Postgres goes down too`,
  async () => {
    const report = await lives[1];
    if (report === null) throw new Error("the life on Postgres was not begun");
    expectKept(report, ON_POSTGRES.kills);
    expect(Math.min(report.freezes, report.restarts)).toBeGreaterThan(0);
  },
);
