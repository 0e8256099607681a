/**
 * What makes a difference to the future of a small queue, as a short text: two states with the same one need to be
 * looked at only once. Ids and numbers that only count up make none, and neither does what can be told from the rest.
 */
import type { TestRunId } from "../../src/domain/ids.js";
import type { Batch, Entry, Landing, Queue, TestRun } from "../../src/engine/model/queue.js";
import { BUDGET_NAMES, type State } from "./small-queue.js";
import type { World } from "./small-world.js";
import { failuresOf } from "./world-truths.js";

const MINUTE_MS = 60_000;
const ENTRY_STATES = [
  "notReady",
  "pending",
  "testing",
  "testsPassed",
  "pendingFailure",
  "merged",
  "failed",
  "cancelled",
];
const QUEUE_STATES = ["running", "paused", "draining", "switchingModes"];
const PROGRESS = ["building", "conflicted", "running", "passed", "failed"];
const EFFECTS = ["startTestRun", "discardTestRun", "prepareLanding", "land"];
const PROOFS = ["tested", "disjoint", "direct"];

/** More lost hedges of a batch make no difference. */
const MOST_LOST = 2;

/** Numbers 0 to 65,533 each become one character; -1 and -2 are possible too. */
const SHIFT = 2;

export class StateKeys {
  readonly #numbers = new Map<string, number>();
  readonly #texts = new WeakMap<object, number>();
  #codes: number[] = [];
  #runs: readonly TestRunId[] = [];

  keyOf({ world, submitted, budget, echo }: State): string {
    const { queue, tip, orders, jobs } = world;
    this.#codes = [];
    const batches = [...queue.line, ...queue.beside];
    const runs = batches.map(({ id }) => queue.runs.find(({ batch }) => batch === id));
    const hedges = batches.flatMap(({ id }) => queue.hedges.filter(({ batch }) => batch === id));
    this.#runs = [...runs.flatMap((run) => run?.id ?? []), ...hedges.map(({ id }) => id)];
    this.#add(submitted);
    for (const left of BUDGET_NAMES) this.#add(budget[left]);
    this.#add(this.#number(tip), this.#number(queue.tip), QUEUE_STATES.indexOf(queue.state));
    this.#add(this.#text(queue.settings), queue.modeSwitch === null ? -1 : this.#text(queue.modeSwitch));
    this.#add(queue.entries.length, queue.line.length, queue.beside.length);
    for (const entry of queue.entries) this.#entry(queue, entry);
    for (const [index, batch] of batches.entries()) this.#batch(queue, batches, batch, runs[index]);
    this.#add(hedges.length);
    for (const hedge of hedges) this.#testRun(queue, hedge);
    this.#landing(queue.landing);
    this.#add(orders.length);
    for (const order of orders) {
      this.#add(EFFECTS.indexOf(order.kind), this.#run(queue, order.run));
      if (order.kind === "land") this.#add(this.#number(order.newTip));
    }
    this.#add(...jobs.map(({ run }) => this.#run(queue, run)).sort((one, other) => one - other), -1);
    for (const event of echo) {
      this.#add(event.kind.length, "run" in event ? this.#run(queue, event.run) : -1);
      if ("newTip" in event) this.#add(this.#number(event.newTip));
      if ("from" in event) this.#add(this.#number(event.from), this.#number(event.to));
    }
    this.#landed(world);
    this.#failures(world);
    return String.fromCharCode(...this.#codes);
  }

  #entry(queue: Queue, entry: Entry): void {
    const { facts, targets, earlierTargets } = entry;
    const flags =
      Number(entry.noBatch) +
      2 * Number(entry.needsTests) +
      4 * Number(entry.leaving !== null) +
      8 * Number(facts.ownChecksPassed) +
      16 * Number(entry.isRetried === true) +
      32 * Number(entry.trouble !== undefined) +
      64 * Number(entry.isApart === true);
    this.#add(
      facts.number,
      this.#number(facts.headSha),
      this.#number(facts.baseBranch),
      entry.priority,
      flags,
    );
    this.#add(
      targets === null ? -1 : this.#text(targets),
      earlierTargets === null ? -1 : this.#text(earlierTargets),
    );
    this.#add(
      ENTRY_STATES.indexOf(entry.state),
      minutes(queue, entry.submittedAt),
      minutes(queue, entry.admittedAt),
    );
    this.#add(facts.basedOn === null ? -1 : this.#number(facts.basedOn));
  }

  #batch(queue: Queue, batches: readonly Batch[], batch: Batch, run: TestRun | undefined): void {
    const { splitFrom } = batch;
    const family = splitFrom === null ? -1 : batches.findIndex((other) => other.splitFrom === splitFrom);
    const flags = Number(batch.isRetried) + 2 * Number(batch.isSuspect) + 4 * batch.interruptions;
    this.#add(batch.entries.length, ...batch.entries, family, flags, Math.min(batch.lostHedges, MOST_LOST));
    if (run === undefined) this.#add(-2);
    else this.#testRun(queue, run);
  }

  #testRun(queue: Queue, run: TestRun): void {
    const { progress, landed, passedBy, commits, contains, own, renamed = [] } = run;
    this.#add(PROGRESS.indexOf(progress.kind), this.#number(run.testedOn));
    this.#add(run.validForTip === null ? -1 : this.#number(run.validForTip));
    for (const { headSha } of contains) this.#add(this.#number(headSha));
    this.#add(-1, ...own, -1, ...landed, -1, ...passedBy, -1);
    for (const commit of commits) this.#add(this.#number(commit));
    if (progress.kind === "building")
      for (const { tested, onBranch } of renamed) this.#add(-3, this.#number(tested), this.#number(onBranch));
    this.#add(-1, this.#text(run.requiredStatuses));
    if (progress.kind === "running") this.#add(minutes(queue, progress.startedAt));
    for (const { conclusion } of run.checks) this.#add(this.#number(conclusion ?? ""));
    if (progress.kind === "conflicted") this.#add(progress.pullRequest);
  }

  #landing(landing: Landing | null): void {
    if (landing === null) {
      this.#add(-1);
      return;
    }
    const { proof, commit, heads, expectedTip, run } = landing;
    this.#add(PROOFS.indexOf(proof.kind), this.#runs.indexOf(run), this.#number(expectedTip));
    this.#add(commit === null ? -1 : this.#number(commit.newTip), heads.length);
    for (const { headSha } of heads) this.#add(this.#number(headSha));
  }

  /** Who landed, with the targets it is known for. */
  #landed({ landed, touched }: World): void {
    const heads = [...landed].map((name) => {
      const targets = touched.get(name);
      return [this.#number(name), targets == null ? -1 : this.#text(targets)] as const;
    });
    heads.sort(([one], [other]) => one - other);
    for (const [name, targets] of heads) this.#add(name, targets);
  }

  /** What speaks against those who are there: blaming one of them may be right in one state and wrong in another. */
  #failures(world: World): void {
    if (world.failures.length === 0) return;
    for (const { facts } of world.queue.entries) {
      const head = { pullRequest: facts.number, headSha: facts.headSha };
      this.#add(Math.min(failuresOf(world, world.queue, head), 2));
    }
  }

  /** Those that are over are all the same; a direct merge has a number but no run. */
  #run({ landing }: Queue, run: TestRunId): number {
    const index = this.#runs.indexOf(run);
    return index === -1 && landing?.run === run ? -2 : index;
  }

  #add(...numbers: readonly number[]): void {
    for (const number of numbers) this.#codes.push(number + SHIFT);
  }

  #number(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    if (number === this.#numbers.size) {
      if (number + SHIFT > 0xffff) throw new RangeError("too many different commits for one exploration");
      this.#numbers.set(text, number);
    }
    return number;
  }

  #text(value: object): number {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const number = this.#number(JSON.stringify(value));
    this.#texts.set(value, number);
    return number;
  }
}

function minutes({ now }: Queue, at: number | null): number {
  return at === null ? -1 : Math.floor((now - at) / MINUTE_MS);
}
