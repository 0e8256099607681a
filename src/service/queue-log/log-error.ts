/** A log that cannot be read: where, what was expected there, and what to do. What it quotes is untrusted text. */
export class LogError extends Error {
  override readonly name = "LogError";
}

export interface Place {
  /** What people call the log, such as the path of its file. */
  readonly source: string;
  /** From 1. */
  readonly lineNumber: number;
}

export function badLine(
  { source, lineNumber }: Place,
  problem: string,
  advice: string,
  cause?: unknown,
): LogError {
  return new LogError(`${source}, line ${lineNumber}: ${problem}; ${advice}`, { cause });
}
