/**
 * Reads the words of a usual call of `merge-queue targets` without the library that parses options, whose start takes as long
 * as git does. Any other call is left to the library: help, mistakes, and every other spelling.
 */
import type { TargetsQuestion } from "./print-targets.js";

export const DEFAULTS = { from: "auto", head: "HEAD", checkout: ".", timeout: "5m" } as const;

/** Null for words that the library has to parse. */
export function plainQuestion(words: readonly string[]): TargetsQuestion | null {
  const texts = new Map<string, string>();
  const flags = new Set<string>();
  for (let index = 1; index < words.length; index += 1) {
    const option = words[index] ?? "";
    if (option === "--json" || option === "--explain") flags.add(option);
    else {
      index += 1;
      const value = words[index];
      if (!WITH_TEXT.has(option) || value === undefined || value.startsWith("-")) return null;
      texts.set(option, value);
    }
  }
  const base = texts.get("--base");
  if (words[0] !== "targets" || base === undefined) return null;
  return {
    from: texts.get("--from") ?? DEFAULTS.from,
    base,
    head: texts.get("--head") ?? DEFAULTS.head,
    checkout: texts.get("--checkout") ?? DEFAULTS.checkout,
    timeout: texts.get("--timeout") ?? DEFAULTS.timeout,
    json: flags.has("--json"),
    explain: flags.has("--explain"),
  };
}

const WITH_TEXT: ReadonlySet<string> = new Set(["--from", "--base", "--head", "--checkout", "--timeout"]);
