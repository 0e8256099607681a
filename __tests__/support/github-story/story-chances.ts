/** The chances of one seed, each with a name: what is drawn by one does not depend on what others draw meanwhile. */
import { createHash } from "node:crypto";
import { type Chance, seededChance } from "../seeded-chance.js";

export class StoryChances {
  readonly #seed: number;
  readonly #known = new Map<string, Chance>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  of(name: string): Chance {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const digest = createHash("sha256").update(`${this.#seed} ${name}`).digest();
    const chance = seededChance(digest.readUInt32LE());
    this.#known.set(name, chance);
    return chance;
  }
}
