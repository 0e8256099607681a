/** Writes a commit whose id depends on nothing but what is given here. */
import { type CommitId, commitId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";
import type { CommitPlan, Identity } from "./commit.js";

export async function writeCommit(clone: Clone, plan: CommitPlan): Promise<CommitId> {
  const { stdout } = await clone.run(
    ["commit-tree", ...plan.parents.flatMap((parent) => ["-p", parent]), plan.tree],
    {
      input: plan.message.replaceAll("\0", ""),
      environment: { ...variables("AUTHOR", plan.author), ...variables("COMMITTER", plan.committer) },
    },
  );
  return commitId(stdout.trim());
}

/** Git refuses a name of nothing but these characters, which old commits may have all the same. */
const DROPPED_BY_GIT = /[\0-\x20.,:;<>"\\']/g;

function variables(role: "AUTHOR" | "COMMITTER", { name, email, date }: Identity): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: name.replaceAll(DROPPED_BY_GIT, "") === "" ? "unknown" : name.replaceAll("\0", ""),
    [`GIT_${role}_EMAIL`]: email.replaceAll("\0", ""),
    [`GIT_${role}_DATE`]: `@${readableDate(date)}`,
  };
}

function readableDate(date: string): string {
  const [, seconds = "0", offset = "+0000"] = /^(\d{1,11})(?: ([+-]\d{4}))?/.exec(date) ?? [];
  return `${seconds} ${offset}`;
}
