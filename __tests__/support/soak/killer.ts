/** Kills: at any time, while a process starts, the moment something was told or acknowledged; one replica or all of them. */
import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "../seeded-chance.js";
import type { KeptProcess } from "./kept-process.js";

const LONGEST_START_MS = 700;
const LONGEST_MOMENT_MS = 1500;
/** On a slow machine a process may be killed before it gets anything done: now and then it is let be. */
const ROUNDS_WITHOUT_PROGRESS = 6;
const LONGEST_WAIT_MS = 15_000;
const LOOK_EVERY_MS = 20;

export interface KillerOptions {
  readonly processes: readonly KeptProcess[];
  readonly chance: Chance;
  readonly kills: number;
  /** Longest time that a process is left alone. */
  readonly longestRestMs: number;
  /** How much has come to its end so far. */
  readonly progress: () => number;
  /** Each resolves when something happens that a kill may follow at once. */
  readonly moments: readonly (() => Promise<void>)[];
  readonly onKill: (kills: number) => Promise<void>;
}

/** Resolves after the last kill. */
export async function killAgainAndAgain(options: KillerOptions): Promise<number> {
  const { chance, kills, processes, onKill, progress } = options;
  let [done, seen, rounds] = [0, progress(), 0];
  while (done < kills) {
    await untilNextKill(options);
    rounds = progress() > seen ? 0 : rounds + 1;
    if (rounds >= ROUNDS_WITHOUT_PROGRESS) {
      await untilMore(progress, seen);
      rounds = 0;
    }
    seen = progress();
    const count = processes.length === 1 ? 1 : chance.whole(1, processes.length);
    const first = chance.whole(0, processes.length - 1);
    for (let index = 0; index < count && done < kills; index++) {
      processes[(first + index) % processes.length]?.kill();
      done += 1;
    }
    await onKill(done);
  }
  return done;
}

async function untilNextKill({ processes, chance, longestRestMs, moments }: KillerOptions): Promise<void> {
  const kind = chance.whole(1, 10);
  if (kind === 1) {
    await pause(chance.whole(0, LONGEST_START_MS));
    return;
  }
  await Promise.all(processes.map(async (process) => process.untilServing()));
  if (kind <= 6) {
    await pause(chance.whole(0, longestRestMs));
    return;
  }
  const moment = moments[chance.whole(0, moments.length - 1)];
  await Promise.race([moment?.(), pause(LONGEST_MOMENT_MS)]);
  if (chance.whole(0, 1) === 0) await pause(chance.whole(0, 30));
}

async function untilMore(progress: () => number, seen: number): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (progress() <= seen && performance.now() < deadline) await pause(LOOK_EVERY_MS);
}
