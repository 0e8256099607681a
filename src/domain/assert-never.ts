/** Ends every `switch` over a union: a new variant then fails to compile at each place that must handle it. */
export function assertNever(value: never): never {
  throw new Error(`unreachable variant: ${JSON.stringify(value)}`);
}
