/** Everyone else: operators, other steps, authors, and the queue itself, which goes on between any two requests. */
import type { Chance } from "../seeded-chance.js";
import { changeSettings, enter, establish } from "./executions.js";
import { type Habits, isDrawn, pick } from "./habits.js";
import { isLive, NUMBER, type Truth, type World } from "./truth.js";

interface Deed {
  readonly weight: number;
  readonly about: Habits["focus"] | "rest";
  isPossible(truth: Truth): boolean;
  do(world: World, chance: Chance, habits: Habits): void;
}

const inState =
  (...states: readonly string[]) =>
  ({ entry }: Truth) =>
    entry !== null && states.includes(entry.state);
const hasQueue = ({ queue }: Truth) => queue !== null;
const maySubmit = ({ queue, entry }: Truth) => queue !== null && entry?.state !== "MERGED" && !isLive(entry);

const moves = (from: readonly string[], to: string, weight: number): Deed => ({
  weight,
  about: "entry",
  isPossible: inState(...from),
  do: (world) => world.changeEntry("queue", `#${NUMBER} becomes ${to}`, { state: to }),
});

const DEEDS: readonly Deed[] = [
  moves(["NOT_READY"], "PENDING", 1),
  {
    weight: 8,
    about: "entry",
    isPossible: inState("PENDING"),
    do: (world) => {
      const runs = (world.truth.entry?.runs ?? 0) + 1;
      world.changeEntry("queue", `test run ${runs} of #${NUMBER} starts`, { state: "TESTING", runs });
    },
  },
  moves(["TESTING"], "TESTS_PASSED", 2),
  moves(["TESTING", "TESTS_PASSED"], "MERGED", 2),
  moves(["TESTING"], "PENDING_FAILURE", 1),
  moves(["TESTING", "PENDING_FAILURE"], "FAILED", 1),
  moves(["TESTING", "PENDING_FAILURE"], "PENDING", 1),
  {
    weight: 2,
    about: "entry",
    isPossible: ({ entry }) => isLive(entry),
    do: (world) => world.changeEntry("other", `cancels #${NUMBER}`, { state: "CANCELLED" }),
  },
  {
    weight: 3,
    about: "entry",
    isPossible: maySubmit,
    do: (world, chance, habits) => enter(world, "other", drawSubmission(chance), habits),
  },
  {
    weight: 1,
    about: "entry",
    isPossible: ({ entry }) => isLive(entry),
    do: (world, chance, habits) => {
      world.changeEntry("other", `cancels #${NUMBER}`, { state: "CANCELLED" });
      enter(world, "other", drawSubmission(chance), habits);
    },
  },
  {
    weight: 1,
    about: "entry",
    isPossible: ({ entry }) => isLive(entry),
    do: (world, chance) => world.changeEntry("other", `rewrites #${NUMBER}`, drawSubmission(chance)),
  },
  {
    weight: 3,
    about: "queue",
    isPossible: hasQueue,
    do: (world, chance) => {
      changeSettings(world, "other", { state: pick(chance, ["RUNNING", "PAUSED", "DRAINING"]) });
    },
  },
  {
    weight: 2,
    about: "queue",
    isPossible: hasQueue,
    do: (world, chance) => {
      changeSettings(world, "other", { concurrency: chance.whole(1, 9), batch: isDrawn(chance, 0.5) });
    },
  },
  {
    weight: 1,
    about: "queue",
    isPossible: ({ queue, entry, others }) => queue !== null && !isLive(entry) && others === 0,
    do: (world) => world.change("other", "deletes the queue", { queue: null, entry: null }),
  },
  {
    weight: 1,
    about: "queue",
    isPossible: hasQueue,
    do: (world, chance) => {
      world.change("other", "deletes the queue", { queue: null, entry: null });
      establish(world, "other", { concurrency: chance.whole(1, 9) });
    },
  },
  {
    weight: 4,
    about: "queue",
    isPossible: ({ queue }) => queue === null,
    do: (world, chance) => establish(world, "other", { concurrency: chance.whole(1, 9) }),
  },
  {
    weight: 1,
    about: "rest",
    isPossible: hasQueue,
    do: (world) => world.change("other", "submits #1", { others: world.truth.others + 1 }),
  },
  {
    weight: 1,
    about: "rest",
    isPossible: ({ others }) => others > 0,
    do: (world) => world.change("queue", "#1 is merged", { others: world.truth.others - 1 }),
  },
  {
    weight: 1,
    about: "rest",
    isPossible: () => true,
    do: (world, chance) => {
      const head = chance.whole(0, 0xffffffff).toString(16).padStart(8, "0").repeat(5);
      world.change("other", `pushes ${head.slice(0, 8)}`, { head });
    },
  },
  {
    weight: 2,
    about: "rest",
    isPossible: ({ run }) => run !== null,
    do: (world, chance) => {
      const { run } = world.truth;
      if (run === null) return;
      const status = pick(chance, ["in_progress", "succeeded", "failed", "cancelled"]);
      world.change("queue", `the run is ${status}`, { run: { ...run, status } });
    },
  },
];

function drawSubmission(chance: Chance) {
  return { priority: pick(chance, [10, 100, 200]), noBatch: isDrawn(chance, 0.3) };
}

/** One thing that can happen now, or several. */
export function letOthersAct(world: World, chance: Chance, habits: Habits): void {
  while (isDrawn(chance, habits.bustle)) {
    const possible = DEEDS.filter((deed) => deed.isPossible(world.truth));
    const weighed = possible.flatMap((deed) => Array.from({ length: weightOf(deed, habits) }, () => deed));
    pick(chance, weighed).do(world, chance, habits);
  }
}

/** What a step is about changes more often than the rest. */
function weightOf({ weight, about }: Deed, { focus }: Habits): number {
  return about === focus ? 4 * weight : weight;
}
