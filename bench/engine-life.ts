/**
 * The life of a busy queue: what its people, CI and the forge do to it, one decision at a time. So many wait and so many
 * have a place in the line at every moment; git and CI answer each order at once.
 */
import { batchId, type CommitId, queueId, treeId } from "../src/domain/ids.js";
import { PRIORITIES } from "../src/domain/priority.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../src/domain/queue-settings.js";
import type { Decision } from "../src/engine/model/decision.js";
import type { Effect } from "../src/engine/model/effect.js";
import type { QueueEvent } from "../src/engine/model/event.js";
import { batchOf, findRun } from "../src/engine/model/lookup.js";
import { newQueue } from "../src/engine/model/new-queue.js";
import type { Batch, Entry, Queue, TestRun } from "../src/engine/model/queue.js";
import { PullRequests } from "./engine-pull-requests.js";

const CHECK = "tests";
const MINUTE_MS = 60_000;

export interface Shape {
  readonly settings: Partial<QueueSettings>;
  readonly waiting: number;
  readonly line: number;
  /** How many targets there are to impact. */
  readonly targets: number;
}

/** Decides on what goes by a name. */
export type Decide = (name: string, queue: Queue, event: QueueEvent) => Decision;

type Without<Event> = Event extends QueueEvent ? Omit<Event, "at"> : never;

export class Life {
  readonly pullRequests: PullRequests;
  readonly #shape: Shape;
  readonly #decideOn: Decide;
  #queue: Queue;
  #now = 1_767_225_600_000;
  #round = 0;
  #orders: Effect[] = [];

  constructor(seed: number, shape: Shape, decideOn: Decide) {
    this.pullRequests = new PullRequests(seed, shape.targets);
    this.#shape = shape;
    this.#decideOn = decideOn;
    this.#queue = newQueue({
      id: queueId("0c9b7a3e-5d14-4f0e-8f8b-2a51f8f0a911"),
      targetBranch: "main",
      tip: this.pullRequests.commit(),
      settings: {
        ...DEFAULT_QUEUE_SETTINGS,
        concurrency: shape.line,
        requiredStatuses: [CHECK],
        testingTimeoutMinutes: 0,
        ...shape.settings,
      },
      at: this.#now,
    });
    this.#refill();
  }

  get queue(): Queue {
    return this.#queue;
  }

  /** One of each thing that can happen, with everything that it leads to. */
  live(): void {
    this.#round += 1;
    this.#do("submit", this.#submission(PRIORITIES.medium));
    this.#do("cancel one that waits", this.#cancellation(this.#waiting()));
    this.#do("cancel in the line", this.#cancellation(this.#inLine()));
    this.#do("targets of one that waits", this.#targets(this.#waiting()));
    this.#do("targets in the line", this.#targets(this.#inLine()));
    this.#do("check passed at the front", this.#report(this.#runAt(0), "success"));
    this.#do("check passed", this.#report(this.#anyRun(), "success"));
    this.#do("check failed", this.#report(this.#anyRun(), "failure"));
    this.#do("check failed beside the line", this.#report(this.#runBeside(), "failure"));
    this.#do("restart", this.#restart(this.#inLine()));
    this.#do("urgent", this.#submission(PRIORITIES.urgent));
    this.#do("settings", { kind: "settingsChanged", settings: this.#settings(), state: null });
    this.#now += MINUTE_MS;
    this.#do("time passed", { kind: "timePassed" });
    this.#refill();
    if (this.#round % 5 !== 0) return;
    const to = this.pullRequests.commit();
    this.#do("tip moved", { kind: "tipObserved", from: this.#queue.tip, to });
  }

  #do(name: string, event: Without<QueueEvent> | null): void {
    if (event === null) return;
    this.#decide(name, event);
    this.#answer();
  }

  #decide(name: string, event: Without<QueueEvent>): void {
    const decision = this.#decideOn(name, this.#queue, { ...event, at: this.#now });
    this.#queue = decision.queue;
    this.#orders.push(...decision.effects);
  }

  #answer(): void {
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) {
      if (order.kind === "startTestRun") this.#start(order);
      else if (order.kind === "land") this.#decide("landed", { ...order, kind: "landed" });
      else if (order.kind === "prepareLanding") this.#decide("landing prepared", this.#prepared(order.run));
    }
  }

  /** The same heads on the same tip are the same commits, whoever builds them. */
  #start({ run, testedOn, contains }: Extract<Effect, { readonly kind: "startTestRun" }>): void {
    if (findRun(this.#queue, run) === undefined) return;
    const commits: CommitId[] = [];
    for (const { headSha } of contains) {
      commits.push(this.pullRequests.commitOn(commits.at(-1) ?? testedOn, headSha));
    }
    this.#decide("test branch built", { kind: "testRunBuilt", run, commits, tree: treeOf(commits.at(-1)) });
    const checks = { requiredStatuses: [CHECK], requiredStatusesSource: "merge_instance" } as const;
    this.#decide("tests started", { kind: "testRunStarted", run, ...checks });
  }

  #prepared(run: TestRun["id"]): Without<QueueEvent> {
    const newTip = this.pullRequests.commit();
    return { kind: "landingPrepared", run, newTip, tree: treeOf(newTip) };
  }

  #refill(): void {
    const wanted = this.#shape.waiting + this.#shape.line * this.#batchSize();
    while (this.#queue.entries.length < wanted) this.#do("submit", this.#submission(PRIORITIES.medium));
  }

  #batchSize(): number {
    const { batch, batchingMinSize } = this.#queue.settings;
    return batch ? batchingMinSize : 1;
  }

  #submission(priority: number): Without<QueueEvent> {
    const facts = this.pullRequests.next();
    const targets = this.pullRequests.targets();
    const wishes = { priority, usedDefaultPriority: false, noBatch: false, earlierEntry: null };
    return { kind: "entrySubmitted", facts, targets, ...wishes };
  }

  #cancellation(entry: Entry | undefined): Without<QueueEvent> | null {
    if (entry === undefined) return null;
    const reason = { code: "API_REQUESTED", sentence: "It was cancelled." } as const;
    return { kind: "entryCancelled", pullRequest: entry.facts.number, reason };
  }

  #targets(entry: Entry | undefined): Without<QueueEvent> | null {
    if (entry === undefined) return null;
    const { facts } = entry;
    const targets = this.pullRequests.targets();
    return { kind: "targetsSet", pullRequest: facts.number, headSha: facts.headSha, targets };
  }

  #restart(entry: Entry | undefined): Without<QueueEvent> | null {
    return entry === undefined ? null : { kind: "testsRestarted", pullRequest: entry.facts.number };
  }

  #report(run: TestRun | undefined, conclusion: "success" | "failure"): Without<QueueEvent> | null {
    if (run === undefined) return null;
    const check = { name: CHECK, url: "https://ci.example/tests", status: "completed", conclusion } as const;
    return { kind: "checksReported", run: run.id, checks: [check] };
  }

  /** One that is neither seen nor felt by what is under test, and one that is. */
  #settings(): Partial<QueueSettings> {
    const isOdd = this.#round % 2 === 1;
    return isOdd
      ? { commentsEnabled: !this.#queue.settings.commentsEnabled }
      : { notReadyTimeoutHours: this.#round };
  }

  /** Nobody waits where there are slots for all. */
  #waiting(): Entry | undefined {
    const { entries } = this.#queue;
    const waits = ({ facts }: Entry): boolean => batchOf(this.#queue, facts.number) === undefined;
    if (!entries.some(waits)) return undefined;
    for (;;) {
      const entry = entries[this.pullRequests.chance.whole(0, entries.length - 1)];
      if (entry !== undefined && waits(entry)) return entry;
    }
  }

  #inLine(): Entry | undefined {
    const { line } = this.#queue;
    const numbers = line[this.pullRequests.chance.whole(0, line.length - 1)]?.entries;
    return this.#queue.entries.find(({ facts }) => facts.number === numbers?.[0]) ?? this.#waiting();
  }

  #anyRun(): TestRun | undefined {
    return this.#runAt(this.pullRequests.chance.whole(0, this.#queue.line.length - 1));
  }

  /** The oldest. */
  #runBeside(): TestRun | undefined {
    const beside = this.#queue.beside.map(({ id }) => id);
    return this.#queue.runs.find(
      ({ batch, progress }) => progress.kind === "running" && beside.includes(batch),
    );
  }

  #runAt(place: number): TestRun | undefined {
    const batch: Batch["id"] = this.#queue.line[place]?.id ?? batchId(0);
    return this.#queue.runs.find((run) => run.batch === batch && run.progress.kind === "running");
  }
}

function treeOf(commit: CommitId | undefined) {
  if (commit === undefined) throw new Error("nothing is to be built");
  return treeId(commit);
}
