/** What one upgrade while pull requests are in flight is to be, and what it reports. */
import type { Program } from "../soak/program.js";
import type { StoreKind } from "./history.js";

/** How the processes of the version before are brought to their end, one after the other. */
export type Ending = "stopped" | "killed";

export interface UpgradePlan {
  readonly seed: number;
  readonly store: StoreKind;
  readonly previous: Program;
  /** One for each process; one only on the embedded store. */
  readonly endings: readonly Ending[];
  /** By `merge-queue db migrate`, or by the first start of the present version. */
  readonly migrates: "before" | "atStart";
  /** How many people open pull requests, each one after the other. */
  readonly workers: number;
  /** How many pull requests come to their end between two steps. */
  readonly restEnds: number;
  /** Takes a line of progress. */
  readonly tell: (line: string) => void;
}

export interface UpgradeReport {
  readonly plan: Omit<UpgradePlan, "tell" | "previous">;
  /** How many pull requests were in which state when the upgrade began. */
  readonly found: Readonly<Record<string, number>>;
  /** What the version before says on the upgraded store; empty when both have the same schema. */
  readonly refusal: string;
  readonly pullRequests: number;
  readonly ended: Readonly<Record<string, number>>;
  readonly landings: number;
  readonly landedCommits: number;
  readonly webhooks: number;
  readonly seconds: number;
  /** Empty when all is as promised. */
  readonly broken: readonly string[];
  /** Kept when something is broken. */
  readonly folder: string;
}
