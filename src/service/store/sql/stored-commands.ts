/** Commands as they are stored: their JSON, checked field by field. */
import type { Command, CommentCommand, Trigger } from "../../ports/command-store.js";
import { type Check, flag, kindOf, number, orNull, record, text } from "./check.js";

const isCommentCommand: Check<CommentCommand> = kindOf<CommentCommand>({
  merge: { priority: orNull(number()), noBatch: flag },
  cancel: {},
  retry: {},
  unclear: { problem: text() },
});

const isTrigger: Check<Trigger> = kindOf<Trigger>({
  comment: { comment: number(), command: isCommentCommand },
  labeled: { label: text() },
  unlabeled: { label: text() },
});

/** Null for a damaged command, and for one that a newer version stored. */
export function commandIn(json: string): Command | null {
  try {
    const value: unknown = JSON.parse(json);
    return isCommand(value) ? value : null;
  } catch {
    return null;
  }
}

export const isCommand: Check<Command> = record<Command>({
  delivery: text(),
  source: text(),
  repository: record({ host: text(), owner: text(), name: text() }),
  pullRequest: number(),
  by: record({ login: text(), isBot: flag }),
  said: isTrigger,
  saidAt: number(),
  headSha: orNull(text()),
});

export function takesBack({ said }: Command): boolean {
  return said.kind === "comment" ? said.command.kind === "cancel" : said.kind === "unlabeled";
}

export function isSubmission({ said }: Command): boolean {
  return said.kind === "comment" ? said.command.kind === "merge" : said.kind === "labeled";
}
