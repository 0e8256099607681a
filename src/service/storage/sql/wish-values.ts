/** What a stored wish has to be. */
import type { Command, Said, Wish } from "../../ports/wish-store.js";
import { type Check, flag, kindOf, number, orNull, record, text } from "./check.js";

const isCommand: Check<Command> = kindOf<Command>({
  merge: { priority: orNull(number()), noBatch: flag },
  cancel: {},
  retry: {},
  unclear: { problem: text() },
});

const isSaid: Check<Said> = kindOf<Said>({
  comment: { comment: number(), command: isCommand },
  labeled: { label: text() },
  unlabeled: { label: text() },
});

/** Null for what is damaged, and for what a newer version heard. */
export function wishIn(json: string): Wish | null {
  try {
    const value: unknown = JSON.parse(json);
    return isWish(value) ? value : null;
  } catch {
    return null;
  }
}

export const isWish: Check<Wish> = record<Wish>({
  delivery: text(),
  source: text(),
  repository: record({ host: text(), owner: text(), name: text() }),
  pullRequest: number(),
  by: record({ login: text(), isBot: flag }),
  said: isSaid,
  saidAt: number(),
  headSha: orNull(text()),
});
