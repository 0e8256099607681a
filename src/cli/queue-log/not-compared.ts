/** Decisions that say neither "same" nor "otherwise": counted, and put into words. */
import type { ShownStep } from "./replay-screen.js";

type Comparison = ShownStep["decision"];

const WORDS = {
  notRecorded: "not recorded",
  otherDefinition: "recorded in a way this version does not know",
} as const;

export class NotCompared {
  #all = 0;
  readonly #counts = { notRecorded: 0, otherDefinition: 0 };

  count(comparison: Comparison): void {
    this.#all += 1;
    if (isNotCompared(comparison)) this.#counts[comparison] += 1;
  }

  /** Null where each decision was compared; else how much the others tell, which may be nothing. */
  words(): { readonly isAll: boolean; readonly what: string } | null {
    const kinds = (["notRecorded", "otherDefinition"] as const).filter((kind) => this.#counts[kind] > 0);
    if (kinds.length === 0) return null;
    const isAll = this.#counts.notRecorded + this.#counts.otherDefinition === this.#all;
    return { isAll, what: kinds.map((kind) => `${this.#counts[kind]} ${WORDS[kind]}`).join(", ") };
  }
}

/** For one decision; null where it was compared. */
export function notComparedWords(comparison: Comparison): string | null {
  return isNotCompared(comparison) ? WORDS[comparison] : null;
}

function isNotCompared(comparison: Comparison): comparison is keyof typeof WORDS {
  return Object.hasOwn(WORDS, comparison);
}
