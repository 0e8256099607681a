/** What the branches say of a life, and whether the pull requests say the same. */
import { auditBranch } from "./audit-branch.js";
import { auditPullRequest } from "./audit-pull-requests.js";
import type { SoakClient } from "./soak-client.js";
import type { Complaints, SoakReport } from "./soak-plan.js";
import { BRANCHES, type SoakStage } from "./soak-stage.js";

export async function auditMerges(
  { origin, journal, settings }: SoakStage,
  client: SoakClient,
  complaints: Complaints,
): Promise<Pick<SoakReport, "landings" | "landedCommits">> {
  const passed = (await journal.tested()).filter((tested) => tested.passed);
  const passedCommits = new Map(passed.map((tested) => [tested.commit, tested]));
  const passedRuns = new Set(passed.map(({ run }) => run));
  const landed = new Set<number>();
  let [landings, landedCommits] = [0, 0];
  for (const branch of BRANCHES) {
    const isParallel = settings.get(branch)?.mode === "parallel";
    const found = await auditBranch({ origin, branch, complaints, passed: passedCommits, isParallel });
    landings += found.landings;
    landedCommits += found.commits;
    for (const number of found.landed.keys()) landed.add(number);
  }
  for (const pullRequest of origin.pullRequests.values()) {
    const { number, rival } = pullRequest;
    const isOn = { isOnBranch: landed.has(number), isRivalOnBranch: rival !== null && landed.has(rival) };
    const isDisturbed = client.disturbed.has(number);
    const seen = client.ended.get(number);
    auditPullRequest({ ...isOn, pullRequest, seen, isDisturbed, passedRuns }, complaints);
  }
  return { landings, landedCommits };
}

export function countedBy(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
