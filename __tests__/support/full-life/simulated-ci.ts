/** CI in a simulated life: it mostly tells the truth about what it tests, and it flakes, hangs, cancels and forgets. */
import type { Check } from "../../../src/domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../../src/domain/ids.js";
import type { HeadEvidence } from "../../../src/domain/pull-request.js";
import type { TestRequest } from "../../../src/service/ports/forge.js";
import { evidenceOf, tooLittleEvidence } from "../head-evidence.js";
import { MAIN, NUMBERS, type SimulatedWorld } from "./simulated-world.js";

const DEFAULT_STATUSES = ["tests"];
const GIVEN_UP = 0.3;

type Conclusion = "success" | "failure" | "cancelled";

export class SimulatedCi {
  readonly #world: SimulatedWorld;
  /** Pairs such as `1:2` that fail together though each passes alone. */
  readonly #badPairs: ReadonlySet<string>;
  readonly #hung = new Set<TestRunId>();
  /** What CI said last of the checks of each run it knows. */
  readonly #said = new Map<TestRunId, Map<string, Conclusion | null>>();

  constructor(world: SimulatedWorld, badPairs: ReadonlySet<string>) {
    this.#world = world;
    this.#badPairs = badPairs;
  }

  /** One thing that CI does on its own. */
  act(): void {
    const { forge, faults } = this.#world;
    const order = this.#world.any(forge.heldRuns(MAIN.repository).filter(({ run }) => !this.#hung.has(run)));
    const number = this.#world.any(NUMBERS);
    if (number !== undefined && this.#world.isLucky(0.15)) this.checkPullRequest(number);
    else if (this.#world.isLucky(0.03) && faults.strikes("ciForgets", this.#world.chance)) this.#forget();
    else if (order !== undefined) this.#work(order);
  }

  /** Decides everything that does not hang; what hangs goes on only if nobody will ever give it up. */
  finish(includingHung: boolean): void {
    for (const order of this.#world.forge.heldRuns(MAIN.repository)) {
      if (includingHung || !this.#hung.has(order.run)) this.#conclude(order, this.#truthAbout(order));
    }
  }

  /** A check that was over is begun once more. */
  rerun(): void {
    const run = this.#world.any([...this.#said.keys()]);
    const name = this.#world.any([...(run === undefined ? [] : (this.#said.get(run)?.keys() ?? []))]);
    if (run === undefined || name === undefined) return;
    this.#said.get(run)?.set(name, null);
    this.#world.forge.report(run, { name, url: "", status: "in_progress", conclusion: null });
  }

  /** The checks that a pull request has of its own, on its head as it is. */
  checkPullRequest(number: PullRequestNumber): void {
    const { headSha } = this.#world.facts(number);
    const ownChecksPassed = !this.#world.isLucky(0.1) && this.#truthAbout({ commit: headSha }) === "success";
    if (ownChecksPassed) this.#world.auditor.landings.headProven(headSha);
    this.#world.changePullRequest(number, { ownChecksPassed, headEvidence: this.#evidence(headSha) });
  }

  /** Now and then too few test branches executed the same jobs. */
  #evidence(headSha: CommitId): HeadEvidence {
    const tree = this.#world.repository.tree(headSha);
    return this.#world.isLucky(0.2) ? tooLittleEvidence(tree) : evidenceOf(tree);
  }

  #work(order: TestRequest): void {
    const drawn = this.#world.chance.next();
    if (drawn < 0.05) this.#hung.add(order.run);
    else if (drawn < 0.1) this.#conclude(order, "failure");
    else if (drawn < 0.15) this.#conclude(order, "cancelled");
    else if (drawn < 0.25) this.#report(order, this.#world.any(statusesOf(order)), this.#truthAbout(order));
    else this.#conclude(order, this.#truthAbout(order));
  }

  /** Of what CI forgets, it can start some again and some not. */
  #forget(): void {
    for (const { run } of this.#world.forge.heldRuns(MAIN.repository)) {
      if (this.#world.isLucky(GIVEN_UP)) this.#world.forge.giveUp(run);
    }
    this.#world.forge.forgetRuns();
    this.#said.clear();
    this.#hung.clear();
  }

  #conclude(order: TestRequest, conclusion: Conclusion): void {
    for (const name of statusesOf(order)) this.#report(order, name, conclusion);
  }

  #report(order: TestRequest, name: string | undefined, conclusion: Conclusion): void {
    if (name === undefined) return;
    const said = this.#said.get(order.run) ?? new Map<string, Conclusion | null>();
    this.#said.set(order.run, said.set(name, conclusion));
    const hasPassed = statusesOf(order).every((required) => said.get(required) === "success");
    if (hasPassed || conclusion !== "success") {
      this.#world.auditor.judged(order.run, order.commit, hasPassed);
    }
    const check: Check = { name, url: "https://ci.test/1", status: "completed", conclusion };
    this.#world.forge.report(order.run, check);
  }

  #truthAbout({ commit }: Pick<TestRequest, "commit">): Conclusion {
    const { names, pullRequests } = this.#world.repository.commit(commit);
    const isBad = [...names].some((name) => this.#world.isBad(name.slice(name.indexOf("@") + 1)));
    const numbers = [...pullRequests];
    const isBadTogether = numbers.some((one) =>
      numbers.some((other) => this.#badPairs.has(`${one}:${other}`) && one !== other),
    );
    return isBad || isBadTogether ? "failure" : "success";
  }
}

function statusesOf({ requiredStatuses }: TestRequest): readonly string[] {
  return requiredStatuses.length > 0 ? requiredStatuses : DEFAULT_STATUSES;
}
