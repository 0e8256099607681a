/** A life under kills in words: what happened in it, and what is wrong, with all that helps to find out why. */
import type { SoakReport } from "./soak-plan.js";
import { toldBroken } from "./told-broken.js";

export function toldReport(report: SoakReport): string {
  const { plan, broken, pictures, folder } = report;
  const ended = Object.entries(report.ended).map(([state, count]) => `${count} ${state}`);
  const facts = [
    `${report.kills} kills on ${plan.store} with ${plan.replicas} at once, seed ${plan.seed}, ${report.minutes.toFixed(1)} min`,
    `${report.freezes} freezes, ${report.restarts} restarts of the database server`,
    `${report.pullRequests} pull requests: ${ended.join(", ")}`,
    `${report.landings} landings of ${report.landedCommits} commits, ${report.testRuns} test runs, ${report.versions} decisions`,
    `${report.webhooks} webhooks, ${report.repeatedWebhooks} of them once more`,
  ];
  if (broken.length === 0) return facts.join("\n");
  return [
    ...facts,
    ...toldBroken(broken),
    "the last pictures of the queues:",
    ...pictures.map((line) => `  ${line}`),
    `everything that was left is in ${folder}`,
    `again: npm run soak -- --store ${plan.store} --replicas ${plan.replicas} --kills ${plan.kills} --seed ${plan.seed}`,
  ].join("\n");
}
