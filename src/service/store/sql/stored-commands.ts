/** Commands as they are stored: their JSON, checked field by field. */
import type { CheckRunCommand, Command, CommentCommand, Trigger } from "../../ports/command-store.js";
import { type Check, flag, kindOf, number, orNull, record, text } from "./json-checks.js";

const isCommentCommand: Check<CommentCommand> = kindOf<CommentCommand>({
  merge: { priority: orNull(number()), noBatch: flag },
  cancel: {},
  retry: {},
  unclear: { problem: text() },
});

const isCheckRunCommand: Check<CheckRunCommand> = kindOf<CheckRunCommand>({
  merge: {},
  cancel: {},
  retry: {},
});

const isTrigger: Check<Trigger> = kindOf<Trigger>({
  comment: { comment: number(), command: isCommentCommand },
  checkRun: { checkRun: number(), command: isCheckRunCommand },
  labeled: { label: text() },
  unlabeled: { label: text() },
});

/** The stored form, in which the trigger and its time have their first names. */
type StoredCommand = Omit<Command, "trigger" | "givenAt"> & {
  readonly said: Trigger;
  readonly saidAt: number;
};

export function jsonOf({ trigger: said, givenAt: saidAt, ...rest }: Command): string {
  return JSON.stringify({ ...rest, said, saidAt } satisfies StoredCommand);
}

/** Null for a damaged command, and for one that a newer version stored. */
export function commandIn(json: string): Command | null {
  try {
    const value: unknown = JSON.parse(json);
    if (!isStoredCommand(value)) return null;
    const { said: trigger, saidAt: givenAt, ...rest } = value;
    return { ...rest, trigger, givenAt };
  } catch {
    return null;
  }
}

export const isStoredCommand: Check<StoredCommand> = record<StoredCommand>({
  delivery: text(),
  source: text(),
  repository: record({ host: text(), owner: text(), name: text() }),
  pullRequest: number(),
  by: record({ login: text(), isBot: flag }),
  said: isTrigger,
  saidAt: number(),
  headSha: orNull(text()),
});

export function isCancellation({ trigger }: Command): boolean {
  return "command" in trigger ? trigger.command.kind === "cancel" : trigger.kind === "unlabeled";
}

export function isSubmission({ trigger }: Command): boolean {
  return "command" in trigger ? trigger.command.kind === "merge" : trigger.kind === "labeled";
}
