/** The delay before a retry: it doubles with every failure so far, up to a limit. */
export function backoffMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
