/** Everything that may happen next to a small queue. */
import { assertNever } from "../../src/domain/assert-never.js";
import { type CommitId, derivedTestRunId, pullRequestNumber } from "../../src/domain/ids.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import { wakeAt } from "../../src/engine/decide.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { findRun } from "../../src/engine/model/lookup.js";
import type { Entry, TestRun } from "../../src/engine/model/queue.js";
import {
  type Decide,
  droppedOutside,
  happen,
  perform,
  pushedOutside,
  refused,
  takenUp,
  withFailure,
  withoutOrder,
  withPass,
} from "./engine-world.js";
import { headOf, namedCommit, treeOf } from "./fake-commits.js";
import { evidenceOf, tooLittleEvidence } from "./head-evidence.js";
import { BEGINNING, factsOf } from "./queue-builder.js";
import type { Budget, SmallQueue, State, Submission } from "./small-queue.js";
import { type Job, nameOf } from "./small-world.js";

/** What CI says in the end. */
export type Verdict = "pass" | "fail";

export interface Move {
  readonly name: string;
  readonly make: () => State;
  /** The world does it sooner or later, unless `verdict` is what CI never says. */
  readonly isOwed?: boolean;
  readonly verdict?: Verdict;
}

/** What the world does next when CI has but one answer. */
export function nextOwed(moves: readonly Move[], said: Verdict): Move | undefined {
  return moves.find(({ isOwed, verdict }) => isOwed === true && (verdict ?? said) === said);
}

export class SmallMoves {
  readonly #small: SmallQueue;
  readonly #decide: Decide;

  constructor(small: SmallQueue, decide: Decide) {
    this.#small = small;
    this.#decide = decide;
  }

  /**
   * What the world owes the queue: it resumes, hears where the branch is, its orders are done, its tests end, and when
   * nothing else is left, time passes. The first of these, again and again, has to bring everybody out.
   */
  owed(state: State): readonly Move[] {
    const moves = [
      ...this.#resumption(state),
      ...this.#sight(state),
      ...this.#answers(state),
      ...this.#verdicts(state),
      ...this.#recoveries(state),
    ];
    return (moves.length > 0 ? moves : this.#time(state)).map((move) => ({ ...move, isOwed: true }));
  }

  owedWith(state: State, verdict: Verdict): Move | undefined {
    return nextOwed(this.owed(state), verdict);
  }

  /** What may happen as well. */
  possible(state: State): readonly Move[] {
    const { jobs, queue } = state.world;
    return [
      ...this.#submissions(state),
      ...this.#resubmissions(state),
      ...this.#uselessSight(state),
      ...state.world.orders.flatMap((order) => this.#lost(state, order)),
      ...state.world.orders.flatMap((order) => this.#calledOff(state, order)),
      ...state.world.orders.flatMap((order) => this.#givenUp(state, order)),
      ...jobs.flatMap((job) => this.#otherVerdicts(state, job)),
      ...queue.entries.flatMap((entry) => this.#wishes(state, entry)),
      ...this.#outside(state),
      ...this.#owners(state),
      ...this.#troubles(state),
      ...this.#spend(state, "waits", (rest) => this.#time(rest)),
      ...(state.echo.length === 0
        ? []
        : this.#spend(state, "echoes", (rest) => [
            { name: "hear again", make: () => this.after(rest, ...state.echo) },
          ])),
    ];
  }

  /** Discarded runs are stopped at once: when that happens makes no difference to anything else. */
  after(state: State, ...events: readonly QueueEvent[]): State {
    let { world } = state;
    for (const event of events) world = happen(world, this.#decide, event);
    for (const order of world.orders) {
      if (order.kind === "discardTestRun") world = withoutOrder(perform(world, order).world, order);
    }
    const next = { ...state, world };
    if (this.#small.buildsAtOnce !== true) return next;
    const build = world.orders.find(({ kind }) => kind === "startTestRun");
    return build === undefined ? next : this.#done(next, build);
  }

  #done(state: State, order: Effect): State {
    const { world, answer } = perform(state.world, order);
    const isOfLanding = order.kind === "land" || order.kind === "prepareLanding";
    const echo = isOfLanding && answer.length > 0 ? answer : state.echo;
    return this.after({ ...state, echo, world: withoutOrder(world, order) }, ...answer);
  }

  #submissions(state: State): readonly Move[] {
    const wish = this.#small.submissions[state.submitted];
    if (wish === undefined) return [];
    const number = state.submitted + 1;
    const make = () => {
      const next = { ...this.after(state, submission(state, number, wish)), submitted: number };
      return wish.isRetriedInPlace === true ? retriedInPlace(next) : next;
    };
    return [{ name: `submit #${number}`, make }];
  }

  /** Those that are still there, and those that have left; whoever has landed is closed. */
  #resubmissions(state: State): readonly Move[] {
    if (state.budget.resubmits === 0) return [];
    const gone = this.#small.submissions.slice(0, state.submitted).flatMap((wish, index) => {
      const head = { pullRequest: pullRequestNumber(index + 1), headSha: headOf(index + 1) };
      return state.world.landed.has(nameOf(head)) ? [] : [[index + 1, wish] as const];
    });
    return gone.flatMap(([number, wish]) =>
      this.#spend(state, "resubmits", (rest) => [
        {
          name: `submit #${number} again`,
          make: () => this.after(rest, submission(state, number, wish)),
        },
      ]),
    );
  }

  #resumption(state: State): readonly Move[] {
    const { queue } = state.world;
    if ((queue.modeSwitch?.resume ?? queue.state) === "running") return [];
    return [{ name: "resume", make: () => this.after(state, turn(state, "running")) }];
  }

  #sight(state: State): readonly Move[] {
    const { queue, tip } = state.world;
    if (tip === queue.tip || queue.landing !== null) return [];
    const seen: QueueEvent = { kind: "tipObserved", at: queue.now, from: queue.tip, to: tip };
    return [{ name: "see the branch", make: () => this.after({ ...state, echo: [seen] }, seen) }];
  }

  /** While something lands, only the answer to that tells where the branch is. */
  #uselessSight(state: State): readonly Move[] {
    const { queue, tip } = state.world;
    if (tip === queue.tip || queue.landing === null) return [];
    const seen: QueueEvent = { kind: "tipObserved", at: queue.now, from: queue.tip, to: tip };
    return [{ name: "see the branch while landing", make: () => this.after(state, seen) }];
  }

  #answers(state: State): readonly Move[] {
    return state.world.orders.map((order) => ({
      name: orderName(order),
      make: () => this.#done(state, order),
    }));
  }

  /** Done, and nobody hears of it: it is taken up again. That the branch was elsewhere may be told after all. */
  #lost(state: State, order: Effect): readonly Move[] {
    const isLanding = order.kind === "land" || order.kind === "prepareLanding";
    const isBuild = order.kind === "startTestRun" && this.#small.losesBuilds === true;
    if (!isLanding && !isBuild) return [];
    const name = `${orderName(order)} unheard`;
    return this.#spend(state, "lostAnswers", (rest) => {
      const { world, answer } = perform(state.world, order);
      const echo = answer.some(({ kind }) => kind === "landingRefused") ? answer : rest.echo;
      return [{ name, make: () => this.after({ ...rest, echo, world }, ...takenUp(world, order)) }];
    });
  }

  /** Just before the push somebody of the landing is seen to have another head by now. */
  #calledOff(state: State, order: Effect): readonly Move[] {
    const { queue, tip } = state.world;
    if (order.kind !== "land" || queue.landing?.run !== order.run || tip !== order.expectedTip) return [];
    const hasMoved = queue.entries.some(
      ({ leaving, facts }) =>
        leaving?.code === "PR_PUSHED_TO" &&
        queue.landing?.heads.some(({ pullRequest }) => pullRequest === facts.number) === true,
    );
    if (!hasMoved) return [];
    const answer = refused(state.world, order.run, tip);
    const make = () =>
      this.after({ ...state, echo: [answer], world: withoutOrder(state.world, order) }, answer);
    return [{ name: "call the landing off", make }];
  }

  /** Given up for good, or by an attempt that is taken up by another one before it says so. */
  #givenUp(state: State, order: Effect): readonly Move[] {
    const { queue, tip } = state.world;
    if (order.kind !== "land" || queue.landing?.run !== order.run || tip !== order.expectedTip) return [];
    const { takeUps = 0 } = queue.landing;
    const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "It cannot land." } as const;
    const answer: QueueEvent = { kind: "landingFailed", at: queue.now, run: order.run, reason, takeUps };
    return this.#spend({ ...state, echo: [answer] }, "refusals", (rest) => [
      {
        name: "give the landing up",
        make: () => this.after({ ...rest, world: withoutOrder(state.world, order) }, answer),
      },
      {
        name: "give the landing up, unheard",
        make: () => this.after(rest, ...takenUp(state.world, order)),
      },
    ]);
  }

  #verdicts(state: State): readonly Move[] {
    const running = state.world.jobs.filter((job) => runOf(state, job)?.progress.kind === "running");
    return running.flatMap((job) => [this.#pass(state, job), this.#fail(state, job)]);
  }

  #pass(state: State, job: Job): Move {
    const make = () => this.after({ ...state, world: withPass(state.world, job) }, verdict(job, "success"));
    return { name: `pass ${ownOf(state, job)}`, make, verdict: "pass" };
  }

  #fail(state: State, job: Job): Move {
    const failed = { ...state, world: withFailure(state.world, job) };
    const make = () => this.after(failed, verdict(job, "failure"));
    return { name: `fail ${ownOf(state, job)}`, make, verdict: "fail" };
  }

  /** For once; the next look reads it, unless it could not be read for long. */
  #troubles(state: State): readonly Move[] {
    const reason = { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: "It cannot be read." } as const;
    return state.world.queue.entries.flatMap(({ facts: { number: pullRequest, headSha }, trouble }) =>
      trouble !== undefined
        ? []
        : this.#spend(state, "troubles", (rest) => [
            {
              name: `fail to read #${pullRequest}`,
              make: () =>
                this.after(rest, {
                  kind: "pullRequestUnreadable",
                  at: at(rest),
                  pullRequest,
                  headSha,
                  reason,
                }),
            },
            {
              name: `fail to read #${pullRequest} for ten minutes`,
              make: () => {
                let next = rest;
                for (let minute = 0; minute <= 10; minute++) {
                  const event = { kind: "pullRequestUnreadable", pullRequest, headSha, reason } as const;
                  next = this.after(next, { ...event, at: at(rest) + minute * 60_000 });
                }
                return next;
              },
            },
          ]),
    );
  }

  /** Sooner or later it can be read again. */
  #recoveries(state: State): readonly Move[] {
    return state.world.queue.entries
      .filter(({ trouble }) => trouble !== undefined)
      .map(({ facts: { number: pullRequest } }) => ({
        name: `read #${pullRequest} again`,
        make: () => this.after(state, { kind: "pullRequestReadable", at: at(state), pullRequest }),
      }));
  }

  /** A test that is run again after it failed, one that CI gives up, and one that is over before it is known to run. */
  #otherVerdicts(state: State, job: Job): readonly Move[] {
    const run = runOf(state, job);
    if (run === undefined) return [];
    switch (run.progress.kind) {
      case "failed":
        return this.#spend(state, "reruns", (rest) => [this.#pass(rest, job)]);
      case "running":
        return [
          ...this.#spend(state, "interruptions", (rest) => [
            {
              name: `interrupt ${ownOf(state, job)}`,
              make: () => this.#interrupted(rest, job),
            },
          ]),
          ...this.#spend(state, "partials", (rest) => [
            {
              name: `pass a check of ${ownOf(state, job)}`,
              make: () => this.after(rest, verdict(job, "success", job.requiredStatuses.slice(0, 1))),
            },
          ]),
        ];
      case "building":
        return run.checks.length > 0 ? [] : [this.#pass(state, job), this.#fail(state, job)];
      case "passed":
      case "conflicted":
        return [];
      default:
        return assertNever(run.progress);
    }
  }

  /** CI is done with it and says nothing more; that counts as a failure only when it has happened twice before. */
  #interrupted(state: State, job: Job): State {
    const { queue, jobs } = state.world;
    const batch = [...queue.line, ...queue.beside].find(({ id }) => id === runOf(state, job)?.batch);
    const isHedge = queue.hedges.some(({ id }) => id === job.run);
    const isFinal = batch !== undefined && batch.interruptions >= 2 && !isHedge;
    const world = { ...state.world, jobs: jobs.filter((other) => other !== job) };
    return this.after(
      { ...state, world: isFinal ? withFailure(world, job) : world },
      verdict(job, "cancelled"),
    );
  }

  #wishes(state: State, { facts, targets }: Entry): readonly Move[] {
    const at = state.world.queue.now;
    const pullRequest = pullRequestNumber(facts.number);
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    const pushed = { ...facts, headSha: headOf(pullRequest, 1) };
    const retargeted = { ...facts, baseBranch: facts.baseBranch === "main" ? "release" : "main" };
    const { headSha } = facts;
    const wishes: readonly (readonly [keyof Budget, string, QueueEvent])[] = [
      ["cancels", "cancel", { kind: "entryCancelled", at, pullRequest, reason }],
      ["pushes", "push", { kind: "pullRequestObserved", at, pullRequest, facts: pushed }],
      ["retargets", "retarget", { kind: "pullRequestObserved", at, pullRequest, facts: retargeted }],
      ["restarts", "restart", { kind: "testsRestarted", at, pullRequest }],
      ...(this.#small.uploads ?? [])
        .filter((others) => others !== targets)
        .map((others) => {
          const names = others.kind === "all" ? "ALL" : `[${others.names.join()}]`;
          const event: QueueEvent = { kind: "targetsSet", at, pullRequest, headSha, targets: others };
          return ["uploads", `upload ${names} for`, event] as const;
        }),
    ];
    return wishes.flatMap(([cost, name, event]) =>
      this.#spend(state, cost, (rest) => [
        { name: `${name} #${pullRequest}`, make: () => this.after(rest, event) },
      ]),
    );
  }

  #outside(state: State): readonly Move[] {
    const { world } = state;
    return [
      ...this.#spend(state, "outsidePushes", (rest) => [
        { name: "push outside", make: () => ({ ...rest, world: pushedOutside(world) }) },
      ]),
      ...this.#spend(state, "outsideDrops", (rest) => [
        { name: "drop outside", make: () => ({ ...rest, world: droppedOutside(world) }) },
      ]),
    ];
  }

  #owners(state: State): readonly Move[] {
    const { queue } = state.world;
    const at = queue.now;
    const mode = queue.settings.mode === "single" ? "parallel" : "single";
    const isRunning = (queue.modeSwitch?.resume ?? queue.state) === "running";
    const set = (name: string, event: QueueEvent) => (rest: State) => [
      { name, make: () => this.after(rest, event) },
    ];
    const to = (settings: SmallQueue["settings"]): QueueEvent => ({
      kind: "settingsChanged",
      at,
      settings,
      state: null,
    });
    return [
      ...(isRunning ? this.#spend(state, "pauses", set("pause", turn(state, "paused"))) : []),
      ...(isRunning ? this.#spend(state, "stops", set("drain", turn(state, "draining"))) : []),
      ...this.#spend(state, "switches", set(`switch to ${mode}`, to({ mode }))),
      ...(this.#small.changes ?? []).flatMap((change) =>
        this.#spend(state, "settings", set(`set ${JSON.stringify(change)}`, to(change))),
      ),
    ];
  }

  #time(state: State): readonly Move[] {
    const at = wakeAt(state.world.queue);
    return at === null ? [] : [{ name: "wait", make: () => this.after(state, { kind: "timePassed", at }) }];
  }

  #spend(state: State, cost: keyof Budget, moves: (rest: State) => readonly Move[]): readonly Move[] {
    const left = state.budget[cost];
    return left === 0 ? [] : moves({ ...state, budget: { ...state.budget, [cost]: left - 1 } });
  }
}

function turn({ world }: State, state: "running" | "paused" | "draining"): QueueEvent {
  return { kind: "settingsChanged", at: world.queue.now, settings: {}, state };
}

function evidenceIn({ evidence }: Submission, head: CommitId): Pick<PullRequestFacts, "headEvidence"> {
  if (evidence === undefined) return {};
  if (evidence === "tooLittle") return { headEvidence: tooLittleEvidence(treeOf(head)) };
  const tested = evidence === "enough" ? head : namedCommit("what was tested instead");
  return { headEvidence: evidenceOf(treeOf(tested)) };
}

/** Whatever was uploaded for the head stays with it. */
function submission({ world }: State, number: number, wish: Submission): QueueEvent {
  const standing =
    wish.standsOnTip === true ? { basedOn: world.tip, ownChecksPassed: wish.isUnchecked !== true } : {};
  const facts = { ...factsOf(number), ...standing, ...evidenceIn(wish, headOf(number)) };
  const known = world.touched.get(nameOf({ pullRequest: facts.number, headSha: facts.headSha }));
  return {
    kind: "entrySubmitted",
    at: world.queue.now,
    facts,
    priority: wish.priority ?? 100,
    usedDefaultPriority: false,
    noBatch: wish.noBatch ?? false,
    targets: known ?? wish.targets ?? null,
    earlierEntry: null,
  };
}

/** Whoever is in the line failed once, as far as an earlier version stored that, and is tested again. */
function retriedInPlace(state: State): State {
  const { queue, failures, jobs } = state.world;
  const line = queue.line.map((batch) => ({ ...batch, isRetried: true, isSuspect: true }));
  const earlier = jobs.map((job) => ({ ...job, run: derivedTestRunId(queue.id, 0) }));
  return {
    ...state,
    world: { ...state.world, queue: { ...queue, line }, failures: [...failures, ...earlier] },
  };
}

function runOf({ world }: State, job: Job): TestRun | undefined {
  return findRun(world.queue, job.run);
}

function ownOf(state: State, job: Job): string {
  return runOf(state, job)?.own.join("&") ?? "nobody";
}

function verdict(
  { run, requiredStatuses }: Job,
  conclusion: "success" | "failure" | "cancelled",
  names = requiredStatuses,
): QueueEvent {
  const checks = names.map((name) => ({ name, url: "", status: "completed", conclusion }) as const);
  return { kind: "checksReported", at: BEGINNING, run, checks };
}

function orderName(order: Effect): string {
  if (order.kind === "startTestRun") return `build ${order.own.join("&")}`;
  return order.kind === "prepareLanding"
    ? `prepare ${order.heads.map((head) => head.pullRequest).join("&")}`
    : order.kind;
}

function at({ world }: State): number {
  return world.queue.now;
}
