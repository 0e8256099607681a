/**
 * What a branch says of a life under kills, read from git alone: every move of it was tested as it is, nothing was taken
 * off, and each pull request's commits are on it once.
 */

import type { SoakOrigin } from "./soak-origin.js";
import type { Complaints } from "./soak-plan.js";
import type { TestedTree } from "./test-journal.js";
import { isSound, treeDigest } from "./test-journal.js";

export interface BranchFindings {
  /** How often the queue moved the branch. */
  readonly landings: number;
  readonly commits: number;
  /** On the branch, with the move that brought each there. */
  readonly landed: ReadonlyMap<number, string>;
}

interface Introduced {
  readonly commit: string;
  /** Letter of git and path. */
  readonly changes: readonly { readonly letter: string; readonly path: string }[];
}

interface Audit {
  readonly origin: SoakOrigin;
  readonly branch: string;
  readonly complaints: Complaints;
  /** By commit. */
  readonly passed: ReadonlyMap<string, TestedTree>;
  /** Where lanes land apart, what lands may be the change of a tested commit on another tip. */
  readonly isParallel: boolean;
}

export async function auditBranch(audit: Audit): Promise<BranchFindings> {
  const { origin, branch, complaints } = audit;
  const landed = new Map<number, string>();
  let [landings, commits] = [0, 0];
  let tip = "";
  for (const { from, to } of await origin.moves(branch)) {
    complaints.expect(tip === "" || from === tip, `${branch} is at ${tip}, and moves from ${from}`);
    tip = to;
    if (origin.byPeople.has(to)) continue;
    landings += 1;
    const fresh = await introduced(origin, from, to);
    complaints.expect(fresh !== null, `${branch}: ${to} does not go on from ${from}`);
    await expectTested(audit, to);
    for (const one of fresh ?? []) {
      commits += 1;
      noteLanding(audit, one, to, landed);
    }
  }
  complaints.expect((await origin.tip(branch)) === tip, `${branch} is not where it was moved to last`);
  return { landings, commits, landed };
}

/** Commits along first parents, newest first; null when the second does not contain the first there. */
async function introduced(
  origin: SoakOrigin,
  from: string,
  to: string,
): Promise<readonly Introduced[] | null> {
  const words = ["--first-parent", "--diff-merges=first-parent", "--name-status", "--no-renames"];
  const log = await origin.repository.git("log", ...words, "--format=%x00%H %P", `${from}..${to}`);
  const fresh = log.split("\0").slice(1).map(parseIntroduced);
  return fresh.at(-1)?.parent === from ? fresh : null;
}

function parseIntroduced(text: string): Introduced & { readonly parent: string } {
  const [head = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const [commit = "", parent = ""] = head.split(" ");
  const changes = lines.map((line) => ({ letter: line.slice(0, 1), path: line.slice(2) }));
  return { commit, parent, changes };
}

async function expectTested(
  { origin, branch, complaints, passed, isParallel }: Audit,
  commit: string,
): Promise<void> {
  const listing = await origin.repository.git("ls-tree", "-r", commit);
  const blobs = new Map(
    listing.split("\n").map((line): [string, string] => [line.slice(53), line.slice(12, 52)]),
  );
  complaints.expect(isSound(blobs.keys()), `${branch}: ${commit} would fail the tests`);
  const tested = passed.get(commit);
  if (tested === undefined) {
    complaints.expect(isParallel, `${branch}: ${commit} landed, and was never tested`);
    return;
  }
  const isSame = tested.digest === treeDigest(blobs);
  complaints.expect(isSame, `${branch}: what was tested as ${commit} were other files than it has`);
}

/** Each commit is of one pull request, adds the next of its files, and does nothing else. */
function noteLanding(
  { origin, branch, complaints }: Audit,
  { commit, changes }: Introduced,
  move: string,
  landed: Map<number, string>,
): void {
  const numbers = new Set(changes.flatMap(({ path }) => ownerOf(path)));
  const [number] = numbers;
  const pullRequest = number === undefined ? undefined : origin.pullRequests.get(number);
  if (numbers.size !== 1 || number === undefined || pullRequest?.branch !== branch) {
    const what = changes.map(({ letter, path }) => `${letter} ${path}`).join(", ");
    complaints.add(`${branch}: ${commit} is no pull request of it: ${what || "it changes nothing"}`);
    return;
  }
  complaints.expect(
    changes.every(({ letter }) => letter === "A"),
    `${branch}: ${commit} brings #${number} there once more`,
  );
  const before = landed.get(number);
  complaints.expect(
    before === undefined || before === move,
    `#${number} landed twice, by ${before ?? ""} and ${move}`,
  );
  landed.set(number, move);
}

/** A line that two clash about is of either. */
function ownerOf(path: string): readonly number[] {
  const [folder, first, second] = path.split("/");
  if (folder === "pr" || folder === "bad") return [Number(first)];
  if (folder === "slots") return [Number(second)];
  return folder === "lines" ? [] : [Number.NaN];
}
