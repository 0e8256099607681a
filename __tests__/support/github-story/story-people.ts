/**
 * The three pull requests of the story and everybody around them: one is clean, one breaks the tests together with what
 * has come to the target branch since, one conflicts with the clean one. What belongs to others stands beside them.
 */
import type { CommitId } from "../../../src/domain/ids.js";
import { ACTIONS_APP } from "../github/checks.js";
import type { GitHub } from "../github/git-hub.js";

export const SUBMIT_LABEL = "merge-queue-submit";
/** Fails where both files are there, each of which is fine alone. */
export const TEST_SCRIPT = "test ! -e strict.txt || test ! -e sloppy.txt\n";
/** The tests fail with it alone. */
export const RED_FILE = "red.txt";

export interface StoryCast {
  readonly clean: number;
  readonly breaking: number;
  readonly conflicting: number;
  /** Somebody else's, which the queue has nothing to do with. */
  readonly bystander: number;
}

/** What a pull request of the cast changes. */
export function filesOf(cast: StoryCast, number: number): Readonly<Record<string, string>> {
  if (number === cast.breaking) return { "sloppy.txt": "oh\n" };
  return { "price.txt": number === cast.clean ? "1\n" : "2\n" };
}

const OF_CI: ReadonlySet<string> = new Set(["ci", ACTIONS_APP.slug]);

export async function openCast(github: GitHub, beforeMainMoves: () => Promise<void>): Promise<StoryCast> {
  github.setPermission("ada", "write");
  github.setPermission("bob", "write");
  github.setPermission("guest", "read");
  const bystander = await github.openPullRequest({ files: { "other.txt": "other\n" }, author: "guest" });
  await github.comment("guest", bystander.number, "What do you think of <!-- merge-queue:status --> this?");
  await github.addLabel(bystander.number, "keep");
  await github.pushToBranch("someone/work", { "work.txt": "work\n" }, "guest");
  const clean = await github.openPullRequest({ files: { "price.txt": "1\n" }, title: "Set the price" });
  const breaking = await github.openPullRequest({ files: { "sloppy.txt": "oh\n" }, title: "Be sloppy" });
  const conflicting = await github.openPullRequest({ files: { "price.txt": "2\n" }, title: "Another price" });
  await beforeMainMoves();
  await github.pushToBranch("main", { "strict.txt": "strict\n" });
  const [one, two, three] = [clean.number, breaking.number, conflicting.number];
  return { clean: one, breaking: two, conflicting: three, bystander: bystander.number };
}

/** The service may bypass it, so that GitHub lets it land what nobody has approved. */
export function demandApproval(github: GitHub, login: string): void {
  const parameters = { required_approving_review_count: 1 };
  github.ruleset({ name: "reviewed", rules: [{ type: "pull_request", parameters }], bypass: [login] });
}

/** Without a process of its own: what `TEST_SCRIPT` does, and the red file. */
export async function passesByItsFiles(github: GitHub, commit: CommitId): Promise<boolean> {
  const files = (await github.world.git.repository.git("ls-tree", "--name-only", commit)).split("\n");
  return !files.includes(RED_FILE) && !(files.includes("strict.txt") && files.includes("sloppy.txt"));
}

/** All that is somebody else's, to be compared. */
export async function belongingsOfOthers(github: GitHub, { bystander }: StoryCast): Promise<unknown> {
  const { title, body, state, draft, headSha, base, labels } = github.pull(bystander);
  const comments = await github.comments(bystander);
  return {
    pull: { title, body, state, draft, headSha, base, labels },
    comments: comments.map((comment) => comment["body"]),
    branch: github.tip("someone/work"),
    checks: github.world.checkRuns.filter((run) => run.headSha === headSha && !OF_CI.has(run.app.slug)),
  };
}
