/** A program: explores the small queues of one group, and prints a line of JSON for each. */
import { decide } from "../../src/engine/decide.js";
import { type Exploration, explore } from "./exploration.js";
import { MOST_STATES, SPACES, type Space } from "./small-spaces.js";

export interface ExploredSpace extends Exploration {
  readonly name: string;
  /** Processor time. */
  readonly seconds: number;
  /** The shortest story of what is broken, if anything is. */
  readonly broken: string | null;
}

const [group = ""] = process.argv.slice(2);
for (const space of SPACES[group] ?? []) console.log(JSON.stringify(exploredSpace(space)));

function exploredSpace([name, small]: Space): ExploredSpace {
  const before = process.cpuUsage();
  const extent = extentOf(() => explore(small, decide, MOST_STATES));
  const { user, system } = process.cpuUsage(before);
  return { name, seconds: (user + system) / 1e6, ...extent };
}

function extentOf(work: () => Exploration): Exploration & Pick<ExploredSpace, "broken"> {
  try {
    return { ...work(), broken: null };
  } catch (error) {
    return { states: 0, edges: 0, isComplete: false, broken: String(error) };
  }
}
