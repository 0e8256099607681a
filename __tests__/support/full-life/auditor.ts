/**
 * Compares what the queue decides and does with what is true in the world, at every decision that was stored and every
 * push that moves the branch. What breaks is remembered, since whoever asked would swallow a failure.
 */
import type { CommitId, TestRunId } from "../../../src/domain/ids.js";
import type { ReasonCode } from "../../../src/domain/reason.js";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Decision, LandingRecord } from "../../../src/engine/model/decision.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import { brokenInvariants } from "../../../src/engine/model/invariants.js";
import type { Batch, Entry, Queue, TestRun } from "../../../src/engine/model/queue.js";
import { BlameTruths } from "./blame-truths.js";
import { LandingTruths } from "./landing-truths.js";
import { metInDecision } from "./met-in-decision.js";
import { Occurrences } from "./occurrences.js";
import { nameOf, type SimulatedCommit, type SimulatedRepository } from "./simulated-repository.js";
import { ToldTargets } from "./told-targets.js";

const LANDED_BY_QUEUE: ReadonlySet<ReasonCode> = new Set(["MERGE_GRAPH_MERGE", "MERGE_GRAPH_DIRECT_MERGE"]);

export class Auditor {
  readonly broken: string[] = [];
  /** What happened, oldest first; drawn only when somebody wants to read it. */
  readonly story: (() => string)[] = [];
  readonly occurrences = new Occurrences();
  /** As it was stored last; null while there is none. */
  queue: Queue | null = null;
  #first: Queue | null = null;
  #events: QueueEvent[] = [];
  readonly #repository: SimulatedRepository;
  readonly targets: ToldTargets;
  readonly blame: BlameTruths;
  readonly landings: LandingTruths;
  /** Records of landings when the queue was created: others gave them. */
  #earlierRecords = 0;
  /** Commits that the queue brought to the branch. */
  readonly #landed = new Set<CommitId>();
  /** Everything that was ever on the branch. */
  readonly #wasOnBranch = new Set<string>();

  readonly #replays: boolean;

  /** `replays` says whether the events of each queue are gone through once more in the end, which takes its time. */
  constructor(repository: SimulatedRepository, replays: boolean) {
    this.#repository = repository;
    this.#replays = replays;
    this.targets = new ToldTargets(repository);
    this.blame = new BlameTruths(repository);
    this.landings = new LandingTruths(repository);
  }

  created(queue: Queue): void {
    this.queue = queue;
    this.#first = queue;
    this.#events = [];
    this.#earlierRecords = this.landings.records;
    this.story.push(() => `created: ${picture(queue)}`);
  }

  deleted(): void {
    this.occurrences.met("a queue is deleted");
    if (this.#replays) this.#replay();
    this.queue = null;
    this.story.push(() => "deleted");
  }

  decided(event: QueueEvent, decision: Decision): void {
    const { queue, effects, landed } = decision;
    this.#events.push(event);
    this.story.push(() => `${event.kind}: ${picture(queue)}`);
    if (this.queue !== null) {
      this.#note(this.queue, event, decision);
      this.broken.push(...this.targets.told(this.queue, event));
      this.blame.timePassed(this.queue, queue, event.kind === "clockCorrected" ? Math.max(event.byMs, 0) : 0);
    }
    this.queue = queue;
    this.broken.push(...brokenInvariants(queue, decision), ...this.#liesIn(decision));
    for (const effect of effects) {
      if (effect.kind === "prepareLanding") this.broken.push(...this.targets.prepared(queue, effect));
    }
    if (landed !== null) this.broken.push(...this.landings.acknowledged(landed));
    if (isOverfull(queue, effects)) this.broken.push("more test runs are in flight than the queue allows");
  }

  /** CI said of a run that it passed, or that it did not. */
  judged(run: TestRunId, commit: CommitId, hasPassed: boolean): void {
    if (hasPassed) this.landings.proven(commit);
    else this.blame.disproven(run, commit);
  }

  landing(expectedTip: CommitId, newTip: CommitId): void {
    const commits = this.#repository.since(expectedTip, newTip);
    this.story.push(() => `  the branch is pushed to ${commits.map(headName).join(" ")}`);
    this.broken.push(...this.landings.pushed(this.queue?.landing ?? null, commits));
    for (const commit of commits) this.#landsOnce(commit);
  }

  /** Reads where the branch is now. */
  branchMoved(): void {
    for (const name of this.#repository.tip.names) this.#wasOnBranch.add(name);
  }

  /** The events alone lead to what is stored. */
  #replay(): void {
    if (this.#first === null || this.queue === null) return;
    const replayed = this.#events.reduce((queue, event) => decide(queue, event).queue, this.#first);
    if (inOneSpelling(replayed) !== inOneSpelling(this.queue)) {
      this.broken.push("its events lead to another queue than the one stored");
    }
  }

  /** `records` are the proofs that the store keeps of this queue. */
  keeps(records: readonly LandingRecord[]): void {
    this.broken.push(...this.landings.kept(records, this.#earlierRecords));
  }

  #note(before: Queue, event: QueueEvent, decision: Decision): void {
    for (const occurrence of metInDecision(before, event, decision)) this.occurrences.met(occurrence);
    const { tip } = decision.queue;
    if (event.kind !== "tipObserved" || before.tip === tip) return;
    const isForward = this.#repository.isAncestor(before.tip, tip);
    this.occurrences.met(isForward ? "the branch is pushed forward" : "the branch is pushed back");
  }

  #landsOnce({ id, head, parent }: SimulatedCommit): void {
    if (head === null || parent === null) return;
    const name = nameOf(head);
    if (this.#isLandedOn(parent, name)) this.broken.push(`${name} lands twice`);
    const entry = this.queue?.entries.find(({ facts }) => facts.number === head.pullRequest);
    if (entry === undefined) this.broken.push(`${name} lands but is not in the queue`);
    this.#landed.add(id);
  }

  /**
   * Whether the queue brought it there, and it still is: one that was taken off the branch, while somebody had merged the
   * same head by hand below it, may land once more.
   */
  #isLandedOn(commit: CommitId, name: string): boolean {
    return this.#repository
      .since(null, commit)
      .some(({ id, head }) => this.#landed.has(id) && head !== null && nameOf(head) === name);
  }

  /** Who is told to have landed has; who is told to have left is not on the branch. */
  *#liesIn({ queue, concluded }: Decision): Iterable<string> {
    for (const entry of concluded) {
      yield* this.blame.blamed(queue, entry, (other) => this.#wasOnBranch.has(other));
      const name = nameOf({ pullRequest: entry.facts.number, headSha: entry.facts.headSha });
      if (entry.ended !== "merged" && this.#isLandedOn(this.#repository.tip.id, name))
        yield `${name} is ${entry.ended ?? "over"} but on the branch`;
      if (isLanded(entry) && !this.#wasOnBranch.has(name)) yield `${name} is merged but never landed`;
    }
  }
}

/** Stores give fields back in an order of their own. */
function inOneSpelling(queue: Queue): string {
  return JSON.stringify(queue, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

function isLanded({ ended, reason }: Entry): boolean {
  return ended === "merged" && reason !== null && LANDED_BY_QUEUE.has(reason.code);
}

/** Started beyond what may run at once, in the line or beside it. */
/** What is retried beside the line takes a slot of the line; only parts of split batches have slots of their own. */
function isOverfull({ runs, hedges, beside, settings }: Queue, effects: Decision["effects"]): boolean {
  const isRetry = ({ isRetried, splitFrom }: Batch) => isRetried && splitFrom === null;
  const parts = new Set(beside.filter((batch) => !isRetry(batch)).map(({ id }) => id));
  const busy = [...runs, ...hedges].filter(
    ({ progress }) => progress.kind === "building" || progress.kind === "running",
  );
  const started = effects.flatMap((effect) => (effect.kind === "startTestRun" ? [effect.run] : []));
  const { concurrency, bisectionConcurrency } = settings;
  const isTooMuch = (some: readonly TestRun[], limit: number): boolean =>
    some.length > limit && some.some(({ id }) => started.includes(id));
  if (bisectionConcurrency === 0) return isTooMuch(busy, concurrency);
  const [inParts = [], inLine = []] = [true, false].map((isPart) =>
    busy.filter(({ batch }) => parts.has(batch) === isPart),
  );
  return isTooMuch(inLine, concurrency) || isTooMuch(inParts, bisectionConcurrency ?? concurrency);
}

function headName({ head, id }: SimulatedCommit): string {
  return head === null ? id : `#${head.pullRequest}`;
}
