/** What a source may be given beside the two trees. */

export interface SourceMaterial {
  /** What follows `=` in `name=argument`; null without it. */
  readonly argument: string | null;
  /** Reads a file that the user names, wherever that is allowed. */
  readonly readFile: (path: string) => AsyncIterable<Uint8Array>;
}
