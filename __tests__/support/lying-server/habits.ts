/** How a server behaves throughout a life, within what published servers do. */
import type { Chance } from "../seeded-chance.js";

export interface Habits {
  /** Of a submission of what is in the queue already. */
  readonly resubmission: "rewrites" | "refuses" | "refusesWithoutCode";
  /** Whether an entry keeps its id when it is submitted again. */
  readonly keepsIds: boolean;
  /** The answer to a write that is done. */
  readonly done: "{}" | "" | "OK";
  /** The answer to a change of settings that is done. */
  readonly updated: "settings" | "{}" | "OK";
  readonly lowerCase: boolean;
  /** Answers only what the specification promises. */
  readonly sparse: boolean;
  /** For how many reads a submission is not shown yet. */
  readonly slowToShow: number;
  /** Share of the requests that the server lies about. */
  readonly lies: number;
  /** Whether it lies about the first write at any rate. */
  readonly liesAtFirst: boolean;
  /** What others are busy with. */
  readonly focus: "entry" | "queue";
  /** How likely something else happens before a request. */
  readonly bustle: number;
}

export function pick<Choice>(chance: Chance, choices: readonly Choice[]): Choice {
  const choice = choices[chance.whole(0, choices.length - 1)];
  if (choice === undefined) throw new RangeError("there is nothing to choose from");
  return choice;
}

export function isDrawn(chance: Chance, share: number): boolean {
  return chance.next() < share;
}

export function drawHabits(chance: Chance, focus: Habits["focus"]): Habits {
  return {
    resubmission: pick(chance, ["rewrites", "refuses", "refusesWithoutCode"]),
    keepsIds: isDrawn(chance, 0.5),
    done: pick(chance, ["{}", "{}", "", "OK"]),
    updated: pick(chance, ["settings", "settings", "{}", "OK"]),
    lowerCase: isDrawn(chance, 0.3),
    sparse: isDrawn(chance, 0.15),
    slowToShow: isDrawn(chance, 0.2) ? chance.whole(1, 3) : 0,
    lies: pick(chance, [0.1, 0.3, 0.5, 0.8]),
    liesAtFirst: isDrawn(chance, 0.6),
    focus,
    bustle: pick(chance, [0.05, 0.2, 0.35, 0.6]),
  };
}
