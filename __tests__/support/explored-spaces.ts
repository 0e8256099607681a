/** Explores small queues one after the other, and says how much that was. */
import { decide } from "../../src/engine/decide.js";
import { explore } from "./exploration.js";
import { MOST_STATES, type Space } from "./small-spaces.js";

export class ExploredSpaces {
  states = 0;

  explore([name, small]: Space): void {
    const before = process.cpuUsage();
    const { states, edges, isComplete } = explore(small, decide, MOST_STATES);
    const { user, system } = process.cpuUsage(before);
    this.states += states;
    const seconds = ((user + system) / 1e6).toFixed(1);
    const extent = isComplete ? "all" : "the nearest";
    say(`${states} states (${extent}), ${edges} steps, ${seconds} s of CPU: ${name}`);
  }

  sayAll(): void {
    say(`${this.states} states in all`);
  }
}

/** Past Jest, which would add where it was said. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
