/** Asks a source what a change impacts, and writes its answer down so that tests can compare it at a glance. */
import type { Cause, Source, SourceAnswer } from "../../src/targets/source.js";
import { changesBetween, type MemoryTree } from "./memory-tree.js";

export async function answerOf(source: Source, base: MemoryTree, head: MemoryTree): Promise<SourceAnswer> {
  const { signal } = new AbortController();
  return source.answer({ base, head, changed: changesBetween(base, head), checkout: null, signal });
}

/** Names in order; `ALL` as the word, files that nobody owns behind `unowned:`. */
export async function targetsOf(
  source: Source,
  base: MemoryTree,
  head: MemoryTree,
): Promise<readonly string[]> {
  const answer = await answerOf(source, base, head);
  if (answer.kind === "all") return [`ALL: ${answer.cause.subject}: ${answer.cause.rule}`];
  const unowned = changesBetween(base, head).filter(({ path }) => !answer.owned.has(path));
  return [...[...answer.targets.keys()].sort(), ...unowned.map(({ path }) => `unowned: ${path}`).sort()];
}

/** Each target with its cause, in words. */
export async function causesOf(
  source: Source,
  base: MemoryTree,
  head: MemoryTree,
): Promise<Readonly<Record<string, string>>> {
  const answer = await answerOf(source, base, head);
  if (answer.kind === "all") throw new Error("everything is impacted");
  return Object.fromEntries([...answer.targets].map(([target, cause]) => [target, causeText(cause)]));
}

function causeText(cause: Cause): string {
  const { kind, ...rest } = cause;
  return [kind, ...Object.values(rest)].join(" ");
}
