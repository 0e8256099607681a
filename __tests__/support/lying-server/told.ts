/** What a step claims: its exit code, its outputs, and what it writes. */
export interface Told {
  /** Null when the step did not end by itself. */
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly logs: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly summary: string;
  /** Content of the file of the metrics. */
  readonly metrics: string;
}

/** The sentence that a person reads last. */
export function finalSentence({ errors, warnings, logs, outputs }: Told): string {
  const last = errors.at(-1) ?? (outputs["outcome"] === "failed" ? warnings.at(-1) : logs.at(-1));
  return last ?? "";
}
