/**
 * Lives of a queue with everything that goes wrong between us and GitHub: lost answers, failures, late lists, and
 * processes that die or stand still. In the end each pull request shows once how it came out, and nothing is asked any more.
 * `FACE_LIVES=5000` for more of them, `FACE_FIRST_LIFE=n` to begin with another one.
 */
import { expect, it } from "@jest/globals";
import { runsInLanding } from "../../../../../src/engine/model/lookup.js";
import type { ContainedHead, Landing, Queue } from "../../../../../src/engine/model/queue.js";
import { leftToLand } from "../../../../../src/engine/planning/tested-heads.js";
import type { StatusPump } from "../../../../../src/service/github/status/status-pump.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { brokenStatuses } from "../../../../support/broken-statuses.js";
import { headOf } from "../../../../support/fake-commits.js";
import {
  cancelled,
  failed,
  type Happening,
  landed,
  passed,
  prepared,
  submitted,
} from "../../../../support/queue-builder.js";
import { type Chance, seededChance } from "../../../../support/seeded-chance.js";
import { ServedHere } from "../../../../support/served-here.js";
import { SHOP, StatusWorld } from "../../../../support/status-world.js";
import { countOf } from "../../../../support/test-size.js";

const LIVES = countOf("FACE_LIVES", { reduced: 1, share: 2, all: 5, full: 2000 });
const FIRST = Number(process.env["FACE_FIRST_LIFE"] ?? 1);
const STEPS = 25;
/** On a machine that does much besides. */
const MOST_MS_A_LIFE = 10_000;
const PULLS = [1, 2, 3, 4];
const CALLS = [
  "POST /issues/{number}/comments",
  "PATCH /issues/comments/{id}",
  "GET /issues/{number}/comments",
  "POST /check-runs",
  "PATCH /check-runs/{id}",
  "POST /issues/{number}/labels",
  "DELETE /issues/{number}/labels/{name}",
  "PATCH /pulls/{number}",
  "POST /pulls",
  "GET /pulls",
];

class Life {
  readonly world: StatusWorld;
  readonly submitted = new Set<number>();
  readonly #chance: Chance;
  readonly #merged = new Set<number>();
  /** A process that stands still as a landing begins may open a draft while it is pushed. */
  #mayOpenLate = false;
  /** Lands, and shows nothing else. */
  readonly #lander: StatusPump;
  #awake: string[] = [];
  #asleep: string[] = [];
  #processes = 0;

  constructor(world: StatusWorld, chance: Chance) {
    this.world = world;
    this.#chance = chance;
    for (const number of PULLS) world.github.addPull({ number, headSha: headOf(number) });
    this.#lander = world.begin("lander", { served: new ServedHere(), calls: world.github });
    this.#begin();
    this.#begin();
  }

  async step(): Promise<void> {
    const queue = await this.world.queue();
    const happenings = [...this.#submissions(queue), ...ends(queue)];
    const happening = this.#oneOf(happenings);
    const isQuiet = this.#chance.next() < 0.4;
    if (happening !== undefined && !isQuiet) {
      await this.#happen(queue, happening);
      if (happening.submits !== undefined) this.submitted.add(happening.submits);
    }
    if (this.#chance.next() < 0.4) this.#fault();
    if (this.#chance.next() < 0.3) this.#unrest();
    if (this.#chance.next() < 0.1) this.#delayLists();
    await this.world.seen(this.#chance.whole(0, 16) * 500);
  }

  /** All processes continue, without further faults. */
  async settle(): Promise<void> {
    for (const replica of this.#asleep) this.world.thaw(replica);
    if (this.#awake.length === 0) this.#begin();
    this.#asleep = [];
    this.world.github.forgive();
    await this.world.seen(1000);
    if (this.#mayOpenLate) await this.#endLanding();
    await this.world.seen(300_000);
  }

  async #happen(queue: Queue, { happening, lands = [] }: Possible): Promise<Queue> {
    for (const { pullRequest } of lands) this.#merged.add(pullRequest);
    const next = await this.world.happens(happening);
    if (queue.landing === null && next.landing !== null) await this.#closeDrafts(next, next.landing);
    return next;
  }

  /** Its drafts that a process opened after it stood still are closed then. */
  async #endLanding(): Promise<void> {
    let queue = await this.world.queue();
    for (let [end] = ends(queue); queue.landing !== null && end !== undefined; [end] = ends(queue))
      queue = await this.#happen(queue, end);
  }

  /** As before each push. It is tried again after each fault; the service itself gives up after three. */
  async #closeDrafts(queue: Queue, landing: Landing): Promise<void> {
    this.#mayOpenLate = this.#asleep.length > 0;
    const runs = runsInLanding(queue, landing).map(({ id }) => id);
    try {
      await this.#lander.closeDrafts(SHOP.repository, runs);
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      await this.#closeDrafts(queue, landing);
    }
  }

  #submissions(queue: Queue): readonly Possible[] {
    return PULLS.filter(
      (number) => queue.entries.every(({ facts }) => facts.number !== number) && !this.#merged.has(number),
    ).map((number) => ({ happening: submitted(number), submits: number }));
  }

  #fault(): void {
    const fault = this.#oneOf(["fails", "isLost"] as const) ?? "fails";
    this.world.github.next(this.#call(), { kind: fault });
  }

  /** Of comments and of check runs. Shorter than the service waits before it trusts a list. */
  #delayLists(): void {
    const { clock, github } = this.world;
    github.isListLate = true;
    clock.after(this.#chance.whole(1, 55) * 1000, () => {
      github.isListLate = false;
    });
  }

  #unrest(): void {
    const replica = this.#oneOf(this.#awake);
    const sleeper = this.#oneOf(this.#asleep);
    switch (this.#chance.whole(0, 3)) {
      case 0:
        this.#begin();
        return;
      case 1:
        if (replica === undefined) return;
        if (this.#chance.next() < 0.5) this.world.kill(replica);
        else this.world.freezeAt(replica, this.#call(), this.#chance.next() < 0.5);
        this.#awake = this.#awake.filter((one) => one !== replica);
        return;
      case 2:
        if (replica === undefined) return;
        this.world.freezeAt(replica, this.#call(), this.#chance.next() < 0.5);
        this.#awake = this.#awake.filter((one) => one !== replica);
        this.#asleep.push(replica);
        return;
      default:
        if (sleeper === undefined) return;
        this.world.thaw(sleeper);
        this.#asleep = this.#asleep.filter((one) => one !== sleeper);
        this.#awake.push(sleeper);
    }
  }

  /** The first ones are made most often, and matter most. */
  #call(): string {
    return this.#oneOf(CALLS.slice(0, this.#chance.whole(1, CALLS.length))) ?? "";
  }

  #begin(): void {
    this.#processes += 1;
    const replica = `process ${this.#processes}`;
    this.world.begin(replica);
    this.#awake.push(replica);
  }

  #oneOf<Thing>(things: readonly Thing[]): Thing | undefined {
    return things[this.#chance.whole(0, things.length - 1)];
  }
}

interface Possible {
  readonly happening: Happening;
  readonly submits?: number;
  readonly lands?: readonly ContainedHead[];
}

/** The possible events for the present pull requests. */
function ends({ landing, runs, entries }: Queue): readonly Possible[] {
  if (landing !== null) {
    const isPrepared = landing.commit !== null;
    return [isPrepared ? { happening: landed(), lands: landing.heads } : { happening: prepared() }];
  }
  const running = runs.filter(({ progress }) => progress.kind === "running");
  const names = running.map((run) =>
    leftToLand(run)
      .map(({ pullRequest }) => pullRequest)
      .join("+"),
  );
  const verdicts = names.flatMap((name) => [passed(name), passed(name), failed(name)]);
  const gone = entries.slice(0, 1).map(({ facts }) => cancelled(facts.number));
  return [...verdicts, ...gone].map((happening) => ({ happening }));
}

async function live(seed: number): Promise<readonly string[]> {
  const world = await StatusWorld.open({ concurrency: 2, stateLabelsEnabled: true });
  try {
    const life = new Life(world, seededChance(seed));
    for (let step = 0; step < STEPS; step += 1) await life.step();
    await life.settle();
    const broken = await brokenStatuses(world, life.submitted);
    const asked = world.github.asked.length;
    await world.seen(120_000);
    const more = world.github.asked.slice(asked);
    return more.length === 0 ? broken : [...broken, `at rest it is asked ${more.join(", ")}`];
  } finally {
    await world.close();
  }
}

it(
  "each pull request shows once how it came out, whatever happened on the way",
  async () => {
    for (let seed = FIRST; seed < FIRST + LIVES; seed += 1) {
      expect([seed, ...(await live(seed))]).toEqual([seed]);
    }
  },
  LIVES * MOST_MS_A_LIFE,
);
