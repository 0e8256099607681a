/**
 * One life of a queue, drawn from a seed: any settings, changed any time; people submit, push, upload targets, cancel
 * and change their minds, CI flakes and hangs, orders are done late or twice, answers get lost or doubled, others push
 * to the branch, and somebody may set the clock. At the end everything is answered, and the queue has to run empty.
 */
import type { Check } from "../../src/domain/check.js";
import { type CommitId, type EntryId, pullRequestNumber, type TestRunId } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { HeadEvidence, PullRequestFacts } from "../../src/domain/pull-request.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { findRun } from "../../src/engine/model/lookup.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { isReady } from "../../src/engine/planning/readiness.js";
import {
  type Decide,
  droppedOutside,
  happen,
  newWorld,
  perform,
  pushedOutside,
  takenUp,
  withFailure,
  withoutOrder,
  withPass,
} from "./engine-world.js";
import { headOf, namedCommit, treeOf } from "./fake-commits.js";
import { evidenceOf, tooLittleEvidence } from "./head-evidence.js";
import { aQueue, factsOf } from "./queue-builder.js";
import { anySettings, anySettingsChange, anyTargets } from "./random-settings.js";
import { type Chance, seededChance } from "./seeded-chance.js";
import { BrokenTruth, history, type Job, type World } from "./small-world.js";

const NUMBERS = [1, 2, 3, 4, 5, 6];
const STEPS = 90;
/** Far more than any of these queues needs to run empty. */
const MAX_DRAIN_ROUNDS = 200;
const MAX_PICTURES = 15;

/** An answer on its way: the order counts as done only once the queue has taken it. */
interface Message {
  readonly order: Effect | null;
  readonly events: readonly QueueEvent[];
}

/** A queue's first day, and what happened to it until it was empty again. */
export interface Life {
  readonly first: Queue;
  readonly log: readonly QueueEvent[];
}

/** Throws `BrokenTruth` with the end of the story when something breaks, or somebody gets stuck. */
export function liveRandomly(
  seed: number,
  decide: Decide,
  { setsClock = false, hasIncidents = false } = {},
): Life {
  const pictures: string[] = [];
  const drawn: Decide = (queue, event) => {
    const decision = decide(queue, event);
    pictures.push(`${event.kind}: ${picture(decision.queue)}`);
    return decision;
  };
  const life = new RandomLife(seed, drawn, setsClock, hasIncidents);
  try {
    for (let step = 0; step < STEPS; step++) life.step();
    life.drain();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const story = pictures.slice(-MAX_PICTURES).join("\n");
    throw new BrokenTruth(`seed ${seed}: ${message}\nafter\n${story}`, { cause });
  }
  return life;
}

class RandomLife implements Life {
  readonly log: QueueEvent[] = [];
  readonly first: Queue;
  readonly #decide: Decide;
  readonly #chance: Chance;
  /** Of its own, and null in most lives: where entries leave for their troubles, less else happens to them. */
  readonly #ofTroubles: Chance | null;
  /** Null in a life whose clock nobody sets. */
  readonly #ofClock: Chance | null;
  readonly #facts = new Map<number, PullRequestFacts>();
  readonly #pushes = new Map<number, number>();
  readonly #uploads = new Map<CommitId, ImpactedTargets>();
  readonly #stays = new Map<number, EntryId>();
  readonly #checks = new Map<TestRunId, Map<string, Check>>();
  readonly #bad: ReadonlySet<number>;
  readonly #begun = new Set<Effect>();
  /** Of its own, and null in lives that do not doubt their branch: which tips are broken, and when CI is out. */
  readonly #ofIncidents: Chance | null;
  /** Commits from outside that break everything on top of them. */
  readonly #broken = new Set<CommitId>();
  #isCiOut = false;
  #world: World;
  #messages: readonly Message[] = [];
  #now: number;

  constructor(seed: number, decide: Decide, setsClock: boolean, hasIncidents: boolean) {
    this.#decide = decide;
    this.#ofTroubles = seed % 4 === 2 ? seededChance(seed) : null;
    this.#ofClock = setsClock ? seededChance(seed) : null;
    this.#ofIncidents = hasIncidents ? seededChance(seed) : null;
    this.#chance = seededChance(seed);
    const landing = seed % 4 === 0 ? "merge" : "push";
    const pauseOnRedTarget = this.#ofIncidents !== null;
    const queue = aQueue({ ...anySettings(this.#chance), landing, pauseOnRedTarget });
    this.first = queue;
    this.#bad = new Set(NUMBERS.filter(() => this.#isLucky(0.2)));
    const pairs = NUMBERS.flatMap((one) =>
      NUMBERS.flatMap((other) => [`${one}:${other}`, `${one}~${other}`]),
    );
    this.#world = newWorld(
      queue,
      pairs.filter(() => this.#isLucky(0.05)),
    );
    if (this.#ofIncidents !== null && this.#ofIncidents.next() < 0.5) this.#broken.add(queue.tip);
    this.#now = queue.now;
    for (const number of NUMBERS) {
      const facts = { ...factsOf(number), ...this.#standing(headOf(number)) };
      this.#facts.set(number, facts);
      if (this.#isLucky(0.8)) this.#uploads.set(facts.headSha, anyTargets(this.#chance));
    }
  }

  step(): void {
    this.#now += this.#chance.whole(0, 4) * 60_000;
    if (this.#ofClock !== null && this.#ofClock.next() < 0.05) this.#setClock(this.#ofClock);
    if (this.#ofTroubles !== null && this.#ofTroubles.next() < 0.15) this.#reportTrouble(this.#ofTroubles);
    if (this.#ofIncidents !== null) this.#haveIncidents(this.#ofIncidents);
    const actions: readonly (readonly [weight: number, act: () => void])[] = [
      [14, () => this.#submit(this.#anyNumber())],
      [30, () => this.#perform(this.#any(this.#world.orders.slice(0, 3)))],
      [30, () => this.#deliver(this.#any(this.#messages))],
      [30, () => this.#test(this.#any(this.#world.jobs))],
      [4, () => this.#report(this.#any(this.#world.jobs))],
      [4, () => this.#cancel()],
      [4, () => this.#restart()],
      [6, () => this.#changePullRequest(this.#anyNumber())],
      [8, () => this.#observe(this.#anyNumber())],
      [7, () => this.#upload(this.#anyNumber())],
      [3, () => this.#pushOutside()],
      [2, () => this.#dropOutside()],
      [6, () => this.#observeTip()],
      [4, () => this.#turn()],
      [3, () => this.#changeSettings()],
      [4, () => this.#tell({ kind: "timePassed", at: this.#now })],
      [2, () => this.#crash()],
    ];
    let drawn = this.#chance.whole(
      1,
      actions.reduce((sum, [weight]) => sum + weight, 0),
    );
    for (const [weight, act] of actions) {
      drawn -= weight;
      if (drawn > 0) continue;
      act();
      return;
    }
  }

  /** The newest commit from outside breaks the branch now and then, and CI is out for a while. */
  #haveIncidents(chance: Chance): void {
    const drawn = chance.next();
    if (drawn < 0.03) this.#broken.add(this.#newestOutside(this.#world.tip));
    else if (drawn < 0.05) this.#broken.clear();
    else if (drawn < 0.08) this.#isCiOut = true;
    else if (drawn < 0.12) this.#isCiOut = false;
    else if (drawn < 0.13)
      this.#tell({ kind: "settingsChanged", at: this.#now, settings: {}, state: "running" });
    else if (drawn < 0.135) {
      const pauseOnRedTarget = chance.next() < 0.7;
      this.#tell({ kind: "settingsChanged", at: this.#now, settings: { pauseOnRedTarget }, state: null });
    }
  }

  #newestOutside(commit: CommitId): CommitId {
    const origin = history(this.#world, commit).find(({ head }) => head === null);
    return origin?.commit ?? commit;
  }

  /** Everybody answers from now on, so everything that was admitted has to come to an end. */
  drain(): void {
    this.#broken.clear();
    this.#isCiOut = false;
    this.#tell({ kind: "settingsChanged", at: this.#now, settings: {}, state: "running" });
    for (let round = 0; !this.#isIdle(); round++) {
      if (round === MAX_DRAIN_ROUNDS) throw new BrokenTruth(`stuck: ${picture(this.#world.queue)}`);
      this.#now += 60_000;
      this.#tell({ kind: "timePassed", at: this.#now });
      for (const number of NUMBERS) this.#observe(number);
      for (const number of NUMBERS) this.#seeAgain(number);
      this.#observeTip();
      for (const order of this.#world.orders) this.#perform(order);
      for (const job of this.#world.jobs) this.#finish(job);
      while (this.#messages.length > 0) this.#deliver(this.#messages[0]);
    }
  }

  #isIdle(): boolean {
    const { queue, orders, jobs } = this.#world;
    const isOver = queue.entries.every((entry) => entry.admittedAt === null && !isReady(queue, entry));
    return isOver && queue.modeSwitch === null && orders.length === 0 && jobs.length === 0;
  }

  /** What is late was read from the clock before that was set: it counts as of now. */
  #tell(told: QueueEvent): void {
    const event = { ...told, at: Math.min(told.at, this.#now) };
    this.log.push(event);
    this.#world = happen(this.#world, this.#decide, event);
  }

  /** Now and then something cannot be read, for a moment or for longer than is waited for. */
  #reportTrouble(chance: Chance): void {
    const { queue } = this.#world;
    const reason = { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: "It cannot be read." } as const;
    const times = chance.next() < 0.2 ? 11 : 1;
    const entry = queue.entries[chance.whole(0, Math.max(queue.entries.length - 1, 0))];
    const drawn = chance.next();
    if (entry === undefined) return;
    const { number: pullRequest, headSha } = entry.facts;
    const run = queue.runs[0]?.id;
    for (let time = 0; time < times; time++) {
      const at = this.#now;
      if (drawn < 0.5) this.#tell({ kind: "pullRequestUnreadable", at, pullRequest, headSha, reason });
      else if (drawn < 0.7) this.#seeAgain(pullRequest);
      else if (drawn < 0.95 && run !== undefined) this.#tell({ kind: "testRunUnreadable", at, run, reason });
      else if (drawn >= 0.95) this.#tell({ kind: "headUnusable", at, pullRequest, headSha, reason });
      this.#now += 60_000;
    }
  }

  #seeAgain(number: number): void {
    this.#tell({ kind: "pullRequestReadable", at: this.#now, pullRequest: pullRequestNumber(number) });
  }

  /** By up to a day. */
  #setClock(chance: Chance): void {
    const byMs = chance.whole(-1440, 1440) * 60_000;
    this.#now += byMs;
    this.#tell({ kind: "clockCorrected", at: this.#now, byMs });
  }

  #submit(number: number): void {
    const facts = this.#factsOf(number);
    if (facts.state !== "open") return;
    const priority = this.#any([0, 10, 100, 100, 100, 200]) ?? 100;
    this.#tell({
      kind: "entrySubmitted",
      at: this.#now,
      facts,
      priority,
      usedDefaultPriority: false,
      noBatch: this.#isLucky(0.15),
      targets: this.#uploads.get(facts.headSha) ?? null,
      earlierEntry: this.#stays.get(number) ?? null,
    });
    const entry = this.#world.queue.entries.find((live) => live.facts.number === number);
    if (entry !== undefined) this.#stays.set(number, entry.id);
  }

  /** Does an order, unless its answer is on its way already: one whose answer was lost is taken up again. */
  #perform(order: Effect | undefined): void {
    if (order === undefined || this.#messages.some((message) => message.order === order)) return;
    if (this.#begun.has(order)) for (const event of takenUp(this.#world, order)) this.#tell(event);
    this.#begun.add(order);
    const { world, answer } = perform(this.#world, order);
    this.#world = world;
    for (const number of NUMBERS) this.#showAsMerged(number);
    if (answer.length === 0) this.#world = withoutOrder(this.#world, order);
    else this.#messages = [...this.#messages, { order, events: answer }];
  }

  /** The forge shows a pull request as merged as soon as its head is on the branch. */
  #showAsMerged(number: number): void {
    const facts = this.#factsOf(number);
    if (this.#world.landed.has(`#${number}@${facts.headSha}`))
      this.#facts.set(number, { ...facts, state: "merged" });
  }

  /** Sometimes the crash comes in the middle of an answer, and sometimes the answer comes again later. */
  #deliver(message: Message | undefined): void {
    if (message === undefined) return;
    this.#messages = this.#messages.filter((other) => other !== message);
    const { order, events } = message;
    const taken = this.#isLucky(0.05) ? events.slice(0, -1) : events;
    for (const event of taken) this.#tell(event);
    if (order !== null && taken === events) this.#world = withoutOrder(this.#world, order);
    if (this.#isLucky(0.1)) this.#messages = [...this.#messages, { order: null, events }];
  }

  /** One more check of a job is over, or one that did not pass was run again. */
  #test(job: Job | undefined): void {
    if (job === undefined) return;
    const checks = this.#checksOf(job);
    const name = this.#any(job.requiredStatuses.filter((open) => checks.get(open)?.conclusion !== "success"));
    if (name !== undefined) this.#end(job, name);
    this.#report(job);
  }

  /** All checks of a job are over, and none is run again. */
  #finish(job: Job): void {
    const checks = this.#checksOf(job);
    for (const name of job.requiredStatuses) if (!checks.has(name)) this.#end(job, name);
    this.#report(job);
  }

  #end(job: Job, name: string): void {
    const checks = this.#checksOf(job);
    const conclusion = this.#conclude(job);
    checks.set(name, { name, url: `https://ci.example/${name}`, status: "completed", conclusion });
    const conclusions = job.requiredStatuses.map((required) => checks.get(required)?.conclusion);
    const isUntested = conclusions.every((one) => one === "skipped");
    const isNoFailure = conclusion === "success" || (conclusion === "skipped" && !isUntested);
    if (!isNoFailure) this.#world = withFailure(this.#world, job);
    const isProven = conclusions.every((one) => one === "success" || one === "skipped") && !isUntested;
    if (isProven) this.#world = withPass(this.#world, job);
  }

  #checksOf(job: Job): Map<string, Check> {
    const checks = this.#checks.get(job.run) ?? new Map<string, Check>();
    this.#checks.set(job.run, checks);
    return checks;
  }

  #conclude(job: Job): "success" | "failure" | "cancelled" | "timed_out" | "skipped" {
    if (this.#isCiOut) return "cancelled";
    if (this.#broken.has(this.#newestOutside(job.commit))) return "failure";
    const run = findRun(this.#world.queue, job.run);
    const isBad = run?.contains.some(({ pullRequest }) => this.#bad.has(pullRequest)) ?? false;
    if (this.#isLucky(isBad ? 0.9 : 0.1)) return this.#any(["failure", "timed_out"] as const) ?? "failure";
    const drawn = this.#chance.next();
    return drawn < 0.1 ? "cancelled" : drawn < 0.13 ? "skipped" : "success";
  }

  #report(job: Job | undefined): void {
    if (job === undefined) return;
    const checks = [...this.#checksOf(job).values()];
    const events = [{ kind: "checksReported", at: this.#now, run: job.run, checks } as const];
    this.#messages = [...this.#messages, { order: null, events }];
  }

  #cancel(): void {
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    this.#tell({
      kind: "entryCancelled",
      at: this.#now,
      pullRequest: pullRequestNumber(this.#anyNumber()),
      reason,
    });
  }

  #restart(): void {
    this.#tell({ kind: "testsRestarted", at: this.#now, pullRequest: pullRequestNumber(this.#anyNumber()) });
  }

  #changePullRequest(number: number): void {
    const facts = this.#factsOf(number);
    if (facts.state === "merged") return;
    const pushes = (this.#pushes.get(number) ?? 0) + 1;
    const headSha = headOf(number, pushes);
    const change = this.#any<Partial<PullRequestFacts>>([
      { headSha, ...this.#standing(headSha) },
      { ownChecksPassed: !facts.ownChecksPassed },
      { state: facts.state === "open" ? "closed" : "open" },
      { draft: !facts.draft },
      { baseBranch: facts.baseBranch === "main" ? "release" : "main" },
      { mergeability: facts.mergeability === "mergeable" ? "in_progress" : "mergeable" },
      { title: `Change ${number}, seen anew` },
      { state: "merged" },
    ]);
    this.#pushes.set(number, pushes);
    this.#facts.set(number, { ...facts, ...change });
    if (change?.state === "merged" && facts.baseBranch === "main") this.#pushOutside();
  }

  /** A head that was just made often stands on the tip, mostly with evidence that is true and enough. */
  #standing(head: CommitId): Pick<PullRequestFacts, "basedOn" | "ownChecksPassed" | "headEvidence"> {
    const basedOn = this.#isLucky(0.5) ? this.#world.tip : null;
    const evidence = evidenceBy(Number.parseInt(head.slice(0, 2), 16), head);
    return {
      ...{ basedOn, ownChecksPassed: this.#isLucky(0.7) },
      ...(evidence !== null && { headEvidence: evidence }),
    };
  }

  /** For the head as it is, or for one that is none any more. */
  #upload(number: number): void {
    const pullRequest = pullRequestNumber(number);
    const headSha = this.#isLucky(0.9) ? this.#factsOf(number).headSha : headOf(number);
    const targets = anyTargets(this.#chance);
    this.#uploads.set(headSha, targets);
    this.#tell({ kind: "targetsSet", at: this.#now, pullRequest, headSha, targets });
  }

  #observe(number: number): void {
    const pullRequest = pullRequestNumber(number);
    this.#tell({ kind: "pullRequestObserved", at: this.#now, pullRequest, facts: this.#factsOf(number) });
  }

  #pushOutside(): void {
    this.#world = pushedOutside(this.#world);
  }

  #dropOutside(): void {
    this.#world = droppedOutside(this.#world);
  }

  #observeTip(): void {
    const { queue, tip } = this.#world;
    const events = [{ kind: "tipObserved", at: this.#now, from: queue.tip, to: tip } as const];
    this.#messages = [...this.#messages, { order: null, events }];
  }

  #turn(): void {
    const state = this.#any(["running", "running", "paused", "draining"] as const) ?? "running";
    this.#tell({ kind: "settingsChanged", at: this.#now, settings: {}, state });
  }

  #changeSettings(): void {
    const settings = anySettingsChange(this.#chance);
    this.#tell({ kind: "settingsChanged", at: this.#now, settings, state: null });
  }

  /** The orders are stored, the answers on their way are not. */
  #crash(): void {
    this.#messages = [];
  }

  #factsOf(number: number): PullRequestFacts {
    return this.#facts.get(number) ?? factsOf(number);
  }

  #anyNumber(): number {
    return this.#any(NUMBERS) ?? 1;
  }

  #any<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#chance.whole(0, items.length - 1)];
  }

  #isLucky(probability: number): boolean {
    return this.#chance.next() < probability;
  }
}

/** By the head alone, so that a life draws the same as without evidence. */
function evidenceBy(number: number, head: CommitId): HeadEvidence | null {
  if (number % 6 === 0) return tooLittleEvidence(treeOf(head));
  if (number % 6 === 1) return evidenceOf(treeOf(namedCommit(`not ${head}`)));
  return number % 6 === 2 ? null : evidenceOf(treeOf(head));
}
