/** Computes impacted targets for a person or a script, and prints them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { timeLimit } from "../../client/deadline.js";
import { asSentence } from "../../client/message-words.js";
import { duration } from "../../client/parse.js";
import { allCauseInWords, causeInWords } from "../../targets/cause-in-words.js";
import { loadSources } from "../../targets/choose-sources.js";
import { type ComputedTargets, computeTargets, type TargetsRequest } from "../../targets/compute-targets.js";
import { findCheckout } from "../../targets/git/checkout.js";
import { GitFailure } from "../../targets/git/run-git.js";
import { loadYaml } from "../../targets/parse-yaml.js";
import { RULES_FILE } from "../../targets/rules/rules-file.js";
import type { Source } from "../../targets/source.js";
import {
  type AllCause,
  areText,
  type Cause,
  isLine,
  SourceError,
  UnknownRevision,
} from "../../targets/source.js";
import { isSafeEvent, readSourceChoices } from "../../targets/source-choice.js";
import type { readPieces } from "../client/input-text.js";
import { UsageError } from "../client/missing-input.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings, TextOutput } from "../surroundings.js";

/** Where the checkout has one of them, the revisions probably have it, too. */
const FILES_IN_YAML = ["pnpm-workspace.yaml", "yarn.lock", RULES_FILE];

export interface TargetsQuestion {
  readonly from: string;
  readonly base: string;
  readonly head: string;
  readonly checkout: string;
  readonly timeout: string;
  readonly json: boolean;
  readonly explain: boolean;
}

export async function printTargets(question: TargetsQuestion, surroundings: Surroundings): Promise<ExitCode> {
  const interruption = surroundings.interruption();
  try {
    const computed = await noticed(question, surroundings, async () =>
      computeTargets(await requestOf(question, surroundings, interruption)),
    );
    if (interruption.aborted)
      return await complain("interrupted", "aborted", EXIT.refused, question, surroundings);
    if (question.json) await writeJson(documentOf(computed), surroundings);
    else print(computed, question.explain, surroundings);
    return EXIT.done;
  } catch (error) {
    const isWrongUse =
      error instanceof SourceError || error instanceof UsageError || error instanceof GitFailure;
    if (!isWrongUse) throw error;
    const option = error instanceof UnknownRevision ? `--${error.role} ` : "";
    return complain(`${option}${error.message}`, "wrong-use", EXIT.wrongUse, question, surroundings);
  }
}

const SLOW_MS = 1000;
const CLEAR_LINE = "\r\u001b[K";

/** Returns the function that ends the timer. */
type SetTimer = (ms: number, callback: () => void) => () => void;

const setTimer: SetTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

/** On a terminal, one line shows that a long computation runs. Loads nothing, and opens no stream before that. */
export async function noticed<Result>(
  { json }: Pick<TargetsQuestion, "json">,
  surroundings: Pick<Surroundings, "stderr" | "environment">,
  run: () => Promise<Result>,
  after = setTimer,
): Promise<Result> {
  if (json) return run();
  let clear = "";
  const stop = after(SLOW_MS, () => {
    const { stderr, environment } = surroundings;
    if (stderr.isTTY !== true || environment["TERM"] === "dumb") return;
    stderr.write(`${CLEAR_LINE}computing the impacted targets`);
    clear = CLEAR_LINE;
  });
  try {
    return await run();
  } finally {
    stop();
    if (clear !== "") surroundings.stderr.write(clear);
  }
}

async function requestOf(
  { from, base, head, checkout: folder, timeout, explain }: TargetsQuestion,
  surroundings: Surroundings,
  interruption: AbortSignal,
): Promise<TargetsRequest> {
  const deadlineMs = duration()(timeout);
  if (!deadlineMs.ok) throw new UsageError(`--timeout: expected ${deadlineMs.expected}`);
  const choices = readSourceChoices(from);
  if (!choices.ok) throw new UsageError(`--from: expected ${choices.expected}`);
  const signal = AbortSignal.any([interruption, timeLimit(deadlineMs.value)]);
  // Opening stdin takes milliseconds, and most questions read nothing from it.
  const readFile = (path: string) => readLater(path, { stdin: surroundings.stdin, signal });
  for (const [option, revision] of Object.entries({ "--base": base, "--head": head }))
    if (revision.trim() === "")
      throw new UsageError(`${option}: expected a commit, a branch or a tag, not an empty text`);
  const examined = findCheckout(folder, signal, [base, head]).catch((error: unknown) => {
    // The computation then ends without a call of git, and gives the reason.
    if (signal.aborted && error instanceof GitFailure) return undefined;
    throw error;
  });
  // Modules are loaded while git runs, not before it starts; what cannot be loaded is reported later.
  setImmediate(() => {
    if (choices.choices !== "auto") loadSources(choices.choices, readFile).catch(() => undefined);
    if (FILES_IN_YAML.some((name) => existsSync(join(folder, name)))) loadYaml().catch(() => undefined);
  });
  const checkout = await examined;
  if (checkout === null) throw new UsageError(`--checkout ${folder} is not in a git repository`);
  return {
    choices: choices.choices,
    question: {
      wanted: { kind: "named", base, head },
      checkout: folder,
      ...(checkout !== undefined && { examined: checkout }),
      remote: async () => {
        const url = (await checkout?.origin()) ?? null;
        return url === null ? null : { url, token: null, usesOwnPrograms: true };
      },
      signal,
    },
    readFile,
    objection: (source) => objectionTo(source, surroundings.environment),
    wantsEveryBlocker: explain,
  };
}

/** A program that the change under test modified could read secrets from the memory of its parent process. */
function objectionTo(
  { name, runsRepositoryCode }: Source,
  environment: Surroundings["environment"],
): string | null {
  if (!runsRepositoryCode) return null;
  const event = environment["GITHUB_EVENT_NAME"] ?? "";
  if (!isSafeEvent(event)) {
    return `${name} runs programs of the repository, and a job on ${event} has secrets: use it in a job on pull_request, or use workspaces or paths`;
  }
  if ((environment["MERGE_QUEUE_API_TOKEN"] ?? "") === "") return null;
  return `${name} runs programs of the repository, which must not happen where MERGE_QUEUE_API_TOKEN is set: unset it for this command, or use workspaces or paths`;
}

/** The module is loaded for a list only. */
async function* readLater(
  path: string,
  source: Parameters<typeof readPieces>[2],
): AsyncGenerator<Uint8Array> {
  const { readPieces } = await import("../client/input-text.js");
  yield* readPieces(path, `--from list=${path}`, source);
}

async function writeJson(
  document: Readonly<Record<string, unknown>>,
  { stdout }: Surroundings,
): Promise<void> {
  const { jsonLine } = await import("../client/screen.js");
  stdout.write(jsonLine(document));
}

async function complain(
  sentence: string,
  error: string,
  exitCode: ExitCode,
  { json }: TargetsQuestion,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const message = plainText(sentence);
  surroundings.stderr.write(`merge-queue targets: ${message}\n`);
  if (json) await writeJson({ command: "targets", exitCode, message, error }, surroundings);
  return exitCode;
}

function documentOf({
  answer,
  blockers,
  compared,
  notes,
  warnings,
}: ComputedTargets): Readonly<Record<string, unknown>> {
  const found =
    answer.kind === "all"
      ? {
          impactedTargets: "ALL",
          reason: answer.cause,
          ...(blockers !== undefined && { reasons: blockers }),
        }
      : {
          impactedTargets: [...answer.targets.keys()],
          causes: [...answer.targets].map(([target, cause]) => ({
            target,
            because: causeInWords(cause),
            ...cause,
          })),
        };
  return { command: "targets", exitCode: EXIT.done, ...found, compared, notes, warnings };
}

function print(
  { answer, blockers = [], notes, warnings }: ComputedTargets,
  isExplained: boolean,
  surroundings: Surroundings,
): void {
  const { stdout, stderr } = surroundings;
  const tell = (line: string) => stderr.write(`${plainText(line)}\n`);
  if (isExplained) notes.forEach(tell);
  for (const warning of warnings) tell(`Warning: ${warning}`);
  if (answer.kind === "all") {
    if (blockers.length > 1) for (const line of everyReason(blockers)) stderr.write(`${line}\n`);
    else {
      tell(asSentence(`Everything is impacted. ${allCauseInWords(answer.cause)}`));
      if (answer.cause.hint !== null) tell(`How to narrow it: ${answer.cause.hint}`);
    }
    stdout.write("ALL\n");
    return;
  }
  if (isExplained) {
    for (const [name, cause] of answer.targets)
      stdout.write(`${plainText(`${name}: ${causeInWords(cause)}`)}\n`);
    return;
  }
  printNames(answer.targets, stdout);
}

const NAMES_AT_ONCE = 2_000;

/** In pieces, since a list may have very many names. */
function printNames(targets: ReadonlyMap<string, Cause>, stdout: TextOutput): void {
  const isTerminal = stdout.isTTY === true;
  if (!isTerminal && !areLines(targets)) {
    stdout.write(`${JSON.stringify([...targets.keys()])}\n`);
    return;
  }
  if (!isTerminal && areText(targets)) {
    for (const text of targets.texts()) stdout.write(text);
    return;
  }
  let lines: string[] = [];
  for (const name of targets.keys()) {
    lines.push(isTerminal ? plainText(name) : name);
    if (lines.length < NAMES_AT_ONCE) continue;
    stdout.write(`${lines.join("\n")}\n`);
    lines = [];
  }
  if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
}

/** Reasons with the same rule are listed together. */
function everyReason(blockers: readonly AllCause[]): readonly string[] {
  const byRule = new Map<string, AllCause[]>();
  for (const blocker of blockers) {
    const key = JSON.stringify([blocker.rule, blocker.hint]);
    byRule.set(key, [...(byRule.get(key) ?? []), blocker]);
  }
  const lines = [`Everything is impacted, for ${blockers.length} reasons.`];
  for (const [first, ...others] of byRule.values()) {
    if (first === undefined) continue;
    if (others.length === 0) lines.push(plainText(asSentence(allCauseInWords(first))));
    else {
      lines.push(plainText(`${others.length + 1} files: ${first.rule}:`));
      for (const { subject } of [first, ...others]) lines.push(`  ${plainText(subject)}`);
    }
    if (first.hint !== null) lines.push(`  ${plainText(`How to narrow it: ${first.hint}`)}`);
  }
  return lines;
}

/** Whether a reader of one name per line gets the same names. */
function areLines(targets: ReadonlyMap<string, Cause>): boolean {
  const [first] = targets.keys();
  if (first !== undefined && (/^\s*\[/.test(first) || first === "ALL")) return false;
  if (areText(targets)) return true;
  for (const name of targets.keys()) if (!isLine(name)) return false;
  return true;
}
