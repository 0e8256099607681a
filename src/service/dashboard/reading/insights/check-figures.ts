/** How often each check failed, and how often it also passed on the same code: those failures prove it flaky. */
import { isFailed } from "../../../../domain/check.js";
import type { PullRequestNumber } from "../../../../domain/ids.js";
import type { EndedRun } from "../../../../engine/model/decision.js";

export interface CheckFigures {
  /** Untrusted text. */
  readonly name: string;
  /** Runs in which it had a result. */
  readonly runs: number;
  readonly failed: number;
  /** Failures on a tree on which it passed in another run. */
  readonly flaky: number;
  /** The newest, and how many there are in all. */
  readonly resultsIn: readonly PullRequestNumber[];
  readonly resultsOf: number;
  readonly failedIn: readonly PullRequestNumber[];
  readonly flakyIn: readonly PullRequestNumber[];
}

interface Failure {
  readonly tree: string | null;
  readonly own: readonly PullRequestNumber[];
}

interface Tally {
  runs: number;
  /** Of the runs in which it had a result. */
  readonly tested: Set<PullRequestNumber>;
  readonly failures: Failure[];
  readonly passedTrees: Set<string>;
}

/** An address holds no more numbers. */
export const MOST_LISTED = 50;
/** A CI that names its checks anew for each run has no figures for single checks. */
const MOST_CHECKS = 2000;

export class CheckTally {
  readonly #byName = new Map<string, Tally>();
  #runs = 0;

  add({ run }: EndedRun): void {
    this.#runs += 1;
    for (const check of run.checks) {
      const { name, conclusion } = check;
      const failed = isFailed(check);
      if (conclusion !== "success" && !failed) continue;
      const tally = this.#tallyOf(name);
      if (tally === null) continue;
      tally.runs += 1;
      for (const number of run.own) tally.tested.add(number);
      if (failed) tally.failures.push({ tree: run.tree, own: run.own });
      else if (run.tree !== null) tally.passedTrees.add(run.tree);
    }
  }

  /** The flakiest first, then those that fail most. */
  get checks(): readonly CheckFigures[] {
    const all = [...this.#byName].map(([name, tally]) => figuresOf(name, tally));
    return all.sort(
      (one, other) =>
        other.flaky - one.flaky || other.failed - one.failed || (one.name < other.name ? -1 : 1),
    );
  }

  /** The share of runs in which a check was flaky; null without runs. */
  get flakeRate(): number | null {
    const flaky = this.checks.reduce((sum, check) => sum + check.flaky, 0);
    return this.#runs === 0 ? null : Math.min(1, flaky / this.#runs);
  }

  #tallyOf(name: string): Tally | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#byName.size >= MOST_CHECKS) return null;
    const tally: Tally = { runs: 0, tested: new Set(), failures: [], passedTrees: new Set() };
    this.#byName.set(name, tally);
    return tally;
  }
}

function figuresOf(name: string, { runs, tested, failures, passedTrees }: Tally): CheckFigures {
  const flaky = failures.filter(({ tree }) => tree !== null && passedTrees.has(tree));
  return {
    ...{ name, runs, failed: failures.length, flaky: flaky.length },
    resultsIn: [...tested].slice(-MOST_LISTED).reverse(),
    resultsOf: tested.size,
    failedIn: numbersIn(failures),
    flakyIn: numbersIn(flaky),
  };
}

function numbersIn(failures: readonly Failure[]): readonly PullRequestNumber[] {
  return [...new Set(failures.toReversed().flatMap(({ own }) => own))];
}
