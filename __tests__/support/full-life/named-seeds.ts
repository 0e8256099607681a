/**
 * Lives that broke once, each named after what it found: one that breaks is added here before the service is mended. A
 * change to what is drawn makes other lives of these seeds; the unit test that came with each stays.
 */
import type { StoreKind } from "./told-life.js";

export interface NamedSeed {
  readonly name: string;
  readonly seed: number;
  /** The one that it broke on: on another one it is another life. */
  readonly store: StoreKind;
}

export const NAMED_SEEDS: readonly NamedSeed[] = [
  {
    name: "what is left of a landing that somebody took half off again, and pushed onto, lands again",
    seed: 634,
    store: "memory",
  },
  {
    name: "a submission that began before another one landed puts the same head in once more",
    seed: 1451,
    store: "memory",
  },
  {
    name: "a landing is given up for what went wrong before a second push, while the first is on its way",
    seed: 26_182,
    store: "memory",
  },
  {
    name: "a landing on top of the same head, merged by hand, is taken off the branch and pushed again",
    seed: 8228,
    store: "sqlite",
  },
];
