/**
 * CI of a story by a workflow file of the wind tunnel, in place of one check: pushes and pull requests start it, and the
 * job that breaks fails where the tests of the repository fail.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CommitId } from "../../../src/domain/ids.js";
import { ActionsCi } from "../actions/actions-ci.js";
import { expectedVerdict } from "../actions/expected-verdict.js";
import { readWorkflowFiles, type WorkflowFile } from "../actions/workflow-files.js";
import type { GitHub } from "../github/git-hub.js";
import type { Chance } from "../seeded-chance.js";

export interface StoryWorkflowOptions {
  readonly github: GitHub;
  readonly files: readonly WorkflowFile[];
  readonly file: WorkflowFile;
  readonly chance: Chance;
  readonly passes: (commit: CommitId) => Promise<boolean>;
  /** Called when all required checks of a commit have passed. */
  readonly onPassed: (branch: string, commit: CommitId) => Promise<void>;
}

const LOOK_EVERY_MS = 500;
/** These report every required check on a test branch of a change to the code. */
const REPORTING = new Set([
  ...[
    "all-systems-go",
    "artifact-chain",
    "behind-build",
    "both-triggers",
    "calls-build",
    "changed-files-gate",
  ],
  ...["checks-and-tests", "computed-matrix", "determined-changes", "dispatched-result", "excluded-by-event"],
  ...["large-matrix", "may-fail", "only-on-main", "paths-ignored", "quick-checks", "result-of-event"],
]);

export async function drawnWorkflow(chance: Chance): Promise<Pick<StoryWorkflowOptions, "file" | "files">> {
  const files = await readWorkflowFiles();
  const drawn = files.filter(({ path }) => REPORTING.has(path.replace(/^.*\/|\.yml$/g, "")));
  const file = drawn[chance.whole(0, drawn.length - 1)];
  if (file === undefined) throw new Error("there is no workflow file");
  return { file, files };
}

export class StoryWorkflow {
  readonly #options: StoryWorkflowOptions;
  readonly #ci: ActionsCi;
  readonly #seen = new Set<string>();
  readonly #failing = new Set<CommitId>();
  readonly #passed = new Set<CommitId>();

  constructor(options: StoryWorkflowOptions) {
    const { github, files, file, chance } = options;
    this.#options = options;
    this.#ci = new ActionsCi({
      ...{ github, files: files.filter((one) => one === file || one.required.length === 0) },
      fails: (job, { of }) => job === file.breaks && this.#failing.has(of.commit),
      takesMs: (what) => (what.endsWith(" to start") ? chance.whole(1, 1000) : chance.whole(1000, 8000)),
    });
  }

  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#look();
      const dueInMs = this.#ci.dueInMs ?? LOOK_EVERY_MS;
      await sleep(Math.min(dueInMs, LOOK_EVERY_MS));
      if (dueInMs <= LOOK_EVERY_MS) await this.#step();
      else this.#ci.pass(LOOK_EVERY_MS);
    }
  }

  async #look(): Promise<void> {
    const { world } = this.#options.github;
    const changed = ["src/main.ts"];
    for (const [ref, commit] of world.git.refsBelow("refs/heads/")) {
      const branch = ref.replace("refs/heads/", "");
      if (!(await this.#isNew(`push ${branch}`, commit))) continue;
      this.#ci.occurs({ event: "push", branch, commit, changed, pull: null, action: "opened" });
    }
    for (const { number, headRef: branch, headSha: commit, base, draft, state } of world.pulls.values()) {
      if (state !== "open" || !(await this.#isNew(`pull ${number}`, commit))) continue;
      this.#ci.occurs({
        event: "pull_request",
        branch,
        commit,
        changed,
        pull: { number, base, draft },
        action: "opened",
      });
    }
  }

  async #isNew(what: string, commit: CommitId): Promise<boolean> {
    const key = `${what} ${commit}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    if (!(await this.#options.passes(commit))) this.#failing.add(commit);
    return true;
  }

  async #step(): Promise<void> {
    const { file, onPassed } = this.#options;
    await this.#ci.step();
    for (const [commit, runs] of Map.groupBy(this.#ci.runs, ({ of }) => of.commit)) {
      const [run] = runs;
      if (run === undefined || this.#passed.has(commit)) continue;
      if (expectedVerdict(file.required, runs, () => false) !== "passed") continue;
      this.#passed.add(commit);
      await onPassed(run.of.branch, commit);
    }
  }
}
