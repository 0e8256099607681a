/** An upgrade in words: what happened in it, and what is wrong. */
import { toldBroken } from "../soak/told-broken.js";
import type { UpgradeReport } from "./upgrade-plan.js";

export function toldUpgrade(report: UpgradeReport): string {
  const { plan, broken, folder, refusal } = report;
  const how = `${plan.endings.join(", then ")}, migrated ${plan.migrates === "before" ? "by db migrate" : "at the start"}`;
  const facts = [
    `on ${plan.store}: ${how}; seed ${plan.seed}, ${report.seconds.toFixed(1)} s`,
    `when it began: ${counts(report.found)}`,
    `in the end: ${counts(report.ended)} of ${report.pullRequests} pull requests`,
    `${report.landings} landings of ${report.landedCommits} commits, ${report.webhooks} webhooks`,
    refusal === "" ? "both versions have the same schema" : `the version before says then: ${refusal}`,
  ];
  if (broken.length === 0) return facts.join("\n");
  return [...facts, ...toldBroken(broken), `everything that was left is in ${folder}`].join("\n");
}

function counts(states: Readonly<Record<string, number>>): string {
  return Object.entries(states)
    .map(([state, count]) => `${count} ${state}`)
    .join(", ");
}
