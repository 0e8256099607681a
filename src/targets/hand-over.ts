/**
 * Impacted targets as a file: one job computes them without secrets, and another uploads them without running code. The
 * reader trusts neither the names nor what the file states about the pull request.
 */
import type { AllCause } from "./source.js";

export interface HandOver {
  /** The program that wrote the file, with its version. */
  readonly tool: string;
  /** The text that chose the sources. */
  readonly from: string;
  /** The branch that the queue protects, or the assumed target branch of the pull request; null in old files. */
  readonly targetBranch: string | null;
  /** Head commit of the pull request. */
  readonly headSha: string;
  /** The two commits that were compared; null when they were not found. */
  readonly compared: { readonly base: string; readonly head: string } | null;
  readonly targets:
    | { readonly kind: "all"; readonly cause: AllCause }
    | { readonly kind: "list"; readonly names: readonly string[] };
}

const FORMAT = "merge-queue-impacted-targets/1";

export class HandOverError extends Error {
  override readonly name = "HandOverError";
}

export function handOverText({ tool, from, targetBranch, headSha, compared, targets }: HandOver): string {
  const content =
    targets.kind === "all"
      ? { impactedTargets: "ALL", reason: targets.cause }
      : { impactedTargets: targets.names };
  return `${JSON.stringify({ format: FORMAT, tool, from, targetBranch, headSha, compared, ...content })}\n`;
}

/** Throws `HandOverError`. */
export function parseHandOver(text: string): HandOver {
  const value = parsed(text);
  if (member(value, "format") !== FORMAT) throw new HandOverError(`its format is not ${FORMAT}`);
  const given = member(value, "impactedTargets");
  return {
    tool: textOf(value, "tool"),
    from: textOf(value, "from"),
    targetBranch: optionalText(value, "targetBranch"),
    headSha: commitOf(value, "headSha"),
    compared: comparedOf(member(value, "compared")),
    targets: given === "ALL" ? { kind: "all", cause: causeOf(member(value, "reason")) } : listOf(given),
  };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new HandOverError("it is not JSON", { cause: error });
  }
}

function listOf(given: unknown): HandOver["targets"] {
  const names: readonly unknown[] = Array.isArray(given) ? given : [];
  const texts = names.filter((name) => typeof name === "string" && name !== "");
  if (texts.length === 0 || texts.length < names.length) {
    throw new HandOverError('impactedTargets is neither "ALL" nor a list of names');
  }
  return { kind: "list", names: texts.map(String) };
}

function comparedOf(value: unknown): HandOver["compared"] {
  return value === null ? null : { base: commitOf(value, "base"), head: commitOf(value, "head") };
}

function causeOf(value: unknown): AllCause {
  const hint = member(value, "hint");
  return {
    subject: textOf(value, "subject"),
    rule: textOf(value, "rule"),
    hint: typeof hint === "string" ? hint : null,
  };
}

function commitOf(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return text;
  throw new HandOverError(`${name} is not a commit`);
}

function optionalText(value: unknown, name: string): string | null {
  return (member(value, name) ?? null) === null ? null : textOf(value, name);
}

function textOf(value: unknown, name: string): string {
  const text = member(value, name);
  if (typeof text === "string") return text;
  throw new HandOverError(`${name} is missing`);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
