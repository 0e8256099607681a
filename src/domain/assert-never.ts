/** Ends every `switch` over a union, so that a new variant shows each place that must think about it. */
export function assertNever(value: never): never {
  throw new Error(`unreachable variant: ${JSON.stringify(value)}`);
}
