/**
 * One life of the whole service, drawn from a seed: the real loop, store and handlers in a simulated world where
 * processes die, answers are late, lost or doubled, clocks jump and people change their minds. In the end the world calms
 * down, and the queue has to run empty with nothing left behind.
 */
import type { FaultKind } from "./faults.js";
import { type Ports, TEST_BRANCH_PREFIX } from "./instance.js";
import type { Tally } from "./occurrences.js";
import { People } from "./people.js";
import { Processes, type StoreHome } from "./processes.js";
import { MAIN, NUMBERS, SimulatedWorld } from "./simulated-world.js";
import { type Held, settled } from "./turnstile.js";

export interface LifeOptions {
  readonly seed: number;
  readonly store: StoreHome;
  /** Null is all of them. */
  readonly steps?: readonly number[] | null;
  readonly without?: ReadonlySet<FaultKind>;
  /** A bug put between the service and the world, to see that it is found. */
  readonly plant?: (ports: Ports) => Ports;
}

/** What broke, at which step, and everything that led to it. */
export class BrokenLife extends Error {
  readonly step: number;
  readonly story: readonly string[];

  constructor(message: string, step: number, story: readonly string[], cause?: unknown) {
    super(message, { cause });
    this.step = step;
    this.story = story;
  }
}

/** By then most pull requests have landed. */
export const STEPS = 240;
const MAX_CALM_ROUNDS = 400;
/** Each rings one timer, and a look is among the next few. */
const MOST_ROUNDS_TO_TIDY = 20;
/** More than any life has. */
const MOST_RECORDS = 1000;
const HOUR_MS = 3_600_000;
/** An hour where a clock is set right. A day in which no process ran counts as time that passed. */
const JUMPS = [
  { byMs: HOUR_MS, isMeasured: true },
  { byMs: -HOUR_MS, isMeasured: true },
  { byMs: 25 * HOUR_MS, isMeasured: false },
];
/** What is done about a test run that nobody needs any more. */
const TIDYING = /^forge\.stopTests|^git\.unpublish/;

export async function liveFully(wishes: LifeOptions): Promise<Tally> {
  const life = new FullLife(wishes);
  try {
    await life.begin();
    for (const step of wishes.steps ?? allSteps()) await life.live(step);
    await life.end();
    return life.tally;
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const sentence = error instanceof BrokenLife ? error.message : message;
    throw new BrokenLife(sentence, life.step, life.story(), error);
  } finally {
    await life.close();
  }
}

export function allSteps(): readonly number[] {
  return Array.from({ length: STEPS }, (_, index) => index + 1);
}

class FullLife {
  readonly #world: SimulatedWorld;
  readonly #processes: Processes;
  readonly #people: People;

  constructor(wishes: LifeOptions) {
    this.#world = new SimulatedWorld(wishes.seed, wishes.without ?? new Set());
    const { store, plant } = wishes;
    this.#processes = new Processes(this.#world, store, plant ?? ((ports) => ports));
    this.#people = new People(this.#world, () => this.#processes.any().loop);
  }

  get step(): number {
    return this.#world.step;
  }

  get tally(): Tally {
    return this.#world.auditor.occurrences.tally;
  }

  story(): readonly string[] {
    const kinds = this.#world.faults.kinds.join(", ");
    return [`faults: ${kinds}`, ...this.#world.auditor.story.map((tell) => tell())];
  }

  async begin(): Promise<void> {
    await this.#processes.begin();
    this.#people.create();
    await this.#settle();
    for (const number of NUMBERS) this.#people.setTargets(number);
    await this.#settle();
  }

  async live(step: number): Promise<void> {
    this.#world.begin(step);
    this.#world.clock.pass(this.#world.chance.whole(0, 40_000));
    await this.#act();
    await this.#settle();
  }

  /** Everybody answers from now on, so that everything has to come to its end. */
  async end(): Promise<void> {
    this.#world.begin(STEPS + 1);
    this.#world.calmDown();
    await this.#letEverybodyOn();
    if (this.#world.isLucky(0.25)) await this.#deleteTooEarly();
    if (this.#world.auditor.queue === null) this.#people.create();
    await this.#letEverybodyOn();
    this.#people.settle();
    await this.#letEverybodyOn();
    if (this.#world.isLucky(0.5)) await this.#restartAll();
    await this.#runEmpty();
    if (this.#processes.mayLeaveBranches) await this.#untilTidied();
    await this.#expectNothingLeft();
    this.#people.delete();
    await this.#letEverybodyOn();
    if (this.#world.auditor.queue !== null) this.#break("an empty queue cannot be deleted");
  }

  /** Everybody leaves, the queue is deleted, and the process dies before it has tidied up: the next one has to. */
  async #deleteTooEarly(): Promise<void> {
    this.#world.hold(1);
    for (const number of NUMBERS) this.#people.cancel(number);
    await this.#letEverybodyOn(({ what }) => !TIDYING.test(what));
    this.#people.delete();
    await this.#letEverybodyOn(({ what }) => !TIDYING.test(what));
    this.#world.hold(0);
    await this.#restartAll();
  }

  async close(): Promise<void> {
    await this.#processes.close();
  }

  async #act(): Promise<void> {
    const { turnstile, ci, clock, chance } = this.#world;
    const drawn = chance.next();
    if (drawn < 0.72) {
      const held = this.#world.any(turnstile.held);
      if (held !== undefined) this.#letOn(held);
      else if (chance.next() < 0.8) ci.act();
      else clock.ring();
    } else if (drawn < 0.82) ci.act();
    else if (drawn < 0.85) clock.ring();
    else if (drawn < 0.99) this.#somebodyActs();
    else await this.#somethingGoesWrong();
  }

  #letOn(held: Held): void {
    const { turnstile, auditor } = this.#world;
    auditor.story.push(() => `  ${held.instance.number}: ${held.what}`);
    turnstile.letOn(held);
  }

  #somebodyActs(): void {
    const people = this.#people;
    const actions: readonly (readonly [weight: number, act: () => void])[] = [
      [30, () => people.submit()],
      [4, () => people.cancel()],
      [5, () => people.restart()],
      [10, () => people.setTargets()],
      [5, () => people.changeSettings()],
      [4, () => people.turn()],
      [8, () => people.changePullRequest()],
      [1, () => people.pushOutside()],
      [1, () => people.dropNewest()],
      [1, () => people.mergeByHand()],
      [3, () => this.#world.ci.rerun()],
      [1, () => people.delete()],
      [2, () => people.create()],
    ];
    let drawn = this.#world.chance.whole(
      1,
      actions.reduce((sum, [weight]) => sum + weight, 0),
    );
    const chosen = actions.find(([weight]) => {
      drawn -= weight;
      return drawn <= 0;
    });
    chosen?.[1]();
  }

  async #somethingGoesWrong(): Promise<void> {
    const { faults, chance } = this.#world;
    const instance = this.#processes.any();
    switch (chance.whole(1, 4)) {
      case 1:
        if (faults.strikes("clockJumps", chance)) this.#setClock();
        return;
      case 2:
        if (faults.strikes("crashes", chance)) this.#processes.stop(instance);
        return;
      default:
        if (faults.strikes("crashes", chance)) await this.#processes.crash(instance);
    }
  }

  #setClock(): void {
    const jump = this.#world.any(JUMPS);
    if (jump !== undefined) this.#world.clock.jump(jump.byMs, jump.isMeasured);
  }

  async #runEmpty(): Promise<void> {
    const { ci, clock, auditor } = this.#world;
    for (let round = 0; ; round += 1) {
      await this.#letEverybodyOn();
      if (await this.#isIdle()) return;
      if (round === MAX_CALM_ROUNDS) this.#break("somebody is stuck");
      // A queue that switches its mode comes back paused, if that is what it was.
      const state = auditor.queue?.state;
      if (state !== "running" && state !== "switchingModes") this.#people.turn("RUNNING");
      ci.finish(auditor.queue?.settings.testingTimeoutMinutes === 0);
      await this.#letEverybodyOn();
      clock.ring();
    }
  }

  async #isIdle(): Promise<boolean> {
    const { queue } = this.#world.auditor;
    const isEmpty = queue?.entries.length === 0 && queue.runs.length === 0 && queue.landing === null;
    return isEmpty && (await this.#processes.store.pendingEffects(Infinity, 1)).length === 0;
  }

  async #expectNothingLeft(): Promise<void> {
    const { forge, repository, auditor } = this.#world;
    const branches = repository.branches(TEST_BRANCH_PREFIX);
    if (branches.length > 0) this.#break(`test branches are left: ${branches.join(", ")}`);
    const working = forge.heldRuns(MAIN.repository).map(({ run }) => run);
    if (working.length > 0 && !this.#processes.mayLeaveBranches)
      this.#break(`CI still works on ${working.join(", ")}`);
    if (auditor.queue !== null)
      auditor.keeps(await this.#processes.store.landings(auditor.queue.id, MOST_RECORDS));
    this.#expectTruth();
  }

  /** What came late goes with one of the next looks. */
  async #untilTidied(): Promise<void> {
    const { clock, repository } = this.#world;
    for (let round = 0; round < MOST_ROUNDS_TO_TIDY; round += 1) {
      if (repository.branches(TEST_BRANCH_PREFIX).length === 0) return;
      clock.ring();
      await this.#letEverybodyOn();
    }
  }

  async #restartAll(): Promise<void> {
    await this.#processes.crashAll();
    await this.#letEverybodyOn();
  }

  async #letEverybodyOn(mayGo: (held: Held) => boolean = () => true): Promise<void> {
    await this.#settle();
    for (let held = this.#firstHeld(mayGo); held !== undefined; held = this.#firstHeld(mayGo)) {
      this.#letOn(held);
      await this.#settle();
    }
  }

  #firstHeld(mayGo: (held: Held) => boolean): Held | undefined {
    return this.#world.turnstile.held.find(mayGo);
  }

  async #settle(): Promise<void> {
    await settled();
    this.#expectTruth();
  }

  #expectTruth(): void {
    const { broken } = this.#world.auditor;
    if (broken.length > 0) this.#break(broken.join("; "));
  }

  #break(sentence: string): never {
    throw new BrokenLife(sentence, this.step, []);
  }
}
