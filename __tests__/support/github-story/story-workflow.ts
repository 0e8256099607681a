/**
 * CI of a story by a workflow file of the wind tunnel, in place of one check: pushes and pull requests start it, and the
 * job that breaks fails where the tests of the repository fail, or by chance while CI is flaky.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CommitId } from "../../../src/domain/ids.js";
import type { SkippedChecks } from "../../../src/domain/queue-settings.js";
import { ActionsCi, type ActionsRun, type CiEvent } from "../actions/actions-ci.js";
import { decides, dryRun, filesWith } from "../actions/dry-run.js";
import { expectedVerdict } from "../actions/expected-verdict.js";
import { readWorkflowFiles, type WorkflowFile } from "../actions/workflow-files.js";
import type { GitHub } from "../github/git-hub.js";
import { type Chance, seededChance, seedOf } from "../seeded-chance.js";

export interface DrawnWorkflow {
  readonly file: WorkflowFile;
  readonly files: readonly WorkflowFile[];
  /** Whether a draft pull request starts CI on test branches too. */
  readonly isDraft: boolean;
  readonly skippedChecks: SkippedChecks;
}

export interface StoryWorkflowOptions extends DrawnWorkflow {
  readonly github: GitHub;
  readonly chance: Chance;
  readonly passes: (commit: CommitId) => Promise<boolean>;
  /** Whether the job that breaks fails in the first attempt on this branch although the tests pass. */
  readonly isFlaky: (branch: string) => boolean;
  /** Called when all required checks of a commit have passed. */
  readonly onPassed: (branch: string, commit: CommitId) => Promise<void>;
}

const LOOK_EVERY_MS = 500;
const CHANGED = ["src/main.ts", "crates/core/lib.rs"];

/** A file of the tunnel by which good changes pass and bad ones do not; on heads too if GitHub requires the checks there. */
export async function drawnWorkflow(chance: Chance, isRequiredOnHead: boolean): Promise<DrawnWorkflow> {
  const files = await readWorkflowFiles();
  for (const file of inDrawnOrder(files, chance)) {
    const isDraft = chance.next() < 0.4;
    const skippedChecks = drawnSkips(file, chance);
    const drawn = { file, files, isDraft, skippedChecks };
    if (await isFit(drawn, isRequiredOnHead)) return drawn;
    const plain = { ...drawn, isDraft: !isDraft, skippedChecks: {} };
    if (await isFit(plain, isRequiredOnHead)) return plain;
  }
  throw new Error("no workflow file is fit for a story");
}

/** By names, so that a further file changes only the stories that draw it. */
function inDrawnOrder(files: readonly WorkflowFile[], chance: Chance): readonly WorkflowFile[] {
  const drawn = chance.whole(0, 999_999);
  const rank = ({ path }: WorkflowFile) => seededChance(seedOf(`${drawn} ${path}`)).next();
  const whole = files.filter(({ required }) => required.length > 0);
  return whole.toSorted((one, other) => rank(one) - rank(other));
}

function drawnSkips({ required }: WorkflowFile, chance: Chance): SkippedChecks {
  const drawn = required.filter(() => chance.next() < 0.3);
  return Object.fromEntries(drawn.map((name) => [name, chance.next() < 0.7 ? "pass" : "fail"]));
}

async function isFit(drawn: DrawnWorkflow, isRequiredOnHead: boolean): Promise<boolean> {
  const run = { ...drawn, changed: CHANGED, on: drawn.isDraft ? "draft" : "push" } as const;
  if (!(await decides(run))) return false;
  return !isRequiredOnHead || (await dryRun({ ...run, on: "head", isFailing: false })).isGreen;
}

export class StoryWorkflow {
  readonly #options: StoryWorkflowOptions;
  readonly #ci: ActionsCi;
  readonly #seen = new Set<string>();
  readonly #failing = new Set<CommitId>();
  /** Draft pull requests that were merged with a base which the tested commit lacks. */
  readonly #onOtherBase = new Set<CiEvent>();
  readonly #passed = new Set<string>();

  constructor(options: StoryWorkflowOptions) {
    const { github, files, file, chance, isFlaky } = options;
    this.#options = options;
    this.#ci = new ActionsCi({
      ...{ github, files: filesWith(file, files) },
      fails: (job, { of, workflowRun }) =>
        job === file.breaks &&
        (this.#failing.has(of.commit) || (workflowRun.attempt === 1 && isFlaky(of.branch))),
      takesMs: (what) => (what.endsWith(" to start") ? chance.whole(1, 1000) : chance.whole(1000, 8000)),
      approvals: new Map([["uploads", 20_000]]),
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

  /** A person runs the failed jobs of all complete runs again; false: there are none. */
  rerun(): boolean {
    const failed = this.#ci.runs.filter(
      ({ workflowRun: { status, conclusion } }) => status === "completed" && conclusion === "failure",
    );
    for (const run of failed) this.#ci.rerunFailed(run);
    return failed.length > 0;
  }

  async #look(): Promise<void> {
    const { world } = this.#options.github;
    for (const [ref, commit] of world.git.refsBelow("refs/heads/")) {
      const branch = ref.replace("refs/heads/", "");
      if (!(await this.#isNew(`push ${branch}`, commit))) continue;
      this.#ci.occurs({ event: "push", branch, commit, changed: CHANGED, pull: null, action: "opened" });
    }
    for (const { number, headRef: branch, headSha: commit, base, baseSha, draft, state } of [
      ...world.pulls.values(),
    ]) {
      if (state !== "open" || !(await this.#isNew(`pull ${number}`, commit))) continue;
      const of = { event: "pull_request", branch, commit, changed: CHANGED, action: "opened" } as const;
      const event: CiEvent = { ...of, pull: { number, base, draft } };
      if (!(await world.git.contains(commit, baseSha))) this.#onOtherBase.add(event);
      this.#ci.occurs(event);
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
    const { file, onPassed, skippedChecks } = this.#options;
    await this.#ci.step();
    const isOnOtherBase = ({ of }: ActionsRun) => this.#onOtherBase.has(of);
    // A retry may test the same commit, on a test branch of its own: what failed on another one is another verdict.
    const tested = Map.groupBy(this.#ci.runs, ({ of }) => `${of.branch} ${of.commit}`);
    for (const [key, runs] of tested) {
      const [run] = runs;
      if (run === undefined || this.#passed.has(key)) continue;
      if (expectedVerdict(file.required, runs, isOnOtherBase, skippedChecks) !== "passed") continue;
      this.#passed.add(key);
      await onPassed(run.of.branch, run.of.commit);
    }
  }
}
