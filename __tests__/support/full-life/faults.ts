/** What may go wrong in a life, and how often. Each kind is there in some lives and not in others. */
import type { Chance } from "../seeded-chance.js";

export const FAULT_KINDS = [
  "failsBefore",
  "failsAfter",
  "failsForGood",
  "storeFails",
  "staleTips",
  "stalePullRequests",
  "lostCallbacks",
  "doubledCallbacks",
  "clockJumps",
  "crashes",
  "lateRequests",
  "latePushes",
  "secondInstance",
  "ciForgets",
  "lostHeads",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export function isFaultKind(text: string): text is FaultKind {
  return FAULT_KINDS.some((kind) => kind === text);
}

/** How likely one is where it is possible, in lives that have it. */
const LIKELIHOOD: Readonly<Record<FaultKind, number>> = {
  failsBefore: 0.05,
  failsAfter: 0.05,
  failsForGood: 0.03,
  storeFails: 0.01,
  staleTips: 0.2,
  stalePullRequests: 0.2,
  lostCallbacks: 0.3,
  doubledCallbacks: 0.3,
  clockJumps: 1,
  crashes: 1,
  lateRequests: 0.5,
  latePushes: 0.5,
  secondInstance: 1,
  ciForgets: 1,
  lostHeads: 1,
};
/** Not every life is to have them: they make others harder to tell apart. */
const SHARE: Readonly<Partial<Record<FaultKind, number>>> = {
  secondInstance: 0.25,
  storeFails: 0.3,
  failsForGood: 0.25,
};

export class Faults {
  readonly #kinds: ReadonlySet<FaultKind>;
  readonly #onStrike: (kind: FaultKind) => void;
  #areOver = false;

  constructor(chance: Chance, without: ReadonlySet<FaultKind>, onStrike: (kind: FaultKind) => void) {
    this.#onStrike = onStrike;
    // Drawn also when it is left out, so that the rest of the life stays the same.
    const drawn = FAULT_KINDS.filter((kind) => chance.next() < (SHARE[kind] ?? 0.5));
    this.#kinds = new Set(drawn.filter((kind) => !without.has(kind)));
  }

  /** Those of this life, for its story. */
  get kinds(): readonly FaultKind[] {
    return [...this.#kinds];
  }

  has(kind: FaultKind): boolean {
    return !this.#areOver && this.#kinds.has(kind);
  }

  strikes(kind: FaultKind, chance: Chance): boolean {
    const doesStrike = this.has(kind) && chance.next() < LIKELIHOOD[kind];
    if (doesStrike) this.#onStrike(kind);
    return doesStrike;
  }

  /** From now on everything works. */
  end(): void {
    this.#areOver = true;
  }
}
