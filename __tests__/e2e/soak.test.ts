/** Lives of the real service under `kill -9`: nothing is lost, nothing happens twice. Longer ones: `npm run soak`. */
import { expect, it } from "@jest/globals";
import { soak } from "../support/soak/soak.js";
import { toldReport } from "../support/soak/told-report.js";

const SEED = Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000);
const KILLS = 25;
const PATIENCE_MS = 300_000;

it(
  `keeps every promise through ${KILLS} kills on the embedded store`,
  async () => {
    const plan = { seed: SEED, kills: KILLS, store: "sqlite", replicas: 1 } as const;
    const report = await soak({ ...plan, tell: () => undefined });
    expect(report.broken.length === 0 ? "" : toldReport(report)).toBe("");
    expect(report.kills).toBe(KILLS);
    expect(report.ended["MERGED"]).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
