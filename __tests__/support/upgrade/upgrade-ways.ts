/** The ways in which operators upgrade, each of them tried. */
import type { StoreKind } from "./history.js";
import type { UpgradePlan } from "./upgrade-plan.js";

export type UpgradeWay = Pick<UpgradePlan, "endings" | "migrates">;

export const UPGRADE_WAYS: Readonly<Record<StoreKind, readonly UpgradeWay[]>> = {
  sqlite: [
    { endings: ["stopped"], migrates: "before" },
    { endings: ["killed"], migrates: "atStart" },
  ],
  postgres: [
    { endings: ["stopped", "killed"], migrates: "atStart" },
    { endings: ["killed", "stopped"], migrates: "before" },
  ],
};
